"""Entries of a written list, each held against its own digits: `(-0.1875, 1.286)` with 1.2861 for the second."""

from __future__ import annotations

import numpy as np

from ntdoc.operations.array import NamedArray, align
from ntdoc.syntax import ast
from ntdoc.verification.compare import Difference, differs
from ntdoc.verification.in_numbers.digits import decimals, half_a_unit, of_entries

Side = ast.Operand | None


def differs_by_more(difference: Difference, left: Side, right: Side, x: NamedArray, y: NamedArray) -> Difference | None:
    """The difference of an equation, if it is more than the digits that one side is written with allow."""
    rounded = half_a_unit(decimals(left, right))  # `1/3 = 0.333`
    if rounded is None:
        return difference
    by_all = differs("approx", x, y, rounded)
    entries = of_entries(left, right)
    if by_all is None or len(set(entries.values())) < 2:
        return by_all
    axes, views = align(x, y)
    a, b = np.broadcast_arrays(*(np.asarray(view, dtype=np.float64) for view in views))
    allowed = np.zeros(a.shape)
    for size, places in entries.items():
        own = half_a_unit(places) or 0.0
        allowed = np.where((np.abs(a) == size) | (np.abs(b) == size), np.maximum(allowed, own), allowed)
    with np.errstate(invalid="ignore"):
        near = np.where(np.abs(a - b) <= allowed, a, b)
    return differs("approx", x, NamedArray(axes, near), rounded)
