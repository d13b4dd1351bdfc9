"""Axes below a name: of a tensor, `X_{\\seq,\\key}`, which remind of those that it has, and those a function needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.sizes import stem
from ntdoc.shapes.typed import Typed, operand
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.symbols import FUNCTIONS

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


def are_given(
    env: Environment, node: ast.Symbol, axes: tuple[str, ...], needed: tuple[str, ...], at: Span, value: Typed
) -> bool:
    """Whether as many axes as are needed stand below a usual function; `needed` are such as might."""
    if len(axes) == len(needed):
        return True
    name, wanted = node.full_name, f"{len(needed)} {'axis' if len(needed) == 1 else 'axes'}"
    message = f"{name} works on {wanted}, and here has {len(axes) or 'none'}"
    why = "" if name in FUNCTIONS else f"nothing defines {name} here, so that this is the usual one: "
    hint = f"{why}write \\nfun{{{','.join(needed)}}}{{{name}}} {value.text}, with its axes below it"
    label = f"needs {wanted} below it"
    report(env, Diagnostic("NT207", message, at, label=label, operands=(operand(value),), hints=(hint,)))
    return False
