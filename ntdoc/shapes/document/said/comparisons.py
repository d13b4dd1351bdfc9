"""Words that compare two formulas, *`E` is at most `F`*, or one with nothing, *then `E` is nonnegative*."""

from __future__ import annotations

import re
from typing import NamedTuple

from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.reading.document import Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.items_before import Before, expression, head, one_chain
from ntdoc.shapes.patterns import in_numbers, names_in, operands
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.vocabulary import ADVERB, ANY, CAN, HEDGE, IF, LET, SUPPOSE, SUPPOSES, THEN

_ADVERB = (
    rf"(?:(?:always|{ADVERB}|strictly|actually"
    rf"|certainly|necessarily) ){{0,2}}"
)
_ASIDE = rf"(?:, (?:{ADVERB}),)?"
_IS = rf"{_ADVERB}is{_ASIDE} {_ADVERB}"
_LARGER, _SMALLER, _NO = r"(?:larger|greater|more|bigger|higher)", r"(?:smaller|less|lower|fewer)", r"(?:no|never|not)"
_AS_LARGE, _OR_EQUAL = r"(?: as (?:large|great|big|high|much) as)?", r" than or equal to"
_JUST = r"(?:exactly|just|simply|precisely|nothing but|none other than)"
_VERBS = {
    "=": rf"(?:{_ADVERB}(?:{_JUST} )?(?:equals|coincides with|agrees with|amounts to)"
    rf"|{_IS}(?:(?:{_JUST} )?(?:equal to|the same as|identical to|given by)|{_JUST})"
    rf"|(?:{CAN}) (?:(?:{ADVERB}|equally|equivalently) )?be (?:re-?)?(?:written|expressed|stated|computed) as)",
    "le": rf"(?:{_IS}(?:at most{_AS_LARGE}|bounded (?:from )?(?:above )?by|{_NO} {_LARGER} than|{_SMALLER}{_OR_EQUAL})"
    r"|(?:never exceeds|does not exceed|cannot exceed))",
    "ge": rf"{_IS}(?:at least{_AS_LARGE}|bounded (?:from )?below by|{_NO} {_SMALLER} than|{_LARGER}{_OR_EQUAL})",
    "<": rf"{_IS}(?:{_SMALLER} than|below)",
    ">": rf"(?:{_IS}(?:{_LARGER} than|above)|{_ADVERB}exceeds)",
}
_LIMITS = (  # what is said behind it may make it hold in some case alone
    rf"(?:or|except|up|approximately|roughly|say|provided|{SUPPOSE}|given|under|as (?:long|soon)|once|with|on|in|at"
    rf"|for (?!(?:{ANY}|example|instance)\b))"
)
_FOR_ALL = rf"for (?:{ANY})"
_GOES_ON = rf"(?:and|but|{IF}|{_FOR_ALL}|because|since|so|where|while|then|whereas|although|unless|which)"

_SAYS = (
    r"(?:follows?|shows?|showing|note|notice|sees?|seen|know|known|find|have|get|conclude|impl(?:y|ies)|means?|claims?"
    rf"|says?|states?|prove[sd]?|observe|recall|deduce|check|verify|{SUPPOSE}|guarantees?|ensures?|yields?|provided"
    r"|given)(?:,? [a-z]+)?,? that"
)
_IF = rf"(?:{IF}|{SUPPOSE}|(?:{SUPPOSE}|given) that)"
_SO = (
    rf"(?:{THEN}|(?:follows?|shows?|showing|sees?|seen|conclude|impl(?:y|ies)|means?"
    r"|prove[sd]?|deduce|yields?)(?:,? [a-z]+)?,? that)"
)
_NO_NOUN = (
    r"(?:of|at|in|for|to|by|on|from|than|per|between|with|over|under|among|as|minus|plus|times|not|no|never|and|or|is|are"
    r"|half|twice|double|average|expected|typical|maximal|minimal|largest|smallest|greatest|least|best|worst|optimal"
    r"|first|last|next|other|remaining|initial|final|new|old)"
)
_THE = rf"(?:(?:the|its|our|this|that|an?|each|every) (?:(?!{_NO_NOUN}\b)[a-z-]+ ){{1,3}})?"
_LEADS = (  # what the words before a comma begin with, if they say of no case that it is one
    rf"^[^\w§¤]*(?:by|because|since|{IF}|{SUPPOSE}|moreover|furthermore|further|also|additionally|indeed"
    r"|clearly|obviously|finally|similarly|likewise|conversely|equivalently|generally|again|of course|on the other hand"
    rf"|in (?:general|particular|fact|other words|total|short|addition)|together|{THEN}|now|here"
    rf"|note|we|it|this)\b"
)
_OPENS = (  # what a clause begins with: `§` is a formula, and `¤` one that says something
    rf"(?:^[^\w§¤]*|[;:(] ?|{_LEADS}[^;:]*(?<!§)(?<!§ ), |\b{_FOR_ALL} (?:[a-z-]+ ){{0,2}}§(?: ?(?:,|and) ?§)* ?, "
    r"|(?:¤,?|(?<!§),) (?:and|but|while|whereas|so|where) |(?:, |^)where "
    rf"|\b(?:because|since|although|though|whereas|{_IF}|{_SO}|{_SAYS}),? )"
)
_MORE = r"(?:(?:here|now|moreover|furthermore|further|additionally|finally|besides|first|too),? )?"


def _words(pattern: str) -> re.Pattern[str]:
    """A pattern of words as they stand in a document, with any space between them."""
    return regex(pattern.replace(" ", r"\s+"), re.IGNORECASE)


_NO_PART = rf"(?:{_NO_NOUN}|inverse|transpose|reciprocal|negative|square|root|opposite|conjugate|complement|logarithm)"
_OTHER = rf"(?:(?:the|its) (?!{_NO_PART}\b)[a-z-]+ )?"  # *never smaller than the mean `E`*
_COMPARES = tuple((sign, _words(rf"{_ASIDE} {verb} {_OTHER}")) for sign, verb in _VERBS.items())
_ANY_VERB = "|".join(_VERBS.values())
_JOINED = regex(rf"§{_ASIDE} (?:(?:{_ANY_VERB}) {_OTHER}|(?:has|have|lies?|belongs?) [a-z -]*)[§¤]", re.IGNORECASE)
_ALSO = regex(r"\b(?:also|again)\b", re.IGNORECASE)
_EQUAL = _words(
    rf"\s*(?:\$|\\\))? (?:are (?:(?:{ADVERB}|{_JUST}) )?(?:equal|identical|equivalent|the same)|coincide|agree)"
    rf"\s*(?=$|[.;:)!]|,(?!\s*{_LIMITS}\b)|(?:and|but|because|since|so)\b)"
)
_WRITES = _words(
    r"\b(?:we|one) (?:can|may) (?:(?:also|then|equivalently|again) )?(?:re-?)?(?:write|express|compute|state) $"
)
_RESTATES = regex(  # and not *is given by*, which may say what it is now
    r"\b(?:also|equals?|coincides|agrees|amounts|the\s+same\s+as|identical|equal\s+to|(?:also|again)\s+given"
    r"|(?:re-?)?written|expressed|stated|computed)\b",
    re.IGNORECASE,
)
_IS_ALONE = _words(rf"{_ASIDE} {_IS}")
_ENDS = _words(rf"\s*(?:$|[.;:)!]|,(?!\s*{_LIMITS}\b)|{_GOES_ON}\b)")
_SIGNED = _words(
    rf"{_ASIDE} (?:{_IS}(?:(?P<le>non-?positive)|(?P<ge>non-?negative)|(?P<gt>positive)|(?P<lt>negative)"
    r"|(?P<zero>zero))|(?P<vanishes>vanishes))"
    rf"(?=\s*(?:[.;:)]|$)|\s*,(?!\s*{_LIMITS}\b)| (?:and|but|because|since|so|{_FOR_ALL})\b)"
)
_SIGNS = {"le": "le", "ge": "ge", "gt": ">", "lt": "<", "zero": "=", "vanishes": "="}
_SUCH = rf"\b(?:{LET}|given|{SUPPOSE}) [^.;:]*\bsuch that {_THE}$"
_AS_SUBJECT = regex(rf"{_OPENS}{_MORE}{_ADVERB}{_THE}$|{_SUCH}", re.IGNORECASE)
_EVERY = regex(rf"\b(?:{ANY}|both) $", re.IGNORECASE)
_BUT = regex(r"^[^\w§¤]*(?:but|and|yet|however|note that),? ", re.IGNORECASE)
_REACH = regex(  # how far it holds, and no case of it
    r"^[^\w§¤]*(?:unless (?:otherwise [a-z]+|[a-z]+ otherwise)|throughout(?: (?:this|the) [a-z]+)?|in what follows"
    r"|in this [a-z]+|in the (?:following|sequel|(?:rest|remainder) of (?:this|the) [a-z]+)),? ",
    re.IGNORECASE,
)
_THEIR = regex(r"\b(?:their|these|those|both|all|any) (?=(?:[a-z-]+ ){1,3}$)", re.IGNORECASE)
_UNDER_IF = regex(rf"\b{_IF} {_THE}$|{_SUCH}", re.IGNORECASE)
_WHERE = regex(rf"\bwhere {_THE}$", re.IGNORECASE)
_CONCLUDED = regex(rf"(?:\b{_SO},?|\b{_IF} [^.;:]*¤,) (?:¤,? and )*{_ADVERB}{_THE}$", re.IGNORECASE)
_OF_SUCH = regex(  # *let `v` be centred*, *the rows are normal*: the samples need not be so
    r"\b(?<!there )(?:be|is|are) (?!(?:an?|the|its|our|in|at|as|of|on|by|for|to|equal|given|defined|declared|called"
    r"|denoted|written|less|greater|larger|smaller|more|below|above|no|never|not|bounded|always|also|just|exactly|strictly|one"
    r"|known|true|clear|easy|obvious|concave|convex|increasing|decreasing|monotone|monotonic|linear|continuous|smooth"
    r"|differentiable|symmetric about|constant"
    r"|finite|non-?negative|non-?positive|positive|negative|zero)\b)[a-z-]+|§ (?:be|is|are) §",
    re.IGNORECASE,
)
_IN_A_CASE = regex(  # *with no decay, we see that `E` equals `F`*
    r"^[^\w§¤]*(?:with|without|at|under|during|after|before|once|as soon as|as long as|outside|inside|there|elsewhere"
    rf"|otherwise|on (?!the other hand)|for (?!{ANY}|example|instance)"
    r"|in (?!general|particular|fact|other words|total|short|addition))\b"
    r"|\b(?:setting|choosing|taking|putting|letting|inserting|substituting|replacing|instead)\b",
    re.IGNORECASE,
)
_SPEAKS_OF_A_CASE = regex(
    rf"\b(?:{IF}|until|unless|{SUPPOSES})\b|{_IN_A_CASE.pattern}", re.IGNORECASE
)
_DOUBT = regex(
    r"\b(?:roughly|(?<!symmetric )about|approximate\w*|around|nearly|almost|usually|often|typical\w*|mostly"
    r"|sometimes|occasionally|rarely|on average|in expectation|expected|probability|likely|asymptotic\w*"
    rf"|eventually|limit|in practice|empirical\w*|say|whether|{HEDGE}|must|can|want|wish"
    r"|hope|try|guess|conjecture\w*|such that|so that|until|unless|wrong\w*|mistake\w*|not true|false|chance"
    r"|enough|sufficiently|close to|small|large|big|huge|tiny|cases?|optim\w+|minimi\w+|minimum|maximi\w+"
    r"|convergence|equilibrium|stationary|initiali[sz]\w+|starts?|beginning|examples?)\b",
    re.IGNORECASE,
)
_DISPLAY = regex(
    r"\$\$.*?(?:\$\$|\Z)|\\\[.*?(?:\\\]|\Z)|\\begin\s*\{([a-z]+\*?)\}.*?(?:\\end\s*\{\1\}|\Z)", re.DOTALL
)
_RELATES = regex(r"[=<>≤≥∈]|\\(?:leq?|geq?|in|lt|gt|neq?|approx|coloneqq|subset\w*|to|colon)(?![A-Za-z])")


class Sign(NamedTuple):
    """A sign of a relation, as it is written in a formula."""

    text: str
    again: bool = False  # it gives no value to what has one
    describes: bool = False  # data, perhaps: *the norm `\\|x\\|` is at most `1`*

    def token(self, place: Span) -> Token:
        return Token(Kind.COMMAND if self.text.isalpha() else Kind.CHAR, self.text, place)


def between(first: Mathematics, words: Prose, last: Mathematics, before: Before) -> Sign | None:
    """The sign of what the words between two formulas say."""
    text = next((text for text, compares in _COMPARES if compares.fullmatch(words.text)), None)
    alone = text is None and _IS_ALONE.fullmatch(words.text) is not None
    plain = alone and _ALSO.search(words.text) is None
    spoken, both = _masked(sentences.before(first.span)), _are_equal(words, last)
    if text is None and words.text.strip() == "as" and _WRITES.search(spoken):  # *we can write `E` as `F`*
        text, spoken = "=", _WRITES.sub("", spoken)
    if (text is None and not alone and not both) or not (both or ends_clause(last.span)):
        return None
    if not _AS_SUBJECT.search(spoken) or _is_doubted(spoken, last.span):
        return None
    left, right = expression(first), one_chain(last)
    if left is None or right is None or not all(r.kind == "eq" for r, _ in right.rest):
        return None
    if any(isinstance(side, ast.TensorSet | ast.AxisTerm | ast.Braces) for side in operands(right)):
        return None
    value = right.subjects[0]
    given = in_numbers(value) or (_is_bare(value) and names_in(value).isdisjoint(names_in(left)))
    describes = _may_describe(first.span, given) or (given and not _CONCLUDED.search(spoken))
    sign = Sign(text or "=", not _UNDER_IF.search(spoken), describes)
    restates = both or _RESTATES.search(words.text) is not None or words.text.strip() == "as"
    computed = before.computed if restates else frozenset()
    return sign if _may_be(left, value, sign, spoken, before, computed, plain=plain) else None


def _are_equal(words: Prose, last: Mathematics) -> bool:
    """*`E` and `F` are equal*."""
    return words.text.strip() == "and" and _EQUAL.match(sentences.after(last.span)) is not None


def is_subject(first: Span, last: Span, *, without: re.Pattern[str] | None = None) -> bool:
    """Whether a formula is what its clause is about, and nothing doubts what that says.

    Or what stands right before it is, *the rows of `P`*, if that is to be left out.
    """
    spoken = _masked(sentences.before(first))
    spoken = spoken if without is None else without.sub("", spoken)
    spoken = _REACH.sub("", _BUT.sub("", _THEIR.sub("the ", _EVERY.sub("", spoken))))
    return _AS_SUBJECT.search(spoken) is not None and not _is_doubted(spoken, last)


def sign(first: Mathematics, behind: Prose) -> tuple[Sign, int] | None:
    """The sign with nothing that the words behind a formula say in a conclusion, and where these end."""
    said = _SIGNED.match(behind.text)
    if said is None or said.lastgroup is None:
        return None
    spoken = _masked(sentences.before(first.span))
    if not _CONCLUDED.search(spoken) or _is_doubted(spoken, first.span):
        return None
    left = expression(first)
    if left is None or _is_bare(left) or in_numbers(left):
        return None
    return Sign(_SIGNS[said.lastgroup], True, _may_describe(first.span, given=True)), said.end()


def ends_clause(last: Span) -> bool:
    """Whether nothing goes on behind a formula that may say in which case it is so."""
    return _ENDS.match(sentences.without_comments(sentences.after(last))) is not None


def _is_doubted(spoken: str, last: Span) -> bool:
    """Whether the sentence says that something is roughly so, in some case, or only may be."""
    if _IN_A_CASE.search(spoken):
        return True
    spoken = "" if re.search(_SUCH, spoken, re.IGNORECASE) else spoken
    return _DOUBT.search(f"{spoken} … {_masked(sentences.after(last))}") is not None


def _may_describe(span: Span, given: bool) -> bool:
    """Whether the sentences before a comparison may say of what data it is so: *let `v` be centred. Then …*.

    So they may of one with a number that is `given`, if they speak of a case: *we stop when …. Then …*.
    """
    *_, before = ("", *(_masked(text) for text in sentences.of_paragraph_before(span)))
    such = _OF_SUCH.search(f"{before} {_masked(sentences.before(span))}")
    return such is not None or (given and _SPEAKS_OF_A_CASE.search(before) is not None)


def _may_be(
    left: ast.Expr,
    right: ast.Operand,
    sign: Sign,
    spoken: str,
    before: Before,
    computed: frozenset[str],
    *,
    plain: bool,
) -> bool:
    """Whether two formulas are compared as such, and neither is named, counted or chosen by the words.

    What is `computed` has a value, so that words which say again what it is give it none.
    """
    equal, condition = sign.text == "=", _UNDER_IF.search(spoken) is not None
    if plain and (_is_bare(left) or _is_bare(right) or in_numbers(right) or _is_product_of_sizes(right)):
        return False
    if equal and not condition:
        symbol = head(left if _is_bare(left) or not isinstance(left, ast.Symbol) else left.without_superscript)
        if symbol is not None and not _is_known(symbol.full_name, before):
            return False  # words that say what a name is are read elsewhere
    if not _is_bare(left):
        return True
    if equal and in_numbers(right):
        return False  # it is held against the value of the letter, and gives it none
    if condition:
        return True
    if equal and isinstance(left, ast.Symbol) and left.full_name in computed:
        return True
    return _CONCLUDED.search(spoken) is not None or (not equal and _WHERE.search(spoken) is not None)


def _is_known(name: str, before: Before) -> bool:
    """Whether a name is said before, or is one that ntdoc knows."""
    return name in before.anywhere or name in CONSTANTS or lookup(name) is not None


def _is_bare(node: ast.Operand) -> bool:
    """Whether a formula is a letter, a number, an entry, or a size, and computes nothing: `a^2` does, and `e^a`."""
    while isinstance(node, ast.Index | ast.Rename | ast.Star):
        node = node.body
    if isinstance(node, ast.Symbol) and node.sup is not None:
        return node.base != "e" and not isinstance(node.sup.expr, ast.Number)
    return isinstance(node, ast.Symbol | ast.Size | ast.Number)


def _is_product_of_sizes(node: ast.Operand) -> bool:
    """`n \\times m`, as what a tensor is in words: *`x y'` is `n \\times n`*."""
    return "\\times" in node.span.text


def _masked(text: str) -> str:
    """Words in which each formula is one letter, and what words compare another one."""
    text = _DISPLAY.sub(" ¤ ", sentences.without_comments(text))
    masked = sentences.FORMULAS.sub(lambda formula: "¤" if _RELATES.search(formula[0]) else "§", text)
    return " ".join((*_JOINED.sub("¤", masked).split(), ""))
