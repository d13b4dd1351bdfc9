"""Orders of index letters beside an equation of entries say of which: `D_{\\ax(i),\\bx(j)} = 1/(i-j)`, `i \\ne j`."""

from __future__ import annotations

from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.shapes.entries import Entry
from ntdoc.shapes.patterns import letters, names_in
from ntdoc.syntax import ast

_ORDERS = frozenset({"ne", "lt", "le", "gt", "ge"})


def with_orders(entries: list[Entry]) -> list[Entry]:
    """The same statements, with the orders right behind an equation of entries in its row as conditions of it."""
    found = list(entries)
    for i, entry in enumerate(entries):
        parsed, order = entry.parsed, entries[i + 1].parsed if i + 1 < len(entries) else None
        beside = order is not None and entry.display and _place(entry) == _place(entries[i + 1])
        if not beside or not isinstance(parsed, ast.Chain) or not isinstance(order, ast.Chain) or not parsed.rest:
            continue
        left, equation = parsed.subjects[0], parsed.rest[0][0].kind in ("eq", "define")
        bound = letters(left) if equation and isinstance(left, ast.Index) and len(parsed.subjects) == 1 else None
        if bound is not None and _orders(order, {symbol.full_name for _, symbol in bound}):
            found[i] = replace(entry, parsed=parsed.replace(conditions=(*parsed.conditions, order)))
    return found


def _place(entry: Entry) -> tuple[int, int]:
    return entry.item, entry.piece.row


def _orders(order: ast.Chain, bound: set[str]) -> bool:
    """`i \\ne j`, `1 < i < |\\ax|`: of the index letters, and not of tensors."""
    named = any(names_in(part) & bound for part in (*order.subjects, *(operand for _, operand in order.rest)))
    kinds = {relation.kind for relation, _ in order.rest}
    return bool(kinds) and kinds <= _ORDERS and named and not any(isinstance(p, ast.Index) for p in walk(order))
