"""Calls that lift over some axes, run on a few of their records at a time, on all cores.

The result is the same, but what is made on the way stays small enough for the cache, and one tile does not wait for
another. On attention this is the difference between whole arrays and the best loop written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, prod
from typing import Any, NamedTuple

import numpy as np

from ntdoc.evaluation.code import Code
from ntdoc.evaluation.cost import Sizes
from ntdoc.evaluation.steps import Input, Program, Step, Tiling
from ntdoc.evaluation.workers import cores, each
from ntdoc.operations.tiling import tiles
from ntdoc.shapes import plan as p

Order = tuple[str, ...]
Index = tuple[int | slice | None, ...]
Compile = Callable[[p.Plan, Mapping[str, Sizes], Mapping[Input, Order], frozenset[Input]], tuple[Code, Order]]
"""Makes the code of a body for inputs of some sizes and orders, of which some are the same for all tiles."""

TILE_BYTES = 2**20
"""How many bytes the largest intermediate result of one tile may take."""


class _Tile(NamedTuple):
    """One tile: the part of each argument, the part of the result, and how the code's result is put there."""

    code: Code
    parts: tuple[Index | None, ...]  # None for an argument that is the same for all tiles
    place: Index
    order: tuple[int, ...]
    widened: Index


class Tiler:
    """Makes functions of plain arrays of numpy for the steps of a program that are run in tiles."""

    def __init__(self, program: Program, data_type: np.dtype[Any], compile_: Compile, on_threads: bool) -> None:
        """`on_threads` says whether tiles may be run on threads, for they are not within tiles themselves."""
        self._program = program
        self._data_type = data_type
        self._compile = compile_
        self._on_threads = on_threads

    def __call__(self, step: Step, orders: Sequence[Order]) -> tuple[Callable[..., Any], Order]:
        """A function of the inputs of a step, in these orders, and the axes of its result."""
        work = step.work
        assert isinstance(work, Tiling)
        sizes = {axis: n for i in step.inputs for axis, n in self._program.steps[i].sizes.items()}
        lifted = {axis: sizes[axis] for axis in work.lifted}
        stored = dict(zip(work.inputs, orders, strict=True))
        codes: dict[tuple[int, ...], tuple[Code, Order]] = {}
        inner: Order | None = None
        plan: list[_Tile] = []
        room = work.records
        if self._on_threads:  # a few tiles for each, so that none has to wait long for another
            room = min(room, ceil(prod(lifted.values()) / (4 * cores())))
        wheres = list(tiles(lifted, room))
        cut = {axis for where in wheres for axis, part in where.items() if part != slice(0, lifted[axis])}
        fixed = frozenset(name for name, order in stored.items() if cut.isdisjoint(order))
        for where in wheres:
            kept = {axis: part.stop - part.start for axis, part in where.items() if isinstance(part, slice)}
            kind = tuple(kept.values())
            if kind not in codes:
                own = {name: tuple(a for a in o if a not in lifted or a in kept) for name, o in stored.items()}
                small = {name.name: {a: kept.get(a, sizes[a]) for a in own[name]} for name in own if not name.given}
                codes[kind] = self._compile(work.function.body, small, own, fixed)
            code, order = codes[kind]
            if inner is None:
                inner = tuple(axis for axis in order if axis not in kept)
            wanted = (*[axis for axis in kept if axis in order], *inner)
            parts = [
                None if name in fixed else tuple(where.get(axis, slice(None)) for axis in o)
                for name, o in stored.items()
            ]
            # An axis that the body drops, for it does not use the argument, is broadcast when it is written
            widened = (*[slice(None) if axis in order else None for axis in kept], *[slice(None)] * len(inner))
            plan.append(_Tile(code, tuple(parts), tuple(where.values()), tuple(map(order.index, wanted)), widened))
        assert inner is not None
        shape = (*lifted.values(), *[step.sizes[axis] for axis in inner])
        return _function(plan, [code for code, _ in codes.values()], shape, self._data_type), (*lifted, *inner)


def _function(
    plan: Sequence[_Tile], codes: Sequence[Code], shape: tuple[int, ...], data_type: np.dtype[Any]
) -> Callable[..., Any]:
    def run(*arrays: Any) -> Any:
        out = np.empty(shape, dtype=data_type)
        ready = {code: code.prepared(arrays) for code in codes}

        @np.errstate(all="ignore")  # each thread has its own
        def one(tile: _Tile) -> None:
            views = [x if part is None else x[part] for x, part in zip(arrays, tile.parts, strict=True)]
            out[tile.place] = tile.code.run(ready[tile.code], views).transpose(tile.order)[tile.widened]

        each(one, plan)
        return out

    return run
