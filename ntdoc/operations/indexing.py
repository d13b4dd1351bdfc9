"""Parts of an array: at an index, at many, in windows. Indices are those of the notation: the first is 1."""

from __future__ import annotations

from math import prod
from typing import Any

from numpy.lib.stride_tricks import sliding_window_view

from ntdoc.operations.array import NamedArray, common_sizes, namespace, positions, real, transpose_to
from ntdoc.operations.errors import AxisError
from ntdoc.operations.structure import distinct, unflatten


def _before(dimension: int) -> tuple[slice, ...]:
    return (slice(None),) * dimension


def _check_range(axis: str, size: int, *indices: int) -> None:
    """Raises AxisError for an index that the axis does not have. (jax would clamp it in silence.)"""
    for i in indices:
        if not 1 <= i <= size:
            raise AxisError(axis, f"index {i} is out of range: axis `{axis}` has the indices 1 to {size}")


def index(x: NamedArray, axis: str, i: int) -> NamedArray:
    """X_{ax(i)}: the part of `x` at one index.

    Raises AxisError where `x` lacks the axis or the axis has no such index.
    """
    (at,) = positions(x, (axis,))
    _check_range(axis, x.data.shape[at], i)
    return NamedArray(x.axes[:at] + x.axes[at + 1 :], x.data[(*_before(at), i - 1, ...)])


def take(x: NamedArray, axis: str, start: int, stop: int) -> NamedArray:
    """The part of `x` from index `start` up to and including `stop`; none of it where `stop` is less.

    Raises AxisError where `x` lacks the axis or an index lies outside it.
    """
    (at,) = positions(x, (axis,))
    if start > stop:
        return NamedArray(x.axes, x.data[(*_before(at), slice(0, 0), ...)])
    _check_range(axis, x.data.shape[at], start, stop)
    return NamedArray(x.axes, x.data[(*_before(at), slice(start - 1, stop), ...)])


def gather(x: NamedArray, axis: str, indices: NamedArray) -> NamedArray:
    """`index(X, I)` (section 3.6 of the paper): the entries of `x` along `axis` at the indices in `indices`.

    Other axes that both have are aligned; `axis` itself may be an axis of `indices`, and so of the result.
    Raises AxisError where `x` lacks `axis`, an index is no integer or out of range, or an axis has two sizes.
    """
    positions(x, (axis,))
    xp, there = namespace(x), namespace(indices)
    shared = tuple([name for name in indices.axes if name in x.axes and name != axis])
    extra = tuple([name for name in indices.axes if name not in shared])
    rest = tuple([name for name in x.axes if name not in (*shared, axis)])
    x = transpose_to(x, (*shared, axis, *rest))
    indices = transpose_to(indices, (*shared, *extra))
    common_sizes(NamedArray((*shared, "", *rest), x.data), indices)  # the axis indexed is none of those aligned

    size = x.data.shape[len(shared)]
    whole = _whole_numbers(there, axis, size, indices.data)
    if there is not xp:  # indices that the document writes, of an array of another library
        whole = xp.asarray(whole, **on_device(x.data))
    records = prod(x.data.shape[: len(shared)])
    # Record r of the shared axes has its rows from r · size on
    rows = xp.reshape(x.data, (records * size, prod(x.data.shape[len(shared) + 1 :])))
    first_rows = xp.reshape(xp.arange(records, **on_device(x.data)) * size, (records, 1))
    chosen = xp.reshape(whole, (records, prod(whole.shape[len(shared) :]))) - 1 + first_rows
    taken = xp.take(rows, xp.reshape(chosen, (prod(chosen.shape),)), axis=0)
    shape = (*indices.data.shape, *x.data.shape[len(shared) + 1 :])
    return NamedArray((*shared, *extra, *rest), xp.reshape(taken, shape))


def on_device(data: Any) -> dict[str, Any]:
    """Where to make an array that goes with another: only torch must be told."""
    return {"device": data.device} if type(data).__module__.partition(".")[0] == "torch" else {}


def _whole_numbers(xp: Any, axis: str, size: int, indices: Any) -> Any:
    """Indices as integers; they may have been computed as doubles.

    Raises AxisError where one is no integer, or none of 1, …, size.
    """
    indices = real(xp, indices)
    if prod(indices.shape) == 0:
        return xp.astype(indices, xp.int64)
    least, most = float(xp.min(indices)), float(xp.max(indices))
    for i in (least, most):
        if not 1 <= i <= size:
            raise AxisError(axis, f"index {i:.6g} is out of range: axis `{axis}` has the indices 1 to {size}")
    whole = xp.astype(indices, xp.int64)
    if not bool(xp.all(xp.astype(whole, indices.dtype) == indices)):
        raise AxisError(axis, f"an index along axis `{axis}` is not a whole number")
    return whole


def unroll(x: NamedArray, seq: str, kernel: str, size: int) -> NamedArray:
    """Y_{seq(i),kernel(j)} = X_{seq(i+j-1)} (section 4.3 of the paper): all windows of `size` entries.

    Raises AxisError where `x` lacks `seq`, has `kernel` already, or is shorter than a window.
    """
    (at,) = positions(x, (seq,))
    distinct((*x.axes, kernel))
    length = x.data.shape[at]
    if not 1 <= size <= length:
        raise AxisError(seq, f"axis `{seq}` has size {length}, too small for windows of {size}")
    xp = namespace(x)
    axes = (*x.axes, kernel)
    if xp.__name__ == "numpy":
        return NamedArray(axes, sliding_window_view(x.data, size, axis=at))
    starts = [NamedArray(x.axes, x.data[(*_before(at), slice(j, length - size + 1 + j), ...)]) for j in range(size)]
    return NamedArray(axes, xp.stack([window.data for window in starts], axis=-1))


def pool(x: NamedArray, seq: str, kernel: str, size: int) -> NamedArray:
    """Y_{seq(i),kernel(j)} = X_{seq((i-1)·size+j)} (section 4.4 of the paper): windows that do not overlap.

    Raises AxisError where `x` lacks `seq`, has `kernel` already, or does not divide into windows.
    """
    (at,) = positions(x, (seq,))
    length = x.data.shape[at]
    if size < 1 or length % size:
        raise AxisError(seq, f"axis `{seq}` has size {length}, which does not divide into windows of {size}")
    distinct((*x.axes, kernel))
    return unflatten(x, seq, {seq: length // size, kernel: size})
