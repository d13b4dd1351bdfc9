"""What the words near a declaration say of lengths: that vectors are unit vectors, and which formula says so."""

from __future__ import annotations

import re

from ntdoc.shapes.document import sentences
from ntdoc.source import Span

_UNIT = r"(?:unit(?:[\s-]+(?:norm|length))?|normali[sz]ed)"
_VECTORS = r"(?:vectors?|embeddings?|directions?|representations?)"
_OF_ONE = r"(?:unit\s+(?:norm|length)|(?:norm|length)\s+(?:one|1|\$1\$))"
_BEFORE = re.compile(
    rf"(?<!not )(?<!non-)\b{_UNIT}[\s-]+{_VECTORS}\s+(?:{sentences.FORMULA}[\s,]*(?:and\s+)?)*(?:\$|\\\()?$"
)
_AFTER = re.compile(
    r"\s*(?:\$|\\\))(?:\s+(?:both\s+|all\s+)?(?:of|with|have|has|having)\s+unit\s+(?:norm|length)\b"
    r"|\s*,?\s*(?:be|is|are|both|all)\s+(?:(?:an?|two|both|all)\s+)?"
    rf"(?:{_UNIT}[\s-]+{_VECTORS}|normali[sz]ed\s+to\s+(?:have\s+)?{_OF_ONE}"
    rf"|(?:(?!(?:not|of)\b)[a-z-]+\s*,?\s+){{0,2}}(?:(?:each|both|all)\s+)?of\s+{_OF_ONE}))"
    r"(?!\s*(?:if|when|unless)\b|\s*(?:\$|\\\())"
)
_GOES_ON = re.compile(  # the sentence right after a declaration, up to its formula
    r"\s*(?:(?:they|these|both|all|it|this|each)(?:\s+of\s+(?:them|which))?|(?:its|their|the|all)\s+(?:rows|columns|vectors)"
    r"(?:\s+of\s+(?:both|all))?)\s+(?:is|are|has|have)\s+(?:an?\s+|all\s+|both\s+)*"
    r"(?:unit\b|normali[sz]ed\b|of\s+(?:unit|norm|length)\b|norm\s+(?:one|1)\b|length\s+(?:one|1)\b|cent(?:ered|red)\b)"
    rf"(?:(?!\b(?:not|never|if|when|unless|so|thus|hence|then)\b)[^$.;]|{sentences.FORMULA})*(?:\$|\\\()?$",
    re.IGNORECASE,
)
_FAR = 500  # characters
_DECLARED = re.compile(rf"(?:\$|\\\))(?:[^$.;]|{sentences.FORMULA})*\.\s", re.DOTALL)


def are_unit_vectors(span: Span) -> bool:
    """Whether the words right before a declaration, or behind it, call what it declares unit vectors."""
    behind = span.source.text[span.end : span.end + 300]
    close = behind[: 2 if behind.startswith("\\)") else 1]  # the sign that ends the formula
    others = close + sentences.after_others(behind[len(close) :])
    return bool(_BEFORE.search(sentences.before(span)) or _AFTER.match(behind[:80]) or _AFTER.match(others[:80]))


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
