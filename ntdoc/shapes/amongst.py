"""Sums over those indices that meet a condition, `\\sum_{k \\neq j}`: over k alone, or over all pairs of k and j."""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.nodes import walk
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Among


def others(tree: object) -> Iterator[tuple[ast.BigOperator, ast.Axis | None, ast.Symbol]]:
    """The sums with such a condition, an axis along which their index runs, and the letter it is held against."""
    for node in walk(tree):
        if isinstance(node, ast.BigOperator) and isinstance(node.body, Among):
            condition, letter = node.body.condition, node.body.variable.full_name
            other = condition.rest[0][1] if condition.rest else None
            plain = isinstance(condition.subjects[0], ast.Symbol) and condition.subjects[0].full_name == letter
            if plain and isinstance(other, ast.Symbol) and other.full_name != letter:
                axes = (axis for axis, s in _letters(node.body.body) if s.full_name == node.body.variable.full_name)
                yield node, next(axes, None), other


def pair_letters(tree: object) -> frozenset[str]:
    """The letters that only such sums know, as an index of their terms: they are sums over all pairs."""
    sums = [(node, other.full_name) for node, _, other in others(tree) if is_index_in(node.body, other)]
    inside = {id(part) for node, _ in sums for part in walk(node)}
    without = {part.full_name for part in walk(tree) if isinstance(part, ast.Symbol) and id(part) not in inside}
    return frozenset(name for _, name in sums if name not in without)


def is_index_in(body: object, letter: ast.Symbol) -> bool:
    """Whether a letter is, as it is, an index in the terms of a sum."""
    within = body.body if isinstance(body, Among) else body
    return any(symbol.full_name == letter.full_name for _, symbol in _letters(within))


def _letters(tree: object) -> Iterator[tuple[ast.Axis, ast.Symbol]]:
    """The letters that are an index as they are, with their axes."""
    for part in walk(tree):
        for axis, expr in part.items if isinstance(part, ast.Index) else ():
            if isinstance(expr, ast.Symbol):
                yield axis, expr
