"""Stars on values: every axis renamed to its starred twin (Def. 7)."""

from __future__ import annotations

from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions.combine import poison
from ntdoc.shapes.plan import Plan, Renamed, Sampled
from ntdoc.shapes.sizes import unstarred
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span


def starred(env: Environment, value: Typed, mark: str, span: Span) -> Typed:
    """Every axis renamed. A demand for a starred axis is one for the axis itself, of what flows here with the star."""
    if value.shape is None or not is_settled(env, value):
        return poison(span)
    plan: Plan | None = value.plan
    if plan is not None and value.shape:
        plan = Renamed(tuple((a, a + mark) for a in value.own_axes), plan)
    flows = frozenset(name + mark for name in value.flows)
    own = {a: a + mark for a in value.own_axes}
    return Typed(plan, {own.get(a, a): s for a, s in value.shape.items()}, span, flows)


def is_settled(env: Environment, value: Typed) -> bool:
    """Whether the axes of a value are those that it has, and not those found so far of a function's parameter.

    The tensors of a law are tried with axes of each kind in turn.
    """
    known = (env.values.get(unstarred(name, env.values)) for name in value.flows)
    return all(typed is not None and isinstance(typed.plan, Sampled) for typed in known)
