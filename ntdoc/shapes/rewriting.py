"""Plans with other parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast, get_args

from ntdoc.nodes import Node, with_fields
from ntdoc.shapes import plan as p
from ntdoc.shapes.sizes import Size

_PLANS = get_args(p.Plan)

N = TypeVar("N", bound=Node)


def with_parts(plan: N, change: Callable[[p.Plan], p.Plan]) -> N:
    """A plan with other parts, itself if none is another; the bodies of functions are left as they are."""
    return with_fields(plan, lambda item: change(item) if isinstance(item, _PLANS) else item)


def replaced(plan: p.Plan, key: str, by: Callable[[p.Sampled], p.Plan]) -> p.Plan:
    """A plan with something else for a free tensor, in definitions and bodies of functions too."""
    return throughout(plan, lambda part: by(part) if isinstance(part, p.Sampled) and part.key == key else None)


def throughout(plan: p.Plan, other: Callable[[p.Plan], p.Plan | None]) -> p.Plan:
    """A plan with something else for its parts of which there is another, in definitions and functions too."""
    found: dict[int, p.Plan] = {}
    kept: list[p.Plan] = []  # so that no two have one identity

    def change(part: p.Plan) -> p.Plan:
        if id(part) not in found:
            kept.append(part)
            new = other(part)
            found[id(part)] = changed(part) if new is None else new
        return found[id(part)]

    def changed(part: p.Plan) -> p.Plan:
        match part:
            case p.Defined(_, body):
                return part if (new := change(body)) is body else new
            case p.Call(function, _):
                call, new = with_parts(part, change), change(function.body)
                return call if new is function.body else call.replace(function=function.replace(body=new))
            case p.Recurrence(_, entries):
                return part.replace(parts=tuple(x.replace(body=change(x.body)) for x in entries))
        return cast(p.Plan, with_parts(part, change))

    return change(plan)


def where(plan: p.Plan, is_it: Callable[[p.Plan], bool], by: p.Plan) -> p.Plan:
    """A plan with something else for some of its own parts: what definitions are is left as it is."""

    def change(part: p.Plan) -> p.Plan:
        if is_it(part):
            return by
        return part if isinstance(part, p.Defined) else cast(p.Plan, with_parts(part, change))

    return change(plan)


def at_places(plan: p.Plan, axis: str, places: p.Plan) -> p.Plan:
    """A plan with places where it counts along an index axis, which it then has no more."""
    return where(plan, lambda part: isinstance(part, p.Counter) and part.axis == axis, places)


def with_size(plan: p.Plan, old: Size, new: Size) -> p.Plan:
    """A plan with one size replaced by another. What other statements define has sizes of its own."""
    made: dict[int, object] = {}

    def replaced(item: object) -> object:
        if isinstance(item, Size):
            return new if item == old else item
        if not isinstance(item, Node) or isinstance(item, p.Defined):
            return item
        if id(item) not in made:
            made[id(item)] = with_fields(item, replaced)
        return made[id(item)]

    return cast("p.Plan", replaced(plan))
