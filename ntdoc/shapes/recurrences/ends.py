"""How far an index of a definition by entries goes, where its display says so: `y_{\\ax(n)} = …, n = 1, …, N`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import operands
from ntdoc.syntax import ast

ANY_ROW = -1


def written_ends(entries: Sequence[Entry]) -> Mapping[tuple[int, int, str], ast.Expr]:
    """What letters that begin at 1 go up to, by display, row and letter; and for `ANY_ROW`, what the last row says."""
    return {
        (entry.item, row, letter): end
        for entry in entries
        if entry.display and isinstance(entry.parsed, ast.Chain)
        for chain in (entry.parsed, *entry.parsed.conditions)
        for letter, end in _ends(chain)
        for row in (entry.piece.row, ANY_ROW)
    }


def _ends(chain: ast.Chain) -> Iterator[tuple[str, ast.Expr]]:
    """`n = 1, \\ldots, N`, `1 \\le n \\le N`."""
    kinds, sides = [relation.kind for relation, _ in chain.rest], operands(chain)
    last, letters = sides[-1], chain.subjects
    if kinds[:1] == ["range"] and isinstance(last, ast.Group) and len(last.items) == 2:
        low: ast.Operand = last.items[0]
        high: ast.Operand = last.items[1]
    elif kinds == ["le", "le"] and len(sides) == 3:
        low, letters, high = sides[0], sides[1:2], last
    else:
        return
    if isinstance(low, ast.Number) and low.value == 1 and not isinstance(high, ast.TensorSet):
        yield from ((s.full_name, high) for s in letters if isinstance(s, ast.Symbol))
