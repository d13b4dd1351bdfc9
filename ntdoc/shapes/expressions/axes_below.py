"""Axes below the name of a tensor, `X_{\\seq,\\key}`, which remind of those that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.sizes import stem
from ntdoc.shapes.typed import Typed, operand
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def tensor(session: Session, node: ast.Symbol, env: Environment) -> Typed | None:
    """`X_{\\seq,\\key}`, a tensor of the section with its axes below it; None if it may be anything else.

    With an axis and its twin, `\\seq` and `\\seq'`, it would have to have both, as `I` has. With others it may be a
    block, `\\Sigma_{\\ax,\\bx}`, or `X` with axes that the text leaves out.
    """
    binding = session.scope.tensor(node.name, env.at)
    near = node.name in env.values or (binding is not None and binding.entry.section == env.at.section)
    if node.under or len(node.axes) < 2 or any(axis.variable for axis in node.axes) or not near:
        return None
    value = infer.check(session, node.replace(axes=()), env)
    axes = infer.axis_names(env, node.axes)
    if value.shape is None or set(axes) == set(value.shape):
        return value
    plain = {axis: stem(axis) for axis in axes}
    own = {plain[axis] for axis in axes if axis in value.shape}
    if not any(axis not in value.shape and plain[axis] in own for axis in axes):
        return None
    message = f"{node.name} does not have the axes {' and '.join(f'`{axis}`' for axis in axes)}"
    report(env, Diagnostic("NT203", message, node.span, label="not its axes", operands=(operand(value),)))
    return poison(node.span)
