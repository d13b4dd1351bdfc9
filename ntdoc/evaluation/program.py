"""A plan as a program: steps one after the other, for arguments of which the axes and sizes are known.

Two steps that would compute the same are one, whatever calls they stand in: calls are written out, and what a body
does with its parameters meets what the caller does. What is left of names is in the sizes of each step. `lowering`
makes a program run on arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import copysign, prod

import numpy as np

from ntdoc.evaluation.cost import Sizes, largest, sizes_of
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.steps import (
    Contraction,
    Input,
    Number,
    Operation,
    Program,
    Renaming,
    Spread,
    Step,
    Tiling,
    Walked,
    Work,
    needs,
)
from ntdoc.nodes import Node
from ntdoc.operations.array import NamedArray, scalar
from ntdoc.operations.elementwise import Binary, Folded, Unary
from ntdoc.operations.table import Rule, named
from ntdoc.shapes import plan as p

MOST_STEPS = 20_000

SHORT = 2**12
"""How many numbers may be added one after the other: more of them are added in pairs, lest the last ones are lost."""


class Unsupported(Exception):
    """A plan that is better walked: it is too long, or it is in error, and walking it says where."""


class Builder:
    """Writes a program. `tile` is how many entries a result on the way may have before its call is tiled, if ever."""

    def __init__(self, runner: Runner, given: Mapping[str, Sizes], tile: int | None) -> None:
        self.runner = runner
        self.given = given
        self.tile = tile
        self.steps: list[Step] = []
        self._known: dict[object, int] = {}
        self._frames: list[Mapping[str, int]] = []  # kept, so that no two have one identity
        self._done: dict[tuple[int, int], int] = {}

    def emit(self, work: Work, inputs: tuple[int, ...], sizes: Sizes) -> int:
        key = (work, inputs)
        found = self._known.get(key)
        if found is None:
            if len(self.steps) >= MOST_STEPS or prod(sizes.values()) > self.runner.most:
                raise Unsupported
            found = self._known[key] = len(self.steps)
            self.steps.append(Step(work, inputs, sizes))
        return found

    def program(self, plan: p.Plan, parameters: Mapping[str, Sizes]) -> Program:
        """The program of a plan for parameters of these sizes. Raises Unsupported, RunError and AxisError."""
        frame = {name: self.emit(Input(name, False), (), dict(sizes)) for name, sizes in parameters.items()}
        return Program(self.steps, self.build(plan, frame))

    def constant(self, value: float) -> int:
        return self.emit(Number(float(value), copysign(1, value)), (), {})

    def number(self, value: int) -> float | None:
        work = self.steps[value].work
        return work.value if isinstance(work, Number) else None

    def sizes(self, value: int) -> Sizes:
        return self.steps[value].sizes

    def build(self, plan: p.Plan, frame: Mapping[str, int]) -> int:
        if isinstance(plan, p.Parameter):
            return frame[plan.name]
        key = (id(plan), id(frame))
        if key not in self._done:
            self._done[key] = self._build(plan, frame)
        return self._done[key]

    def _build(self, plan: p.Plan, frame: Mapping[str, int]) -> int:
        match plan:
            case p.Constant(value):
                return self.constant(float(scalar(value).data))
            case p.SizeValue(size):
                return self.constant(float(self.runner.whole(size)))
            case p.Operate(operation, axes, arguments):
                return self.operate(operation, axes, tuple(self.build(a, frame) for a in arguments))
            case p.Contract(axes, left, right):
                return self.contract(axes, self.build(left, frame), self.build(right, frame))
            case p.Renamed(pairs, body):
                return self.rename(self.build(body, frame), dict(pairs))
            case p.Shared(body):
                return self.build(body, frame)
            case p.Defined(_, body):
                return self.build(body, self._frame({}))
            case p.Sampled(name, shape):
                sizes = {axis: self.runner.size(size) for axis, size in shape}
                if self.given.get(name) != sizes:
                    raise Unsupported
                return self.emit(Input(name, True), (), dict(sizes))
            case p.Call():
                return self._call(plan, frame)
            case p.Smooth() | p.Linear():
                raise Unsupported
        return self._walk(plan, frame)

    def _frame(self, values: Mapping[str, int]) -> Mapping[str, int]:
        self._frames.append(values)
        return values

    def operate(self, name: str, axes: tuple[str, ...], inputs: tuple[int, ...]) -> int:
        operation = named(name)
        sizes = self._union(inputs)
        if operation.rule is Rule.ELEMENTWISE:
            if isinstance(operation.kernel, Folded) and len(inputs) > 2:
                return self.operate(name, axes, (self.operate(name, axes, inputs[:-1]), inputs[-1]))
            numbers = [self.number(i) for i in inputs]
            if all(x is not None for x in numbers):
                return self.constant(float(operation.kernel(*[scalar(x) for x in numbers if x is not None]).data))
        elif not set(axes) <= sizes.keys():
            raise Unsupported
        elif operation.rule in (Rule.REDUCTION, Rule.DET):
            sizes = {a: n for a, n in sizes.items() if a not in axes}
        simpler = self._simpler(name, axes, inputs)
        return self.emit(Operation(name, axes), inputs, sizes) if simpler is None else simpler

    def _simpler(self, name: str, axes: tuple[str, ...], inputs: tuple[int, ...]) -> int | None:
        """The same by other operations: ones that are shared with what is beside them, or that cost less."""
        x = inputs[0]
        match name:
            case "relu":
                return self.operate("maximum", (), (x, self.constant(0.0)))
            case "maximum" if self.number(x) is not None:
                return self.operate(name, axes, (inputs[1], x))
            case "power" if self.number(inputs[1]) == 2:
                return self.operate("multiply", (), (x, x))
            case "sum" if self._is_short_product(x, axes):
                return self.contract(axes, *self.steps[x].inputs)
            case "mean":
                count = prod(self.sizes(x)[axis] for axis in axes)
                return self.operate("divide", (), (self.operate("sum", axes, (x,)), self.constant(count)))
            case "var":
                centred = self.operate("subtract", (), (x, self.operate("mean", axes, (x,))))
                return self.operate("mean", axes, (self.operate("multiply", (), (centred, centred)),))
            case "std":
                return self.operate("sqrt", (), (self.operate("var", axes, (x,)),))
            case "log":
                inner = self.steps[x]
                match inner.work, [self.steps[i] for i in inner.inputs]:
                    case Operation("sum", along), [Step(Operation("exp"), exponent)]:
                        return self.operate("logsumexp", along, exponent)
                    case Operation("softmax" | "sigmoid" as share, along), _:
                        return self.operate(f"log_{share}", along, inner.inputs)
            case "multiply" if len(inputs) == 2:
                return self._zero_log(*inputs)
            case "divide" if self.steps[inputs[1]].inputs == (x,):
                # exp X / ∑ exp X, by whatever name: the same without overflow
                match self.steps[x].work, self.steps[inputs[1]].work:
                    case Operation("exp"), Operation("sum", along):
                        return self.operate("softmax", along, self.steps[x].inputs)
        return None

    def _zero_log(self, left: int, right: int) -> int | None:
        """A product with a logarithm: `0 log 0` is 0 in it."""
        for factor, other in ((left, right), (right, left)):
            work, inputs, _ = self.steps[other]
            if isinstance(work, Operation) and self.number(factor) is None:
                if work.name == "log":
                    return self.operate("xlogy", (), (factor, *inputs))
                if self.steps[factor][:2] == (Operation("softmax", work.axes), inputs) and work.name == "log_softmax":
                    return self.operate("xlogy", (), (factor, factor))
                if work.name == "negate" and (found := self._zero_log(factor, *inputs)) is not None:
                    return self.operate("negate", (), (found,))
        return None

    def _is_short_product(self, value: int, axes: tuple[str, ...]) -> bool:
        """Whether the sum of a product is a contraction, over so few entries that the order of adding is no matter."""
        step = self.steps[value]
        if not isinstance(step.work, Operation) or step.work.name != "multiply":
            return False
        short = prod(step.sizes[axis] for axis in axes) <= SHORT
        return short and all(set(axes) <= self.sizes(i).keys() for i in step.inputs)

    def contract(self, axes: tuple[str, ...], left: int, right: int) -> int:
        if not axes:
            return self.operate("multiply", (), (left, right))
        if not set(axes) <= self.sizes(left).keys() & self.sizes(right).keys():
            raise Unsupported
        union = self._union((left, right))
        if union in (self.sizes(left), self.sizes(right)):  # else it would be a larger array than either of them
            product = self._zero_log(left, right)
            if product is not None:
                return self.operate("sum", axes, (product,))
        sizes = {a: n for a, n in union.items() if a not in axes}
        return self.emit(Contraction(axes), (left, right), sizes)

    def rename(self, value: int, names: Mapping[str, str]) -> int:
        """The same array by other names: from its first names at once, so that names given and taken back are none."""
        sizes = self.sizes(value)
        if not names.keys() <= sizes.keys():
            raise Unsupported
        step = self.steps[value]
        first = tuple((axis, axis) for axis in sizes)
        if isinstance(step.work, Renaming):
            (value,), first = step.inputs, step.work.pairs
        pairs = tuple((old, names.get(new, new)) for old, new in first)
        if len({new for _, new in pairs}) < len(pairs):
            raise Unsupported
        if all(old == new for old, new in pairs):
            return value
        return self.emit(Renaming(pairs), (value,), {names.get(a, a): n for a, n in sizes.items()})

    def _union(self, values: tuple[int, ...]) -> Sizes:
        sizes: Sizes = {}
        for value in values:
            for axis, size in self.sizes(value).items():
                if sizes.setdefault(axis, size) != size:
                    raise Unsupported
        return sizes

    def _walk(self, plan: p.Plan, frame: Mapping[str, int]) -> int:
        """A plan that is walked each time, with those of its parts that are no concern of its own computed before."""
        mine: dict[str, int] = {}
        inner = plan
        if not isinstance(plan, p.Chosen | p.Limiting):  # these run their parts in ways of their own
            changes: dict[str, object] = {}
            for name in plan.__dataclass_fields__:
                part = getattr(plan, name)
                if isinstance(part, Node) and name != "index":
                    mine[f"#{name}"] = self.build(part, frame)  # type: ignore[arg-type]
                    changes[name] = p.Parameter(f"#{name}")
            inner = plan.replace(**changes)
        needed = list(needs(inner))
        mine |= {name: frame[name] for given, name in needed if not given and name in frame}
        given = dict.fromkeys(name for is_given, name in needed if is_given)
        sizes = sizes_of(inner, {name: self.sizes(i) for name, i in mine.items()}, self.runner.size)
        for name in given:
            if name not in self.given:
                raise Unsupported
        inputs = (*mine.values(), *[self.emit(Input(n, True), (), dict(self.given[n])) for n in given])
        return self.emit(Walked(plan, inner, tuple(mine), tuple(given)), inputs, sizes)

    def _call(self, plan: p.Call, frame: Mapping[str, int]) -> int:
        """A call written out, with lifted axes renamed apart and back; or as one step that is run in tiles."""
        function = plan.function
        values = [self.build(a, frame) for a in plan.arguments]
        key = (function, tuple(values))
        if key in self._known:
            return self._known[key]
        inner: dict[str, int] = {}
        lifted: dict[str, str] = {}
        for (name, own), value in zip(function.parameters, values, strict=True):
            apart = {axis: f"{axis}~" for axis in self.sizes(value) if axis not in own}
            lifted.update({new: old for old, new in apart.items()})
            inner[name] = self.rename(value, apart) if apart else value
        body = self.body(function, {name: self.sizes(i) for name, i in inner.items()})
        result = self._tiles(body, inner, tuple(lifted)) if lifted and self.tile is not None else None
        if result is None:
            result = self.build(body.body, self._frame(inner))
        sizes = self._union(tuple(inner.values()))
        unused = {axis: sizes[axis] for axis in lifted if axis not in self.sizes(result)}
        if unused:
            result = self.emit(Spread(tuple(unused.items())), (result,), self.sizes(result) | unused)
        result = self.rename(result, lifted)
        self._known[key] = result
        return result

    def body(self, function: p.Function, sizes: Mapping[str, Sizes]) -> p.Function:
        """The function itself, or with the known operation as its body if it is that: it does not overflow."""
        if function.known is None:
            return function
        small = {n: NamedArray(tuple(s), np.broadcast_to(np.float64(0), tuple(s.values()))) for n, s in sizes.items()}
        if not self.runner.is_known(function, small):
            return function
        return p.Function(function.name, function.parameters, function.known, function.result)

    def _tiles(self, function: p.Function, inner: Mapping[str, int], lifted: tuple[str, ...]) -> int | None:
        assert self.tile is not None
        parameters = {name: self.sizes(i) for name, i in inner.items()}
        sizes = self._union(tuple(inner.values()))
        lifted = tuple(axis for axis in lifted if sizes[axis] > 1)
        if not lifted or 0 in sizes.values() or _in_one_pass(function.body):
            return None
        # Single records of what all arguments have, before slices of what one has: a tile needs little of them then
        lifted = tuple(sorted(lifted, key=lambda axis: -sum(axis in own for own in parameters.values())))
        given = tuple(dict.fromkeys(name for is_given, name in needs(function.body) if is_given))
        if any(name not in self.given for name in given):
            raise Unsupported
        # What all tiles read is read again for each: a tile is no smaller than that
        read = [*parameters.values(), *[self.given[name] for name in given]]
        shared = max((prod(own.values()) for own in read if own.keys().isdisjoint(lifted)), default=0)
        cost = largest(function.body, parameters, frozenset(lifted), self.runner.size)
        tile = max(self.tile, shared)
        if prod(sizes[axis] for axis in lifted) * cost <= 2 * tile:
            return None
        tiling = Tiling(function, tuple(inner), given, lifted, max(1, tile // cost))
        result = sizes_of(function.body, parameters, self.runner.size)
        inputs = (*inner.values(), *[self.emit(Input(n, True), (), dict(self.given[n])) for n in given])
        return self.emit(tiling, inputs, {a: sizes[a] for a in lifted} | result)


def _in_one_pass(body: p.Plan) -> bool:
    """Whether a body is one operation that reads its arguments once: in tiles it would only be taken apart."""
    if not isinstance(body, p.Operate) or not all(isinstance(a, p.Parameter | p.Constant) for a in body.arguments):
        return False
    kernel = named(body.operation).kernel
    standard = isinstance(kernel, Unary) and bool(kernel.name)
    return standard or isinstance(kernel, Binary | Folded) or body.operation == "relu"
