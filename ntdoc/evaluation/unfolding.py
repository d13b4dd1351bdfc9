"""Tensors whose entries are made of others of them: one after the other, or all again until they stay the same.

Where the order is known, each entry is computed once, when all that it needs is there. Else all are computed again and
again: each time those become right of which all that they need is. There is only one array that stays the same, if no
entry needs itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

from ntdoc.evaluation.branches import STAND_INS
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray, align, scalar, transpose_to
from ntdoc.operations.assembling import choose
from ntdoc.shapes import plan as p
from ntdoc.shapes.sizes import Size

Arrays = Mapping[str, NamedArray]


class Part(NamedTuple):
    """One of the tensors: its sizes, and where along the axes of its places it begins."""

    name: str
    body: p.Plan
    sizes: dict[str, int]
    first: dict[str, int]

    @classmethod
    def of(cls, entries: p.Entries, number: Callable[[Size], int]) -> Part:
        sizes = {axis: number(size) for axis, size in entries.shape}
        return cls(entries.name, entries.body, sizes, dict(entries.first))

    @property
    def axes(self) -> dict[str, str]:
        """The axes of its places, and those of the tensor that they are places along."""
        return {_index(axis): axis for axis in self.first}

    def along(self, axis: str) -> range:
        return range(self.first[axis], self.first[axis] + self.sizes[axis])

    def places(self, axes: Sequence[str]) -> dict[str, NamedArray]:
        """All places along some axes, as the body knows them."""
        numbers = {axis: np.array(self.along(axis), dtype=np.float64) for axis in axes}
        return {_index(axis): NamedArray((_index(axis),), data) for axis, data in numbers.items()}

    def sizes_at(self, values: Arrays) -> dict[str, int]:
        """The sizes of what the body comes to at some places."""
        return {axis: n for axis, n in self.sizes.items() if axis not in self.first or values[_index(axis)].axes}


def _index(axis: str) -> str:
    return p.Places(axis).index_axis


Run = Callable[[Part, Arrays], NamedArray]


def steps_of(parts: Sequence[Part], order: Mapping[str, int]) -> int:
    """How many operations it takes at most: those of a body for each place, or for each time that all are computed.

    That is as many times as there are places; and a thousand entries take as long as an operation.
    """
    bodies = sum(sum(1 for _ in walk(part.body)) for part in parts)
    if order:
        return bodies * prod(len(_places(parts, axis, step)) for axis, step in order.items())
    entries = sum(prod(part.sizes.values()) for part in parts)
    return bodies * (_most(parts) + 1) * (1 + entries // 1000)


def in_order(
    parts: Sequence[Part],
    order: Mapping[str, int],
    unknown: Arrays,
    run: Run,
    own: Callable[[NamedArray], NamedArray] | None,
) -> Arrays:
    """The tensors, found place by place along the axes of an order; `own` puts an array beside those of a library."""
    values = dict(unknown)
    if own is None:
        values = {name: NamedArray(value.axes, np.array(value.data)) for name, value in values.items()}
    rest = [part.places([axis for axis in part.first if axis not in order]) for part in parts]
    for place in product(*[_places(parts, axis, step) for axis, step in order.items()]):
        at = dict(zip(order, place, strict=True))
        here = {_index(axis): scalar(float(n)) for axis, n in at.items()}
        for part, other in zip(parts, rest, strict=True):
            if all(n in part.along(axis) for axis, n in at.items()):
                new = run(part, {**values, **here, **other})
                values[part.name] = _with(values[part.name], part, at, new, own)
    return values


def _places(parts: Sequence[Part], axis: str, step: int) -> Sequence[int]:
    """All places of the parts along an axis."""
    every = [part.along(axis) for part in parts]
    whole = range(min(r.start for r in every), max(r.stop for r in every))
    return whole if step > 0 else whole[::-1]


def _with(
    value: NamedArray,
    part: Part,
    at: Mapping[str, int],
    new: NamedArray,
    own: Callable[[NamedArray], NamedArray] | None,
) -> NamedArray:
    """An array with other entries at a place. They may have axes that were not there: those of what is lifted."""
    if own is not None:  # an array of another library is not written to
        masks = (np.array(part.along(axis)) == n for axis, n in at.items())
        here = [NamedArray((axis,), mask.astype(np.float64)) for axis, mask in zip(at, masks, strict=True)]
        axes, views = align(*here)
        return choose([(new, own(NamedArray(axes, prod(views)))), (value, None)])
    more = {axis: n for axis, n in new.sizes.items() if axis not in value.axes}
    if more:
        data = np.broadcast_to(value.data, (*more.values(), *value.data.shape)).copy()
        value = NamedArray((*more, *value.axes), data)
    index = tuple(at[axis] - part.first[axis] if axis in at else slice(None) for axis in value.axes)
    lacking = [axis for axis in value.axes if axis not in at and axis not in new.axes]
    there = tuple(axis for axis in value.axes if axis not in at and axis in new.axes)
    entries = transpose_to(new, there).data
    if lacking:
        shown = tuple(slice(None) if axis in there else None for axis in value.axes if axis not in at)
        entries = entries[shown]
    value.data[index] = entries
    return value


def settled(parts: Sequence[Part], unknown: Arrays, run: Run) -> Arrays | None:
    """The tensors that computing them again leaves as they are; None if some of their entries need each other.

    What is not known is nan at first, which tells what is made of it, but also what is multiplied by a 0 of a mask: so
    what is nan in the end is tried with numbers.
    """
    again = _again(parts, run)
    found = _still(unknown, _most(parts), again)
    if found is None or not any(np.isnan(value.data).any() for value in found.values()):
        return found
    one, other = (_still({n: _instead(v, x) for n, v in found.items()}, _most(parts), again) for x in STAND_INS)
    return one if one is not None and other is not None and _same(one, other) else None


def unrolled(parts: Sequence[Part], unknown: Arrays, run: Run) -> Arrays:
    """The same without a look at the numbers, which may not be known yet: as many steps as it can take."""
    again = _again(parts, run)
    for _ in range(_most(parts)):
        unknown = again(unknown)
    return unknown


def _most(parts: Sequence[Part]) -> int:
    """How many steps it takes at most, if there is no circle: no more than there are places."""
    return sum(prod(len(part.along(axis)) for axis in part.first) for part in parts)


def _again(parts: Sequence[Part], run: Run) -> Callable[[Arrays], Arrays]:
    places = {part.name: part.places(list(part.first)) for part in parts}
    return lambda values: {part.name: run(part, {**values, **places[part.name]}) for part in parts}


def _still(values: Arrays, most: int, again: Callable[[Arrays], Arrays]) -> Arrays | None:
    for _ in range(most + 1):
        new = again(values)
        if _same(new, values):
            return new
        values = new
    return None


def _same(one: Arrays, other: Arrays) -> bool:
    pairs = (align(value, other[name])[1] for name, value in one.items())
    return all(np.shape(x) == np.shape(y) and np.array_equal(x, y, equal_nan=True) for x, y in pairs)


def _instead(value: NamedArray, number: float) -> NamedArray:
    """An array with a number for all that is nan."""
    return NamedArray(value.axes, np.where(np.isnan(value.data), number, value.data))
