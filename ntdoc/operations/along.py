"""Functions along axes: reductions, which remove the axes, and functions of vectors, which keep them.

Several axes are always taken together, as one vector. Everything else in the array is lifted over.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, prod
from typing import Any

from numpy import errstate

from ntdoc.operations.array import NamedArray, namespace, positions, real

Along = Callable[[NamedArray, tuple[str, ...]], NamedArray]
Dimensions = tuple[int, ...]
quiet = errstate(all="ignore")


def _reduction(function: Callable[[Any, Any, Dimensions], Any]) -> Along:
    """A kernel that removes the axes, from a function of namespace, floating-point data and dimensions.

    It raises AxisError for an axis that the array lacks.
    """

    @quiet
    def kernel(x: NamedArray, axes: tuple[str, ...]) -> NamedArray:
        xp = namespace(x)
        rest = tuple([axis for axis in x.axes if axis not in axes])
        return NamedArray(rest, function(xp, real(xp, x.data), positions(x, axes)))

    return kernel


def _map(function: Callable[[Any, Any, Dimensions], Any]) -> Along:
    """A kernel that keeps the axes, likewise."""

    @quiet
    def kernel(x: NamedArray, axes: tuple[str, ...]) -> NamedArray:
        xp = namespace(x)
        return NamedArray(x.axes, function(xp, real(xp, x.data), positions(x, axes)))

    return kernel


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
        if _count(x, axis) == 0:
            return xp.sum(x, axis=axis, keepdims=keepdims) + of_nothing
        return getattr(xp, name)(x, axis=axis, keepdims=keepdims)

    return function


_max = _extreme("max", -inf)
_min = _extreme("min", inf)


def _logsumexp(xp: Any, x: Any, axis: Dimensions, keepdims: bool = False) -> Any:
    """log ∑ exp(x), with the largest entry taken out first; -∞ where all entries are."""
    top = _max(xp, x, axis, keepdims=True)
    top = xp.where(xp.isfinite(top), top, xp.zeros_like(top))
    log = xp.log(xp.sum(xp.exp(x - top), axis=axis, keepdims=True)) + top
    return log if keepdims else xp.squeeze(log, axis=axis)


def _softmax(xp: Any, x: Any, axis: Dimensions) -> Any:
    """exp(x) / ∑ exp(x), with the largest entry taken out first; nan where all entries are -∞."""
    y = x - _max(xp, x, axis, keepdims=True)
    if xp.__name__ == "numpy" and y.ndim:  # in place: this is where attention spends its time
        xp.exp(y, out=y)
        y /= xp.add.reduce(y, axis=axis, keepdims=True)
        return y
    y = xp.exp(y)
    return y / xp.sum(y, axis=axis, keepdims=True)


def _log_softmax(xp: Any, x: Any, axis: Dimensions) -> Any:
    y = x - _max(xp, x, axis, keepdims=True)
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


sum_ = _reduction(lambda xp, x, axis: xp.sum(x, axis=axis))
prod_ = _reduction(lambda xp, x, axis: xp.prod(x, axis=axis))
mean = _reduction(_mean)
var = _reduction(_var)
std = _reduction(lambda xp, x, axis: xp.sqrt(_var(xp, x, axis)))
norm = _reduction(lambda xp, x, axis: xp.sqrt(xp.sum(x * x, axis=axis)))
max_ = _reduction(_max)
min_ = _reduction(_min)
logsumexp = _reduction(_logsumexp)

softmax = _map(_softmax)
log_softmax = _map(_log_softmax)
argmax = _map(lambda xp, x, axis: _one_hot_where(xp, x, _max(xp, x, axis, keepdims=True), axis))
argmin = _map(lambda xp, x, axis: _one_hot_where(xp, x, _min(xp, x, axis, keepdims=True), axis))
standardize = _map(_standardize)
cumsum = _map(_cumsum)
