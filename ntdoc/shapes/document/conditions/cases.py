"""Words that make an equation a case that is spoken of: *at `p = y`*, *at the start*, *a full map (`M = 1`)*."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ntdoc.regex import regex
from ntdoc.shapes.document import phrases, sentences
from ntdoc.source import Span
from ntdoc.vocabulary import ANY, IF, LET, OTHER, THEN

if TYPE_CHECKING:
    from ntdoc.shapes.document.entries import Entry

_FIRST = regex(rf"\s*(?:For|If|When|In case)\s+(?:(?:{ANY})\s+)?(?:\$|\\\()?\s*$")
_NAMED_CASE = regex(
    r"(?:^|[.;]\s+)\W*(?:With|For|Under|Given)\s+(?:an?\s+|the\s+)?[a-z-]+(?:\s+[a-z-]+){0,4},\s*(?:,\s*)?and$"
)
_MAIN_CLAUSE = regex(r"\s*,?\s+(?:we|it|this|they|the|an?|all|each|every|both)\s+[a-z]")
_PLACE = regex(
    r"\b(?:(?<!look\s)(?<!looking\s)at|taking)\s*(?:\$[^$]*\$\s*(?:,|and|,\s*and)\s*)*(?:\$|\\\()?$"
    r"|\bby\s*(?:\$[^$]*[=<>][^$]*\$\s*(?:,|and|,\s*and)\s*)*(?:\$|\\\()?$"  # and not *the gradient by `Y`, `G = E`*
    r"|\b(?P<time>at)\s+(?:the\s+)?(?:(?:very|usual|common|standard|random)\s+)?"
    r"(?:start|beginning|end|outset|optimum|minimum|maximum"
    r"|initiali[sz]ation|convergence|equilibrium)(?:\s+of\s+(?:(?:the|an?|each|every)\s+)?[a-z]+)?,?"
    r"\s*(?:\$[^$]*\$\s*(?:,|and|,\s*and)\s*)*\$?$"
    r"|\b(?P<phase>(?:at|during)\s+(?:the\s+)?(?:[a-z]+\s+time|inference|evaluation)),?\s*(?:\$|\\\()?$",
    re.IGNORECASE,
)
_AT = regex(r"\b(?<!look\s)(?<!looking\s)at\s*(?:\$[^$]*\$\s*(?:,|and|,\s*and)\s*)*(?:\$|\\\()?$", re.IGNORECASE)
_AT_SOME = regex(r"\bat\s+(?:the|an?)\s+(?:[a-z]+\s+)?[a-z]+\s+(?:\$|\\\()?$", re.IGNORECASE)
_LISTED = regex(
    rf"\b(?:for|(?P<with>with)|at|{IF})\s+(?:\$[^$]*\$\s*(?:,|and|\s)\s*)*(?:\$|\\\()?$", re.IGNORECASE
)
_MAIN = regex(  # "For `a = 1`, ", and a formula
    rf"(?:^|;|,?\s(?:and|but|while|whereas)\s)\W*(?:for|with|at|{IF})\s+(?:\$[^$]*\$\s*(?:,\s*and|,|and)\s*)*?"
    r"\$[^$]*\$\s*,\s+(?:\$|\\\()?$",
    re.IGNORECASE,
)
_SENTENCE_ENDS = regex(rf"\s*(?:\$|\\\))?\s*(?:[.;]|,?\s+(?:and|but|while|whereas)\s+(?:for|with|at|{IF})\b|\Z)")
_JOINED = regex(r"\b(?:and|while|whereas|but)\s+(?:\$|\\\()?$", re.IGNORECASE)
_GIVES = regex(  # *the exponent `a = 1` gives*
    r"\s*(?:\$|\\\))\s+(?:gives|yields|means|recovers|makes|leads\s+to|corresponds\s+to|amounts\s+to|reduces\s+to)\s"
)
_EQUATION, _NEXT = r"(?:\$[^$]*=[^$]*\$)", r"\s*(?:,\s*and|,|and)\s*"  # of a list
_OPENS = regex(rf"\((?:\s*{_EQUATION}{_NEXT})*[\s$]*(?:\\\(\s*)?$")
_COMMA_BEFORE = regex(rf"[a-z],\s+(?:{_EQUATION}{_NEXT})*(?:\$|\\\()\s*$", re.IGNORECASE)
_COMMA_BEHIND = regex(rf"\s*(?:\$|\\\))(?:{_NEXT}{_EQUATION})*,\s+[a-z]", re.IGNORECASE)
_OF_KIND = regex(
    rf"\s*(?:For|With|Under|In)\s+(?:an?\s+|the\s+)?(?!(?:{ANY})\b)[^$,.;:]+,\s+(?:\$|\\\()?\s*$"
)
_OF_SINGLE = regex(
    r"\W*(?:For|With|In\s+the\s+case\s+of)\s+(?:only\s+)?(?:(?:a|the)\s+single|(?:only|just)?\s*one)\s+[a-z-]+,?\s"
)
_OF_ONE = regex(  # and not "For the linear model", with which a text may go on
    r"\W*(?:For|Under)\s+(?:the|an?)\s+(?:[a-z-]+\s+)?(?:constant|uniform|trivial|perfect|ideal|na[iï]ve|degenerate|extreme"
    r"|zero|null|balanced|special)\s+(?:[a-z-]+\s+){1,2}(?:\$|\\\()?\s*$"
)
_METHOD = regex(
    r"\s*(?:(?:The|An?)\s+)?(?P<name>(?:[\w'’-]+\s+){1,3})(?:rule|method|scheme|algorithm|variant|descent),?\s+(?:\$|\\\()?$"
)
_ACTS = regex(  # a verb of it, and what it does that to
    r"\s*(?:\$|\\\))\s+(?!(?:is|has|as|holds|does|this|its|always|whereas)\b)[a-z]+[^s\W]s"
    r"\s+(?:the|an?|all|every|each|both|this|it)\b"
)
_PLAIN = regex(r"the|an?|of|our|this|same|updat\w+|learning|iterat\w+|\w+ing|whole|new|simple", re.IGNORECASE)
_FROM = regex(r"(?P<begins>\b(?:start|begin)\w*\s+)?\bfrom\s+(?:\$|\\\()?$", re.IGNORECASE)
_BEHIND = regex(  # of the verb of a main clause, with no other clause before it, or of a formula with a relation
    r"(?:\b(?:is|are|was|were|be|becomes?|has|have|gets?|vanish(?:es)?|holds?|equals?|attain\w*)\b[^.;:]*?"
    rf"\b(?:{IF}|for|at|with)"
    r"|\$[^$]*(?:[=<>]|\\(?:le|ge|leq|geq|approx|to|equiv)\b)[^$]*\$\s+(?:(?:if\s+and\s+)?only\s+|exactly\s+|just\s+)?"
    rf"(?:{IF}))"
    r"\s+(?:\$[^$]*\$\s*(?:,|and|or|\s)\s*)*(?:\$|\\\()?$",
    re.IGNORECASE,
)
_KEEPS = regex(  # a sentence that goes on with the case of the one before it
    r"\W*(?:then|there|here|in\s+(?:this|that|such\s+an?|the\s+\w+)\s+(?:case|limit|setting|point)"
    r"|at\s+(?:this|that)\s+\w+)\b",
    re.IGNORECASE,
)
_BEHIND_DISPLAY = regex(
    r"(?:[\s.,$\])}]|\\end\s*\{\w+\*?\}|\\\]|<!--.*?-->|%[^\n]*)*"
    rf"(?:{_KEEPS.pattern}|(?:{THEN}|it|this|its)\b)",
    re.IGNORECASE,
)
_ENDS = regex(r"[\s$]*(?:\\\)\s*)?(?:(?:,|and|or|\s)\s*\$[^$]*\$\s*)*(?:[.;:!]|\Z)")
_SELECTS = regex(r"[a-z]\s+(?:with|whose|where|for which|that have)\s+(?:\$|\\\()?$", re.IGNORECASE)
_OF_A_THING = regex(  # "A user without ratings,", which no verb goes before
    r"(?:^|[.;:(]|,\s+(?:and|but|while|whereas)|^\s*(?:for|in|among|at|on|of)\s[^$.;:,]+,)\s*"
    r"(?:an?|any|some|one|the(?=[^$.;:,]*\s(?:with|without|whose|that|which)\s))\s"
    rf"(?:(?!\b(?:is|are|was|were|has|have|let|set|we|be|for|{IF})\b)[^$.,;:]){{2,60}},\s+(?:\$|\\\()\s*$",
    re.IGNORECASE,
)
_NOT_OF_IT = regex(
    rf"\s*(?:\$|\\\)),\s+(?:(?:where|with|and|or|but|for|{THEN}|we|{IF}|because|since|as|i)\b"
    r"|[^.;$]*\b(?:used?|assumed|taken|chosen|throughout|always|everywhere|from now on|below|in what follows)\b)"
)
_BEGINS_AT = regex(  # "Training starts at", and not "Start at"
    r"\b[a-z]+\s+(?:starts?|begins?|started|began)\s+(?:(?:out|off|with|at|from)\s+)+(?:\$|\\\()\s*$", re.IGNORECASE
)
_PERFECT = (
    r"(?:the|an?)\s+(?:[a-z-]+\s+)?(?:trivial|perfect|ideal|na[iï]ve|degenerate|extreme|zero|null|special|optimal|exact)"
    r"\s+(?:[a-z-]+\s+)?[a-z-]+"
)
_IMAGINED = regex(  # "For a perfect network,", "A perfect network would have", "Were"
    rf"^\W*(?:(?:For|Under|With|In)\s+)?{_PERFECT},\s+(?:\$|\\\()?\s*$"
    r"|^\W*(?:ideally,?|(?:the|an?|our)\s+ideal(?:\s+[a-z]+)?\s+(?:is|has|would\s+(?:be|have)))\s+(?:\$|\\\()?\s*$"
    rf"|^\W*{_PERFECT}\s+would\s+(?:[a-z]+\s+)?[a-z]+\s+(?:\$|\\\()?\s*$|^\W*(?-i:Were|Had\s+we)\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_WITH_ALONE = regex(r"^\W*(?:With|For|Under)\b[^.;:$]*(?:\$|\\\()?\s*$")
_WOULD = regex(r"\s*(?:\$|\\\))?[^.;:]*?\b(?:would|might|could)\b")
_BEGINNING = regex(r"\b(?:begins?|starts?|starting|initially|at\s+first)\b[^.;:]{0,20}$", re.IGNORECASE)
_GIVING = regex(
    rf"\b(?:{LET}|put|set|use|define|fill|reset|replaced?|initiali[sz]e|from)\b[^.;:]{{0,20}}$", re.IGNORECASE
)
_THERE = regex(r"\s*(?:\$|\\\)),?\s+(?:where|so|and there|and then)\b")
_LABEL = regex(  # "Case 1:", "**Case (b).**", "2nd case."
    r"\bcase(?:\s+\(?(?:\d+|[a-z]|[ivx]+)\)?)?\s*[:.,–—-]+[\s*_}]*(?:\$|\\\()?\s*$", re.IGNORECASE
)
_GOES_ON = regex(
    r"\s*(?:\$|\\\))?\s*[.:][*_}]{0,3}(?:[ \t]+|[ \t]*\n[ \t]*)(?!\W*case\b|<!--)[^\s%]", re.IGNORECASE
)
_TOLD = regex(
    rf"\W*(?:{IF}|should|once|unless)\b[^.;]*(?:,|\bthen\b)\s*(?:then\s+)?(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_NEXT_THING = regex(rf"\b(?:{OTHER}|second|third|latter|next|last)\b[^$]*(?:\$|\\\()\s*$", re.IGNORECASE)
_IN_PASSING = regex(
    rf"\b(?:at|for|with|{IF}|after|until)\s+(?:[a-z]+\s+){{0,3}}(?:{sentences.FORMULA}\s*(?:,\s*and|,|and)\s*)*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_INDUCTION = regex(r"\binduct(?:ion|ively|ive)\b|\bbase\s+case\b", re.IGNORECASE)
_SPECIAL = regex(
    r"\bin\s+(?:the|an?)\s+(?:[a-z-]+\s+)?case\s+(?:of\s+|(?:where|when|that)\s+(?:the\s+[a-z]+\s+(?:is|are)\s+)?)?(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_FAR = 4000  # characters of a section that are looked through
_CLOSES = regex(rf"[\s$]*(?:\\\)\s*)?(?:{_NEXT}{_EQUATION}\s*)*\)")
_LIST = 120  # characters of a list of equations


def is_taken(entry: Entry) -> bool:
    """Whether an equation in a sentence stands in a list after *for*, *with* or the like: *for `a = 1` and `b = 2`*."""
    return not entry.display and is_listed_case(entry.parsed.span)


def is_listed_case(span: Span) -> bool:
    """Whether *for*, *with* or the like stands before a formula, with nothing but other formulas between."""
    return _LISTED.search(sentences.before(span)) is not None


def is_of_single(span: Span) -> bool:
    """Whether a sentence speaks of a single one of what there may be many of: *for a single head, `|\\key| = d`*."""
    return _OF_SINGLE.match(sentences.before(span)) is not None


def is_main_clause(span: Span) -> bool:
    """Whether a formula is all that a sentence has behind its case: *For `a = 1`, `s = 2`.* No list goes on to it."""
    text = span.source.words
    ends = _SENTENCE_ENDS.match(text[span.end : span.end + 40]) is not None
    return ends and _MAIN.search(sentences.before(span)) is not None


def is_in_passing(span: Span) -> bool:
    """Whether a preposition leads to a formula, which may be a case alone: *at time `t = 0`*, *for `a = 1`*."""
    return _IN_PASSING.search(sentences.before(span)) is not None


def is_joined(span: Span) -> bool:
    """Whether *and* or the like stands right before a formula: what a word such as *so* leads to is before that."""
    return _JOINED.search(sentences.before(span)) is not None


def is_giving(span: Span) -> bool:
    """Whether a formula is the subject that something comes of: *the exponent `a = 1` gives the mean*."""
    return _GIVES.match(sentences.after(span)) is not None


def is_with(span: Span) -> bool:
    """Whether it is *with* that stands there."""
    found = _LISTED.search(sentences.before(span))
    return found is not None and found["with"] is not None


def is_from(span: Span) -> bool:
    """Whether *from* stands before a formula, and nothing begins there: *after a step from `B = 0`*."""
    found = _FROM.search(sentences.before(span))
    return found is not None and found["begins"] is None


def selects(span: Span) -> bool:
    """Whether a formula says which ones of what is named before it are meant: *the experts with `M_{\\ax(e)} = 1`*."""
    return _SELECTS.search(sentences.before(span)) is not None


def closes(span: Span) -> bool:
    """Whether a condition stands behind all that it is said for: *it is zero if `z = t`*, and the sentence ends."""
    text = span.source.words
    ends = _ENDS.match(text[span.end : span.end + 80]) is not None
    return ends and _BEHIND.search(sentences.before(span)) is not None


def is_ended(case: Span, at: Span) -> bool:
    """Whether a condition was said for its own sentence alone: *it is zero if `z = t`. The gradient is …*.

    Or for the list that its sentence led to, and which has ended. A sentence that begins with *then* or *in this case*
    goes on with it.
    """
    return (closes(case) or _is_of_list_before(case, at)) and not keeps(at)


def _is_of_list_before(case: Span, at: Span) -> bool:
    """*If `x = y`, they agree:*, an item for each, and a text that goes on behind them."""
    between = sentences.between(case, at)
    leads = phrases.LEADS_TO_LIST.match(between, 1)
    return leads is not None and phrases.LIST_ENDS.search(between, leads.end()) is not None


def keeps(at: Span) -> bool:
    """Whether the sentence of a formula goes on with the case before it: *Then*, *In this case*."""
    return _KEEPS.match(sentences.before(at, across=True)) is not None


def is_kept_behind(span: Span) -> bool:
    """Whether the text behind a display goes on with the case that it is in: *Then*, *It is*."""
    behind = _BEHIND_DISPLAY.match(span.source.words[span.end : span.end + 200])
    return behind is not None


def is_at(span: Span) -> bool:
    """Whether *at* or *by* stands right before a formula."""
    found = _place(span)
    return found is not None and found["time"] is None and found["phase"] is None


def is_at_alone(span: Span) -> bool:
    """Whether it is *at* that stands there, *at `w = 0` and `b = 0`*: what *by* says may be new."""
    return _AT.search(sentences.before(span)) is not None


def is_at_some(span: Span) -> bool:
    """Whether *at* stands before a word and a formula, *at the weight `w = 1`*, and it is not *at the end*."""
    return _AT_SOME.search(sentences.before(span)) is not None and not (is_when(span) or is_of_phase(span))


def is_when(span: Span) -> bool:
    """Whether the words before a formula say that it holds at some time: *at the start*, *at a minimum*."""
    found = _place(span)
    return found is not None and found["time"] is not None


def is_of_phase(span: Span) -> bool:
    """Whether the words before a formula say in what phase it holds: *at test time*, *during inference*."""
    found = _place(span)
    return found is not None and found["phase"] is not None


def is_of_another_method(span: Span) -> bool:
    """Whether a formula is that of a method of which its section has said nothing: *The midpoint rule `z_t = …` is*."""
    named = _METHOD.match(sentences.before(span))
    if named is None:
        return False
    text = sentences.SECTION.split(span.source.words[max(0, span.start - _FAR) : span.start])[-1]
    said = text[: text.rindex(named["name"].strip())].lower() if named["name"].strip() in text else text.lower()
    return any(word.lower() not in said for word in named["name"].split() if not _PLAIN.fullmatch(word))


def is_aside(span: Span) -> bool:
    """Whether a formula stands in brackets, alone or with others, behind words: *on a full graph (`M = 1`)*."""
    return _before_brackets(span).rstrip()[-1:].isalpha()


def is_of_next_thing(first: Entry, at: Entry) -> bool:
    """*The first test gives `t = 2.3` (`p = 0.02`), the second `t = 1.1` (`p = 0.27`)*: numbers of two things."""
    one, other = first.parsed.span, at.parsed.span
    if _before_brackets(one).strip() and _before_brackets(other).strip():
        return True
    return first.sentence == at.sentence and _NEXT_THING.search(sentences.between(one, other)) is not None


def _before_brackets(span: Span) -> str:
    """The text before the brackets that a formula stands in, alone; nothing if it stands in none."""
    before = span.source.words[max(0, span.start - _LIST) : span.start]
    opens = _OPENS.search(before)
    alone = opens is not None and _CLOSES.match(span.source.words[span.end : span.end + _LIST]) is not None
    return before[: opens.start()] if opens is not None and alone else ""


def is_apposed(span: Span) -> bool:
    """Whether a formula stands between commas, amid words: *a pair that is clear, `a \\approx 1`, adds nothing*.

    So do those of a list: *for the standard prior, `\\mu = 0` and `\\sigma = 1`, it is*.
    """
    before = span.source.words[max(0, span.start - _LIST) : span.start]
    after = span.source.words[span.end : span.end + _LIST]
    return _COMMA_BEFORE.search(before) is not None and _COMMA_BEHIND.match(after) is not None


def is_of_a_thing(span: Span) -> bool:
    """Whether a formula in commas says which one of some things a clause is about.

    *A user without ratings, `M_{\\ax(u)} = 0`, has …*
    """
    apposed = is_apposed(span) and _OF_A_THING.search(sentences.before(span)) is not None
    return apposed and _NOT_OF_IT.match(sentences.after(span)) is None


def is_start(span: Span) -> bool:
    """Whether something starts where a formula holds, and the sentence says what is so there.

    *Training starts at `B = 0`, where …*
    """
    begins = _BEGINS_AT.search(sentences.before(span)) is not None
    return begins and _THERE.match(sentences.after(span)) is not None


def is_imagined(span: Span) -> bool:
    """Whether a sentence imagines what a formula says: *with `f(x) = y` it would be 0*, *a perfect one would have*."""
    before = sentences.before(span)
    would = _WITH_ALONE.search(before) is not None and _WOULD.match(sentences.after(span)) is not None
    return would or _IMAGINED.search(before) is not None


def is_beginning(span: Span) -> bool:
    """Whether something begins as a formula says, *so the layer starts as `Y = X`*, and nothing is given there."""
    words = sentences.before(span, across=True)
    return _BEGINNING.search(words) is not None and _GIVING.search(words) is None


def is_of_kind(span: Span) -> bool:
    """Whether a sentence says of what kind of things it is, and a formula in commas what that means.

    *For a uniform distribution, `p = 1 / n`, it is …*
    """
    return is_apposed(span) and _OF_KIND.match(sentences.before(span)) is not None


def is_special(span: Span) -> bool:
    """Whether a formula says of what case its sentence is: *in the special case `w = 1`*, *in the case of `w = 1`*."""
    return _SPECIAL.search(sentences.before(span)) is not None


def is_of_one(span: Span) -> bool:
    """Whether a sentence begins with a special one, which a formula says: *For the constant guess `z = c`*."""
    return _OF_ONE.match(sentences.before(span)) is not None


def is_acting(span: Span) -> bool:
    """Whether a formula is what does something, *show that `p = (k - 1) / 2` keeps the size*: at this value it does."""
    return _ACTS.match(sentences.after(span)) is not None


def is_told(span: Span) -> bool:
    """Whether a sentence begins with a case in words that a formula is said in: *should all agree, then `s = 0`*."""
    return _TOLD.match(sentences.before(span)) is not None


def is_labelled(span: Span) -> bool:
    """Whether the label of a case stands right before a formula: *Case 1: `k > 0`.*"""
    return _LABEL.search(span.source.words[max(0, span.start - 40) : span.start]) is not None


def opens(span: Span) -> bool:
    """Whether a formula is all of a sentence behind such a label, and its paragraph goes on with what holds then."""
    return is_labelled(span) and _GOES_ON.match(span.source.words, span.end) is not None


def adds_to_case(words: str, after: str) -> bool:
    """Whether the words before a formula suppose it in its clause, or name a case to which it adds a condition.

    *With equal weights, `w = 1/n`, and `\\nsum{\\ax} x = 1` it is …*.
    """
    if phrases.ASSUMES.search(words[-60:]):
        return True
    return _NAMED_CASE.search(words) is not None and _MAIN_CLAUSE.match(after) is not None


def begins_sentence(span: Span) -> bool:
    """Whether a sentence begins with the case that a formula makes: *For `a < 0` it is …*."""
    return _FIRST.match(sentences.before(span)) is not None


def _place(span: Span) -> re.Match[str] | None:
    return _PLACE.search(span.source.words[max(0, span.start - 100) : span.start])


def is_base_case(span: Span) -> bool:
    """*For `t = 1` both sides are `g_1`*, in a proof by induction: it is the case of a step, and no value of `t`."""
    if not is_listed_case(span):
        return False
    text = sentences.SECTION.split(span.source.words[max(0, span.start - _FAR) : span.start])[-1]
    return _INDUCTION.search(text + sentences.after(span)) is not None
