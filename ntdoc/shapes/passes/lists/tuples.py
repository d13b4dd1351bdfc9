"""Several equations in one, `P, Q = X + Y, X - Y`: as many right sides as left ones, each for its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast


def as_equations(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such a list of names and those of what they are equal to are equations."""
    found = list(entries)
    for place, entry in enumerate(entries):
        parsed = entry.parsed
        if not isinstance(parsed, ast.Chain) or len(parsed.subjects) < 2 or len(parsed.rest) != 1:
            continue
        (relation, first), names = parsed.rest[0], parsed.subjects
        others = entries[place + 1 : place + len(names)]
        sides = [_alone(other, entry) for other in others]
        if relation.kind not in ("eq", "define") or len(sides) != len(names) - 1 or None in sides or parsed.conditions:
            continue
        behind = entries[place + len(names)] if place + len(names) < len(entries) else None
        if behind is not None and _alone(behind, entry) is not None:
            continue  # more right sides than left ones
        if not all(isinstance(name, ast.Symbol) for name in names):
            continue
        for at, (name, side) in enumerate(zip(names, (first, *sides), strict=True)):
            assert side is not None
            there, rows = entries[place + at], (parsed.rows[0], parsed.rows[-1])
            found[place + at] = replace(
                there, parsed=ast.Chain((name,), ((relation, side),), rows, (), there.parsed.span)
            )
    return found


def _alone(entry: Entry, beside: Entry) -> ast.Operand | None:
    """The formula without a relation that stands in the same row."""
    parsed = entry.parsed
    if entry.item != beside.item or entry.row != beside.row or not isinstance(parsed, ast.Chain):
        return None
    return parsed.subjects[0] if len(parsed.subjects) == 1 and not parsed.rest and not parsed.conditions else None
