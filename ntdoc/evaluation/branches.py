"""Entries that `cases` does not choose may be ones that are not there."""

from __future__ import annotations

import numpy as np

from ntdoc.operations.array import NamedArray, align
from ntdoc.operations.indexing import gather

STAND_INS = (0.3819660112501051, 0.7548776662466927)
"""Two numbers for entries that are not there: a result that is the same with both depends on none of them."""


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
