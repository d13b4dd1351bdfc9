"""The words of the sentence that a formula stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ntdoc.reading.vocabulary import DISPLAYS, INNER
from ntdoc.regex import regex
from ntdoc.source import Span
from ntdoc.vocabulary import DISPLAY_CLOSES, DISPLAY_OPENS, FORMULA_CLOSES, FORMULA_OPENS, IF, SUPPOSE

OF_MATHEMATICS = "|".join(re.escape(name) for name in sorted(DISPLAYS | INNER))
STEP = r"\\(?:item|Statex?|STATE)\b"  # an item of a list, or a step of an algorithm
BLOCKS = (  # commands before which a sentence has ended: headings, items, and environments of prose
    rf"{STEP}|\\(?:(?:sub)*section|chapter|(?:sub)?paragraph)\*?\s*\{{[^}}]*\}}"
    rf"|\\(?:begin|end)\s*\{{(?!(?:{OF_MATHEMATICS})\}})[^}}]*\}}(?:\s*\[[^\]$]*\])?"
)
STOP = (  # the end of a sentence, and not of an abbreviation; its sign comes first, for that is found fastest
    r"[.!?](?:(?<!\bresp.)(?<!\be\.g.)(?<!\bi\.e.)(?<!\bcf.)(?<!\bvs.)(?<!\b[FS]ig.)(?<!\b[ES]q.)(?<!\bSec.)(?<!\bal.)"
    r"(?<!\bi\.i\.d.)(?<!\bw\.r\.t.)|(?<=\bi\.i\.d\.)(?=\s+[A-Z]))"
)
_END = regex(rf"{STOP}(?=\s|$|\$+(?:\s|$))|\n\s*\n|{BLOCKS}")
_HEADING = regex(
    r"\\(?:sub)*(?:section|chapter|paragraph)\b|\\begin\s*\{frame\}|\\frametitle\b|^#{1,6}\s", re.MULTILINE
)
_TITLED = regex(
    r"\\(?:sub)*(?:section|chapter|paragraph)\*?\s*\{[^{}]*\}|\\frametitle\s*\{[^{}]*\}|^#{1,6}\s[^\n]*(?:\n|\Z)",
    re.MULTILINE,
)
_SHOW = regex(r"\b(?:show|prove|verify|check|deduce|conclude)\b", re.IGNORECASE)
SECTION = regex(r"^#{1,6}\s|\\(?:sub)*section\b|\\begin\s*\{frame\}", re.MULTILINE)  # where one begins, or a slide
BLANK_LINE = regex(r"\n[ \t]*\n")
_ITEM = regex(r"\n[ \t>]*(?:[-*+]|\d+[.)])[ \t]|\\item\b")  # where one begins
FORMULA = r"(?:\$[^$]+\$|\\\((?:(?!\\\)).)+\\\))"  # within words
LISTED = rf"{FORMULA}(?:\s*(?:,\s*and|,|and)\s*{FORMULA})*"
COMPARED = (  # a formula, or two that words compare
    rf"{FORMULA}(?:,?\s+(?:[a-z]+\s+)?(?:is|equals|exceeds|coincides|agrees|amounts|exceed)\b[a-z\s]*{FORMULA})?"
)
_EXAMPLE = regex(
    r"\W*(?:\\\w+\*?\{)?(?:(?:an?|the|another)\s+)?(?:(?!for\b)[a-z]+\s+)?example\b\W*[.:)*}]", re.IGNORECASE
)
FORMULAS = regex(FORMULA)
CUT_OFF = regex(r"\$[^$]*\$?|\\\(.*?(?:\\\)|\Z)", re.DOTALL)  # a formula, or what is left of one where a text ends
CLOSES = regex(rf"^\s*{FORMULA_CLOSES}")  # the end of the formula that words stand behind
MARKS = regex(rf"{CLOSES.pattern}|{FORMULA_OPENS}\s*$")  # around the words between two formulas
BEGINS = regex(r"(?<!\s)(?:\s|\$|\\[(\[]|\\begin\s*\{\w+\*?\})+\Z")  # what a formula begins with

_CLOSED = regex(r"\A(?:\s*(?:\\end\s*\{\w+\*?\}|\\[\])]|\$+(?=\s)))+")  # the display in which the sentence before ended
_IN_DISPLAY = regex(rf"(?:{DISPLAY_OPENS})(?:(?!{DISPLAY_CLOSES}).)*\Z", re.DOTALL)
_LEADS = regex(r"(?<=[\w,:])[ \t]*\n[ \t]*\n\s*(?=\$\$|\\\[|\\begin\b)")  # *Then*, and a display below it
_GOES_ON = regex(rf"(?:{DISPLAY_CLOSES})[ \t]*\n[ \t]*\n(?=[a-z])")  # a display, and the same sentence

MORE = r"(?:moreover|furthermore|further|additionally|in\s+addition|also)\b,?(?!\s+to\b)"
_MORE = regex(rf"\s*(?:{IF}|{SUPPOSE}),?\s+{MORE}", re.IGNORECASE)
_WHICH = regex(
    r"(?:\$|\\\)|[\s,])*(?:(?:be|is|are|with|which|that|whose|having)\b[^.;]*?"
    r"\b(?:ones?|zeros?|mark\w*|indicat\w*|select\w*|pick\w*|mask\w*)|(?:mark|indicate|select|pick)s?"
    rf"|(?:is|are|be|equals?|has|have)\s+(?:(?:set|equal)\s+to\s+)?(?:\$\s*)?1(?:\s*\$)?\s+(?:{IF}|for|where|at|on|in))\b",
    re.IGNORECASE,
)
_HOW_MANY = regex(  # *the top `k`*, *top-2*, *the `k` largest*
    r"\btop[\s-]*(?:\$\s*|\\\(\s*)?(?P<top>\\?[A-Za-z]\w*|\d+)\b"
    r"|\bthe\s+(?:\$\s*|\\\(\s*)?(?P<most>\\?[A-Za-z]|\d+)(?:\s*\$|\s*\\\))?\s+(?:largest|highest|greatest|best|smallest|lowest|nearest|closest|strongest)\b",
    re.IGNORECASE,
)


_WORD_ALONE = regex(r"\$\s*\\(?:text|mathrm|textrm)\s*\{(\w+)\}\s*\$")
_BLANKS = regex(r"[ \t]{2,}")
_COMMENT = regex(r"<!--.*?(?:-->|$)|(?<!\\)%[^\n]*", re.DOTALL)
_OF_OTHERS = regex(
    rf"{FORMULA}[^$]*\b(?:where|with|while|but|then|every|any|all)\b[^$]*(?:\$|\\\()?\s*$", re.IGNORECASE
)
_OTHERS = regex(rf"(?:\s*(?:,\s*(?:and\s*)?|and\s*){FORMULA})+(?=\s+(?:both\s+|all\s+)?(?:be|are|have)\b)")


def before(span: Span, *, across: bool = False) -> str:
    """The words before a formula. They go on `across` the empty line that may part a display from them."""
    text = span.source.words[max(0, span.start - 300) : span.start]
    return _CLOSED.sub("", _END.split(BEGINS.sub("", text) if across else text)[-1])


def around(span: Span, *, across: bool = False) -> str:
    """The words of its sentence before and after a formula; `across` as for those before it."""
    return f"{before(span, across=across)} … {after(span)}"


def without_comments(text: str) -> str:
    """Words of a document without what its author says beside them."""
    return _COMMENT.sub(" ", text)


def of_paragraph_before(span: Span, far: int = 600, *, across: bool = False) -> list[str]:
    """The sentences of its paragraph before that of a formula; `across` as for what stands before it."""
    text = span.source.words[max(0, span.start - far) : span.start]
    return _END.split(BLANK_LINE.split(BEGINS.sub("", text) if across else text)[-1])[:-1]


def paragraph_before(span: Span, far: int = 300) -> str:
    """The text of its paragraph before a formula."""
    return BLANK_LINE.split(span.source.words[max(0, span.start - far) : span.start])[-1]


def of_section_before(span: Span, far: int = 3000) -> str:
    """The text of its section before a formula."""
    return _HEADING.split(span.source.words[max(0, span.start - far) : span.start])[-1]


def display_before(span: Span, far: int = 600) -> str:
    """What stands before a formula in its display, from where that begins; nothing outside of one."""
    opened = _IN_DISPLAY.search(span.source.words, max(0, span.start - far), span.start)
    return opened[0] if opened is not None else ""


def of_section_behind(span: Span, far: int = 3000) -> str:
    """The text of its section behind a formula."""
    return _HEADING.split(span.source.words[span.end : span.end + far])[0]


def has_heading(text: str) -> bool:
    """Whether another section begins in a text."""
    return _HEADING.search(text) is not None


def without_headings(text: str) -> str:
    """A text behind the last heading in it, with its title."""
    return _TITLED.split(text)[-1]


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text begin and end."""
    start = 0
    for end in _END.finditer(text):
        yield start, end.start()
        start = end.end()
    yield start, len(text)


def is_of_example(span: Span, far: int = 1500) -> bool:
    """Whether the paragraph of a formula begins with that word as a label: *Example.*, *A small example: let*."""
    return _EXAMPLE.match(paragraph_before(span, far)) is not None


def between(first: Span, second: Span) -> str:
    """The text between two formulas: a paragraph's end, if they are of two files."""
    return first.source.words[first.end : second.start] if first.source is second.source else "\n\n"


def supposes_more(span: Span) -> bool:
    """Whether a sentence begins with a case within the one before it: *if moreover `c = 0`*."""
    return _MORE.match(before(span)) is not None


def are_together(first: Span, second: Span) -> bool:
    """Whether two formulas stand in one paragraph."""
    return not BLANK_LINE.search(between(first, second))


def are_in_one_thought(first: Span, second: Span, *, goes_on: bool, leads: bool) -> bool:
    """The same, though a display parts them that words lead to, if its sentence goes on below it.

    It `leads` to the second formula if that is such a display. Another item of a list is another thought.
    """
    text = between(first, second)
    if _ITEM.search(text) or SECTION.search(text):
        return False
    if goes_on and _GOES_ON.search(text):  # *for*, and a display, *it is …*
        text = _GOES_ON.sub(" ", _LEADS.sub(" ", text))
    return not BLANK_LINE.search(_LEADS.sub(" ", text) if leads else text)


def after(span: Span, far: int = 300) -> str:
    """The words after a formula."""
    return first(span.source.words[span.end : span.end + far])


def closed_up(text: str) -> str:
    """Words with one blank for several, as before what stands deep in lists: a pattern that has several places for
    blanks tries all ways to share them out.
    """
    return _BLANKS.sub(" ", text)


def after_others(text: str) -> str:
    """The words behind a formula and the others in its list: *be positive*, of *`a \\in A` and `b \\in B`*."""
    return text[found.end() :] if (found := _OTHERS.match(text)) is not None else text


def names_listed(formulas: str) -> list[str]:
    """The names that stand alone in a list of formulas: `Q` and `R`."""
    return [re.sub(r"[\s$\\()]", "", formula) for formula in re.findall(FORMULA, formulas)]


def calls_small(span: Span) -> bool:
    """Whether *small* in the words before a formula may be said of it, and not of another: *for small `t`, where*."""
    behind = re.split(r"\b(?:small|tiny)\b", before(span), flags=re.IGNORECASE)[-1]
    return _OF_OTHERS.search(behind) is None


def asks_to_show(span: Span) -> bool:
    """Whether the words before a formula in its sentence ask to show something, as an exercise in another section."""
    return _SHOW.search(before(span, across=True)) is not None


def says_which(span: Span) -> bool:
    """Whether the words after a declaration say which of its entries are 1: *`T ∈ …` be one where `p` is large*."""
    return _WHICH.match(after(span)) is not None


def says_how_many(span: Span) -> str:
    """The letter or number in the words after a declaration for how many of its entries are 1: *the top `k`*."""
    found = _HOW_MANY.search(after(span))
    return (found["top"] or found["most"] or "") if found is not None else ""


def ends_in(text: str) -> bool:
    """Whether a sentence ends in a text."""
    return _END.search(text) is not None


def first(text: str) -> str:
    """What belongs to the sentence that a text goes on with."""
    return _END.split(text)[0]


def glosses(name: str, span: Span, far: int = 2000) -> bool:
    """Whether the words of the same section say behind a formula what a name in it is: *where TP is …, and FP is …*."""
    text = _HEADING.split(span.source.words[span.end : span.end + far])[0]
    verb = r"(?:is|are|denotes?|stands\s+for)"
    said = rf"\b(?i:where|here)\s[^.]*?(?<![\w\\{{]){re.escape(name)}\s+{verb}\s"
    return re.search(said, text) is not None


def counts(name: str, span: Span) -> bool:
    """Whether the words of its section say before a formula that a name counts: *let TP and FP be the numbers of …*."""
    text = _WORD_ALONE.sub(r"\1", of_section_before(span))
    verb = r"(?:be|denotes?|is|are|stands?\s+for|means?)"
    named = rf"(?<![\w\\{{]){re.escape(name)}(?:\s*(?:,\s*and|,|and)\s+[A-Z]\w*)*"
    return re.search(rf"{named}\s+{verb}\s+(?:the\s+)?(?:total\s+)?(?:numbers?|counts?)\s+of\b", text) is not None
