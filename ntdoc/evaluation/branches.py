"""`cases`: of several arrays, at each entry the first whose condition holds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ntdoc.operations.array import NamedArray, align
from ntdoc.operations.indexing import gather

STAND_INS = (0.3819660112501051, 0.7548776662466927)
"""Two numbers for entries that are not there: a result that is the same with both depends on none of them."""


def chosen(branches: Sequence[tuple[NamedArray, NamedArray | None]]) -> NamedArray:
    """At each entry the value of the first branch whose test is not zero there; a test of None always holds."""
    flat = [x for value, test in branches for x in ((value,) if test is None else (value, test))]
    axes, views = align(*flat)
    shape = np.broadcast_shapes(*[np.shape(v) for v in views])
    result = np.full(shape, np.nan)
    open_ = np.ones(shape, dtype=bool)
    remaining = iter(views)
    for _, test in branches:
        value = next(remaining)
        here = open_ if test is None else open_ & (np.broadcast_to(next(remaining), shape) != 0)
        result = np.where(here, value, result)
        open_ = open_ & ~here
    return NamedArray(axes, result)


def gather_within(value: NamedArray, axis: str, where: NamedArray, outside: float) -> NamedArray:
    """The entries of an array at indices, and a number where an index is none of the axis."""
    size = np.shape(value.data)[value.axes.index(axis)]
    index = np.asarray(where.data, dtype=np.float64)
    there = (index >= 1) & (index <= size) & (index == np.floor(index))
    if not size:
        return gather(value, axis, where)
    found = gather(value, axis, NamedArray(where.axes, np.where(there, index, 1.0)))
    axes, (entries, mask) = align(found, NamedArray(where.axes, there))
    return NamedArray(axes, np.where(mask, entries, outside))
