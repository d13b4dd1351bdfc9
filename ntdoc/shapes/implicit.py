"""Equations that a name is to solve: `v = r + P v`, when the section says afterwards what `v` is."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.entries import Entry
from ntdoc.shapes.patterns import is_made_of
from ntdoc.syntax import ast


def to_be_solved(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of the equations of a name in itself that stand before its definition, in the same section."""
    found: set[int] = set()
    defined: set[tuple[int, str]] = set()  # by what has been seen, from the end
    for entry in reversed(entries):
        parsed = entry.parsed
        if not isinstance(parsed, ast.Chain) or not parsed.rest or len(parsed.subjects) != 1:
            continue
        subject, (relation, right) = parsed.subjects[0], parsed.rest[0]
        if relation.kind not in ("eq", "define") or not isinstance(subject, ast.Symbol) or subject.axes:
            continue
        place = (entry.section, subject.full_name)
        if not is_made_of(right, subject.full_name):
            defined.add(place)
        elif relation.kind == "eq" and place in defined:
            found.add(entry.index)
    return frozenset(found)
