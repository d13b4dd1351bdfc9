"""Conditions in a sentence on the formulas beside them: *if `t \\ge 1`*, *for `j > 1`*, *`t` from 1 to 3*."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.conditions import listed_conditions
from ntdoc.shapes.document.conditions.cases import adds_to_case, opens
from ntdoc.shapes.document.conditions.letter_ranges import orders_of
from ntdoc.shapes.document.denied import denials
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.patterns import ORDERS, in_numbers, index_letters, names_in, operands
from ntdoc.source import Span
from ntdoc.syntax.ast import (
    Chain,
    Derivative,
    Group,
    Index,
    Juxtaposition,
    Number,
    Operand,
    Parsed,
    Size,
    Symbol,
)
from ntdoc.vocabulary import ANY, IF, THEN

_ORDERS = ORDERS | {"ne"}
_IF_BEFORE = regex(
    rf"\b(?:{IF}|iff|unless)"
    r"(?:,?\s+(?:moreover|furthermore|further|in addition|additionally|also),?)?"
    r"(?:\s+(?:we (?:have|had)|it happens that|it were (?:the case|true|so) that))?"
    rf"(?:\s+(?:{ANY}|both)(?:\s+the)?)?[\s(]*$"
    r"|(?:^|[.;]\s+)\W*(?-i:Were|Had\s+we)\s*$"
    r"|\b(?:for|under|with|given|subject\s+to)\s+(?:(?:an?|the|one|any|each|every|single)\s+){1,2}(?:[a-z-]+\s+){0,2}"
    r"(?:constraint|condition|restriction|requirement)s?\s*$"
    rf"|\b(?:{IF})\s+(?:(?:all|every|each|both|the|its|their|our|an?)\s+)+(?:[\w-]+\s+){{1,3}}(?:is|are|were|equals?)\s+(?:all\s+)?"
    r"(?:equal\s+to\s+)?$",
    re.IGNORECASE,
)
_IF_SATISFIES = regex(
    rf"\b(?:{IF})\s+(?:[a-z]+\s+){{0,3}}{sentences.FORMULA}\s+"
    r"(?:satisf(?:y|ies)|obeys?|fulfil(?:l?s)?|(?:is|are)\s+such\s+that)\s*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_IF_FOR_ALL = regex(  # "is smooth if for all", and the letters, before a display
    rf"\b(?:{IF}|iff),?\s+for\s+(?:{ANY})(?:[\s,]+(?:{ANY}|and|for)\b)*[\s,]*$",
    re.IGNORECASE,
)
_THAT_IS = r"(?:that is,?|i\.e\.,?)?\s*"
_GLOSS = regex(
    rf"(?:\b(?:{IF})\s+(?:[^.;:]*\b(?:is|are|has|have|were|had)\b|(?:[a-z]+\s+){{2}})[^.;:]*"
    r"|(?:^|[.;]\s+)\W*(?-i:Were|Had|Should)\s+[^.;:$]{3,80}),"  # "Were it perfect,"
    r"\s*(?:(?:that is,?|i\.e\.,?|so that|meaning(?:\s+that)?)?\s*|(?:that is|i\.e\.),?\s+(?:,\s*)?(?:and\s+)?)$",
    re.IGNORECASE,
)
_THAT_IS_ALL = regex(r"\b(?:that is|i\.e\.),?(?:\s+and|,)?\s*$", re.IGNORECASE)
_AND_MORE = regex(r"^(?:,?\s+and\s+(?:\$[^$]*\$|\\\((?:(?!\\\)).)*\\\)))+")
_LAST_IF = regex(rf"\b(?:{IF})\s*,\s*$", re.IGNORECASE)
_CLOSED = regex(rf"\s*(?:$|[.!;]|,?\s*(?:(?:and|but|or|while)\s+)?(?:{IF}|otherwise|else)\b)", re.IGNORECASE)
_KIND = regex(
    r"(?:^|[.;]\s+)(?:For|Under|In(?=[^.;:$,]* (?:case|limit),))\s+"
    rf"(?:(?!\b(?:{ANY}|then|we|is|are|has|have)\b)[^.;:$,]){{3,60}},"
    r"\s*(?:(?:that is|i\.e\.),?\s*)?$"
)
_KIND_WITH = regex(  # "For a policy with features `f \\in S`, that is, `w = f \\odot t`, the loss is"
    rf"(?:^\s*|[.;]\s+)(?:For|Under)\s+(?:(?!\b(?:{ANY}|then|we|is|are|has|have)\b)(?:[^.;:$]|\$[^$]*\$))*,"
    r"\s*(?:that is|i\.e\.),?\s*(?:\$|\\\()?$"
)
_PLACE = regex(  # "Where the gate is open, `f = 0`, we have"
    r"(?:(?:^|[.;]\s+)Where|,?\s(?:and|but|while) where)\s+[^.;:$,]{3,60},\s*(?:(?:that is|i\.e\.),?\s*)?$"
)
_EQUATED = regex(r"[\s$]*\\?[A-Za-z]+'*(?:[_^](?:\{[^{}]*\}|\w))*\s*=")
_CLAUSE = regex(r"\s*,\s+(?:we|it|this|they|the|an?|all|each|every|both)\s+[a-z]")
_WITH = regex(r"^\s+(?:with|for|where)\s+(?:(?:\$[^$]*\$|\\\((?:(?!\\\)).)*\\\))(?:,?\s+and\s+|,\s+(?=\$|\\\())?)+")
_THEN = regex(r"\s*(?:,\s*)?then\b", re.IGNORECASE)
_OF_A_REASON = regex(  # *since `|x| \\le 1`, the sums are bounded,*: it follows; words alone may suppose it as well
    rf"\W*(?:since|because)\s+{sentences.LISTED},\s[^$.;:,]*\b(?:is|are)\b[^$.;:,]*[:,]\s*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_WITH_ALONE = regex(r"(?:^|[:;]\s)\W*with\s+(?:the|an?)\s+[a-z -]+(?:\$|\\\()$", re.IGNORECASE)
_EVENT_BEFORE = regex(r"\b(?:probability|chances?|odds|event|case) (?:that|where|in which)[\s(]*$", re.IGNORECASE)
_OPTIMAL_BEFORE = regex(  # "the error is least for"
    r"\b(?:least|largest|smallest|greatest|highest|lowest|minimal|maximal|best|worst|optimal|minimi[sz]ed|maximi[sz]ed"
    r"|attained|reached) (?:at|for|when|where|if) $"
)
_IF_BETWEEN = regex(rf"\s*(?:,\s*)?(?:{IF})\s+")
_FOR_BETWEEN = regex(
    r"\s*(?:,\s*)?"
    r"(?:(?:(?:always|only|also)\s+)?(?:holds?|(?:is|are)\s+(?:true|valid|so|known|defined|given))\s+)?(?:only\s+)?"
    rf"for(?:\s+(?:{ANY}))?\s+"
)
_BRINGS = regex(r"\s*(?:,\s*)?(?:with|where|and)\s+")
_QUANTIFIED = regex(rf"\bfor(?:\s+(?:{ANY}|some))?[\s(]*$", re.IGNORECASE)
_AND_QUANTIFIED = regex(  # *for `x > 1` and `a > 1`*
    rf"\bfor\s+(?:(?:{ANY}|some)\s+)?(?:\$|\\\()[^$]*?(?:[<>]|\\(?:le|ge|lt|gt|leq|geq)(?![a-z]))[^$]*"
    r"(?:\$|\\\))\s+and\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_IMPLIES = regex(
    r"\s*(?:(?:always\s+)?(?:implies|imply|entails?)\b(?!\s+that\b[^$]*\bnot\b)"
    r"|(?:alone\s+)?(?:(?:does|do|need|would)\s+not|doesn't)\s+(?:imply|entail|mean|ensure|guarantee)\b"
    r"|is\s+(?:(?:not\s+)?(?:necessary|sufficient|enough)(?:,?\s+(?:but|and)\s+(?:not\s+)?(?:necessary|sufficient|enough))?"
    r"\s+for|equivalent\s+to)\b)",
    re.IGNORECASE,
)
_MAY_BE = regex(
    r"(?:\b(?:(?:not|n't)\s+(?:imply|mean|entail|guarantee|ensure)|equivalent\s+to|(?:necessary|sufficient|enough)\s+for"
    r"|either)|(?:\$|\\\))\s*(?:,?\s*or|\s(?:implies|imply)))\s+(?:\$|\\\()?$",
    re.IGNORECASE,
)
_OR = regex(r"\s*(?:\$|\\\))\s*(?:,\s*)?or\s+(?:\$|\\\()", re.IGNORECASE)
_DESCRIBED = regex(  # "the first index `j` such that"
    r"\b(?:the|that|those|some|any|an?)\s+(?:\w+\s+){0,3}(?:\$|\\\()\s*([A-Za-z]\w*'?)\s*(?:\$|\\\))"
    r"\s*,?\s+(?:with|such that|(?:for|at) which|where)\s*(?:\$|\\\()$",
    re.IGNORECASE,
)
_PREDICATE = regex(  # and not *is true*, of the equation itself
    r"\s*(?:\$|\\\))?\s*(?:is|means|corresponds\s+to|recovers|reduces\s+to|amounts\s+to)\b"
    r"(?!\s+(?:true|so|right|correct|clear|what|given|not|false|wrong|obvious|evident|just|exactly|known|said|\w+ed\b))"
)
_RESTRICTED = regex(
    r"\b(?:with|where|wherever|while|needs?|requires?|as\s+(?:long|soon)\s+as|once|until|provided(?:\s+that)?|in\s+case"
    r"|in\s+the\s+(?:case|regime|range|region)(?:\s+of)?|(?:as|so)\s+far\s+as)\s+$",
    re.IGNORECASE,
)


def follows_if(before: str) -> bool:
    """Whether *if* or the like stands right before a formula."""
    return bool(_IF_BEFORE.search(before[-60:]))


def closes_if(spoken: str, before: str, after: str) -> bool:
    """Whether a formula is all that a condition has behind it: *if `x > c`, `f(x) = c`.* It is what follows."""
    return _LAST_IF.search(spoken) is not None and before.strip() == "," and _CLOSED.match(after) is not None


def glosses_if(before: str, span: Span) -> bool:
    """Whether a formula says once more what *if* says in words: *if all weights are equal, `w = 1`, then*.

    So it does in *if all are equal, `w = 1`, the mean is 1*, and in *if `x` is the output of a layer, `x = W z` with
    `z \\in S`, the two are one*. A name is equated in *for open gates, `f = 1`, it is* and *where they are open, …*.
    """
    if phrases.SUPPOSES_SO.search(words := " ".join(before[-160:].split()) + " "):
        return False
    after = sentences.CLOSES.sub("", span.source.words[span.end : span.end + 300], count=1)
    if _THAT_IS_ALL.search(words):  # *that is `a = 1` and `b = 1`*
        after = _AND_MORE.sub("", after, count=1)
    if _GLOSS.search(words) is None:
        said = _KIND.search(words) or _PLACE.search(words)
        text = " ".join(span.source.words[max(0, span.start - 160) : span.start].split())
        named = said is not None and _EQUATED.match(span.text) and said[0].strip(" .;") in text  # without a formula
        return bool(named) and _CLAUSE.match(after) is not None
    return _THEN.match(after) is not None or _CLAUSE.match(_WITH.sub("", after, count=1)) is not None


def glosses_kind(before: str, after: str, span: Span) -> bool:
    """Whether a formula says once more what is spoken of: *for centred inputs, `\\nsum{\\ax} x = 0`, we have*."""
    if _CLAUSE.match(after) is None:
        return False
    of_kind = _KIND.search(" ".join(before[-120:].split()) + " ")
    return bool(of_kind or _KIND_WITH.search(sentences.before(span)))


def restates_if(statement: Parsed, after: str) -> bool:
    """Whether an equation says once more what *if* says of its left side: *if `w` is even, `w = …`, it is 0*.

    Or, with others like it, what the words say: *if the rows are orthogonal, `A = B` and `C = D`, then*.
    """
    if not isinstance(statement, Chain) or not statement.rest:
        return False
    span = statement.span
    behind = span.source.words[span.end : span.end + 300]
    if _GOES_ON.match(behind) and _IF_IN_WORDS.search(sentences.before(span)[-300:]):
        return True
    if not isinstance(statement.subjects[0], Symbol):
        return False
    name = statement.subjects[0].span.text.strip()
    before = " ".join(span.source.words[max(0, span.start - 160) : span.start].split())
    about = rf"(?:\$|\\\()\s*{re.escape(name)}\s*(?:\$|\\\))"
    said = rf"\bif\s+{about}\s+(?:is|are|has|have)\b[^.;:$]*,\s*{_THAT_IS}(?:\$|\\\()$"
    return after.lstrip().startswith(",") and re.search(said, before, re.IGNORECASE) is not None


_IF_IN_WORDS = regex(
    rf"\b(?:{IF})\s(?:(?!\bthen\b)[^.;:$\\])*\b(?:is|are|has|have)\b(?:(?!\bthen\b)[^.;:$\\])*,\s*{_THAT_IS}"
    rf"(?:{sentences.FORMULA}\s*(?:,\s*)?(?:and\s+)?)*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_GOES_ON = regex(
    rf"\s*(?:\$|\\\))?\s*(?:(?:,\s*)?and\s+{sentences.FORMULA}\s*)?,\s*(?:{THEN}|we|it|the|its|both|this|one|all)\b",
    re.IGNORECASE,
)


_OF_A_KIND = regex(  # and of none that the text goes on with, *A step, `z = W x`, mixes them*
    r"(?:^|[.;:]\s+)\W*An?\s+(?:[a-z-]+\s+){1,4}(?:that|which|whose|with|without|of)\s[^.;:$]*,\s*(?:\$|\\\()?$"
)
_HAS_MORE = regex(r"(?:\$|\\\))?\s*,\s+(?!and\b|or\b|so\b|then\b|where\b|which\b|we\b)[a-z]+s\b")


def is_if(between: str) -> bool:
    """Whether the words between two formulas are *if* alone."""
    return bool(_IF_BETWEEN.fullmatch(between))


def conditions(between: str) -> bool:
    """Whether the words between two formulas make the second a condition of the first: *if*, or *for*."""
    return is_if(between) or bool(_FOR_BETWEEN.fullmatch(between))


def brings(between: str, more: bool) -> bool:
    """Whether the words between two formulas bring what the first one takes: *with*, and then *and* for `more`."""
    return bool(_BRINGS.fullmatch(between)) and (more or "and" not in between)


def is_supposed(before: str, statement: Parsed, display: bool) -> bool:
    """Whether a formula is a condition: right after *if* or *the probability that*, or an order right after *with*."""
    if follows_if(before) or (not display and _IF_SATISFIES.search(sentences.before(statement.span))):
        return True
    if display:
        return _IF_FOR_ALL.search(before[-60:]) is not None
    words = " ".join(before[-40:].split())
    if _EVENT_BEFORE.search(words) or (_OPTIMAL_BEFORE.search(words + " ") and not _gives_value(statement)):
        return True
    if _is_of_what_is_said(statement) and _QUANTIFIED.search(before[-40:]):
        return True
    if not (isinstance(statement, Chain) and _orders_more_than_numbers(statement)):
        return False
    one, said = len(statement.subjects) == 1, sentences.before(statement.span)
    listed = one and (_AND_QUANTIFIED.search(said) or listed_conditions.is_last(said))
    return bool(_RESTRICTED.search(before[-40:]) or _QUANTIFIED.search(before[-40:]) or listed)


def _orders_more_than_numbers(statement: Chain) -> bool:
    """Whether an order in a chain is of more than its result: *with `|a| < 2`*, and not *with `|a| = 1 < 2`*."""
    sides = operands(statement)[len(statement.subjects) - 1 :]
    related = zip(sides, statement.rest, strict=False)
    return any(r.kind in _ORDERS and not (in_numbers(a) and in_numbers(b)) for a, (r, b) in related)


def _gives_value(statement: Parsed) -> bool:
    """Whether a letter is said to be something: *largest at `p = 1/2`*, and not *for `k^3 = n`*."""
    left = statement.subjects[0] if isinstance(statement, Chain) else None
    return isinstance(left, Symbol) and (left.sup is None or not isinstance(left.sup.expr, Number))


def ranges_over(before: str, statement: Parsed) -> tuple[Chain, ...]:
    """The orders of a letter that its sentence goes on to speak of: *for `k = 2, \\ldots, n` it is …*."""
    return orders_of(statement) if _QUANTIFIED.search(before[-40:]) else ()


def describes_index(statement: Parsed) -> bool:
    """Whether words choose an index by a formula: *the `j` with `X_{\\ax(j)} = 1`*, *some `j` for which …*."""
    if not isinstance(statement, Chain) or not statement.rest or not (letters := index_letters(statement)):
        return False
    span = statement.span
    found = _DESCRIBED.search(" ".join(span.source.words[max(0, span.start - 120) : span.start].split()))
    return found is not None and found[1] in letters


def _is_of_what_is_said(statement: Parsed) -> bool:
    """Whether a left side is no name, nor anything else that an equation may define: *for `\\|x\\| = 1`*."""
    if not isinstance(statement, Chain) or not statement.rest or {r.kind for r, _ in statement.rest} != {"eq"}:
        return False
    left = statement.subjects[0]
    calls = isinstance(left, Juxtaposition) and len(left.factors) == 2 and isinstance(left.factors[1], Group)
    return len(statement.subjects) == 1 and not calls and not isinstance(left, Symbol | Size | Index | Number | Group)


def implies(after: str) -> bool:
    """Whether the words after a formula make it the premise of the next one: *`A = B` implies `x = 0`*."""
    return bool(_IMPLIES.match(after))


def holds_here(statement: Parsed, after: str, span: Span) -> bool:
    """Whether words make a formula hold in its sentence alone: it implies something, is wrong, or is asked for.

    Or it is said of one of a kind: *A model that is uniform, `P = 1/n`, has the perplexity `n`*.
    """
    if denials.is_refuted(after) or implies(after) or denials.is_number_asked(statement, span):
        return True
    return bool(_OF_A_KIND.search(sentences.before(span)) and _HAS_MORE.match(span.source.words[span.end :][:40]))


def is_alternative(span: Span) -> bool:
    """Whether words say of an equation that it may be so or not: *`a = b` or `a = c`*, *does not imply `a = b`*."""
    return bool(_MAY_BE.search(sentences.before(span)) or _OR.match(sentences.after(span)))


def bounding(statement: Chain, conditions: list[Chain]) -> Chain:
    """A statement with those conditions that are orders of the letters in its indices, or in those of a member."""
    letters = index_letters(statement)
    ordered = bool(statement.rest) and all(r.kind in _ORDERS for r, _ in statement.rest)
    own = tuple(c for c in conditions if _is_bound(c, letters) or (ordered and _is_of_member(statement, c)))
    return statement.replace(conditions=statement.conditions + own) if own else statement


def _is_bound(condition: Chain, letters: frozenset[str]) -> bool:
    subject = _compared(condition)
    order = {r.kind for r, _ in condition.rest} <= _ORDERS
    return order and isinstance(subject, Symbol) and subject.full_name in letters


def _compared(condition: Chain) -> Operand:
    """What an order is of: the `i` of `i < n`, and of `1 < i < n`."""
    between = isinstance(condition.subjects[0], Number) and condition.rest
    return condition.rest[0][1] if between else condition.subjects[0]


def under(statement: Parsed, condition: Parsed) -> Parsed:
    """An equation or an order under a condition that is an order of one of its letters and numbers.

    Of a letter in its indices the condition may be any order: *`M_{\\ax(i),\\bx(j)} = 0` for `j > i`*.
    """
    if not isinstance(statement, Chain) or not statement.rest:
        return statement
    member = _is_of_member(statement, condition)
    if _is_of_numbers(statement) and not member:
        return statement  # it is a condition itself
    if orders := orders_of(condition):
        return bounding(statement, [order for order in orders if order not in statement.conditions])
    if not isinstance(condition, Chain) or condition in statement.conditions:
        return statement
    if not _is_of_numbers(condition) and not (condition.rest and _is_bound(condition, index_letters(statement))):
        return statement
    subject, names = _compared(condition), names_in((statement.subjects, statement.rest))
    compares = all(r.kind in _ORDERS or r.kind in ("eq", "approx") for r, _ in statement.rest)
    named = member or (isinstance(subject, Symbol) and subject.full_name in names)
    return statement.replace(conditions=(*statement.conditions, condition)) if compares and named else statement


def _is_of_member(statement: Chain, condition: Parsed) -> bool:
    """Whether a condition is an order of numbers and of the index letter of a member: *`a_n < 1` for `n > 2`*."""
    if not isinstance(condition, Chain) or not _is_of_numbers(condition):
        return False
    letter, name = condition.subjects[0], statement.subjects[0]
    letters = letters_in(name.full_name) if isinstance(name, Symbol) else frozenset()
    return isinstance(letter, Symbol) and letter.full_name in letters


def _is_of_numbers(chain: Chain) -> bool:
    """Whether a chain is an order of a letter and numbers or sizes, `t \\ge 1`."""
    order = bool(chain.rest) and all(r.kind in _ORDERS and isinstance(side, Number | Size) for r, side in chain.rest)
    return order and len(chain.subjects) == 1 and isinstance(chain.subjects[0], Symbol)


def is_subject(statement: Parsed, after: str) -> bool:
    """*`g = h` is multi-head attention, and `g = 1` is …*: cases, of which the words say what they are called."""
    if not isinstance(statement, Chain) or len(statement.subjects) != 1 or len(statement.rest) != 1:
        return False
    left, (relation, right) = statement.subjects[0], statement.rest[0]
    plain = isinstance(left, Symbol) and isinstance(right, Symbol | Number) and relation.kind == "eq"
    return plain and _PREDICATE.match(after) is not None


def _is_all_said(statement: Parsed, after: str) -> bool:
    """Whether an order of expressions is all that a clause has: *With the Euclidean norm `|f| \\le |g|`.*"""
    if not isinstance(statement, Chain) or isinstance(statement.subjects[0], Symbol) or _CLOSED.match(after) is None:
        return False
    return _WITH_ALONE.search(" ".join(sentences.before(statement.span).split())) is not None


def is_derivative(statement: Parsed) -> bool:
    """Whether an equation says what a derivative is: *with the derivative*, and a display, explains no part of it."""
    return isinstance(statement, Chain) and bool(statement.rest) and isinstance(statement.subjects[0], Derivative)


def is_arranged(spoken: str) -> bool:
    """Whether words bring about what a formula says, *sort them so that*, or lose no generality by it."""
    return phrases.ARRANGES.search(" ".join(spoken[-240:].split())) is not None


def is_assumed(statement: Parsed, spoken: str, before: str, after: str, display: bool) -> bool:
    """Whether the words before a formula suppose it, and do not claim it.

    A display is what *with `P = …` and `Q = …`* leads to; it is supposed if *and* is the last word `before` it.
    """
    words = phrases.VERB_WITH.sub("", " ".join(spoken.split()))
    named = isinstance(statement, Chain) and isinstance(statement.subjects[0], Symbol)  # what comes out is no premise
    demanded = phrases.MUST_SATISFY.search(words) or (phrases.SUPPOSES_SO.search(words) and not named)
    if demanded or is_arranged(spoken) or opens(statement.span):
        return True
    claims = (phrases.CONCLUDES, phrases.STARTS_WHERE, phrases.PART_OF_EQUATIONS, phrases.THEN_SATISFIES)
    listed = not display and (_is_all_said(statement, after) or listed_conditions.leads_to(statement))
    if listed or any(claim.search(words) for claim in claims) or _OF_A_REASON.match(sentences.before(statement.span)):
        return False
    below = phrases.ASSUMES_BELOW.search(words[-60:]) or phrases.SAYS_BELOW.search(words[-160:])
    assumes = below if display else adds_to_case(words, after)
    if assumes or phrases.TERM.search(words[-160:]):
        return True
    if display:
        return phrases.WITH_AND.search(words) is not None and before.split()[-1:] == ["and"]
    return bool(phrases.ASSUMES_SUCH.search(words[-120:] + " ") or phrases.ASSUMES_MORE.search(words[-160:]))
