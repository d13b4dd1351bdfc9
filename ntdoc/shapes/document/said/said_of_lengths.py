"""What the words near a declaration say of lengths: that vectors are unit vectors, and which formula says so."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.vocabulary import IF, THEN

_UNIT = r"(?:unit(?:[\s-]+(?:norm|length))?|normali[sz]ed)"
_VECTORS = (
    r"(?:vectors?|embeddings?|directions?|representations?|(?:outer\s+|inner\s+|surface\s+)?normals?|tangents?|quaternions?"
    r"|eigenvectors?|gradients?|axis|axes)"
)
_BEFORE = regex(
    rf"(?<!not )(?<!non-)\b{_UNIT}[\s-]+{_VECTORS}\s+(?:{sentences.FORMULA}[\s,]*(?:and\s+)?)*(?:\$|\\\()?$"
)
UNIT_LENGTH = r"(?:unit\s+(?:norm|length)|(?:norm|length)\s+(?:one\b|1\b|\$1\$))"
_ASIDE = (  # *be a direction (a unit vector)*
    r"[^.;:$()]{0,60}(?:\(\s*|,\s*(?:that\s+is|i\.e\.),?\s+)(?:an?\s+)?"
    rf"(?:unit\s+vectors?|(?:{_VECTORS}\s+)?of\s+{UNIT_LENGTH})"
)
_OF_SECOND_ORDER = (  # *`\\ell_2`-normalized*: no other way to normalize gives unit vectors
    r"(?:(?:\$|\\\()\s*(?:\\ell|L|l)(?:_\{?2\}?|\^\{?2\}?)\s*(?:\$|\\\))|[Ll]2|[Ll]_2|ℓ2|ℓ_2|ℓ₂|[Ll]²)[\s-]*normali[sz]ed"
)
_ROWS = r"(?:rows|columns|vectors|entries)"
_ON_SPHERE = r"(?:on|in|from)\s+the\s+unit\s+(?:hyper)?sphere"
_MADE = r"(?:means?|averages?|sums?|totals?|products?|differences?|centroids?|mixtures?|not|no|never|whose)"
_AFTER = regex(
    r"\s*(?:\$|\\\))(?:\s+(?:both\s+|all\s+)?(?:of|with|have|has|having)\s+unit\s+(?:norm|length)\b"
    r"|\s*(?:,\s*)?(?:be|is|are|both|all)\s+(?:(?:an?|the|its|two|both|all)\s+)?"
    rf"(?:{_UNIT}[\s-]+{_VECTORS}|{_ASIDE}|normali[sz]ed\s+to\s+(?:have\s+)?{UNIT_LENGTH}|(?:{_VECTORS}\s+)?of\s+{UNIT_LENGTH})"
    # *be the embeddings of two views, each of unit length*; only vectors themselves are long *along* an axis
    r"|\s*(?:,\s*)?"
    rf"(?:be|is|are)\s+(?:(?!{_MADE}\b)[a-z-]+\s+){{0,8}}?(?:(?!{_MADE}\b)[a-z-]+,\s*(?:(?:each|all|both)\s+)?"
    rf"|(?=\w+\s+{UNIT_LENGTH}\s+along\b))(?:of|with|having)\s+{UNIT_LENGTH}"
    rf"|\s*(?:,\s*)?(?:be|is|are)\s+(?:(?:an?|two|both|all)\s+)?{_OF_SECOND_ORDER}\b(?:\s+{_VECTORS})?"
    rf"|\s*(?:,\s*)?(?:be|is|are|lies?|lives?)\s+(?:(?:(?!{_MADE}\b)[a-z-]+\s+){{0,4}})?{_ON_SPHERE}"
    rf"|\s*(?:,\s*)?(?:(?:be|is|are)\s+(?:(?!{_MADE}\b)[a-z-]+\s+){{0,3}}with|have|has|having|with)\s+(?:all\s+)?"
    rf"(?:(?:unit|normali[sz]ed)\s+{_ROWS}|{_ROWS}\s+(?:of|with)\s+{UNIT_LENGTH}))"
    rf"(?:\s+along\s+(?P<along>{sentences.FORMULA}))?(?!\s*(?:{IF}|unless)\b|\s*(?:\$|\\\())",
    re.IGNORECASE,
)
_GOES_ON = regex(  # the sentence right after a declaration, up to its formula
    r"\s*(?:(?:they|these|both|all|it|this|each)(?:\s+of\s+(?:them|which))?|(?:its|their|the|all)\s+(?:rows|columns|vectors)"
    r"(?:\s+of\s+(?:both|all))?)\s+(?:is|are|has|have)\s+(?:an?\s+|all\s+|both\s+)*"
    r"(?:unit\b|normali[sz]ed\b|of\s+(?:unit|norm|length)\b|norm\s+(?:one|1)\b|length\s+(?:one|1)\b|cent(?:ered|red)\b)"
    rf"(?:(?!\b(?:not|never|{IF}|unless|{THEN})\b)[^$.;]|{sentences.FORMULA})*(?:\$|\\\()?$",
    re.IGNORECASE,
)
_OF_LENGTH = regex(
    rf"\b(?:norm|length)\b|\b(?:unit|normali[sz]ed)\s+(?:rows|columns)|{_OF_SECOND_ORDER}|{_ON_SPHERE}", re.IGNORECASE
)
_CALLED = regex(rf"\b{_UNIT}[\s-]+{_VECTORS}(?<=s)(?!\w)", re.IGNORECASE)
_IN_CASE = regex(rf"\b(?:{IF}|for)\b", re.IGNORECASE)
_UNIT_NORM = (
    r"unit\s+(?:(?:2|two|Euclidean|L2|ℓ2|ℓ_2|(?:\$|\\\()\s*(?:\\ell|L|l)?_?\{?2\}?\s*(?:\$|\\\)))[\s-]*)?(?:norms?|lengths?)"
)
_VECTORS_OF = regex(  # "the columns of `F` and `G` have unit 2-norm"
    rf"\b(?P<which>columns|rows)\s+of\s+(?:both\s+)?(?P<whose>{sentences.LISTED})\s+(?:(?:all|both|each)\s+)?"
    r"(?:(?:are|be)\s+(?:(?:all|both|each|again|assumed|taken|known|to|be|have|of|with|normali[sz]ed|scaled)\s+)*"
    rf"(?:{_UNIT_NORM}|unit\s+vectors)|(?:have|having|with)\s+(?:all\s+)?{_UNIT_NORM})",
    re.IGNORECASE,
)
_NOT_SAID = regex(
    rf"\b(?:not|never|{IF}|{THEN}|unless|would|may|might|can|need|follows|whether|show|prove|because|since)\b|n't\b",
    re.IGNORECASE,
)
_AT_TIMES = regex(  # *after training*, *in normalized layers*, *now*: not what they are from the declaration on
    r"\A\W*(?:in|for|under|with|after|by|during|at|on|within|now|then)\b|\b(?:after(?:wards?)?|now|later|finally|thereafter|until"
    r"|before|eventually|becomes?|rescal\w*|then)\b",
    re.IGNORECASE,
)
_EXPLAINED = regex(r"\s*(?::|,?\s*(?:that\s+is|i\.e\.),?|\(|,)\s*(?:\$|\\\()")
_FAR = 500  # characters
_LONGEST = 200  # characters of the words behind a declaration
_DECLARED = regex(rf"(?:\$|\\\))(?:[^$.;]|{sentences.FORMULA})*\.\s", re.DOTALL)


def are_unit_vectors(span: Span) -> bool:
    """Whether the words right before a declaration, or behind it, call what it declares unit vectors."""
    return bool(_BEFORE.search(sentences.before(span))) or _behind(span) is not None


def along(span: Span) -> str:
    """The axis along which those words say it, as it is written; else nothing."""
    found = _behind(span)
    return found["along"].strip("$()\\ ") if found is not None and found["along"] else ""


def of_some_axis(span: Span) -> str:
    """*Of unit length*, *unit vectors*, or the like, if words beside a declaration say so, and not along which axis."""
    before = sentences.before(span)
    found = _behind(span) or _BEFORE.search(before)
    if found is None or found.groupdict().get("along"):
        return ""
    called = _CALLED.search(found[0])
    if called is not None and not _IN_CASE.search(before):
        return " ".join(called[0].split())
    return "of unit length" if _OF_LENGTH.search(found[0]) else ""


def _behind(span: Span) -> re.Match[str] | None:
    behind = span.source.words[span.end : span.end + 300]
    close = behind[: 2 if behind.startswith("\\)") else 1]  # the sign that ends the formula
    others = close + sentences.after_others(behind[len(close) :])
    return _AFTER.match(behind[:_LONGEST]) or _AFTER.match(others[:_LONGEST])


def goes_on(declared: Span, span: Span) -> bool:
    """Whether a formula stands in the sentence after a declaration, which says of it: *They are unit vectors, `…`*."""
    if not (0 < span.start - declared.end < _FAR and sentences.are_together(declared, span)):
        return False
    own = _DECLARED.match(sentences.between(declared, span))
    return own is not None and bool(_GOES_ON.match(sentences.between(declared, span), own.end()))


def says_of_all(declared: Span, span: Span) -> bool:
    """Whether that sentence says it of all that is declared together: *They are unit vectors, `…`*."""
    said = sentences.before(span)
    return goes_on(declared, span) and re.match(r"\s*(?:they|these|both|all|their)\b", said, re.IGNORECASE) is not None


def vectors_of(name: str, span: Span) -> str:
    """Whether the paragraph of a declaration says that the `columns` of a matrix are unit vectors, or its `rows`.

    A formula behind these words says it better: along which axis.
    """
    around = f"{sentences.before(span)}{name}{sentences.after(span)}"  # *the rows of `Q \\in S` are unit vectors*
    if (own := _names_vectors(name, around)) is not None and not _AT_TIMES.search(around[: own.start()]):
        return own["which"].lower()
    text = sentences.BLANK_LINE.split(sentences.of_section_behind(span, _FAR))[0]
    for start, end in sentences.pieces(text):
        found = _names_vectors(name, text[start:end])
        if found is None or _AT_TIMES.search(text[start : start + found.start()]):
            continue
        if not _EXPLAINED.match(text[start:end], found.end()):
            return found["which"].lower()
    return ""


def explains_vectors(name: str, span: Span) -> bool:
    """Whether the sentence of a formula says of a name that its columns, or its rows, are unit vectors."""
    return _names_vectors(name, sentences.before(span)) is not None


def _names_vectors(name: str, sentence: str) -> re.Match[str] | None:
    wanted = re.sub(r"[\s$\\()]", "", name)
    for found in _VECTORS_OF.finditer(sentence):
        if wanted in sentences.names_listed(found["whose"]) and not _NOT_SAID.search(sentence[: found.end()]):
            return found
    return None
