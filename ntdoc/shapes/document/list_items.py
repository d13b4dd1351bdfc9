"""The item of a list that a formula stands in, and the other items of that list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ntdoc.regex import regex
from ntdoc.shapes.document.phrases import LIST_ENDS
from ntdoc.shapes.document.sentences import SECTION
from ntdoc.source import Span

_BEGINS = regex(r"(?m)^(?P<indent>[ \t>]*)(?:[-*+]|\d+[.)])[ \t]+|\\item\b(?:[ \t]*\[[^\]$]*\])?")
_NESTED = regex(r"\\begin\s*\{(?:itemize|enumerate|description|compactitem|compactenum)\*?\}")
_FAR = 3000  # characters of a list that are looked through, before a formula and behind it


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list: where its text begins and ends in that of its document, and what stands around it."""

    start: int
    end: int
    lead: str  # the text before the list
    others: Sequence[str]


def around(span: Span) -> Item | None:
    """The innermost item of a list that a formula stands in."""
    text, low, high = span.source.words, max(0, span.start - _FAR), span.end + _FAR
    ended = [m.end() for part in (LIST_ENDS, SECTION, _NESTED) for m in part.finditer(text, low, span.start)]
    first = max(ended, default=low)
    begins = [*_BEGINS.finditer(text, first, span.start)]
    if not begins:
        return None
    ends = [m.start() for part in (LIST_ENDS, SECTION) if (m := part.search(text, span.end, high)) is not None]
    last, own = min(ends, default=min(high, len(text))), begins[-1]
    begins += _BEGINS.finditer(text, span.end, last)
    beside = [m for m in begins if _indent(m) == _indent(own)]
    bounds = [*(m.start() for m in beside[1:]), last]
    parts = list(zip((m.end() for m in beside), bounds, strict=True))
    place = beside.index(own)
    others = [text[a:b] for i, (a, b) in enumerate(parts) if i != place]
    return Item(*parts[place], text[low : beside[0].start()], others)


def _indent(item: re.Match[str]) -> int:
    return len(item["indent"] or "")
