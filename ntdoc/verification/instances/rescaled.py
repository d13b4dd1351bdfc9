"""Samples times numbers: of *if `\\nfun{\\ax}{norm} x = 1`*, a vector for which that holds, or one for each record."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ntdoc.operations.array import NamedArray, align


def rescaled(
    drawn: NamedArray, apart: Callable[[NamedArray], NamedArray], close: float
) -> NamedArray | None:
    """What solves an equation of which one side grows with a power of the sample, as norms and squares do, if any.

    `apart` is by how much the sides differ, for each record. That they grow so is found out by numbers: what is solved
    for as if they did must solve the equation.
    """
    at_zero, once, twice = (apart(NamedArray(drawn.axes, drawn.data * by)) for by in (0.0, 1.0, 2.0))
    if not {*once.axes} <= {*drawn.axes} or not once.axes == at_zero.axes == twice.axes:
        return None
    with np.errstate(all="ignore"):
        own = once.data - at_zero.data
        degree = np.log2((twice.data - at_zero.data) / own)
        by = (-at_zero.data / own) ** (1 / degree)
    if not (np.isfinite(by).all() and (by > 0).all()):
        return None
    axes, (sample, factor) = align(drawn, NamedArray(once.axes, by))
    value = NamedArray(tuple(axes), np.asarray(sample * factor, dtype=np.float64))
    return value if np.abs(apart(value).data).max(initial=0.0) <= close else None
