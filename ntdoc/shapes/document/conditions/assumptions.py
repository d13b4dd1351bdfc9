"""Environments that suppose what they say: an assumption, a condition, a hypothesis, of LaTeX; or such a paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ntdoc.reading.document import Document
from ntdoc.regex import regex
from ntdoc.shapes.document.entries import Entry
from ntdoc.source import Source

_ENVIRONMENT = regex(
    r"\\begin\s*\{((?:assumption|assump|assum|asmp|asm|hypothesis|hypotheses|hyp|condition|cond)s?\*?)\}"
    r".*?\\end\s*\{\1\}",
    re.DOTALL,
)
_PARAGRAPH = regex(
    r"(?:^|\n[ \t]*\n)[ \t]*(?:\*\*|__|\\textbf\{|\\paragraph\{)"
    r"(?:Assumption|Hypothesis|Condition)s?\b[^*_}\n]*(?:\*\*|__|\})"
    r".*?(?=\n[ \t]*\n|\Z)",
    re.DOTALL,
)


def in_assumptions(document: Document, entries: list[Entry]) -> list[Entry]:
    """The entries, of which those in such a place are supposed; what words draw from them there is not."""
    places = [(source, *place) for source in document.sources for place in _places(source)]
    if not places:
        return entries
    return [replace(e, assumed=True, premise=True) if _stands_in(e, places) else e for e in entries]


def _places(source: Source) -> Iterator[tuple[int, int]]:
    for pattern in (_ENVIRONMENT, _PARAGRAPH):
        yield from (found.span() for found in pattern.finditer(source.words))


def _stands_in(entry: Entry, places: list[tuple[Source, int, int]]) -> bool:
    at = entry.parsed.span
    inside = any(at.source is source and start <= at.start < end for source, start, end in places)
    return inside and not (entry.concludes or entry.negated)
