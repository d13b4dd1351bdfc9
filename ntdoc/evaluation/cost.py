"""How large the results on the way through a plan are, which decides how it is run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod

from ntdoc.operations.table import Rule, named
from ntdoc.shapes import plan as p
from ntdoc.shapes.drawn_plan import BATCH, BATCHES, DRAW, DRAWS, Averaged, Drawn
from ntdoc.shapes.sizes import Size

Sizes = dict[str, int]


def largest(body: p.Plan, arguments: Mapping[str, Sizes], lifted: frozenset[str], number: Callable[[Size], int]) -> int:
    """The entries of the largest intermediate result that grows with every lifted axis, for one record of them.

    What lacks a lifted axis does not grow with the records of it that a tile takes, and arguments are only views.
    """
    most = 1

    def seen_once(sizes: Sizes) -> None:
        nonlocal most
        if lifted <= sizes.keys():
            most = max(most, prod([n for axis, n in sizes.items() if axis not in lifted]))

    _walked(body, arguments, number, seen_once)
    return most


def sizes_of(plan: p.Plan, parameters: Mapping[str, Sizes], number: Callable[[Size], int]) -> Sizes:
    """The axes of the result of a plan and their sizes, for parameters of known sizes."""
    return _walked(plan, parameters, number, lambda sizes: None)


def _walked(
    body: p.Plan, arguments: Mapping[str, Sizes], number: Callable[[Size], int], made: Callable[[Sizes], None]
) -> Sizes:
    """The sizes of a plan; what it makes on the way is told to `made`."""
    seen: dict[tuple[int, int], Sizes] = {}  # what is shared, by frame: it is looked through once
    frames: list[Mapping[str, Sizes]] = []  # kept, so that no two have one identity

    def visit(plan: p.Plan, frame: Mapping[str, Sizes]) -> Sizes:
        if isinstance(plan, p.Shared):
            key = (id(plan), id(frame))
            if key not in seen:
                seen[key] = visit(plan.body, frame)
            return seen[key]
        sizes = _sizes(plan, frame)
        if not isinstance(plan, p.Parameter):
            made(sizes)
        return sizes

    def union(plans: tuple[p.Plan, ...], frame: Mapping[str, Sizes]) -> Sizes:
        result: Sizes = {}
        for part in plans:
            result |= visit(part, frame)
        return result

    def _sizes(plan: p.Plan, frame: Mapping[str, Sizes]) -> Sizes:
        match plan:
            case p.Parameter(name):
                return frame[name]
            case p.Operate(operation, axes, parts):
                result = union(parts, frame)
                gone = axes if named(operation).rule in (Rule.REDUCTION, Rule.DET) else ()
                return {a: n for a, n in result.items() if a not in gone}
            case p.Contract(axes, left, right):
                return {a: n for a, n in union((left, right), frame).items() if a not in axes}
            case p.Renamed(pairs, part):
                names = dict(pairs)
                return {names.get(a, a): n for a, n in visit(part, frame).items()}
            case p.Flattened(axes, axis, part):
                inner = visit(part, frame)
                return {a: n for a, n in inner.items() if a not in axes} | {axis: prod([inner.get(a, 1) for a in axes])}
            case p.Taken(axis, part, index, _):
                return {a: n for a, n in visit(part, frame).items() if a != axis} | visit(index, frame)
            case p.Counter(axis, _, size):
                return {axis: number(size)}
            case p.Sampled(_, shape):
                return {a: number(s) for a, s in shape}
            case Drawn(_, shape):
                return {a: number(s) for a, s in shape} | {DRAW: DRAWS, BATCH: BATCHES}
            case Averaged(part):
                return {a: n for a, n in visit(part, frame).items() if a != DRAW}
            case p.Compared(_, left, right):
                return union((left, right), frame)
            case p.Chosen(branches):
                return union(tuple(x for v, t in branches for x in ((v,) if t is None else (v, t))), frame)
            case p.Spread(shape, part):
                return visit(part, frame) | {a: number(s) for a, s in shape}
            case p.Windows(_, _, kernel, width, part):
                return visit(part, frame) | {kernel: number(width)}
            case p.Unflattened(axis, shape, part):
                return {a: n for a, n in visit(part, frame).items() if a != axis} | {a: number(s) for a, s in shape}
            case p.Defined(_, part):
                frames.append({})
                return visit(part, frames[-1])
            case p.Limiting(name, _, _, part):
                frames.append({**frame, name: {}})
                return visit(part, frames[-1])
            case p.Recurrence(name, entries):
                known = {part.name: {a: number(s) for a, s in part.shape} for part in entries}
                for _ in entries:  # axes that are lifted, or of a differential, go from one to the other
                    here = {**frame, **known}
                    frames.append(here)
                    known = {part.name: known[part.name] | visit(part.body, here) for part in entries}
                return known[name]
            case p.Call(function, parts):
                inner_frame = {n: visit(a, frame) for (n, _), a in zip(function.parameters, parts, strict=True)}
                frames.append(inner_frame)
                return visit(function.body, inner_frame)
            case p.Shared(part):
                return visit(part, frame)
            case p.Like(part, like):
                return visit(like, frame) | visit(part, frame)
            case p.Eye(pairs):
                return {axis: number(size) for *both, size in pairs for axis in both}
            case p.Unit(axis, twin, like):
                return {a: visit(like, frame).get(axis, 1) for a in (axis, twin)}
            case p.Linear(_, own, result, which, parts):
                bound = {a for i in which for a in own[i]}
                rest = {a: n for a, n in union(parts, frame).items() if a not in bound}
                return rest | {a: number(s) for a, s in result}
            case p.Concatenated(axis, parts):
                each = [visit(part, frame) for part in parts]
                rest = {a: n for sizes in each for a, n in sizes.items() if a != axis}
                return rest | {axis: sum(sizes.get(axis, 1) for sizes in each)}
            case p.Literal(row, column, cells):
                lines = {row: len(cells), column: len(cells[0])}
                inside = union(tuple(c for line in cells for c in line), frame)
                return inside | {axis: n for axis, n in lines.items() if axis is not None}
            case p.Smooth(_, own_axes, result, parts):
                bound = {a for axes in own_axes for a in axes}
                rest = {a: n for a, n in union(parts, frame).items() if a not in bound}
                return rest | {a: number(s) for a, s in result}
            case p.Constant() | p.SizeValue() | p.Places():
                return {}

    return visit(body, arguments)
