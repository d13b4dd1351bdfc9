"""How far an index of a definition by entries goes, where its display says so: `y_{\\ax(n)} = …, n = 1, …, N`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.steps import ends_of
from ntdoc.syntax import ast

ANY_ROW = -1


def written_ends(entries: Sequence[Entry]) -> Mapping[tuple[int, int, str], ast.Expr]:
    """What letters that begin at 1 go up to, by display, row and letter; and for `ANY_ROW`, what the last row says."""
    return {
        (entry.item, row, letter): end
        for entry in entries
        if entry.display and isinstance(entry.parsed, ast.Chain)
        for chain in (entry.parsed, *entry.parsed.conditions)
        for letter, end in ends_of(chain)
        for row in (entry.piece.row, ANY_ROW)
    }
