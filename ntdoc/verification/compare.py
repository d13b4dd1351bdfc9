"""Two arrays compared entry by entry, with a tolerance for rounding and none for mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

import numpy as np

from ntdoc.operations.array import NamedArray, align

TOLERANCE = 1e-9
VANISHES = 700.0
"""From here on `\\exp(-x)` is no number any more, and its logarithm is infinite."""

_tolerance: ContextVar[float] = ContextVar("tolerance", default=TOLERANCE)


@contextmanager
def tolerating(relative: float | None) -> Iterator[None]:
    """Compare with another tolerance than `TOLERANCE`, or with that one where None is given."""
    token = _tolerance.set(TOLERANCE if relative is None else relative)
    try:
        yield
    finally:
        _tolerance.reset(token)


class Difference(NamedTuple):
    """The first entry at which a relation does not hold, and how many there are."""

    record: dict[str, int]  # 1-based
    left: float
    right: float
    wrong: int
    total: int


def differs(relation: str, left: NamedArray, right: NamedArray, slack: float | None = None) -> Difference | None:
    """Where a relation does not hold, or None if it holds everywhere. `slack` is an absolute tolerance.

    Entries where one side is undefined (nan) are left out: there is nothing to compare.
    """
    axes, views = align(left, right)
    x, y = (np.asarray(v, dtype=np.float64) for v in views)
    with np.errstate(invalid="ignore", over="ignore"):
        least_room = slack if slack is not None else _tolerance.get()
        if relation in ("eq", "approx", "le", "ge") and np.max(np.abs(x - y), initial=0.0) <= least_room:
            return None  # as nearly always, and with all entries finite
        x, y = np.broadcast_arrays(x, y)
        undefined = np.isnan(x) | np.isnan(y)
        close = x == y
        if relation in ("eq", "approx", "le", "ge", "ne"):
            finite = np.isfinite(x) & np.isfinite(y)
            scale = max((float(np.max(np.abs(v[np.isfinite(v)]), initial=0.0)) for v in (x, y)), default=0.0)
            room = slack if slack is not None else _tolerance.get() * max(1.0, scale)
            close = close | (finite & (np.abs(np.where(finite, x - y, 0.0)) <= room))
            beyond = (np.sign(x) == np.sign(y)) & (np.minimum(np.abs(x), np.abs(y)) >= VANISHES)
            close = close | (beyond & ~finite)
        holds = {
            "eq": close,
            "approx": close,
            "ne": np.full(x.shape, not close.all()),  # tensors differ if one entry does
            "le": (x < y) | close,
            "lt": x < y,
            "ge": (x > y) | close,
            "gt": x > y,
        }[relation] | undefined
    if holds.all():
        return None
    wrong = np.argwhere(~holds)
    first = tuple(int(i) for i in wrong[0])
    return Difference(
        {axis: i + 1 for axis, i in zip(axes, first, strict=True)},
        float(x[first]),
        float(y[first]),
        len(wrong),
        int(np.size(holds)),
    )


def undefined(array: NamedArray) -> dict[str, int] | None:
    """The first entry that is no number at all (nan), or None."""
    return _first(array, np.isnan)


def infinite(array: NamedArray) -> dict[str, int] | None:
    """The first infinite entry, or None."""
    return _first(array, np.isinf)


def _first(array: NamedArray, test: Callable[[Any], Any]) -> dict[str, int] | None:
    """The record of the first entry of which a test is true."""
    found = np.argwhere(test(np.asarray(array.data, dtype=np.float64)))
    return {axis: int(i) + 1 for axis, i in zip(array.axes, found[0], strict=True)} if len(found) else None


def all_undefined(array: NamedArray) -> bool:
    """Whether an array has entries, and none of them is a number."""
    return bool(np.size(array.data)) and bool(np.isnan(np.asarray(array.data, dtype=np.float64)).all())


class Numbers(NamedTuple):
    """How many pairs of entries are numbers on both sides, of how many."""

    known: int = 0
    total: int = 0

    def __str__(self) -> str:
        return f"where both sides are numbers ({self.known} of {self.total} entries)"

    def and_of(self, left: NamedArray, right: NamedArray) -> Numbers:
        _, (x, y) = align(left, right)
        known = ~(np.isnan(np.asarray(x, dtype=np.float64)) | np.isnan(np.asarray(y, dtype=np.float64)))
        return Numbers(self.known + int(np.count_nonzero(known)), self.total + known.size)


def largest_error(left: NamedArray, right: NamedArray) -> float:
    """The largest difference between finite entries."""
    _, (x, y) = align(left, right)
    with np.errstate(invalid="ignore"):
        gap = np.abs(np.asarray(x, dtype=np.float64) - np.asarray(y, dtype=np.float64))
    gap = gap[np.isfinite(gap)]
    return float(gap.max()) if gap.size else 0.0


def same(left: NamedArray, right: NamedArray) -> bool:
    """Whether two arrays agree, axes and all."""
    return set(left.axes) == set(right.axes) and left.sizes == right.sizes and differs("eq", left, right) is None


def undefined_in_one(left: NamedArray, right: NamedArray) -> Difference | None:
    """Where one of the two is no number and the other is: that is a difference, too."""
    right = NamedArray(left.axes, right.data.transpose([right.axes.index(a) for a in left.axes]))
    wrong = np.argwhere(np.isnan(left.data) != np.isnan(right.data))
    if not len(wrong):
        return None
    first = tuple(int(i) for i in wrong[0])
    record = {axis: i + 1 for axis, i in zip(left.axes, first, strict=True)}
    return Difference(record, float(left.data[first]), float(right.data[first]), len(wrong), left.data.size)
