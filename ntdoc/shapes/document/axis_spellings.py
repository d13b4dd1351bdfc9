"""How the author writes each axis."""

from __future__ import annotations

from collections.abc import Iterable

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax.ast import Axis, AxisTerm


def spellings(entries: Iterable[Entry]) -> dict[str, str]:
    """How the author writes each axis, for hints."""
    found: dict[str, str] = {}
    for entry in entries:
        alone = {part.axis for part in walk(entry.parsed) if isinstance(part, AxisTerm)}
        for part in walk(entry.parsed):
            if isinstance(part, Axis) and part not in alone:  # which may be any command that nothing defines
                found.setdefault(part.name, part.span.text.strip())
    return found
