"""Points that words call by what a function has there: *a minimizer `x^*`*, *let `z` be its stationary point*."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span

_POINT = (
    r"(?:minimi[sz]er|maximi[sz]er|(?:minimum|maximum|stationary|critical|optimal|saddle)\s+point|optimum"
    r"|optimal\s+solution)"
)
_BEFORE = regex(rf"\b{_POINT}\s*(?:\$|\\\()?\s*$", re.IGNORECASE)
_BEHIND = regex(
    rf"\s*(?:\$|\\\))\s+(?:be|is|denotes?)\s+(?:its|an?|the|some|any)\s+(?:(?:global|unique|local)\s+)?{_POINT}\b",
    re.IGNORECASE,
)


def is_called_point(span: Span) -> bool:
    """Whether the words beside a letter call it the minimizer, or another such point, of a function."""
    return _BEFORE.search(sentences.before(span)) is not None or _BEHIND.match(sentences.after(span)) is not None
