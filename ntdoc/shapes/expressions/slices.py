"""The value of what is given part by part: see `given_parts`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import combine, infer
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.plan import Chosen, Compared, Constant, Counter, Plan, Renamed
from ntdoc.shapes.sizes import number
from ntdoc.shapes.typed import Typed, operand
from ntdoc.source import Span
from ntdoc.syntax import binding_ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def check(session: Session, node: binding_ast.Slices, env: Environment) -> Typed:
    """The parts one behind the other."""
    return stacked(env, node.axis.name, [infer.check(session, part, env) for part in node.parts], node.span)


def stacked(env: Environment, axis: str, parts: Sequence[Typed], span: Span) -> Typed:
    """Tensors one behind the other along a new axis."""
    again = next((p for p in parts if axis in (p.shape or {})), None)
    if again is not None:
        problem = f"the right side has the axis `{axis}` already, of which this is a part"
        report(env, Diagnostic("NT209", problem, again.span, label=f"has `{axis}`", operands=(operand(again),)))
        return poison(span)
    shape = combine.union(env, parts, span)
    if shape is None:
        return poison(span)
    size = number(len(parts))
    plans = combine.runnable(parts)
    plan: Plan | None = None
    if plans is not None:
        at = Counter(f"#{axis}", 1, size)
        places = [Compared("eq", at, Constant(float(place))) for place in range(1, len(parts) + 1)]
        plan = Renamed(((f"#{axis}", axis),), Chosen(tuple(zip(plans, places, strict=True))))
    return Typed(plan, {axis: size, **shape}, span, combine.flows(parts))
