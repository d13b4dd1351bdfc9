"""Functions along axes: reductions, which remove the axes, and functions of vectors, which keep them.

Several axes are always taken together, as one vector. Everything else in the array is lifted over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, prod
from typing import Any

from numpy import errstate

from ntdoc.operations.array import NamedArray, namespace, positions, real

Function = Callable[..., Any]
Dimensions = tuple[int, ...]
quiet = errstate(all="ignore")


@dataclass(frozen=True, slots=True)
class Reduction:
    """A kernel that removes the axes; `function` takes the namespace, floating-point data and dimensions.

    It raises AxisError for an axis that the array lacks.
    """

    function: Function

    @quiet
    def __call__(self, x: NamedArray, axes: tuple[str, ...]) -> NamedArray:
        xp = namespace(x)
        rest = tuple([axis for axis in x.axes if axis not in axes])
        return NamedArray(rest, self.function(xp, real(xp, x.data), positions(x, axes)))


@dataclass(frozen=True, slots=True)
class Map:
    """A kernel that keeps the axes, likewise."""

    function: Function

    @quiet
    def __call__(self, x: NamedArray, axes: tuple[str, ...]) -> NamedArray:
        xp = namespace(x)
        return NamedArray(x.axes, self.function(xp, real(xp, x.data), positions(x, axes)))


def _count(x: Any, axis: Dimensions) -> int:
    return prod([x.shape[i] for i in axis])


def _mean(xp: Any, x: Any, axis: Dimensions, keepdims: bool = False) -> Any:
    return xp.sum(x, axis=axis, keepdims=keepdims) / _count(x, axis)


def _var(xp: Any, x: Any, axis: Dimensions, keepdims: bool = False) -> Any:
    centred = x - _mean(xp, x, axis, keepdims=True)
    return _mean(xp, centred * centred, axis, keepdims)


def _extreme(name: str, of_nothing: float) -> Callable[..., Any]:
    """`max` or `min`, which are infinite where there is nothing to choose from."""

    def function(xp: Any, x: Any, axis: Dimensions, keepdims: bool = False) -> Any:
        if 0 in x.shape and _count(x, axis) == 0:
            return xp.sum(x, axis=axis, keepdims=keepdims) + of_nothing
        return getattr(xp, name)(x, axis=axis, keepdims=keepdims)

    return function


highest = _extreme("max", -inf)
_min = _extreme("min", inf)


def _logsumexp(xp: Any, x: Any, axis: Dimensions, keepdims: bool = False) -> Any:
    """log ∑ exp(x), with the largest entry taken out first; -∞ where all entries are."""
    top = highest(xp, x, axis, keepdims=True)
    top = xp.where(xp.isfinite(top), top, xp.zeros_like(top))
    log = xp.log(xp.sum(xp.exp(x - top), axis=axis, keepdims=True)) + top
    return log if keepdims else xp.squeeze(log, axis=axis)


LEAST = 1e-300
"""What stands for a share that is too small for a number of the machine: only that of -∞ is nothing at all."""


def _softmax(xp: Any, x: Any, axis: Dimensions) -> Any:
    """exp(x) / ∑ exp(x), with the largest entry taken out first; nan where all entries are -∞."""
    numpy = xp.__name__ == "numpy"
    if not numpy and len(axis) == 1 and hasattr(xp, "softmax"):
        return xp.softmax(x, axis[0])  # torch has it in one pass
    y = x - highest(xp, x, axis, keepdims=True)
    if numpy and y.ndim:  # in place: this is where attention spends its time
        xp.exp(y, out=y)
        if not y.all():
            y[(y == 0) & xp.isfinite(x)] = LEAST
        y /= xp.add.reduce(y, axis=axis, keepdims=True)
        return y
    y = xp.exp(y)
    return y / xp.sum(y, axis=axis, keepdims=True)


def _log_softmax(xp: Any, x: Any, axis: Dimensions) -> Any:
    y = x - highest(xp, x, axis, keepdims=True)
    return y - xp.log(xp.sum(xp.exp(y), axis=axis, keepdims=True))


def _one_hot_where(xp: Any, x: Any, best: Any, axis: Dimensions) -> Any:
    """1 where x is best, shared equally among ties: the limit of softmax(αx) as α grows."""
    chosen = xp.astype(x == best, x.dtype)
    return chosen / xp.sum(chosen, axis=axis, keepdims=True)


def _standardize(xp: Any, x: Any, axis: Dimensions) -> Any:
    centred = x - _mean(xp, x, axis, keepdims=True)
    return centred / xp.sqrt(_mean(xp, centred * centred, axis, keepdims=True))


def _cumsum(xp: Any, x: Any, axis: Dimensions) -> Any:
    """Along several axes, the sum over all records that come no later on any of them."""
    cumulate = getattr(xp, "cumulative_sum", None) or xp.cumsum  # numpy has the standard's name from 2.1 on
    for dimension in axis:
        x = cumulate(x, axis=dimension)
    return x


sum_ = Reduction(lambda xp, x, axis: xp.sum(x, axis=axis))
prod_ = Reduction(lambda xp, x, axis: xp.prod(x, axis=axis))
mean = Reduction(_mean)
var = Reduction(_var)
std = Reduction(lambda xp, x, axis: xp.sqrt(_var(xp, x, axis)))
norm = Reduction(lambda xp, x, axis: xp.sqrt(xp.sum(x * x, axis=axis)))
max_ = Reduction(highest)
min_ = Reduction(_min)
logsumexp = Reduction(_logsumexp)

softmax = Map(_softmax)
log_softmax = Map(_log_softmax)
argmax = Map(lambda xp, x, axis: _one_hot_where(xp, x, highest(xp, x, axis, keepdims=True), axis))
argmin = Map(lambda xp, x, axis: _one_hot_where(xp, x, _min(xp, x, axis, keepdims=True), axis))
standardize = Map(_standardize)
cumsum = Map(_cumsum)
