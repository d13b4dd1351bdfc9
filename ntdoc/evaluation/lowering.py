"""A program made into calls of a library, on arrays whose dimensions are known to have a certain order.

All that names and sizes decide is decided here, once for each library and precision; what is left is to make the calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from ntdoc.evaluation.code import Code, Op
from ntdoc.evaluation.program import SHORT
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
)
from ntdoc.operations.along import Map, Reduction, highest
from ntdoc.operations.array import NamedArray, alignment, transpose_to
from ntdoc.operations.contraction import chosen, pairing
from ntdoc.operations.elementwise import Binary, Folded, Unary
from ntdoc.operations.libraries import Library
from ntdoc.operations.table import Rule, named

Order = tuple[str, ...]
Function = Callable[..., Any]

MOST_KEPT = 2**20
"""How many entries a value that depends on no argument may have to be kept from call to call."""


class Value(NamedTuple):
    """Where a value is, and which axis each dimension is."""

    slot: int
    order: Order


_MISSING = Value(-1, ())  # of a step that is left to one after it


class Lowering:
    """Makes one program into code for one library."""

    def __init__(
        self, program: Program, runner: Runner, library: Library, tiles: Callable[..., tuple[Function, Order]]
    ) -> None:
        """`tiles` makes a function of a step that is run in tiles, for inputs of these orders."""
        self._program = program
        self._runner = runner
        self._library = library
        self._tiles = tiles
        self._xp = library.namespace
        self._ops: list[Op] = []
        self._kept: list[Any] = []
        self._values: dict[int, Value] = {}
        self._postponed: set[int] = set()
        self._fixed: set[int] = set()  # slots of what is the same for many runs
        self._first: dict[int, Order] = {}  # for contractions, the free axes that are best stored first

    def code(self, orders: Mapping[Input, Order], fixed: frozenset[Input]) -> tuple[Code, Order]:
        """The code, and the axes of its result; `orders` are those of the inputs, in which they are to be given."""
        slots = {work: self._slot() for work in orders}
        self._fixed = {slots[work] for work in fixed}
        uses = self._program.uses()
        for number, step in enumerate(self._program.steps):
            if uses[number]:
                self._postpone(step, uses)
        for number, step in enumerate(self._program.steps):
            if isinstance(step.work, Input):
                self._values[number] = Value(slots[step.work], orders[step.work])
            elif uses[number] and number not in self._postponed:
                self._values[number] = self._lowered(number, step)
        slot, order = self._values[self._program.result]
        if not self._depends(self._program.result):
            slot = self._op(self._library.copy, [slot])  # what is kept is not handed out
        flags = [work in fixed for work in orders]
        return Code(self._ops, self._kept, list(slots.values()), slot, flags), order

    def _depends(self, number: int) -> bool:
        """Whether a step depends on an argument."""
        step = self._program.steps[number]
        return isinstance(step.work, Input) or any(map(self._depends, step.inputs))

    def _postpone(self, step: Step, uses: list[int]) -> None:
        """Leave to a step what it does better together with a step before that is for it alone."""
        entries = prod(step.sizes.values())
        for i in step.inputs:
            chain, names = self._behind(i)
            before = self._program.steps[chain[-1]]
            if any(uses[j] > 1 for j in chain) or not self._postponed.isdisjoint((*chain, *before.inputs)):
                continue
            if isinstance(step.work, Contraction) and self._library.is_numpy:
                # Weights that add up to 1 are divided by their sum when less is left to divide
                along = _softmax_axes(before, names)
                better = bool(along) and set(step.work.axes) <= set(along) and entries < prod(before.sizes.values())
            else:
                # A product is scaled by scaling the smaller of its operands, if that is smaller
                better = len(chain) == 1 and isinstance(before.work, Contraction) and self._is_scaling(step)
                better = better and min(self._entries(j) for j in before.inputs) < entries
            if better:
                self._postponed.update(chain)
                if isinstance(step.work, Contraction):
                    assert isinstance(before.work, Operation)
                    self._reduced_first(before.inputs[0], before.work.axes)
                return

    def _reduced_first(self, number: int, axes: Order) -> None:
        """Let the product from which a softmax is made have its axes first: numpy takes maxima faster row by row."""
        step = self._program.steps[number]
        while not isinstance(step.work, Contraction):
            if isinstance(step.work, Renaming):
                before = {new: old for old, new in step.work.pairs}
                axes, (number,) = tuple(before[axis] for axis in axes), step.inputs
            elif isinstance(step.work, Operation) and named(step.work.name).rule is Rule.ELEMENTWISE:
                number = max(step.inputs, key=self._entries)
            else:
                return
            step = self._program.steps[number]
        self._first[number] = axes

    def _behind(self, number: int) -> tuple[list[int], dict[str, str]]:
        """A step and those that it gives other names, and what the axes of the first of these are called now."""
        chain = [number]
        step = self._program.steps[number]
        names = {axis: axis for axis in step.sizes}
        while isinstance(step.work, Renaming):
            names = {old: names[new] for old, new in step.work.pairs}
            chain.append(step.inputs[0])
            step = self._program.steps[chain[-1]]
        return chain, names

    def _entries(self, number: int) -> int:
        return prod(self._program.steps[number].sizes.values())

    def _is_scaling(self, step: Step) -> bool:
        """Whether a step divides or multiplies by a number, and one that is far from where digits are lost."""
        if not isinstance(step.work, Operation) or step.work.name not in ("divide", "multiply"):
            return False
        number = self._program.steps[step.inputs[1]].work
        return isinstance(number, Number) and 2**-30 <= abs(number.value) <= 2**30

    def _slot(self, value: object = None) -> int:
        self._kept.append(value)
        return len(self._kept) - 1

    def _op(
        self, function: Function, inputs: Sequence[int], fresh: bool = True, over: tuple[Function | None, ...] = ()
    ) -> int:
        out = self._slot()
        if inputs and self._fixed.issuperset(inputs):
            self._fixed.add(out)
        self._ops.append(Op(function, tuple(inputs), out, fresh, over if self._library.is_numpy else ()))
        return out

    def _lowered(self, number: int, step: Step) -> Value:
        inputs = [self._values.get(i, _MISSING) for i in step.inputs]
        match step.work:
            case Number(value):
                return Value(self._slot(self._library.number(value)), ())
            case Renaming(pairs):
                return Value(inputs[0].slot, tuple(map(dict(pairs).__getitem__, inputs[0].order)))
            case Operation(name, axes):
                if step.inputs[0] in self._postponed:
                    return self._scaled(name, step)
                return self._operate(name, axes, step, inputs)
            case Contraction(axes):
                if not self._postponed.isdisjoint(step.inputs):
                    return self._weighted(axes, step)
                return self._contract(axes, inputs[0], inputs[1], self._sizes(step), self._first.get(number, ()))
            case Spread(sizes):
                return self._spread(dict(sizes), inputs[0])
            case Tiling():
                function, order = self._tiles(step, [value.order for value in inputs])
                return Value(self._op(function, [value.slot for value in inputs]), order)
            case Walked():
                return self._walk(step.work, step, inputs)
            case Input():
                raise AssertionError("arguments have slots from the start")

    def _sizes(self, step: Step) -> dict[str, int]:
        """The sizes of all axes of all inputs."""
        return {axis: n for i in step.inputs for axis, n in self._program.steps[i].sizes.items()}

    def _spread(self, sizes: Mapping[str, int], value: Value) -> Value:
        ones = NamedArray(tuple(sizes), np.ones(tuple(sizes.values())))
        return self._pair("multiply", value, Value(self._slot(self._library.kept(ones)), ones.axes))

    def _operate(self, name: str, axes: Order, step: Step, inputs: list[Value]) -> Value:
        operation = named(name)
        kernel, xp, x = operation.kernel, self._xp, inputs[0]
        if isinstance(kernel, Folded) and len(inputs) == 2:
            kernel = kernel.pair
        match kernel:
            case Binary(standard):
                return self._pair(standard, *inputs)
            case Unary(function, standard):
                ufunc = getattr(np, standard, None) if self._library.is_numpy and standard else None
                if isinstance(ufunc, np.ufunc) and x.order:
                    return Value(self._op(ufunc, [x.slot], over=(_over_one(ufunc),)), x.order)
                return Value(self._op(lambda data: function(xp, data), [x.slot], bool(standard)), x.order)
            case Reduction(function):
                dims = tuple(map(x.order.index, axes))
                rest = tuple(axis for axis in x.order if axis not in axes)
                if name == "sum":
                    return Value(self._sum(x, dims, self._sizes(step)), rest)
                return Value(self._op(lambda data: function(xp, data, dims), [x.slot], bool(axes)), rest)
            case Map(function):
                dims = tuple(map(x.order.index, axes))
                return Value(self._op(lambda data: function(xp, data, dims), [x.slot], False), x.order)
        square = operation.rule in (Rule.DET, Rule.INV)
        below = axes if square else () if operation.rule is Rule.ELEMENTWISE else (axes,)
        return self._apply(lambda *arrays: kernel(*arrays, *below), step, inputs)

    def _pair(self, name: str, x: Value, y: Value) -> Value:
        """An operation on two arrays, entry by entry, with their dimensions in one order."""
        function, numpy = self._library.function(name), self._library.is_numpy
        order, moves = alignment((x.order, y.order))
        views = [x.slot, y.slot]
        for which, transposed, insertion in moves:
            view = self._library.view(transposed, insertion)
            views[which] = self._op(view, [views[which]], fresh=False)
            repeated = transposed is not None and (len(transposed) < len(order) or views[which] in self._fixed)
            if numpy and repeated:  # to be read many times: once in the wrong order is enough
                views[which] = self._op(np.ascontiguousarray, [views[which]], fresh=False)
        if not numpy or not order:
            return Value(self._op(function, views), order)
        whole = [len(value.order) == len(order) for value in (x, y)]
        overs = (_over_left(function), _over_right(function))
        over = tuple(f if may else None for f, may in zip(overs, whole, strict=True))
        return Value(self._op(function, views, over=over), order)

    def _scaled(self, name: str, step: Step) -> Value:
        """A contraction divided or multiplied by a number, which is done to its smaller operand."""
        product = self._program.steps[step.inputs[0]]
        assert isinstance(product.work, Contraction)
        values = [self._values[i] for i in product.inputs]
        least = min(range(2), key=lambda i: self._entries(product.inputs[i]))
        values[least] = self._pair(name, values[least], self._values[step.inputs[1]])
        first = self._first.get(step.inputs[0], ())
        return self._contract(product.work.axes, values[0], values[1], self._sizes(product), first)

    def _weighted(self, axes: Order, step: Step) -> Value:
        """A softmax contracted over its axes, with its sums divided by afterwards. All its weights are at most 1."""
        at = 0 if step.inputs[0] in self._postponed else 1
        chain, names = self._behind(step.inputs[at])
        softmax = self._program.steps[chain[-1]]
        slot, own = self._values[softmax.inputs[0]]
        x, xp = Value(slot, tuple(names[axis] for axis in own)), self._xp
        along = _softmax_axes(softmax, names)
        dims = tuple(map(x.order.index, along))
        top = self._op(lambda data: highest(xp, data, dims, True), [x.slot])
        shifted = self._op(np.subtract, [x.slot, top], over=(_over_left(np.subtract), None))
        weights = self._op(np.exp, [shifted], over=(_over_one(np.exp),))
        total = self._sum(Value(weights, x.order), dims, self._sizes(step))
        rest = tuple(axis for axis in x.order if axis not in along)
        both = [self._values.get(i) or Value(weights, x.order) for i in step.inputs]
        product = self._contract(axes, both[0], both[1], self._sizes(step))
        return self._pair("divide", product, Value(total, rest))

    def _sum(self, x: Value, dims: tuple[int, ...], sizes: Mapping[str, int]) -> int:
        """A sum along dimensions; BLAS does it several times as fast, but one number after the other."""
        last = len(x.order) - 1
        if dims not in ((last,), (last - 1,)) or sizes[x.order[dims[0]]] > SHORT or not self._library.is_numpy:
            function = named("sum").kernel.function  # type: ignore[attr-defined]
            return self._op(lambda data: function(self._xp, data, dims), [x.slot], bool(dims))
        ones = self._slot(np.ones(sizes[x.order[dims[0]]], self._library.data_type))
        return self._op(np.matmul, [x.slot, ones] if dims == (last,) else [ones, x.slot])

    def _contract(self, axes: Order, x: Value, y: Value, sizes: Mapping[str, int], first: Order = ()) -> Value:
        xp, numpy = self._xp, self._library.is_numpy
        if first and set(first) <= set(y.order) - set(x.order):
            x, y = y, x
        plan = pairing(x.order, y.order, axes)
        rows, columns = tuple(sizes[a] for a in x.order), tuple(sizes[a] for a in y.order)
        way = chosen(plan, rows, columns, numpy)
        if way is None and numpy and plan.einsum:
            return Value(self._op(lambda a, b: np.einsum(plan.einsum, a, b), [x.slot, y.slot]), plan.einsum_axes)
        if way is None:
            product = self._pair("multiply", x, y)
            dims = tuple(map(product.order.index, axes))
            rest = tuple(axis for axis in product.order if axis not in axes)
            return Value(self._op(lambda data: xp.sum(data, axis=dims), [product.slot]), rest)
        batch = tuple(rows[i] for i in plan.aligned)
        free = tuple(rows[i] for i in plan.left), tuple(columns[j] for j in plan.right)
        m, n, k = prod(free[0]), prod(free[1]), prod(rows[i] for i in plan.contracted)
        a = self._arranged(x, rows, way.left, way.left_copied, (*batch, m, k))
        b = self._arranged(y, columns, way.right, way.right_copied, (*batch, k, n))
        slot = self._op(self._library.function("matmul"), [a, b])
        if (m,) != free[0] or (n,) != free[1]:
            slot = self._op(self._library.reshape((*batch, *free[0], *free[1])), [slot], fresh=False)
        return Value(slot, plan.axes)

    def _arranged(
        self, x: Value, sizes: tuple[int, ...], order: tuple[int, ...], copied: bool, shape: tuple[int, ...]
    ) -> int:
        """An operand with its dimensions in an order, and then in a shape."""
        slot = x.slot
        if order != tuple(range(len(order))):
            slot = self._op(self._library.view(order, None), [slot], fresh=False)
            # What BLAS could not read in place, numpy would multiply entry by entry
            if copied and self._library.is_numpy:
                slot = self._op(np.ascontiguousarray, [slot], fresh=False)
        if tuple(sizes[i] for i in order) == shape:
            return slot
        return self._op(self._library.reshape(shape), [slot], fresh=False)

    def _walk(self, walked: Walked, step: Step, inputs: list[Value]) -> Value:
        runner, library, count = self._runner, self._library, len(walked.parameters)
        if not inputs and prod(step.sizes.values()) <= MOST_KEPT:
            result = transpose_to(runner.again({}, None).run(walked.inner, {}), tuple(step.sizes))
            return Value(self._slot(library.kept(result)), tuple(step.sizes))

        def run(*arrays: NamedArray) -> NamedArray:
            given = dict(zip(walked.given, arrays[count:], strict=True))
            values = dict(zip(walked.parameters, arrays[:count], strict=True))
            return runner.again(given, library.for_walks).run(walked.inner, values)

        return self._apply(run, step, inputs)

    def _apply(self, function: Callable[..., NamedArray], step: Step, inputs: list[Value]) -> Value:
        """A function of named arrays."""
        order, orders, library = tuple(step.sizes), [value.order for value in inputs], self._library

        def apply(*arrays: Any) -> Any:
            values = [NamedArray(axes, library.array(data)) for axes, data in zip(orders, arrays, strict=True)]
            return library.own(transpose_to(function(*values), order))

        return Value(self._op(apply, [value.slot for value in inputs], fresh=False), order)


def _softmax_axes(step: Step, names: Mapping[str, str]) -> Order:
    """The axes along which a step is a softmax, by other names; none if it is none."""
    if not isinstance(step.work, Operation) or step.work.name != "softmax":
        return ()
    return tuple(names[axis] for axis in step.work.axes)


def _over_one(function: Function) -> Function:
    return lambda x: function(x, x)


def _over_left(function: Function) -> Function:
    return lambda x, y: function(x, y, out=x)


def _over_right(function: Function) -> Function:
    return lambda x, y: function(x, y, out=y)
