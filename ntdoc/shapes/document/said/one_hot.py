"""What the words beside a declaration say of a vector of zeros and ones: that it is one-hot."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.vocabulary import IF

_BEFORE = regex(r"\bone[- ]?hot\s+(?:[a-z-]+\s+){0,3}(?:\$|\\\()?\s*$", re.IGNORECASE)
_AFTER = regex(  # and not *need not be one-hot*
    rf"\s*(?:\$|\\\))?,?\s+(?:(?!not\b|never\b)[a-z]+\s+){{0,4}}one[- ]?hot\b(?!\s+(?:only|unless|{IF})\b)",
    re.IGNORECASE,
)


def is_said(span: Span) -> bool:
    """*Let `y \\in \\{0,1\\}^{\\ax}` be one-hot*, and *a one-hot vector `y \\in …`*."""
    return bool(_BEFORE.search(sentences.before(span)) or _AFTER.match(sentences.after(span)))
