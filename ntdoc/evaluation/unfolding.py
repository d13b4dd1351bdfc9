"""Tensors whose entries are made of others of them: computed again until they stay the same.

Each time those entries become right of which all that they need is, in whatever order they need each other: along one
axis it is one more each time, and each time is an operation on whole arrays. There is only one array that stays the
same, if no entry needs itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ntdoc.evaluation.branches import STAND_INS
from ntdoc.operations.array import NamedArray, align

Arrays = Mapping[str, NamedArray]
Step = Callable[[Arrays], Arrays]


def unfold(shapes: Mapping[str, Mapping[str, int]], most: int, again: Step) -> Arrays | None:
    """The arrays of these shapes that `again` leaves as they are; None if some of their entries need each other.

    Without a circle they are found in at most so many steps. What is not known is nan at first, which tells what is
    made of it, but also what is multiplied by a 0 of a mask: so what is nan in the end is tried with numbers.
    """
    found = _settled({name: _full(sizes, np.nan) for name, sizes in shapes.items()}, most, again)
    if found is None or not any(np.isnan(value.data).any() for value in found.values()):
        return found
    one, other = (_settled({n: _instead(v, x) for n, v in found.items()}, most, again) for x in STAND_INS)
    return one if one is not None and other is not None and _same(one, other) else None


def unrolled(start: Arrays, most: int, again: Step) -> Arrays:
    """The same without a look at the numbers, which may not be known yet: as many steps as it can take."""
    for _ in range(most):
        start = again(start)
    return start


def _settled(values: Arrays, most: int, again: Step) -> Arrays | None:
    for _ in range(most + 1):
        new = again(values)
        if _same(new, values):
            return new
        values = new
    return None


def _same(one: Arrays, other: Arrays) -> bool:
    pairs = (align(value, other[name])[1] for name, value in one.items())
    return all(np.shape(x) == np.shape(y) and np.array_equal(x, y, equal_nan=True) for x, y in pairs)


def _full(sizes: Mapping[str, int], value: float) -> NamedArray:
    return NamedArray(tuple(sizes), np.full(tuple(sizes.values()), value))


def _instead(value: NamedArray, number: float) -> NamedArray:
    """An array with a number for all that is nan."""
    return NamedArray(value.axes, np.where(np.isnan(value.data), number, value.data))
