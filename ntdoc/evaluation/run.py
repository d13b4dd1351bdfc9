"""Runs a plan on named arrays. All that names and shapes decide has been decided: this is a short walk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import inf, nan, prod
from typing import Any

import numpy as np

from ntdoc.evaluation import draws
from ntdoc.evaluation.bounds import bounded
from ntdoc.evaluation.branches import STAND_INS, gather_within
from ntdoc.evaluation.cost import largest
from ntdoc.evaluation.frames import LARGEST, Frame, Values
from ntdoc.evaluation.sampling import kept, sample
from ntdoc.evaluation.stops import TOO_LARGE, RunError, TooLarge
from ntdoc.evaluation.unfolding import Part, in_order, settled, steps_of, unrolled
from ntdoc.nodes import walk
from ntdoc.operations import assembling, contraction, indexing, limits, structure
from ntdoc.operations.array import NamedArray, align, scalar
from ntdoc.operations.domain import Domain
from ntdoc.operations.errors import AxisError
from ntdoc.operations.libraries import Library
from ntdoc.operations.table import Rule, named
from ntdoc.operations.tiling import TILE, tiled
from ntdoc.shapes import plan as p
from ntdoc.shapes.drawn_plan import Averaged, Drawn
from ntdoc.shapes.sizes import Size
from ntdoc.source import Span

MOST_STEPS = 1_000_000
"""How many operations one choice of sizes and samples may take: a document can ask for more than there is time."""

_REAL = Domain()


class Runner:
    """Evaluates plans for one choice of sizes and samples; definitions are evaluated once."""

    def __init__(
        self,
        sizes: Mapping[str, int],
        seed: int = 0,
        instance: int = 0,
        given: Mapping[str, NamedArray] | None = None,
        most: int = LARGEST,
    ) -> None:
        """`given` are the values of free tensors that are not to be drawn, `most` is how large an array may be."""
        self.sizes = sizes
        self.given = given or {}
        self.seed = seed
        self.instance = instance
        self._defined: dict[object, NamedArray] = {}
        self._same: dict[object, bool] = {}  # functions that are known operations
        self._steps = 0
        self.most = most
        self._most_steps = MOST_STEPS * max(1, most // LARGEST)
        self._library: Library | None = None  # of the arrays that it is run on; None is numpy in double precision

    def again(self, given: Mapping[str, NamedArray], library: Library | None) -> Runner:
        """A runner for the same sizes and for other values, of which some may be arrays of another library."""
        twin = Runner(self.sizes, self.seed, self.instance, given, self.most)
        twin._library, twin._same = library, self._same
        return twin

    def knowing(self, defined: Mapping[object, NamedArray], given: Mapping[str, NamedArray]) -> Runner:
        """A runner for which what has these keys is defined already, and which is given these free tensors besides."""
        twin = self.again({**self.given, **given}, self._library)
        twin._defined.update(defined)
        return twin

    def _own(self, value: NamedArray) -> NamedArray:
        """What is made here, put beside the arrays that are given."""
        return value if self._library is None else self._library.put(value)

    def number(self, size: Size) -> Fraction | int:
        """What a size comes to, whole or not. Raises RunError if it is not known."""
        try:
            return size.evaluate(self.sizes)
        except (KeyError, ZeroDivisionError):
            raise RunError("NT303", f"the size {size} is not known") from None

    def whole(self, size: Size, least: float = -inf) -> int:
        """What is made of sizes as a whole number, which may be below zero. Raises RunError if it is none."""
        value = self.number(size)
        if value.denominator != 1 or value < least:
            raise RunError("NT303", f"the size {size} would be {value}")
        return int(value)

    def size(self, size: Size) -> int:
        """A size as a number. Raises RunError if it is none."""
        return self.whole(size, 0)

    def run(self, plan: p.Plan, values: Values, outside: float | None = None) -> NamedArray:
        """The value of a plan for these parameters; `outside` as in a Frame. Raises RunError and AxisError."""
        return self._run(plan, Frame(values, outside))

    def _run(self, plan: p.Plan, frame: Frame) -> NamedArray:
        self._steps += 1
        if self._steps > self._most_steps:
            raise TooLarge(f"this takes more than {self._most_steps:,} operations")
        match plan:  # what is most frequent comes first
            case p.Shared(body):
                known = frame.shared.get(id(plan))
                if known is None:
                    known = self._run(body, frame)
                    frame.keep(plan, known)
                return known
            case p.Constant(number):
                return self._own(scalar(number))
            case p.Parameter(name):
                return frame.values[name]
            case p.Operate(operation, axes, arguments):
                return self._operate(operation, axes, [self._run(a, frame) for a in arguments])
            case p.Contract(axes, left, right):
                x, y = self._run(left, frame), self._run(right, frame)
                self._bounded(x, y, without=axes)
                return contraction.contract(x, y, axes)
            case p.Call():
                return self._call(plan, frame)
            case p.Defined(key, body):
                if key not in self._defined:
                    self._defined[key] = self._run(body, Frame({}))
                return self._defined[key]
            case p.Sampled():
                return self._sample(plan)
            case Drawn(key, shape, kind):
                sizes = {a: self.size(s) for a, s in shape}
                self._check_total(draws.COUNT * prod(sizes.values()))
                return draws.drawn(key, self.seed, self.instance, sizes, kind)
            case Averaged(body):
                return draws.averaged(self._run(body, frame))
            case p.SizeValue(size):
                return self._own(scalar(float(self.whole(size))))
            case p.Renamed(pairs, body):
                return structure.rename(self._run(body, frame), dict(pairs))
            case p.Flattened(axes, axis, body):
                return structure.flatten(self._run(body, frame), axes, axis)
            case p.Unflattened(axis, shape, body):
                sizes = {a: self.size(s) for a, s in shape}
                return self._guarded(structure.unflatten, self._run(body, frame), axis, sizes)
            case p.Taken(axis, body, index, span):
                return self._take(self._run(body, frame), axis, self._index(index, frame), span, frame.outside)
            case p.Counter(axis, low, size):
                n = self.size(size)
                self._check_total(n)
                return self._own(NamedArray((axis,), np.arange(low, low + n, dtype=np.float64)))
            case p.Literal(row, column, cells):
                return assembling.literal(row, column, [[self._run(c, frame) for c in r] for r in cells])
            case p.Chosen(branches):
                return self._choose(branches, frame)
            case p.Compared(relation, left, right):
                x, y = self._run(left, frame), self._run(right, frame)
                self._bounded(x, y)
                return assembling.compare(relation, x, y)
            case p.Eye(pairs):
                return self._identity(pairs)
            case p.Spread(shape, body):
                return self._over({a: self.size(s) for a, s in shape}, self._run(body, frame))
            case p.Concatenated(axis, parts):
                return structure.concat([self._run(part, frame) for part in parts], axis)
            case p.Windows(kind, axis, kernel, width, body):
                make = indexing.unroll if kind == "unroll" else indexing.pool
                return self._guarded(make, self._run(body, frame), axis, kernel, self.size(width))
            case p.Limiting():
                return self._limit(plan, frame)
            case p.Recurrence():
                return self._unfold(plan, frame)
            case p.Places():
                return self._own(frame.values[plan.index_axis])
            case p.Smooth():
                return self._smooth(plan, [self._run(a, frame) for a in plan.arguments])
            case p.Linear(key, own, result, numbers, arguments):
                changes = [(i, own[i], self._run(a, frame)) for i, a in zip(numbers, arguments, strict=True)]
                return self._linear(key, {a: self.size(s) for a, s in result}, changes)
            case p.Like(body, like):
                value, other = self._run(body, frame), self._run(like, frame)
                lacking = {a: n for a, n in other.sizes.items() if a not in value.axes}
                return self._over(lacking, value) if lacking else value
            case p.Unit(axis, twin, like):
                n = self._run(like, frame).sizes[axis]
                self._check_total(n * n)
                return self._own(structure.identity(axis, twin, n))

    def _identity(self, pairs: tuple[tuple[str, str, Size], ...]) -> NamedArray:
        value = scalar(1.0)
        for a, b, size in pairs:
            n = self.size(size)
            self._check_total(n * n * prod(value.data.shape))
            value = contraction.contract(value, structure.identity(a, b, n), ())
        return self._own(value)

    def _over(self, sizes: Mapping[str, int], value: NamedArray) -> NamedArray:
        """A tensor broadcast over axes that it lacks."""
        self._check_total(prod(sizes.values()) * prod(value.data.shape))
        ones = self._own(NamedArray(tuple(sizes), np.ones(tuple(sizes.values()))))
        return contraction.contract(value, ones, ())

    def _guarded(self, function: Callable[..., NamedArray], *arguments: Any) -> NamedArray:
        try:
            return function(*arguments)
        except AxisError as problem:
            raise RunError("NT303", problem.message) from None

    def _check_total(self, n: int) -> None:
        if n > self.most:
            raise TooLarge(f"this needs an array of {n:,} entries, {TOO_LARGE} ({self.most:,})")

    def _bounded(self, *arrays: NamedArray, without: tuple[str, ...] = ()) -> None:
        """Refuse a result that would be too large, before it is made."""
        if prod([n for array in arrays for n in array.data.shape]) <= self.most:
            return  # even if no axis were shared
        sizes: dict[str, int] = {}
        for array in arrays:
            sizes.update(array.sizes)
        self._check_total(prod([n for a, n in sizes.items() if a not in without]))

    def _operate(self, name: str, axes: tuple[str, ...], arguments: list[NamedArray]) -> NamedArray:
        operation = named(name)
        kernel: Callable[..., NamedArray] = operation.kernel
        if operation.rule is Rule.ELEMENTWISE:
            if len(arguments) > 1:
                self._bounded(*arguments)
            return kernel(*arguments)
        square = operation.rule in (Rule.DET, Rule.INV)
        return kernel(arguments[0], *(axes if square else (axes,)))

    def _sample(self, plan: p.Sampled) -> NamedArray:
        axes = tuple(axis for axis, _ in plan.shape)
        sizes = tuple(self.size(size) for _, size in plan.shape)
        self._check_total(prod(sizes))
        given = self.given.get(plan.key)
        if given is not None and given.sizes == dict(zip(axes, sizes, strict=True)):
            return given
        drawn = self._drawn(plan.key, axes, sizes, plan.bounded(self.number))
        return bounded(drawn, plan, self.run) if any(plan.bounds) and self._library is None else drawn

    def _drawn(self, key: str, axes: tuple[str, ...], sizes: tuple[int, ...], domain: Domain = _REAL) -> NamedArray:
        draw = kept if self._library is None else sample  # other libraries may share memory with what they are given
        return self._own(draw(key, self.seed, self.instance, axes, sizes, domain))

    def _index(self, plan: p.Plan, frame: Frame) -> NamedArray:
        """Where something is looked up: by numpy if that is plain from the document, whatever is indexed."""
        if self._library is None or any(isinstance(x, p.Parameter | p.Sampled | p.Smooth) for x in walk(plan)):
            return self._run(plan, frame)
        return Runner(self.sizes, self.seed, self.instance, most=self.most).run(plan, frame.values)

    def _take(self, value: NamedArray, axis: str, where: NamedArray, span: Span, outside: float | None) -> NamedArray:
        try:
            if outside is not None:
                return gather_within(value, axis, where, outside)
            return indexing.gather(value, axis, where)
        except AxisError as problem:
            raise RunError("NT211", problem.message, span) from None

    def _choose(self, branches: tuple[tuple[p.Plan, p.Plan | None], ...], frame: Frame) -> NamedArray:
        """`cases`. An index may be out of range where its branch is not chosen: `X_{i-1}` where `i > 1`."""

        def within(inner: Frame) -> NamedArray:
            arms = [(self._run(v, inner), None if t is None else self._run(t, inner)) for v, t in branches]
            self._bounded(*[x for arm in arms for x in arm if x is not None])
            return assembling.choose(arms)

        try:
            return within(frame)
        except RunError as problem:
            if problem.code != "NT211" or self._library is not None:
                raise
            one, other = (within(Frame(frame.values, outside)) for outside in STAND_INS)
            if not np.array_equal(one.data, other.data, equal_nan=True):
                raise
            return one

    def _call(self, plan: p.Call, frame: Frame) -> NamedArray:
        """A call: lifted axes are renamed apart, so that the body cannot take them for its own, and renamed back."""
        function = plan.function
        values = [self._run(a, frame) for a in plan.arguments]
        lifted: dict[str, str] = {}
        inner: dict[str, NamedArray] = {}
        for (name, own), value in zip(function.parameters, values, strict=True):
            axes = tuple([axis if axis in own else f"{axis}~" for axis in value.axes])
            lifted.update({axis: axis[:-1] for axis in axes if axis.endswith("~")})
            inner[name] = value if axes == value.axes else NamedArray(axes, value.data)
        if not lifted:
            return self._body(function, inner)
        names = tuple(inner)

        def body(*arrays: NamedArray) -> NamedArray:
            result = self._body(function, dict(zip(names, arrays, strict=True)))
            if all(axis in result.axes for axis in lifted):
                return result
            unused = {a: n for x in arrays for a, n in x.sizes.items() if a in lifted and a not in result.axes}
            return self._over(unused, result) if unused else result

        entries = sum(prod(x.data.shape) for x in inner.values())
        if entries < TILE:
            result = body(*inner.values())
        else:
            sizes = {name: x.sizes for name, x in inner.items()}
            cost = largest(function.body, sizes, frozenset(lifted), self.size)
            result = tiled(body, tuple(inner.values()), tuple(lifted), cost)
        return NamedArray(tuple([lifted.get(axis, axis) for axis in result.axes]), result.data)

    def _body(self, function: p.Function, values: Values) -> NamedArray:
        """The body of a function.

        Where it overflows on the way, as `exp X / ∑ exp X` may, the known operation is taken if it is the same.
        """
        if function.known is not None and self._library is not None:
            # What the numbers are may not be known yet: they are traced, or computed later
            return self.run(function.known if self.is_known(function, values) else function.body, values)
        result = self.run(function.body, values)
        if function.known is None or np.isfinite(result.data.sum()) or not self.is_known(function, values):
            return result
        return self.run(function.known, values)

    def is_known(self, function: p.Function, values: Values) -> bool:
        """Whether a function gives what the known operation of its name gives, on small numbers."""
        key = (function.name, tuple((name, values[name].axes) for name, _ in function.parameters))
        if key not in self._same:
            own = {n: {a: size for a, size in x.sizes.items() if not a.endswith("~")} for n, x in values.items()}
            small = {
                name: sample("", self.seed, self.instance, tuple(sizes), tuple(sizes.values()), Domain())
                for name, sizes in own.items()
            }
            assert function.known is not None
            plain = self if self._library is None else Runner(self.sizes, self.seed, self.instance)
            one, two = plain.run(function.body, small), plain.run(function.known, small)
            x, y = align(one, two)[1]
            self._same[key] = set(one.axes) == set(two.axes) and np.allclose(x, y, rtol=1e-9, atol=1e-12)
        return self._same[key]

    def _unfold(self, plan: p.Recurrence, frame: Frame) -> NamedArray:
        parts = [Part.of(entries, self.size) for entries in plan.parts]
        self._check_total(max(prod(part.sizes.values()) for part in parts))
        steps = steps_of(parts, dict(plan.order))
        if self._steps + steps > self._most_steps:
            raise TooLarge(f"this takes {steps:,} operations, more than ntdoc runs ({self._most_steps:,})")

        def run(part: Part, values: Values) -> NamedArray:
            value = self.run(part.body, {**frame.values, **values})
            value = structure.rename(value, {axis: n for axis, n in part.axes.items() if axis in value.axes})
            lacking = {axis: n for axis, n in part.sizes_at(values).items() if axis not in value.axes}
            return self._over(lacking, value) if lacking else value

        unknown = {part.name: self._over(part.sizes, self._own(scalar(nan))) for part in parts}
        if plan.order:
            return in_order(parts, dict(plan.order), unknown, run, self._own if self._library else None)[plan.name]
        if self._library is not None:
            return unrolled(parts, unknown, run)[plan.name]
        if (found := settled(parts, unknown, run)) is None:
            raise RunError("", "some of its entries need each other")
        return found[plan.name]

    def _limit(self, plan: p.Limiting, frame: Frame) -> NamedArray:
        """The limit of a sequence of values. Raises RunError, with no code, where they do not settle."""
        if self._library is not None and not self._library.is_numpy:
            raise RunError("", "limits are found by numbers, which only numpy has at hand")

        def at(x: float) -> NamedArray:
            return self.run(plan.body, {**frame.values, plan.name: self._own(scalar(x))})

        try:
            return limits.towards(plan.target, plan.side, at)
        except limits.NoLimit as problem:
            raise RunError("", str(problem)) from None

    def _smooth(self, plan: p.Smooth, arguments: list[NamedArray]) -> NamedArray:
        """A smooth function of a given type, the same for the same name: tanh of a drawn affine map.

        Without its constant term it would be odd, and 0 at 0, and a claim that all functions are would seem to hold.
        """
        sizes = {a: self.size(s) for a, s in plan.result}
        shift = self._drawn(f"{plan.key}\0shift", tuple(sizes), tuple(sizes.values()))
        if not arguments:
            return shift
        own = plan.argument_axes
        parts = [(number, own[number], value) for number, value in enumerate(arguments)]
        linear = self._linear(plan.key, sizes, parts)
        return self._operate("tanh", (), [self._operate("add", (), [linear, shift])])

    def _linear(
        self, key: str, result: Mapping[str, int], parts: list[tuple[int, tuple[str, ...], NamedArray]]
    ) -> NamedArray:
        """A drawn linear map: the sum of what it makes of each of the numbered arguments."""
        total: NamedArray | None = None
        for number, own, value in parts:
            renamed = structure.rename(value, {a: f"{a}~in" for a in own})
            axes = tuple(f"{a}~in" for a in own) + tuple(result)
            sizes = tuple(renamed.sizes[f"{a}~in"] for a in own) + tuple(result.values())
            self._check_total(prod(sizes))
            weights = self._drawn(f"{key}\0{number}", axes, sizes)
            part = contraction.contract(renamed, weights, tuple(f"{a}~in" for a in own))
            total = part if total is None else self._operate("add", (), [total, part])
        assert total is not None
        return total
