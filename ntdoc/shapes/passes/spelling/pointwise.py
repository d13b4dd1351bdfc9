"""Equations of functions without their argument, `\\sigma' = \\sigma (1 - \\sigma)`: they hold at every number.

The sides become calls at one letter. That is done where a prime stands on the left, and functions and numbers alone on
the right: with a letter beside them `f` may be the name of a tensor.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from ntdoc.nodes import Node, walk, with_fields
from ntdoc.operations.table import Rule, lookup
from ntdoc.shapes.document.entries import Entry
from ntdoc.source import Span
from ntdoc.syntax import ast


def at_every_number(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, with calls in such equations."""
    own = {name: letter for entry in entries for name, letter in _defined(entry)}
    return [_called(entry, own) if _is_of_functions(entry.parsed, own) else entry for entry in entries]


def _defined(entry: Entry) -> list[tuple[str, ast.Symbol]]:
    """The function that a left side `f(x)` is of, and its letter."""
    left = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest else None
    if not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2:
        return []
    head, group = left.factors
    if not _is_plain(head) or not isinstance(group, ast.Group) or len(group.items) != 1 or group.parameters:
        return []
    letter = group.items[0]
    return [(head.base, letter)] if isinstance(head, ast.Symbol) and isinstance(letter, ast.Symbol) else []


def _is_plain(node: ast.Operand) -> bool:
    return isinstance(node, ast.Symbol) and node.sub is None and not node.axes and not node.under


def _is_function(name: str, own: Collection[str]) -> bool:
    known = lookup(name)
    return name in own or (known is not None and known.rule is Rule.ELEMENTWISE and known.arity == 1)


def _is_of_functions(parsed: ast.Parsed, own: Collection[str]) -> bool:
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest or parsed.conditions:
        return False
    left, sides = parsed.subjects[0], [side for _, side in parsed.rest]
    if not isinstance(left, ast.Symbol) or not _is_plain(left) or left.sup is not None:
        return False
    if not left.base.endswith("'") or not _is_function(left.base[:-1], own):
        return False
    if any(relation.kind != "eq" for relation, _ in parsed.rest):
        return False
    symbols = [part for side in sides for part in walk(side) if isinstance(part, ast.Symbol)]
    plain = all(_is_plain(s) and _is_function(s.base.removesuffix("'"), own) for s in symbols)
    return plain and bool(symbols)


def _called(entry: Entry, own: dict[str, ast.Symbol]) -> Entry:
    parsed = entry.parsed
    assert isinstance(parsed, ast.Chain)
    left = parsed.subjects[0]
    assert isinstance(left, ast.Symbol)
    letter = own.get(left.base[:-1]) or ast.Symbol("x", None, None, (), False, left.span)

    return replace(entry, parsed=applied(parsed, letter))


def applied(parsed: ast.Chain, letter: ast.Symbol) -> ast.Chain:
    """An equation of functions alone, with a letter as the argument of each of them."""

    def at(span: Span) -> ast.Group:
        end = span._replace(start=span.end)
        return ast.Group((letter.replace(span=end),), (), "(", end)

    def called(node: Any) -> Any:
        if isinstance(node, ast.Symbol) and node.sup is not None and isinstance(node.sup.expr, ast.Number):
            value = ast.Juxtaposition((node.replace(sup=None), at(node.span)), node.span)
            return ast.Power(ast.Group((value,), (), "(", node.span), node.sup.expr, node.span)
        if isinstance(node, ast.Symbol):
            return ast.Juxtaposition((node, at(node.span)), node.span)
        if isinstance(node, ast.Juxtaposition):
            parts = [called(factor) for factor in node.factors]
            flat = [p for part in parts for p in (part.factors if isinstance(part, ast.Juxtaposition) else (part,))]
            return node.replace(factors=tuple(flat))
        return with_fields(node, called) if isinstance(node, Node) else node

    rest = tuple((relation, called(side)) for relation, side in parsed.rest)
    return parsed.replace(subjects=tuple(map(called, parsed.subjects)), rest=rest)
