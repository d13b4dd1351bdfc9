"""`A^{-1}` of a matrix on an axis and its twin, `\\ax` and `\\ax'`: the inverse, as everyone means it.

Of anything else it is the power of each entry. So it is of `(1 + D)^{-1}`: where a number is added to every entry, no
matrix is meant. Of matrices `\\lambda I_{\\ax,\\ax'}` is added.

It is a matrix of the same kind: `A \\ndot{\\ax'} x_{\\ax\\to\\ax'}` is `y`, the same with `A^{-1}` makes `x` of `y`.
The function `inv` exchanges the roles of the two axes, and so they are exchanged once more.
"""

from __future__ import annotations

from itertools import combinations

from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import combine
from ntdoc.shapes.patterns import number_in
from ntdoc.shapes.plan import Operate
from ntdoc.shapes.sizes import stem
from ntdoc.shapes.summary import is_sampled
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span
from ntdoc.syntax import ast


def inverse(env: Environment, base: Typed, exponent: ast.Expr, span: Span, turned: bool = False) -> Typed | None:
    """The inverse of a matrix, or of a stack of them; None for another power, or of what is no matrix."""
    return of_matrix(env, base, span, turned) if number_in(exponent) == -1 else None


def of_matrix(env: Environment, base: Typed, span: Span, turned: bool = False) -> Typed | None:
    """The inverse of a tensor with one axis and its twin, for each index of its other axes; None of any other.

    That of what is drawn may be `turned`: where `A \\ndot{\\ax'} x` is a `y`, `A^{-1} \\ndot{\\ax} y` is x.
    """
    if base.shape is None or base.flows:
        return None
    pairs = [pair for pair in combinations(base.shape, 2) if stem(pair[0]) == stem(pair[1])]
    if len(pairs) != 1:
        return None
    row, column = pairs[0]
    if not env.notebook.equations.unify(base.shape[row], base.shape[column]):
        return None
    plan = Operate("inv", (row, column), (base.plan,)) if base.plan is not None else None
    if turned and is_sampled(plan):
        return Typed(plan, base.shape, span)
    return combine.rename(env, [((row,), column), ((column,), row)], Typed(plan, base.shape, span), span, span)


def by_entries(node: ast.Expr) -> bool:
    """Whether a number is added to something in brackets."""
    inside = node.items[0] if isinstance(node, ast.Group) and len(node.items) == 1 else None
    return isinstance(inside, ast.Sum) and any(isinstance(term, ast.Number) for _, term in inside.terms)
