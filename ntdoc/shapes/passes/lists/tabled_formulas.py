"""Definitions in a table: *name, definition* above `p` and `X \\ndot{\\ax} w` says `p = X \\ndot{\\ax} w`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.document.cells import bare, rows_of
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.source import Span
from ntdoc.syntax import ast

_DEFINITIONS = regex(  # a column of them
    r"(?:the\s+|its\s+|exact\s+)?(?:definitions?|formula[se]?|expressions?|equations?|computations?"
    r"|(?:computed|defined|given)(?:\s+(?:as|by))?)(?:\s*\([^()]*\))?",
    re.IGNORECASE,
)
_LOOK = regex(r"[\s$]|\\[()]")


def as_definitions(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which the formulas of such a column are equations with the name in their row."""
    found = list(entries)
    for place, entry in enumerate(entries):
        if entry.cell and (name := _name(entries, place)) is not None:
            found[place] = replace(entry, parsed=_equation(name, entry), cell=False)
    return found


def _name(entries: Sequence[Entry], place: int) -> ast.Symbol | ast.Juxtaposition | None:
    """What the row of a formula defines by it; None if it stands in no such column, or with more than one name."""
    entry = entries[place]
    side = alone(entry)
    if side is None or isinstance(side, ast.Number | ast.TensorSet):
        return None
    rows = rows_of(entry.parsed.span)
    row = next((row for row in rows[1:] if any(_is_whole(cell, entry) for cell in row)), ())
    column = next((n for n, cell in enumerate(row) if _is_whole(cell, entry)), None)
    if column is None or column >= len(rows[0]) or not _DEFINITIONS.fullmatch(bare(rows[0][column])):
        return None
    near = [e for e in entries[max(place - 2 * len(row), 0) : place] if any(_is_whole(cell, e) for cell in row)]
    names = [name for e in near if _is_name(name := alone(e))]
    return names[0] if len(names) == 1 and isinstance(names[0], ast.Symbol | ast.Juxtaposition) else None


def _is_whole(cell: Span, entry: Entry) -> bool:
    """Whether a cell consists of a formula."""
    span = entry.parsed.span
    inside = span.source is cell.source and cell.start <= span.start and span.end <= cell.end
    return inside and _LOOK.sub("", bare(cell)) == _LOOK.sub("", span.text)


def _is_name(side: ast.Operand | None) -> bool:
    """Whether something is a name, `p`, or a function of letters, `f(x)`, that the document may define."""
    match side:
        case ast.Symbol(axes=()):
            return lookup(side.name) is None
        case ast.Juxtaposition(factors=(ast.Symbol(axes=()) as head, ast.Group(bracket="(") as group)):
            return lookup(head.name) is None and all(isinstance(letter, ast.Symbol) for letter in group.contents)
    return False


def _equation(name: ast.Symbol | ast.Juxtaposition, entry: Entry) -> ast.Chain:
    side = alone(entry)
    assert side is not None
    equal = ast.Relation("eq", "=", side.span._replace(end=side.span.start))
    return ast.Chain((name,), ((equal, side),), (0, 0), (), entry.parsed.span)
