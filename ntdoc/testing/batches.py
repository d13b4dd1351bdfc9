"""Batches for what the document says of one alone: drawn and computed member by member, and put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

import numpy as np

from ntdoc.operations.array import NamedArray, positions, transpose_to
from ntdoc.operations.libraries import to_numpy

Members = Mapping[str, int]


def on_each(call: Callable[[Members], NamedArray], over: Sequence[str], sizes: Mapping[str, int]) -> NamedArray:
    """What a call gives for each index of a batch, with the axes of the batch first; all have the same axes."""
    if not over:
        return call({})
    counts = [sizes[axis] for axis in over]
    found = [call(dict(zip(over, index, strict=True))) for index in product(*map(range, counts))]
    axes = found[0].axes
    data = np.stack([np.asarray(to_numpy(transpose_to(one, axes).data)) for one in found])
    return NamedArray((*over, *axes), data.reshape(*counts, *data.shape[1:]))


def member(array: NamedArray, of: Members) -> NamedArray:
    """The part of an array that belongs to an index of the batch: all of it, if it has none."""
    for axis, index in of.items():
        if axis in array.axes:
            (place,) = positions(array, (axis,))
            axes = tuple(other for other in array.axes if other != axis)
            array = NamedArray(axes, np.take(array.data, index, axis=place))
    return array
