"""Arranging entries without computing any: renaming, reshaping, joining; and tensors of zeros and ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from ntdoc.operations.array import NamedArray, common_sizes, namespace, positions, real, transpose_to
from ntdoc.operations.errors import AxisError


def distinct(axes: Sequence[str]) -> None:
    """Raises AxisError for an axis that occurs twice."""
    twice = next((axis for i, axis in enumerate(axes) if axis in axes[:i]), None)
    if twice is not None:
        raise AxisError(twice, f"there would be two axes `{twice}`")


def rename(x: NamedArray, names: Mapping[str, str]) -> NamedArray:
    """X_{a→b}: all renamings at once, so that two axes may change places.

    Raises AxisError for an axis that `x` lacks, and where two axes would have one name.
    """
    positions(x, names)
    axes = tuple([names.get(axis, axis) for axis in x.axes])
    distinct(axes)
    return NamedArray(axes, x.data)


def flatten(x: NamedArray, axes: tuple[str, ...], axis: str) -> NamedArray:
    """X_{(a,b)→c}: several axes as one, the last one listed varying fastest.

    Raises AxisError for an axis that `x` lacks, and where `axis` is one that stays.
    """
    distinct(axes)
    positions(x, axes)
    rest = tuple([name for name in x.axes if name not in axes])
    distinct((*rest, axis))
    data = transpose_to(x, (*rest, *axes)).data
    shape = (*data.shape[: len(rest)], prod(data.shape[len(rest) :]))
    return NamedArray((*rest, axis), namespace(x).reshape(data, shape))


def unflatten(x: NamedArray, axis: str, sizes: Mapping[str, int]) -> NamedArray:
    """X_{c→(a,b)}: one axis as several, the last one listed varying fastest.

    Raises AxisError where `x` lacks `axis`, its size is not the product of `sizes`, or a name occurs twice.
    """
    (at,) = positions(x, (axis,))
    axes = (*x.axes[:at], *sizes, *x.axes[at + 1 :])
    distinct(axes)
    shape = x.data.shape
    if prod(sizes.values()) != shape[at] or min(sizes.values(), default=1) < 0:
        product = " · ".join(map(str, sizes.values())) or "1"
        raise AxisError(axis, f"axis `{axis}` has size {shape[at]}, which is not {product}")
    return NamedArray(axes, namespace(x).reshape(x.data, (*shape[:at], *sizes.values(), *shape[at + 1 :])))


def concat(arrays: Sequence[NamedArray], axis: str) -> NamedArray:
    """The arrays one after the other along `axis`; an axis that only some have is broadcast to the others.

    Raises AxisError where an array lacks `axis`, or one of the other axes has two sizes.
    """
    apart = [rename(array, {axis: f"\0{i}"}) for i, array in enumerate(arrays)]  # each has its own size there
    sizes = {name: size for name, size in common_sizes(*apart).items() if not name.startswith("\0")}
    xp = namespace(*arrays)
    axes = (*sizes, axis)
    parts = []
    for array in arrays:
        present = tuple([name for name in axes if name in array.axes])
        data = real(xp, transpose_to(array, present).data)
        data = data[tuple([slice(None) if name in present else None for name in axes])]
        parts.append(xp.broadcast_to(data, (*sizes.values(), data.shape[-1])))
    return NamedArray(axes, xp.concat(parts, axis=-1))


def stack(arrays: Sequence[NamedArray], axis: str) -> NamedArray:
    """The arrays as the parts of one with a new axis, the first at index 1; other axes are broadcast.

    Raises AxisError where an array has `axis` already, or an axis has two sizes.
    """
    parts = []
    for array in arrays:
        distinct((*array.axes, axis))
        parts.append(NamedArray((*array.axes, axis), array.data[..., None]))
    return concat(parts, axis)


def identity(axis: str, other: str, size: int) -> NamedArray:
    """I_{ax,ax'}: 1 where both indices are equal, else 0.

    Raises AxisError where the axes are one.
    """
    from numpy import eye

    distinct((axis, other))
    return NamedArray((axis, other), eye(size))
