"""`\\operatorname{diag}(v)`, with a vector on the diagonal, and the diagonal of a matrix, where nothing defines it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer, twins_beside
from ntdoc.shapes.sizes import stem
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_NAMES = frozenset({"diag", "Diag"})


def value(session: Session, factors: Sequence[ast.Expr], env: Environment) -> Typed | None:
    """The diagonal matrix of a vector, or the diagonal of what has one pair of twin axes; None for another function.

    Of a vector `\\nfun{\\ax,\\ax'}{diag}` says the axes, or what it is added to. Raises Unreadable if nothing does.
    """
    head, given = factors[0], factors[1] if len(factors) > 1 else None
    if not isinstance(head, ast.Symbol) or head.base not in _NAMES or head.sub is not None or head.sup is not None:
        return None
    if not isinstance(given, ast.Group) or len(given.items) != 1 or given.parameters:
        return None
    if session.scope.function(head.full_name, env.at) or session.tensor(head.full_name, env) is not None:
        return None
    whole, body = head.span.to(given.span), given.items[0]
    shape = infer.check(session, body, env.aside()).shape
    if shape is None:
        return infer.check(session, body, env)
    twins = [(axis, other) for axis in shape for other in shape if axis != other and stem(other) == axis]
    if len(twins) == 1 and not head.axes:
        axes = tuple(ast.Axis(name, whole) for name in twins[0])
        masked = _times(body, ast.Symbol("I", None, None, axes, False, head.span))
        total = ast.BigOperator("sum", axes[1:], None, None, None, None, masked, whole)
        return infer.check(session, total, env)
    if head.axes:
        axes = head.axes
    else:
        pair = twins_beside.pair(session, env, whole)
        if pair is None or not set(pair) & shape.keys():
            raise Unreadable("a diagonal matrix without its axes", whole)
        axes = tuple(ast.Axis(name, whole) for name in pair)
    return infer.check(session, _times(body, ast.Symbol("I", None, None, axes, False, head.span)), env)


def _times(one: ast.Expr, other: ast.Expr) -> ast.Product:
    return ast.Product(one, ((ast.ProductOperator("times", "\\odot", (), one.span), other),), one.span)
