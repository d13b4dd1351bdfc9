"""What the words near a statement say: they may take an axis, a size or a value for granted that no formula states."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.denied import denials
from ntdoc.shapes.document.said import limits, problems
from ntdoc.source import Span
from ntdoc.vocabulary import (
    ANY,
    CLOSES,
    DISPLAY_CLOSES,
    DISPLAY_OPENS,
    HEDGE,
    IF,
    NOT,
    OTHER,
    SUPPOSE,
    SUPPOSES,
    WE_HAVE,
)

OF_PROBLEM = "it is a constraint of a problem, and the samples do not satisfy it"

_BEFORE, _AFTER = 1000, 500  # characters: a paragraph or two
_HEADING = regex(r"(?m)^\#{1,6}(?=\s)|^\s*\\(?:sub)*section\b|^\s*\\chapter\b")
_SIZES = r"(?:widths?|sizes?|dimensions?|lengths?|number)"
_EQUAL = r"(?:same|equal(?:ly)?|identical|constant|agree|coincide|match)"
_OF_ONE_SIZE = regex(
    rf"\b{_EQUAL}\s+(?:\w+\s+)?{_SIZES}\b|\b{_SIZES}\b[^.;]{{0,60}}\b{_EQUAL}\b|\b(?:as|equally) (?:wide|large|long)\b",
    re.IGNORECASE,
)
_CALLED_EQUAL = regex(
    rf"{_OF_ONE_SIZE.pattern}|\bas many\b|\bsquare\s+(?:matri|tensor|arr)"
    r"|\bnumber of \w+ (?:is|equals) (?:also )?(?:the|that)\b",
    re.IGNORECASE,
)
_PLAIN = regex(r"\s*(?:\$|\\\))?\s*,[^.;:?$\\]*(?:\$|\\\()\s*")  # from one formula to the next
_SUPPOSES = regex(
    rf"\b(?:{IF}|unless|once|where|while|for|with|without|{SUPPOSES}|given|only|{NOT}"
    rf"|{HEDGE}|as soon as|otherwise|else|elsewhere"
    r"|almost|nearly|mostly|often|usually)\b"
    r"|,\s*(?:and|or|but)\b|n't\b",
    re.IGNORECASE,
)
_AGREED = regex(
    r"\b(?:convention\w*|agree\w*|interpret\w*|understood|as usual|define[sd]?"
    r"|(?:taken|read|count(?:s|ed)|treated) (?:as|to be))\b",
    re.IGNORECASE,
)
_LISTED = regex(r"\s*\$?(?:\s*(?:,|and|,\s*and)\s*\$[^$]*\$)*\s*(?:,|and|,\s*and)\s*\$?\s*")
_IFF = regex(r"\bonly\s+if\b|\biff\b", re.IGNORECASE)
_IF = regex(rf"(?:^|\s)if\s*(?:{sentences.MORE}\s*)?(?:\$|\\\()?\s*$", re.IGNORECASE)
_WHEN = regex(rf"(?:^|\s)(?:{IF})\s*(?:\$|\\\()?\s*$", re.IGNORECASE)
_FOR_BOTH = regex(
    rf"\s*For\s+(?:(?:{ANY})\s+)?{sentences.FORMULA}\s+and\s+(?:(?:{ANY})\s+)?(?:\$|\\\()?\s*"
)
_WE_HAVE = regex(rf"\s*(?:\$|\\\))?,?\s+(?:{WE_HAVE}|it\s+is|it\s+holds\s+that|also)\s", re.IGNORECASE)
_THEN = regex(r"\s*(?:\$|\\\))?\s*(?:,\s*)?then\b", re.IGNORECASE)
_RELATED = regex(  # "if `s` divides `n - k`, then", "if `n` is even, then": no formula says it
    rf"\bif\s+{sentences.FORMULA}\s+(?:(?:is|are)\s+(?:not\s+)?(?:(?:both|all)\s+)?"
    r"(?:even|odd|prime|divisible|(?:a|an|the)\s+(?:\w+\s+)?(?:multiples?|powers?|divisors?|factors?|squares?|cubes?|integers?))\b[^.;:]*?"
    r"|(?!(?:and|or|is|are|be|in|of|for|with|where|has|have|holds?|denotes?|stands?|means?|maps?|as|then)\b)"
    rf"[a-z]+(?:\s+[a-z]+){{0,2}}\s+{sentences.FORMULA})\s*(?:,\s*)?\bthen\b[^.;:]{{0,40}}$",
    re.IGNORECASE,
)
_KIND = r"(?:even|odd|prime|divisible|(?:an?|the)\s+(?:\w+\s+)?(?:multiple|power|square|cube)\s+(?:of|number))\b"
_OF_KIND = regex(  # *for even `n`*, *where `n` is a power of two*
    rf"\b(?:even|odd|prime)\s+(?P<after>{sentences.FORMULA})(?!\s+(?:is|are|has|have|gives?)\b)"
    rf"|(?P<before>{sentences.FORMULA})\s+(?:(?:is|are|be|both|all|not)\s+)*{_KIND}",
    re.IGNORECASE,
)
_ORDER = regex(r"\s*(?:[<>]|\\(?:geq?|leq?|in)(?![a-z])).*", re.DOTALL)
_LETS = regex(rf"\b(?:let|{SUPPOSES})\b", re.IGNORECASE)
_FOLLOWED = regex(rf"\s*(?:\$|\\\))?\s*,\s*{sentences.FORMULA}\s*(?:\.|$)", re.DOTALL)
_IGNORED = (
    r"(?:ignoring|neglecting|disregarding|dropping|apart\s+from|aside\s+from|except\s+for|if\s+we\s+(?:ignore|neglect))"
)
_TINY = r"(?:tiny|small|negligible|near\s+zero|close\s+to\s+zero)"
_LETTER = r"(?:\$|\\\()\s*\\?[A-Za-z]+(?:_\w)?\s*(?:\$|\\\))"
_UP_TO = regex(  # *up to a factor it is*
    r"\bup\s+to\s+(?:an?|the|some|its|their|multiplicative|additive|global)?\s*(?:[a-z-]+\s+){0,2}?"
    r"(?:factors?|constants?|signs?|scal(?:e|ing)s?|terms?|shifts?|offsets?|rotations?|permutations?|normali[sz]ation)\b"
    rf"|(?:^|[,(])\s*(?:and\s+|but\s+|so\s+)?(?:up\s+to|but\s+for|{_IGNORED})\s+(?:the\s+)?(?:[a-z]+\s+)?{_LETTER}"
    rf"|\b(?:{_IGNORED}|up\s+to)\s+(?:the\s+)?(?:numerical\s+|small\s+)?(?:rounding|round-?off|errors?|epsilons?)\b",
    re.IGNORECASE,
)
_MODULO = regex(  # *modulo `7` we have*
    r"\b(?:modulo|mod)\s+(?:(?:an?|the|this|that|some|any)\s+)?(?:prime\s+)?(?:\$|\\\(|\d|two|three|five|seven|ten|eleven)"
    r"|\b(?:modular|clock)\s+arithmetic\b",
    re.IGNORECASE,
)
_IN_FIELD = regex(  # *in the field with seven elements*
    r"\bfields?\s+(?:with|of|having)\s+(?:only\s+)?(?:\$[^$]*\$|\w+)\s+elements"
    r"|\b(?:in|over)\s+(?:the\s+(?:\w+\s+)?(?:field|ring)\s+)?(?:\$|\\\()\s*\\(?:mathbb|mathbf|mathrm|Bbb)\s*"
    r"\{?\s*(?:[FZ]|GF)\s*\}?\s*[_/(]|\bfinite\s+field\b",
    re.IGNORECASE,
)
_IS_TINY = rf"(?:{_TINY}\s+{_LETTER}|{_LETTER}\s+is\s+(?:very\s+|so\s+)?{_TINY}\b)"
_WHERE_TINY = regex(rf"\b(?:since|because|as|{IF}|for)\s+{_IS_TINY}", re.IGNORECASE)
_TINY_ALONE = regex(  # with no condition beside it
    rf"(?:(?!\b(?:{IF}|where|for|unless|since|because|{SUPPOSE}|let|with)\b).)*"
    rf"\b(?:since|because|as|{IF}|for)\s+{_IS_TINY}(?:(?!\b(?:{IF}|where|with)\b)[^$\\])*\Z",
    re.IGNORECASE | re.DOTALL,
)
_SAID_FALSE = regex(  # "it is not true that", "a common mistake is to write", right before a display
    r"\b(?:(?:it|this|that)\s+(?:is|was|would\s+be)\s+(?:\w+ly\s+)?(?:not\s+(?:\w+ly\s+)?(?:true|correct|right|so|the\s+case)"
    r"|in\s+general\s+not\s+true|wrong|false|incorrect|untrue|a\s+(?:\w+\s+)?mistake)(?:\s+in\s+general)?"
    r"\s+(?:that|to\s+\w+(?:\s+that)?)|(?:do|does|did)(?:\s+not|n't)\s+(?:have|hold\s+that|mean\s+that|imply\s+that|follow\s+that)"
    r"|an?\s+(?:common|frequent|typical|usual|popular|classical?)\s+(?:mistake|error|slip|fallacy)\s+is(?:\s+to\s+\w+)?)"
    rf"[\s:]*(?:{DISPLAY_OPENS})\s*$",
    re.IGNORECASE,
)
_IMPOSSIBLE = regex(
    rf"\b(?:{NOT}|nothing|empty|void|vacuous\w*|contradict\w*|impossible|absurd|inconsistent|infeasible"
    r"|invalid|wrong\w*|mistake\w*|errors?|fails?)\b|n't\b",
    re.IGNORECASE,
)
_ASKED = regex(  # "What is wrong here?", right before a display
    r"([^.!?]*)\?\s*(?:\$\$|\\\[|\\begin\s*\{)(?:(?!\\end\s*\{(?:align|equation|gather)|\\\])[^$])*\Z"
)
_DERIVATIVE = regex(
    r"\b(?:(the|its|whose|with|has)\s+(?:first\s+)?derivatives?|(?P<slope>the|its|whose)\s+slope"
    r"|(?P<verb>differentiat(?:e|ing|ion))(?!\s+between))\b(?!-)"
    r"(?P<of>\s+of\s+(?:this|that|it)\b)?",
    re.IGNORECASE,
)
_ANYWHERE = regex(rf"\b(?:at|for|in)\s+(?:{ANY})\s+(?:point|place|time)\b", re.IGNORECASE)
_SLOPE = regex(  # and not *a sigmoid with the slope `a`*, which is another function
    r"\b(?:its|whose)\s+slope\b|(?:^|[,;:]|\band)\W*the\s+slope\s+(?:is|of|at|there)\b|\bsteepest\b", re.IGNORECASE
)
_VARIANT = regex(
    r"\b(?:approximat\w*|surrogate|pseudo\w*|straight-through|variant|version|modified|replaced?|scaled|leaky|hard|soft"
    rf"|smooth\w*|truncated|clipped|steep\w*|slope|base|degrees?|primed?|{OTHER})\b",
    re.IGNORECASE,
)
_FORMULA = regex(
    r"%[^\n]*|<!--.*?-->|\$\$.*?\$\$|\$[^$]*\$?|\\\(.*?\\\)|\\\[.*?\\\]"
    rf"|\\begin\s*\{{({sentences.OF_MATHEMATICS})\}}.*?\\end\s*\{{\1\}}|\\begin\s*\{{(?:{sentences.OF_MATHEMATICS})\}}.*\Z"
    r"|\\(?:begin|end)\s*\{[a-z]+\*?\}",
    re.DOTALL,
)
_DISPLAY = regex(r"\$\$.*?\$\$|\\\[.*?\\\]|\\end\s*\{[a-z]+\*?\}(?!\s*\$)", re.DOTALL)
_STOPS = regex(rf"{sentences.STOP}(?=\s|$)|{sentences.STEP}|(?m:^\#{{1,6}}\s.*$)|\\(?:sub)*section\*?\s*\{{[^}}]*\}}")
_CLOSES = regex(CLOSES)
_HIDDEN = regex(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CLOSED = regex(rf"\A(?:\s*(?:{DISPLAY_CLOSES}))+")
_PART = regex(r"#|\\(?:(?:sub)*section|chapter|(?:sub)?paragraph|appendix|begin|end|item)\b")  # of a document
_TELLS = regex(  # a word that is more than a link
    r"\b(?!(?:and|or|an?|with|where|let|for|example|instance|say|as|be|is|are|we|have|set|take|put|choose|e|g|i|here|then|so)\b)"
    r"[^\W\d_]+",
    re.IGNORECASE,
)
DENIED = regex(rf"\b(?:{NOT}|without|any|arbitrary)\b|n't\b", re.IGNORECASE)


def sentence(span: Span, *, across: bool = False) -> tuple[str, str]:
    """The words before and after a formula, up to the ends of its sentence, which may begin `across` an empty line."""
    return sentences.before(span, across=across), sentences.after(span)


def has_word(text: str, name: str) -> bool:
    """Whether a name begins a word of a text, and is not a command or its argument: `batch` in *batches*."""
    return bool(re.search(rf"(?<![\\{{\w]){re.escape(name)}", text, re.IGNORECASE))


def is_in_words(name: str, span: Span) -> bool:
    """Whether the words near a formula speak of an axis: those of its section."""
    text = span.source.words
    before, after = text[max(0, span.start - _BEFORE) : span.start], text[span.end : span.end + _AFTER]
    return has_word(_HEADING.split(before)[-1] + " " + _HEADING.split(after)[0], name)


def are_of_one_size(span: Span) -> bool:
    """Whether the text says in words that sizes are the same."""
    return _says_one_size(span.source.words)


def are_called_equal(span: Span) -> bool:
    """Whether the words near a formula say that sizes are the same: *with as many keys as queries*."""
    return bool(_CALLED_EQUAL.search(span.source.words[max(0, span.start - 300) : span.end + 300]))


@lru_cache(maxsize=8)
def _says_one_size(text: str) -> bool:
    return bool(_OF_ONE_SIZE.search(text))


def is_premise(span: Span) -> bool:
    """Whether *then* follows right behind a formula, and no *if and only if* stands before it."""
    before, after = sentence(span)
    return bool(_THEN.match(after)) and _IFF.search(before) is None


def is_agreed(span: Span) -> bool:
    """Whether the sentence of a formula says that it is a convention."""
    return bool(_AGREED.search(sentences.around(span)))


def is_denied(span: Span) -> bool:
    """Whether the sentence of a formula says that it cannot be, or shows it as what is wrong."""
    near = span.source.words[max(0, span.start - 400) : span.start]
    asked = _ASKED.search(near) if "?" in near else None
    before = f"{asked[1]}? {led_in(span)}" if asked is not None else led_in(span)
    return bool(_IMPOSSIBLE.search(f"{before} … {goes_on(span)}"))


def why_no_claim(span: Span, numbers: bool = False, first_order: bool = False) -> str | None:
    """Why the words before a formula make it no claim about each sample; None if they do not.

    What is of `numbers` alone, `1/(e+1) \\approx 0.269`, is the same in any limit. A wrong `first_order` is wrong
    where something is small.
    """
    if not numbers and limits.is_of_limit(span):
        return "it is said of a limit"
    if problems.is_constraint(span):
        return OF_PROBLEM
    beside = f"{led_in(span)} … {goes_on(span)}"
    if _UP_TO.search(beside) or (not first_order and _WHERE_TINY.search(beside)):
        return "its sentence says up to what it holds"
    if _IN_FIELD.search(beside) or ("\\equiv" in span.text and _MODULO.search(beside)):
        return "its sentence says modulo what it holds"
    return "the words before it say that it is not so" if _SAID_FALSE.search(led_in(span)) else None


def is_where_tiny(span: Span) -> bool:
    """Whether the words before a formula say that something is small, and suppose no more."""
    return _TINY_ALONE.match(sentences.BEGINS.sub("", led_in(span))) is not None


def is_called_derivative(span: Span, *, by_its: bool) -> bool:
    """Whether the words before a formula in its sentence call it the derivative, or *its*, of what stands before."""
    before = led_in(span)
    matches = _DERIVATIVE.finditer(before)
    found = ["its" if match["of"] or match["verb"] else (match[1] or match["slope"]).lower() for match in matches]
    return bool({*found} & {"its", "whose"} if by_its else found) and not DENIED.search(_ANYWHERE.sub("", before))


def is_variant(span: Span) -> bool:
    """Whether the sentence of a formula says that it is of something like what its name usually means."""
    return bool(_VARIANT.search(_SLOPE.sub(" ", f"{led_in(span)} … {goes_on(span)}")))


def led_in(span: Span) -> str:
    """The words before a formula in its sentence, which may go on below a blank line with a display."""
    return _STOPS.split(span.source.words[max(0, span.start - 400) : span.start])[-1]


def goes_on(span: Span) -> str:
    """The words after a formula in its sentence, which may go on below a display."""
    after = _CLOSES.split(span.source.words[span.end : span.end + 400], 1)[-1]
    after = _HIDDEN.sub("", after).lstrip()
    return "" if after[:1].isupper() or _PART.match(after) else sentences.first(after)


def is_bare(start: int, end: int, span: Span, *, in_formula: bool = True) -> bool:
    """Whether nothing but formulas, and words that only link them, leads from one formula to another, or on.

    So it is said of the same, and of nothing beside it: not *before clipping it was*. What stands before another
    display leads to that.
    """
    text = span.source.words[start:end]
    between = "".join(_CLOSES.split(text, maxsplit=1)[1:]) if in_formula else text
    led = _DISPLAY.split(between)[-1]
    return not any(_TELLS.search(_FORMULA.sub(" ", text)) for text in (led, goes_on(span)))


def said_between(first: Span, second: Span) -> str:
    """The words between two formulas, without other formulas; none between the rows of one display."""
    text = "".join(_CLOSES.split(first.source.words[first.end : second.start], maxsplit=1)[1:])
    text = _CLOSED.sub("", text)
    if text.count("$$") % 2:  # the display of the second one
        text = text[: text.rfind("$$")]
    if text.rfind("\\[") > text.rfind("\\]"):
        text = text[: text.rfind("\\[")]
    return _FORMULA.sub(" … ", text)


def is_whole_condition(span: Span) -> bool:
    """Whether nothing else is supposed in its sentence: *if `A = B`, then …*, and *if `A = B`, `C = D`.*

    So it is in *for `x > 1` and `a > 1` we have …*, where the first may say a sign.
    """
    after = sentences.after(span)
    if _FOR_BOTH.fullmatch(sentences.before(span)) and _WE_HAVE.match(after):
        return True
    return bool(_IF.search(sentences.before(span)) and (_THEN.match(after) or _FOLLOWED.match(after)))


def is_all_supposed(condition: Span, claim: Span) -> bool:
    """Whether a sentence with a claim supposes just this before it: *if `U = 0`, the map is zero, `f(h) = 0`*."""
    if condition.source is not claim.source or not _WHEN.search(sentences.before(condition)):
        return False
    between = condition.source.words[condition.end : claim.start]
    plain = _PLAIN.fullmatch(between) is not None and not _SUPPOSES.search(denials.but_what_is_so(between))
    return plain and not _SUPPOSES.match(sentences.after(claim).lstrip(" \n$,\\)"))


def is_listed(first: Span, second: Span) -> bool:
    """Whether two formulas stand in one list, the second behind the first: *with `a = 0`, `b = 1` and `c = 0`*."""
    if first.source is not second.source or first.start > second.start:
        return False
    between = first.source.words[first.end : second.start].replace("\\(", "$").replace("\\)", "$")
    return second.start <= first.end or _LISTED.fullmatch(between) is not None


def are_supposed_together(first: Span, second: Span) -> bool:
    """Whether a case holds with one before it: in one list, or because the words say so, *if moreover `c = 0`*."""
    return is_listed(first, second) or (sentences.supposes_more(second) and first.start < second.start)


def is_related(span: Span) -> bool:
    """Whether a formula holds *then* where words alone say how numbers are related: *if `s` divides `n`, then*."""
    return bool(_RELATED.search(sentences.before(span, across=True)))


def is_of_kind(span: Span, names: Set[str]) -> bool:
    """Whether words in the sentence of a formula say of which numbers it is, *for even `n`*, or a *let* before it."""
    beside = [sentences.before(span, across=True), sentences.after(span)]
    beside += [text for text in sentences.of_paragraph_before(span, across=True) if _LETS.search(text)]
    found = (match["after"] or match["before"] for text in beside for match in _OF_KIND.finditer(text))
    return any(_ORDER.sub("", formula.strip("$\\() ")) in names for formula in found)  # *`n \\ge 2` be even*
