"""Named arrays: a tuple of axis names and an array of any library that follows the array API standard."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from ntdoc.operations.errors import AxisError


class NamedArray(NamedTuple):
    """A named tensor (Def. 4 of the paper): `data` has one dimension for each name in `axes`, in that order.

    The order is a matter of storage and has no meaning. Names are distinct. A scalar has no axes.
    """

    axes: tuple[str, ...]
    data: Any  # an array of numpy, torch, jax or dask: the array API has no common type

    @property
    def sizes(self) -> dict[str, int]:
        return dict(zip(self.axes, self.data.shape, strict=True))


def namespace(*arrays: NamedArray) -> Any:
    """The array API functions of the library that the data belongs to.

    numpy conforms from 2.0 on and is handed back as it is; to import its wrapper takes half as long again.
    """
    numpy = sys.modules.get("numpy")  # where it was never imported, nothing is an array of it
    if numpy is not None:
        for array in arrays:
            if not isinstance(array.data, (numpy.ndarray, numpy.generic)):
                break
        else:
            return numpy
    from array_api_compat import array_namespace

    return array_namespace(*(array.data for array in arrays))


@lru_cache(maxsize=256)
def floating(xp: Any, dtype: Any) -> bool:
    """Whether a data type is real or complex floating point."""
    return not xp.isdtype(dtype, ("bool", "integral"))


def real(xp: Any, data: Any, like: Any = None) -> Any:
    """`data` as floating point: the mathematics is that of real numbers, and integers overflow in silence.

    What is floating point already keeps its precision; the rest becomes that of `like` or double.
    """
    if floating(xp, data.dtype):
        return data
    return xp.astype(data, xp.float64 if like is None else like)


def scalar(value: float) -> NamedArray:
    """A number as a named array without axes, in double precision."""
    import numpy as np

    try:
        return NamedArray((), np.asarray(float(value)))
    except OverflowError:  # an integer beyond the largest double
        return NamedArray((), np.asarray(float("inf") if value > 0 else float("-inf")))


def positions(array: NamedArray, axes: Iterable[str]) -> tuple[int, ...]:
    """The dimension that each axis is stored in.

    Raises AxisError for an axis that the array does not have.
    """
    try:
        return tuple(map(array.axes.index, axes))
    except ValueError:
        missing = next(axis for axis in axes if axis not in array.axes)
        raise AxisError(missing, f"there is no axis `{missing}` here") from None


def transpose_to(array: NamedArray, axes: tuple[str, ...]) -> NamedArray:
    """The same named array with its axes stored in the order given, as a view where the library has views.

    Raises AxisError unless `axes` are exactly the array's.
    """
    if array.axes == axes:
        return array
    order = positions(array, axes)
    extra = next((axis for axis in array.axes if axis not in axes), None)
    if extra is not None:
        raise AxisError(extra, f"axis `{extra}` is left over")
    return NamedArray(axes, namespace(array).permute_dims(array.data, order))


_Move = tuple[int, tuple[int, ...] | None, tuple[slice | None, ...] | None]  # which array, its order, its index


class _Alignment(NamedTuple):
    """How to store arrays of known axes so that their dimensions correspond."""

    axes: tuple[str, ...]
    moves: tuple[_Move, ...]


@lru_cache(maxsize=4096)
def alignment(all_axes: tuple[tuple[str, ...], ...]) -> _Alignment:
    """The axes of the biggest array come last and in its own order, so that it is read as it is stored."""
    widest = max(all_axes, key=len)
    others = dict.fromkeys(axis for axes in all_axes for axis in axes if axis not in widest)
    union = (*others, *widest)
    moves = []
    for which, axes in enumerate(all_axes):
        order = tuple(axes.index(axis) for axis in union if axis in axes)
        insertion = tuple(slice(None) if axis in axes else None for axis in union)
        while insertion and insertion[0] is None:  # dimensions in front are added by broadcasting itself
            insertion = insertion[1:]
        moved, widened = order != tuple(range(len(axes))), None in insertion
        if moved or widened:
            moves.append((which, order if moved else None, insertion if widened else None))
    return _Alignment(union, tuple(moves))


def common_sizes(*arrays: NamedArray) -> dict[str, int]:
    """The sizes of all axes of all arrays.

    Raises AxisError where one name has two sizes; a size of 1 is no exception.
    """
    sizes: dict[str, int] = {}
    for axes, data in arrays:
        for axis, size in zip(axes, data.shape, strict=True):
            if sizes.setdefault(axis, size) != size:
                raise AxisError(axis, f"axis `{axis}` has size {sizes[axis]} here and size {size} there")
    return sizes


def align(*arrays: NamedArray) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """The union of the axes of all arrays, and the data of each, arranged so that they broadcast together.

    Raises AxisError where one name has two sizes. Nothing is copied.
    """
    common_sizes(*arrays)
    plan = alignment(tuple([array.axes for array in arrays]))
    views = [array.data for array in arrays]
    for i, order, insertion in plan.moves:
        if order is not None:
            views[i] = namespace(arrays[i]).permute_dims(views[i], order)
        if insertion is not None:
            views[i] = views[i][insertion]
    return plan.axes, tuple(views)
