"""Letters by which an index is multiplied, as in `X_{\\ax(s(i-1) + j)}`: a stride is a whole number, as sizes are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.environment import Environment
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def is_one(session: Session, name: str, env: Environment) -> bool:
    """Whether the words before a statement speak of a letter, *a stride `s`* or *`s \\ge 1`*, that is such a factor."""
    said = (*session.scope.mentioned.get(name, ()), *(by for by, _ in session.scope.bounded.get(name, ())))
    return any(by.index < env.at.index for by in said) and name in set(_factors(env.at.parsed))


def _factors(parsed: ast.Parsed) -> Iterator[str]:
    """The names that stand before a bracket or a letter in an index."""
    indices = (expr for part in walk(parsed) if isinstance(part, ast.Index) for _, expr in part.items)
    for product in (part for expr in indices for part in walk(expr)):
        factors: tuple[ast.Expr, ...] = ()
        if isinstance(product, ast.Juxtaposition):
            factors = product.factors
        elif isinstance(product, ast.Product):
            factors = (product.first, *(factor for operator, factor in product.rest if operator.kind == "times"))
        for first, second in pairwise(factors):
            if isinstance(first, ast.Symbol) and isinstance(second, ast.Group | ast.Symbol):
                yield first.full_name
