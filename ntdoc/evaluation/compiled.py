"""A plan for arguments of known axes and sizes, compiled for each library and precision when they first occur."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ntdoc.evaluation import tiling
from ntdoc.evaluation.code import Code
from ntdoc.evaluation.cost import Sizes
from ntdoc.evaluation.lowering import Lowering, Order
from ntdoc.evaluation.program import Builder, Unsupported
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.steps import Input
from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.array import NamedArray
from ntdoc.operations.contraction import stored_order
from ntdoc.operations.libraries import Library
from ntdoc.shapes import plan as p

Given = Mapping[str, NamedArray]
Compiling = tuple[Code, Order] | None

_LARGE = 2**12  # entries from which it pays to look at how an array is stored
_MOST_CODES = 64
_FLOAT64 = np.dtype(np.float64)
_DOUBLES = Library(np, _FLOAT64, None)


class Compiled:
    """Runs a plan. What is beyond programs, as functions that are drawn, is walked by the runner."""

    def __init__(self, plan: p.Plan, runner: Runner) -> None:
        self.plan = plan
        self.runner = runner
        self._codes: dict[object, Compiling] = {}

    def run(self, values: Given, given: Given, library: Library | None) -> NamedArray:
        """The value for these parameters and values of free tensors, whose axes and sizes are always the same.

        Raises RunError and AxisError.
        """
        inputs = (*values.values(), *given.values())
        if library is None:  # where nothing has to be done, nothing is asked
            library = _DOUBLES
            arrays = [x.data if x.data.dtype == _FLOAT64 else library.put(x).data for x in inputs]
        else:
            arrays = [library.put(x).data for x in inputs]
        orders = None
        if library.is_numpy and any(x.size >= _LARGE and not x.flags.c_contiguous for x in arrays):
            orders = tuple([stored_order(x) for x in arrays])
            arrays = [x.transpose(order) for x, order in zip(arrays, orders, strict=True)]
        key = (library.key, orders)
        if key not in self._codes:
            if len(self._codes) >= _MOST_CODES:
                self._codes.clear()
            self._codes[key] = self._compiled(values, given, library, orders)
        found = self._codes[key]
        if found is None:
            return self._walked(values, given, library)
        code, order = found
        if not library.is_numpy:
            return NamedArray(order, code(arrays))
        with np.errstate(all="ignore"):
            return NamedArray(order, code(arrays))

    def _walked(self, values: Given, given: Given, library: Library) -> NamedArray:
        own = library.for_walks
        if own is not None:
            values, given = ({n: own.put(x) for n, x in some.items()} for some in (values, given))
        return self.runner.again(given, own).run(self.plan, values)

    def _compiled(
        self, values: Given, given: Given, library: Library, orders: tuple[tuple[int, ...], ...] | None
    ) -> Compiling:
        axes = [x.axes for x in (*values.values(), *given.values())]
        if orders is not None:
            axes = [tuple([own[i] for i in order]) for own, order in zip(axes, orders, strict=True)]
        inputs = [*[Input(n, False) for n in values], *[Input(n, True) for n in given]]
        parameters, free = ({n: x.sizes for n, x in some.items()} for some in (values, given))
        stored = dict(zip(inputs, axes, strict=True))
        return compiled(self.plan, self.runner, parameters, free, library, stored)


def compiled(
    plan: p.Plan,
    runner: Runner,
    parameters: Mapping[str, Sizes],
    given: Mapping[str, Sizes],
    library: Library,
    orders: Mapping[Input, Order],
    fixed: frozenset[Input] = frozenset(),
    within_tiles: bool = False,
) -> Compiling:
    """The code of a plan for inputs of these sizes and orders, and the axes of its result; None if it must be walked.

    `fixed` are the inputs that are the same for many runs: for all tiles, if it is run within them.
    """

    def within(
        body: p.Plan, sizes: Mapping[str, Sizes], orders: Mapping[Input, Order], fixed: frozenset[Input]
    ) -> tuple[Code, Order]:
        found = compiled(body, runner, sizes, given, library, orders, fixed, within_tiles=True)
        if found is None:
            raise Unsupported
        return found

    tile = tiling.TILE_BYTES // library.data_type.itemsize if library.is_numpy else None
    try:
        program = Builder(runner, given, tile).program(plan, parameters)
        tiler = tiling.Tiler(program, library.data_type, within, not within_tiles)
        return Lowering(program, runner, library, tiler).code(orders, fixed)
    except (Unsupported, RecursionError, *STOPS):
        return None
