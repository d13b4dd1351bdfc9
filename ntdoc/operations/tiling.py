"""Tiling: a function that only lifts over some axes, applied to a few of their records at a time.

The result is the same, but what the function makes on the way stays small enough for the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import prod
from typing import Any

from ntdoc.operations.array import NamedArray, common_sizes, namespace, transpose_to

# Measured on attention: from 2**17 to 2**19 entries the time is flat; at 2**15 and 2**21, 1.5 times.
TILE = 2**18
"""How many entries the largest intermediate result of one tile may have: two megabytes of doubles."""


def tiled(
    function: Callable[..., NamedArray],
    arguments: tuple[NamedArray, ...],
    lifted: tuple[str, ...],
    cost: int,
) -> NamedArray:
    """`function(*arguments)`, computed in tiles along `lifted`.

    `lifted` are the axes that the function lifts over and does nothing else with; `cost` is the number
    of entries of its largest intermediate result for one record of them. What the function makes of arguments
    without these axes it makes anew for each tile: such work belongs before the call.
    Raises AxisError where an axis has two sizes, and what the function raises.
    """
    sizes = common_sizes(*arguments)
    lifted = tuple([axis for axis in lifted if sizes.get(axis, 1) > 1])
    whole = prod([sizes[axis] for axis in lifted]) * cost <= 2 * TILE
    if not lifted or whole or namespace(*arguments).__name__ != "numpy":
        return function(*arguments)
    return _assemble(function, arguments, {axis: sizes[axis] for axis in lifted}, cost)


def _assemble(
    function: Callable[..., NamedArray], arguments: tuple[NamedArray, ...], sizes: dict[str, int], cost: int
) -> NamedArray:
    from numpy import empty

    out: Any = None
    inner: tuple[str, ...] = ()
    for tile in tiles(sizes, TILE // max(1, cost)):
        part = function(*(_slice(argument, tile) for argument in arguments))
        kept = tuple([axis for axis in sizes if isinstance(tile[axis], slice)])
        if out is None:
            inner = tuple([axis for axis in part.axes if axis not in kept])
            shape = [part.sizes[axis] for axis in inner]
            out = empty((*sizes.values(), *shape), dtype=part.data.dtype)
        # An axis that the function dropped (it did not use the argument) is broadcast when it is written
        present = tuple([axis for axis in kept if axis in part.axes])
        data = transpose_to(part, (*present, *inner)).data
        for position, axis in enumerate(kept):
            if axis not in present:
                data = data[(*[slice(None)] * position, None)]
        out[tuple(tile.values())] = data
    return NamedArray((*sizes, *inner), out)


def tiles(sizes: dict[str, int], records: int) -> Iterator[dict[str, int | slice]]:
    """So many records at a time: single ones of the first axes, slices of one axis, and the last axes whole."""
    steps: dict[str, int] = {}
    room = max(1, records)
    for axis, size in reversed(sizes.items()):
        steps[axis] = min(size, room)
        room = room // size
    choices: list[list[int | slice]] = []
    for axis, size in sizes.items():
        step = steps[axis]
        if step <= 1:
            choices.append(list(range(size)))
        else:
            choices.append([slice(start, min(start + step, size)) for start in range(0, size, step)])
    for choice in product(*choices):
        yield dict(zip(sizes, choice, strict=True))


def _slice(array: NamedArray, tile: dict[str, int | slice]) -> NamedArray:
    """A view of the tile's part of an array; an axis of which the tile has one record is gone."""
    if not any(axis in tile for axis in array.axes):
        return array
    axes = tuple([axis for axis in array.axes if isinstance(tile.get(axis, slice(None)), slice)])
    return NamedArray(axes, array.data[tuple([tile.get(axis, slice(None)) for axis in array.axes])])
