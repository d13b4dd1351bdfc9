"""`A_{\\ax(i+1)} = B_{\\ax(i+1)}` for all `i`: what `A_{\\ax(i)} = B_{\\ax(i)}` says, of which the range is known.

Of a letter that nothing says what it is, and that stands in indices alone, and in all of them with a number.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any, cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.patterns import index_letters, names_in, shifted
from ntdoc.syntax import ast


def moved_back(parsed: ast.Chain, undeclared: Collection[str]) -> ast.Chain | None:
    """A claim in which such letters, of those that are undeclared, stand alone in one of their indices; or None."""
    letters = index_letters(parsed) & {*undeclared} if undeclared else frozenset()
    found = parsed
    for letter in sorted(letters - names_in(parsed.conditions)):
        if least := _least(letter, parsed):
            found = cast(ast.Chain, rewritten(found, partial(_moved, letter=letter, least=least)))
    return found if found is not parsed else None


def _least(letter: str, parsed: ast.Chain) -> int | None:
    """The least number that is added to a letter in indices; None if it stands there alone, or anywhere else."""
    indices = [expr for part in walk(parsed) if isinstance(part, ast.Index) for _, expr in part.items]
    own = [expr for expr in indices if letter in names_in(expr)]
    symbols = (part for part in walk(parsed) if isinstance(part, ast.Symbol))
    if sum(letter in (s.full_name, s.base) or letter in names_in(s.sub) for s in symbols) != len(own):
        return None
    numbers = [more for expr in own for named, more in (shifted(expr),) if named is not None and more is not None]
    return min(numbers) if len(numbers) == len(own) and 0 not in numbers else None


def _moved(node: Any, letter: str, least: int) -> Node:
    """An index with so much less in its items of a letter."""
    if not isinstance(node, ast.Index):
        return cast(Node, node)
    return node.replace(items=tuple((axis, _less(expr, letter, least)) for axis, expr in node.items))


def _less(expr: ast.Expr, letter: str, least: int) -> ast.Expr:
    named, more = shifted(expr)
    if named is None or named.full_name != letter or more is None:
        return expr
    rest = more - least
    number = ast.Number(float(rest), 0, expr.span)
    return ast.Sum(((1, named), (1, number)), expr.span) if rest else named
