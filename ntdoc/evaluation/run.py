"""Runs a plan on named arrays. All that names and shapes decide has been decided: this is a short walk."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np

from ntdoc.evaluation.cost import largest
from ntdoc.evaluation.sampling import sample
from ntdoc.operations import contraction, indexing, limits, structure
from ntdoc.operations.array import NamedArray, align, scalar
from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.operations.errors import AxisError
from ntdoc.operations.table import Rule, named
from ntdoc.operations.tiling import TILE, tiled
from ntdoc.shapes import plan as p
from ntdoc.shapes.sizes import Size
from ntdoc.source import Span

LARGEST = 2**24
"""How many entries an array may have: beyond that nothing is evaluated."""

MOST_STEPS = 1_000_000
"""How many operations one choice of sizes and samples may take: a document can ask for more than there is time."""

Frame = Mapping[str, NamedArray]


class RunError(Exception):
    """Evaluation stopped: an index out of range (NT211), sizes that are too large (NT303)."""

    def __init__(self, code: str, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span


STOPS = (RunError, AxisError)


class Runner:
    """Evaluates plans for one choice of sizes and samples; definitions are evaluated once."""

    def __init__(
        self, sizes: Mapping[str, int], seed: int = 0, instance: int = 0, given: Mapping[str, NamedArray] | None = None
    ) -> None:
        """`given` are the values of free tensors that are not to be drawn."""
        self.sizes = sizes
        self.given = given or {}
        self.seed = seed
        self.instance = instance
        self._defined: dict[int, NamedArray] = {}
        self._steps = 0

    def size(self, size: Size) -> int:
        """A size as a number. Raises RunError if it is none."""
        try:
            value = size.evaluate(self.sizes)
        except (KeyError, ZeroDivisionError):
            raise RunError("NT303", f"the size {size} is not known") from None
        if value.denominator != 1 or value < 0:
            raise RunError("NT303", f"the size {size} would be {value}")
        return int(value)

    def run(self, plan: p.Plan, frame: Frame) -> NamedArray:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise RunError("NT303", f"this takes more than {MOST_STEPS:,} operations")
        match plan:
            case p.Constant(number):
                return scalar(number)
            case p.Parameter(name):
                return frame[name]
            case p.Operate(operation, axes, arguments):
                return self._operate(operation, axes, [self.run(a, frame) for a in arguments])
            case p.Contract(axes, left, right):
                x, y = self.run(left, frame), self.run(right, frame)
                self._bounded(x, y, without=axes)
                return contraction.contract(x, y, axes)
            case p.Call():
                return self._call(plan, frame)
            case p.Defined(key, body):
                if key not in self._defined:
                    self._defined[key] = self.run(body, {})
                return self._defined[key]
            case p.Sampled():
                return self._sample(plan)
            case p.SizeValue(size):
                return scalar(float(self.size(size)))
            case p.Renamed(pairs, body):
                return structure.rename(self.run(body, frame), dict(pairs))
            case p.Flattened(axes, axis, body):
                return structure.flatten(self.run(body, frame), axes, axis)
            case p.Unflattened(axis, shape, body):
                return self._guarded(
                    structure.unflatten, self.run(body, frame), axis, {a: self.size(s) for a, s in shape}
                )
            case p.Taken(axis, body, index, span):
                return self._take(self.run(body, frame), axis, self.run(index, frame), span)
            case p.Counter(axis, low, size):
                n = self.size(size)
                self._check_total(n)
                return NamedArray((axis,), np.arange(low, low + n, dtype=np.float64))
            case p.Literal(row, column, cells):
                return self._literal(row, column, [[self.run(c, frame) for c in r] for r in cells])
            case p.Chosen(branches):
                return self._choose(
                    [(self.run(v, frame), None if t is None else self.run(t, frame)) for v, t in branches]
                )
            case p.Compared(relation, left, right):
                return compare(relation, self.run(left, frame), self.run(right, frame))
            case p.Eye(pairs):
                return self._identity(pairs)
            case p.Spread(shape, body):
                return self._spread(shape, self.run(body, frame))
            case p.Concatenated(axis, parts):
                return structure.concat([self.run(part, frame) for part in parts], axis)
            case p.Windows(kind, axis, kernel, width, body):
                function = indexing.unroll if kind == "unroll" else indexing.pool
                return self._guarded(function, self.run(body, frame), axis, kernel, self.size(width))
            case p.Limiting():
                return self._limit(plan, frame)
            case p.Smooth():
                return self._smooth(plan, [self.run(a, frame) for a in plan.arguments])

    def _identity(self, pairs: tuple[tuple[str, str, Size], ...]) -> NamedArray:
        value = scalar(1.0)
        for a, b, size in pairs:
            n = self.size(size)
            self._check_total(n * n * int(np.size(value.data)))
            value = contraction.contract(value, structure.identity(a, b, n), ())
        return value

    def _spread(self, shape: tuple[tuple[str, Size], ...], value: NamedArray) -> NamedArray:
        return self._over({a: self.size(s) for a, s in shape}, value)

    def _over(self, sizes: Mapping[str, int], value: NamedArray) -> NamedArray:
        """A tensor broadcast over axes that it lacks."""
        self._check_total(prod(sizes.values()) * int(np.size(value.data)))
        ones = NamedArray(tuple(sizes), np.ones(tuple(sizes.values())))
        return contraction.contract(value, ones, ())

    def _guarded(self, function: Any, *arguments: Any) -> NamedArray:
        try:
            result: NamedArray = function(*arguments)
        except AxisError as problem:
            raise RunError("NT303", problem.message) from None
        return result

    def _check_total(self, total: int) -> None:
        if total > LARGEST:
            raise RunError(
                "NT303", f"this needs an array of {total:,} entries, more than ntdoc evaluates ({LARGEST:,})"
            )

    def _bounded(self, *arrays: NamedArray, without: tuple[str, ...] = ()) -> None:
        """Refuse a result that would be too large, before it is made."""
        sizes: dict[str, int] = {}
        for array in arrays:
            sizes.update(array.sizes)
        self._check_total(prod([n for a, n in sizes.items() if a not in without]))

    def _operate(self, name: str, axes: tuple[str, ...], arguments: list[NamedArray]) -> NamedArray:
        operation = named(name)
        if operation.rule is Rule.ELEMENTWISE:
            if len(arguments) > 1:
                self._bounded(*arguments)
            result: NamedArray = operation.kernel(*arguments)
            return result
        square = operation.rule in (Rule.DET, Rule.INV)
        along: NamedArray = operation.kernel(arguments[0], *(axes if square else (axes,)))
        return along

    def _sample(self, plan: p.Sampled) -> NamedArray:
        axes = tuple(axis for axis, _ in plan.shape)
        sizes = tuple(self.size(size) for _, size in plan.shape)
        self._check_total(prod(sizes))
        given = self.given.get(plan.key)
        if given is not None and given.sizes == dict(zip(axes, sizes, strict=True)):
            return given
        domain = plan.domain
        if domain.kind is DomainKind.INTEGERS and plan.limit is not None:
            domain = Domain(DomainKind.INTEGERS, upper=max(self.size(plan.limit), 1))
        drawn = sample(plan.key, self.seed, self.instance, axes, sizes, domain)
        return NamedArray(drawn.axes, np.asarray(drawn.data, dtype=np.float64))

    def _take(self, value: NamedArray, axis: str, where: NamedArray, span: Span) -> NamedArray:
        try:
            return indexing.gather(value, axis, where)
        except AxisError as problem:
            raise RunError("NT211", problem.message, span) from None

    def _literal(self, row: str | None, column: str | None, cells: list[list[NamedArray]]) -> NamedArray:
        axes, views = align(*[cell for line in cells for cell in line])
        shape = np.broadcast_shapes(*[np.shape(v) for v in views])
        data = np.stack([np.broadcast_to(v, shape) for v in views])
        grid = data.reshape((len(cells), len(cells[0]), *shape))
        names: tuple[str, ...] = axes
        if column is None:
            grid = grid[:, 0]
        else:
            names = (column, *names)
        if row is None:
            grid = grid[0]
        else:
            names = (row, *names)
        return NamedArray(names, grid)

    def _choose(self, branches: list[tuple[NamedArray, NamedArray | None]]) -> NamedArray:
        flat = [x for value, test in branches for x in ((value,) if test is None else (value, test))]
        axes, views = align(*flat)
        shape = np.broadcast_shapes(*[np.shape(v) for v in views])
        self._check_total(prod(shape))
        result = np.full(shape, np.nan)
        open_ = np.ones(shape, dtype=bool)
        remaining = iter(views)
        for _, test in branches:
            value = next(remaining)
            here = open_ if test is None else open_ & (np.broadcast_to(next(remaining), shape) != 0)
            result = np.where(here, value, result)
            open_ = open_ & ~here
        return NamedArray(axes, result)

    def _call(self, plan: p.Call, frame: Frame) -> NamedArray:
        """A call: lifted axes are renamed apart, so that the body cannot take them for its own, and renamed back."""
        function = plan.function
        values = [self.run(a, frame) for a in plan.arguments]
        lifted: dict[str, str] = {}
        inner: dict[str, NamedArray] = {}
        for (name, own), value in zip(function.parameters, values, strict=True):
            mapping = {axis: f"{axis}~" for axis in value.axes if axis not in own}
            lifted.update({new: old for old, new in mapping.items()})
            inner[name] = NamedArray(tuple([mapping.get(axis, axis) for axis in value.axes]), value.data)
        if not lifted:
            return self.run(function.body, inner)
        names = tuple(inner)

        def body(*arrays: NamedArray) -> NamedArray:
            result = self.run(function.body, dict(zip(names, arrays, strict=True)))
            unused = {a: n for x in arrays for a, n in x.sizes.items() if a in lifted and a not in result.axes}
            return self._over(unused, result) if unused else result

        entries = sum(int(np.size(x.data)) for x in inner.values())
        if entries < TILE:
            result = body(*inner.values())
        else:
            sizes = {name: x.sizes for name, x in inner.items()}
            cost = largest(function.body, sizes, frozenset(lifted), self.size)
            result = tiled(body, tuple(inner.values()), tuple(lifted), cost)
        return NamedArray(tuple([lifted.get(axis, axis) for axis in result.axes]), result.data)

    def _limit(self, plan: p.Limiting, frame: Frame) -> NamedArray:
        """The limit of a sequence of values. Raises RunError, with no code, where they do not settle."""
        found: list[NamedArray] = []
        for side in (plan.side,) if plan.side or np.isinf(plan.target) else (1, -1):
            values = (self.run(plan.body, {**frame, plan.name: scalar(x)}) for x in limits.approach(plan.target, side))
            settled = limits.limit(values)
            if settled is None:
                raise RunError("", "the numbers do not show what this limit is")
            found.append(settled)
        if len(found) == 2 and not limits.agree(*found):
            raise RunError("", "the limits from the two sides are different")
        return found[0]

    def _smooth(self, plan: p.Smooth, arguments: list[NamedArray]) -> NamedArray:
        """A smooth function of a given type, the same for the same name: tanh of a drawn affine map.

        Without its constant term it would be odd, and 0 at 0, and a claim that all functions are would seem to hold.
        """
        result_sizes = {a: self.size(s) for a, s in plan.result}
        total: NamedArray | None = None
        for number, (value, own) in enumerate(zip(arguments, plan.argument_axes, strict=True)):
            renamed = structure.rename(value, {a: f"{a}~in" for a in own})
            axes = tuple(f"{a}~in" for a in own) + tuple(result_sizes)
            sizes = tuple(renamed.sizes[f"{a}~in"] for a in own) + tuple(result_sizes.values())
            self._check_total(prod(sizes))
            weights = sample(f"{plan.key}\0{number}", self.seed, self.instance, axes, sizes, Domain())
            part = contraction.contract(renamed, weights, tuple(f"{a}~in" for a in own))
            total = part if total is None else self._operate("add", (), [total, part])
        if total is None:
            return sample(
                plan.key, self.seed, self.instance, tuple(result_sizes), tuple(result_sizes.values()), Domain()
            )
        shift = sample(
            f"{plan.key}\0shift",
            self.seed,
            self.instance,
            tuple(result_sizes),
            tuple(result_sizes.values()),
            Domain(),
        )
        return self._operate("tanh", (), [self._operate("add", (), [total, shift])])


def compare(relation: str, left: NamedArray, right: NamedArray) -> NamedArray:
    """A relation entry by entry: 1 where it holds."""
    axes, (x, y) = align(left, right)
    match relation:
        case "eq":
            holds = x == y
        case "ne":
            holds = x != y
        case "le":
            holds = x <= y
        case "lt":
            holds = x < y
        case "ge":
            holds = x >= y
        case "gt":
            holds = x > y
        case "odd":
            holds = np.mod(x, 2) == 1
        case _:
            holds = np.mod(x, 2) == 0
    return NamedArray(axes, np.asarray(holds, dtype=np.float64))
