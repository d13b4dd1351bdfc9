r"""*`(c X) \ndot{\ax} Y = c (X \ndot{\ax} Y)`*, where nothing says what `c` is: it is a factor, and no function.

It stands before another factor, `c X`, in the same statement. So `c (…)` is `c \cdot (…)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeGuard, cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.operations.table import lookup
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs, unpowered
from ntdoc.syntax import ast

_COMPUTED = ast.Sum | ast.Product | ast.Juxtaposition | ast.Fraction


def as_products(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such brackets are factors."""
    factors = [_factors(entry) for entry in entries]
    if not any(factors):
        return list(entries)
    said = {name for entry in entries for name in _said(entry.parsed)}
    return [_with_products(e, names - said) if names - said else e for e, names in zip(entries, factors, strict=True)]


def _factors(entry: Entry) -> frozenset[str]:
    """The letters that stand before a factor in a statement, and elsewhere in it before brackets of something computed.

    Not where words say of a map that it is linear: *`f (X + Y) = f X + f Y`*.
    """
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or entry.of_a_kind:
        return frozenset()
    beside = [(head.full_name, factor) for head, factor in pairs(parsed) if _is_letter(head)]
    factors = {name for name, factor in beside if isinstance(factor, ast.Symbol) and not factor.axes}
    calls = {name for name, factor in beside if isinstance(unpowered(factor), ast.Group) and not _is_computed(factor)}
    return frozenset({name for name, factor in beside if name in factors and _is_computed(factor)} - calls)


def _is_letter(node: ast.Expr) -> TypeGuard[ast.Symbol]:
    return isinstance(node, ast.Symbol) and not (node.axes or node.under or node.roman) and lookup(node.name) is None


def _is_computed(node: ast.Expr) -> bool:
    """Whether it is something computed in brackets, `(X + Y)`, and no list of arguments."""
    group = isinstance(node, ast.Group) and len(node.items) == 1 and not node.parameters
    return group and isinstance(node, ast.Group) and isinstance(node.items[0], _COMPUTED)


def _said(parsed: ast.Parsed) -> Iterator[str]:
    """The names that a statement says what they are, and those that it calls at letters."""
    if isinstance(parsed, ast.Signature):
        yield from (part.full_name for part in walk(parsed.subject) if isinstance(part, ast.Symbol))
    elif isinstance(parsed, ast.Chain) and parsed.rest:
        yield from (s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol))
    for head, argument in pairs(parsed):
        if isinstance(head, ast.Symbol) and isinstance(argument, ast.Group) and not _is_computed(argument):
            yield head.full_name


def _with_products(entry: Entry, names: frozenset[str]) -> Entry:
    def product(node: Any) -> Node:
        if not isinstance(node, ast.Juxtaposition):
            return cast(Node, node)
        for place, (head, bracket) in enumerate(zip(node.factors, node.factors[1:], strict=False), start=1):
            if isinstance(head, ast.Symbol) and head.full_name in names and _is_computed(bracket):
                times = ast.ProductOperator("times", "\\cdot", (), bracket.span._replace(end=bracket.span.start))
                first, last = _beside(node.factors[:place]), product(_beside(node.factors[place:]))
                return ast.Product(first, ((times, cast(ast.Expr, last)),), node.span)
        return node

    return replace(entry, parsed=rewritten(entry.parsed, product))


def _beside(factors: tuple[ast.Expr, ...]) -> ast.Expr:
    """Factors side by side, or the only one."""
    if len(factors) == 1:
        return factors[0]
    return ast.Juxtaposition(factors, factors[0].span.to(factors[-1].span))
