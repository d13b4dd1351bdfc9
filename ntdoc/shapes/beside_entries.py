"""Orders of index letters beside an equation of entries say of which: `D_{\\ax(i),\\bx(j)} = 1/(i-j)`, `i \\ne j`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.shapes.entries import Entry
from ntdoc.shapes.patterns import letters, names_in
from ntdoc.shapes.recurrent import ends_in
from ntdoc.syntax import ast

_ORDERS = frozenset({"ne", "lt", "le", "gt", "ge"})
_RELATIONS = _ORDERS | {"eq", "define", "approx"}


def with_orders(entries: list[Entry]) -> list[Entry]:
    """The same statements, with the orders right behind one about entries in its row as conditions of it."""
    found = list(entries)
    known = ends_in(entries) | {name for entry in entries for name in _subjects(entry.parsed)}
    for i, entry in enumerate(entries[:-1]):
        parsed, order = entry.parsed, entries[i + 1].parsed
        beside = entry.display and entry.row == entries[i + 1].row
        if not beside or not isinstance(parsed, ast.Chain) or not isinstance(order, ast.Chain) or not parsed.rest:
            continue
        left = parsed.subjects[0]
        alone = parsed.rest[0][0].kind in _RELATIONS and len(parsed.subjects) == 1
        bound = letters(left) if alone and isinstance(left, ast.Index) else None
        if bound is None:
            continue
        named = {symbol.full_name for _, symbol in bound}
        if _is_order(order, named) and names_in(order) <= named | known:
            found[i] = replace(entry, parsed=parsed.replace(conditions=(*parsed.conditions, order)))
    return found


def _is_order(order: ast.Chain, bound: set[str]) -> bool:
    """`i \\ne j`, `1 < i < |\\ax|`: of the index letters, and not of tensors."""
    named = any(names_in(part) & bound for part in (*order.subjects, *(operand for _, operand in order.rest)))
    kinds = {relation.kind for relation, _ in order.rest}
    return bool(kinds) and kinds <= _ORDERS and named and not any(isinstance(p, ast.Index) for p in walk(order))


def _subjects(parsed: ast.Parsed) -> Iterator[str]:
    """The names of the tensors of which a statement says something, or the entries of which."""
    for subject in parsed.subjects if isinstance(parsed, ast.Chain) and parsed.rest else ():
        body = subject.body if isinstance(subject, ast.Index) else subject
        if isinstance(body, ast.Symbol):
            yield body.full_name
