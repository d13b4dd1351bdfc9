"""*Then `h = f + g` has the derivative*, *the carry gate is `C = 1 - T`*: what is made of functions alone is one, too.

The formulas of the functions stand before it in the section. With the name of a tensor beside them an argument has
been forgotten, and so it has been where nothing is done with a function: then they are left as they are.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from ntdoc.nodes import Node, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.passes.spelling.pointwise import applied
from ntdoc.shapes.patterns import ARITHMETIC, put_in_sets
from ntdoc.syntax import ast


def as_functions(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such definitions are of functions, at the letter of the first of them."""
    tensors = {name for entry in entries for name in _tensors(entry)}
    formulas: dict[tuple[int, str], ast.Symbol] = {}  # by section
    found = []
    for entry in entries:
        here = {name: letter for (section, name), letter in formulas.items() if section == entry.section}
        if here and (letter := _letter(entry, here, tensors)) is not None:
            assert isinstance(entry.parsed, ast.Chain)
            entry = replace(entry, parsed=applied(entry.parsed, letter))
        if (own := _formula(entry.parsed)) is not None:
            formulas[entry.section, own[0]] = own[1]
        found.append(entry)
    return found


def _tensors(entry: Entry) -> Set[str]:
    """The names that a statement puts in a set, or gives entries."""
    left = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) else None
    named = {left.body.full_name} if isinstance(left, ast.Index) and isinstance(left.body, ast.Symbol) else set()
    return put_in_sets(entry.parsed) | named


def _formula(parsed: ast.Parsed) -> tuple[str, ast.Symbol] | None:
    """The function that an equation gives by a formula of its one letter, and that."""
    left = parsed.subjects[0] if isinstance(parsed, ast.Chain) and parsed.rest else None
    if not isinstance(parsed, ast.Chain) or not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2:
        return None
    head, group = left.factors
    if not isinstance(head, ast.Symbol) or not isinstance(group, ast.Group) or group.parameters:
        return None
    if parsed.rest[0][0].kind not in ("eq", "define") or len(group.items) != 1 or not _is_plain(head):
        return None
    letter = group.items[0]
    return (head.full_name, letter) if isinstance(letter, ast.Symbol) else None


def _is_plain(symbol: ast.Symbol) -> bool:
    return symbol.sub is None and symbol.sup is None and not symbol.axes and not symbol.under


def _without_power(symbol: ast.Symbol) -> ast.Symbol:
    """The `f` of a square `f^2`."""
    return symbol.replace(sup=None) if symbol.sup is not None and isinstance(symbol.sup.expr, ast.Number) else symbol


def _letter(entry: Entry, own: dict[str, ast.Symbol], tensors: Set[str]) -> ast.Symbol | None:
    """The letter at which a definition of a name is to be, if its right side is made of functions and numbers alone."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1 or parsed.conditions:
        return None
    left, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if not isinstance(left, ast.Symbol) or relation.kind not in ("eq", "define") or not _is_plain(left):
        return None
    if left.full_name in own or left.full_name in tensors or isinstance(right, ast.Symbol) or entry.negated:
        return None
    parts = [part for part in walk(right) if isinstance(part, Node) and not isinstance(part, ast.Relation | ast.Script)]
    symbols = [_without_power(part) for part in parts if isinstance(part, ast.Symbol)]
    names = [symbol.full_name for symbol in symbols]
    plain = all(isinstance(part, ARITHMETIC) for part in parts) and all(map(_is_plain, symbols))
    if not plain or not names or not all(name in own and name not in tensors for name in names):
        return None
    return own[names[0]]
