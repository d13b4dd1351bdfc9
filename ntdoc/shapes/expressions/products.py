"""Products: contraction and the other operators, from left to right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import bracketed, combine, infer, opposite
from ntdoc.shapes.expressions.combine import poison
from ntdoc.shapes.functions import operators
from ntdoc.shapes.plan import Concatenated, ShapeOf, Spread
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def check(session: Session, node: ast.Product, env: Environment) -> Typed:
    """The type of a product; where a function before it takes its first factor alone, that is said."""
    before = len(env.notebook.diagnostics)
    found = _product(session, node, env)
    if found.shape is None:
        bracketed.hint(session, node, env, before)
    return found


def _product(session: Session, node: ast.Product, env: Environment) -> Typed:
    left = infer.check(session, node.first, env)
    for operator, factor in node.rest:
        right = infer.check(session, factor, env)
        span = left.span.to(right.span)
        if operator.kind == "contract":
            axes = infer.axis_names(env, operator.axes)
            at = operator.axes[0].span.to(operator.axes[-1].span)
            left, right = _spread(node.first, left, right, axes), _spread(factor, right, left, axes)
            contract = opposite.contract if env.at.starred else combine.contract
            left = contract(env, axes, left, right, span, at)
        elif operator.kind == "times":
            left = combine.elementwise(env, "multiply", [left, right], span)
        elif operator.kind == "divide":
            left = combine.elementwise(env, "divide", [left, right], span)
        elif (own := operators.applied(session, operator, left, right, env, span)) is not None:
            left = own
        elif operator.symbol in ("oplus", "⊕") and len(operator.axes) == 1:
            left = _concatenate(env, infer.axis_names(env, operator.axes)[0], left, right, span, operator.span)
        elif operator.axes:
            left = session.undeclared(operator.symbol, env, operator.span, function=True)
        else:
            raise Unreadable(f"ntdoc does not know the operator \\{operator.symbol}", operator.span)
    return left._replace(span=node.span)


def _spread(node: ast.Expr, value: Typed, other: Typed, axes: Sequence[str]) -> Typed:
    """`\\mathbf{1}`, or `\\mu \\mathbf{1}`, with the axes over which it is contracted, as the other has them."""
    if not _has_all_axes(node) or value.shape or not other.shape or value.plan is None:
        return value
    shape = {axis: other.shape[axis] for axis in axes if axis in other.shape}
    return value._replace(plan=Spread(tuple(shape.items()), value.plan), shape=shape)


def _has_all_axes(node: ast.Expr) -> bool:
    """Whether it is a `\\mathbf{1}`, or a multiple of one: it has any axes that are asked of it."""
    match node:
        case ast.Number():
            return node.spread
        case ast.Group():
            return len(node.items) == 1 and not node.parameters and _has_all_axes(node.items[0])
        case ast.Juxtaposition():
            return any(map(_has_all_axes, node.factors))
        case ast.Fraction():
            return _has_all_axes(node.numerator)
        case ast.Sum():
            return any(_has_all_axes(term) for _, term in node.terms)
        case ast.Product():
            plain = all(operator.kind in ("times", "divide") for operator, _ in node.rest)
            return plain and any(map(_has_all_axes, (node.first, *(f for o, f in node.rest if o.kind == "times"))))
    return False


def _concatenate(env: Environment, axis: str, left: Typed, right: Typed, span: Span, at: Span) -> Typed:
    """X ⊕_ax Y: one after the other along an axis of both."""
    if not (combine.require(env, left, [axis], at, [right]) and combine.require(env, right, [axis], at, [left])):
        return poison(span)
    assert left.shape is not None
    assert right.shape is not None
    rest = [v._replace(shape={a: s for a, s in (v.shape or {}).items() if a != axis}) for v in (left, right)]
    shape = combine.union(env, rest, span)
    if shape is None:
        return poison(span)
    plans = combine.runnable((left, right))
    total: ShapeOf = {a: left.shape[axis] + right.shape[axis] if a == axis else shape[a] for a in left.shape}
    total |= {a: s for a, s in shape.items() if a not in total}
    return Typed(Concatenated(axis, plans) if plans else None, total, span, combine.flows((left, right)))
