"""What derivatives are made of beside the known operations: slopes that jump. At the jump itself they are nan."""

from __future__ import annotations

from typing import Any

from numpy import errstate

from ntdoc.operations.array import NamedArray, align, namespace, positions, real

quiet = errstate(all="ignore")


def _choice(xp: Any, difference: Any) -> Any:
    """1 above 0, 0 below, nan at 0."""
    half = xp.where(difference == 0, xp.full_like(difference, xp.nan), xp.sign(difference) / 2)
    return half + 0.5


@quiet
def step(x: NamedArray) -> NamedArray:
    """The slope of relu."""
    xp = namespace(x)
    return NamedArray(x.axes, _choice(xp, real(xp, x.data)))


@quiet
def direction(x: NamedArray) -> NamedArray:
    """The slope of the absolute value."""
    xp = namespace(x)
    return NamedArray(x.axes, 2 * _choice(xp, real(xp, x.data)) - 1)


@quiet
def larger(x: NamedArray, y: NamedArray) -> NamedArray:
    """The slope of the larger of two in the first: 1 where that is the larger."""
    xp = namespace(x, y)
    axes, (left, right) = align(x, y)
    left, right = real(xp, left), real(xp, right)
    return NamedArray(axes, xp.where(left == right, xp.asarray(xp.nan), xp.where(left > right, 1.0, 0.0)))


@quiet
def largest(x: NamedArray, axes: tuple[str, ...]) -> NamedArray:
    """The slope of the maximum: 1 at the largest entry, and nan throughout where several are largest."""
    xp = namespace(x)
    data, dimensions = real(xp, x.data), positions(x, axes)
    best = data == xp.max(data, axis=dimensions, keepdims=True)
    count = xp.sum(xp.astype(best, data.dtype), axis=dimensions, keepdims=True)
    return NamedArray(x.axes, xp.where(count == 1, xp.where(best, 1.0, 0.0), xp.asarray(xp.nan)))


def smallest(x: NamedArray, axes: tuple[str, ...]) -> NamedArray:
    """The slope of the minimum, likewise."""
    return largest(NamedArray(x.axes, -x.data), axes)
