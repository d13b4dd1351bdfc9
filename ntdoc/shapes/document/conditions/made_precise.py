"""Cases in words of which a formula says what they are: *for constant inputs, that is, `x = c`*."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span

_PRECISELY = regex(
    r"\b(?:if|when|whenever|for|with|in\s+case)\s[^.;:$]{1,80}?(?:,\s*|\s)(?:that\s+is|i\.\s?e\.|namely|meaning)[,\\\s]*"
    r"(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)


def is_made_precise(span: Span) -> bool:
    """Whether a formula says what the case before it in its sentence is, so that it holds there alone."""
    return _PRECISELY.search(sentences.closed_up(sentences.before(span))) is not None
