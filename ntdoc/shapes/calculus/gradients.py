"""Gradients of functions by their argument, which the sign does not name: `\\nabla L(w)`, `\\nabla L(0)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.shapes.calculus import derivatives
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.expressions.combine import poison
from ntdoc.shapes.functions import calls, codomains
from ntdoc.shapes.functions.callees import callee, unwrapped
from ntdoc.shapes.plan import Call, Plan, ShapeOf, Shared, Smooth
from ntdoc.shapes.rewriting import throughout
from ntdoc.shapes.typed import Typed
from ntdoc.syntax.binding_ast import Gradient
from ntdoc.syntax.cursor import Unreadable
from ntdoc.syntax.derivatives import WITHOUT_LETTER

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def check(session: Session, node: Gradient, env: Environment) -> Typed:
    """The derivative, without stars, of a function of one argument at a value of it."""
    group, wrappers = unwrapped(node.argument)
    if group is not None and not group.items:
        raise Unreadable(WITHOUT_LETTER, node.span)
    found = callee(session, node.function, env)
    if group is None or found is None or not found.own:
        raise Unreadable(f"the gradient of {node.function.full_name}, which ntdoc does not know", node.span)
    at = infer.check(session, group.items[0], env)
    value = calls.called(session, found, group, [at], [], env, node.span)
    if value.shape is None or at.shape is None:
        return poison(node.span)
    result = _by_argument(value, at)
    for wrapper in wrappers:
        result = calls.wrapped(session, wrapper, result._replace(span=node.span.to(wrapper.span)), env)
    return result


def _by_argument(value: Typed, at: Typed) -> Typed:
    """A call differentiated by its argument; what the argument has beyond the axes of the parameter is lifted."""
    plan, there = value.plan, at.own_shape
    smooth = codomains.smooth(plan)
    if smooth is not None and smooth is not plan and smooth.arguments[0] != at.plan:
        smooth = None  # a function of its values
    if isinstance(plan, Call):
        there = dict(plan.function.shapes[0]) if plan.function.shapes else there
    elif smooth is not None:
        there = {axis: size for axis, size in there.items() if axis in smooth.argument_axes[0]}
    elif plan is not None:
        raise Unreadable("the gradient of a function that ntdoc does not follow", value.span)
    shape: ShapeOf = value.shape or {}
    if any(axis in shape for axis in there):
        raise Unreadable("the gradient of a function that has values along the axes of its argument", value.span)
    result = shape | there
    if plan is None:
        return Typed(None, result, value.span, value.flows)
    call = smooth or plan
    assert isinstance(call, Call | Smooth)
    given: Plan = Shared(call.arguments[0])
    at_given = call.replace(arguments=(given, *call.arguments[1:]))
    whole = throughout(plan, lambda part: at_given if part is call else None)
    return Typed(
        derivatives.by_leaf(whole, given, there, value.span),
        result,
        value.span,
        value.flows,
    )
