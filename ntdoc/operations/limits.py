"""Limits by numbers: a sequence of values, and what it comes to, entry by entry.

An entry has settled when its last steps vanish, or shrink so fast that the next would; or when its differences, which
fall by halves as those of a power series do, leave a rest that repeated extrapolation takes away. Where they fall so
from the start, as those of `(e^x - 1) / x`, the first values decide: the last ones are rounded, some to one number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from ntdoc.operations.array import NamedArray, align, transpose_to

LEAST = 1e-300
"""From here on down a number is 0 in a limit: it is what stands for a share that no number of the machine is."""

STEPS = 24
CLOSE = 1e-13
EXTRAPOLATED = 1e-10
_FEWEST = 4
_CLEAR = 14  # values that are rounded to less than `EXTRAPOLATED`, though they are quotients of small differences
_NEAR = 1e-6  # how far the values behind these may be from what they come to

Array = Any  # of numpy


class NoLimit(Exception):
    """Values do not settle, or not to the same from both sides."""


def towards(target: float, side: int, value: Callable[[float], NamedArray]) -> NamedArray:
    """What values come to from one side of a target, or from both if `side` is 0. Raises NoLimit."""
    found: list[NamedArray] = []
    for one in (side,) if side or np.isinf(target) else (1, -1):
        settled = limit(value(x) for x in approach(target, one))
        if settled is None:
            raise NoLimit("the numbers do not show what this limit is")
        found.append(settled)
    if len(found) == 2 and not agree(*found):
        raise NoLimit("the limits from the two sides are different")
    return found[0]


def approach(target: float, side: int) -> Iterator[float]:
    """Numbers that come nearer to a target, or grow, by factors of two."""
    for k in range(STEPS):
        if np.isinf(target):
            yield float(np.sign(target)) * 2.0 ** (k + 2)
        else:
            yield target + side * 2.0 ** -(k + 1)


def limit(values: Iterable[NamedArray]) -> NamedArray | None:
    """What a sequence of arrays comes to; None if some entry does not settle."""
    taken: list[Array] = []
    first: NamedArray | None = None
    for value in values:
        first = value if first is None else first
        data = np.asarray(transpose_to(value, first.axes).data, dtype=np.float64)
        if np.isnan(data).any():
            break  # beyond what floating point can hold
        taken.append(data)
    if first is None or len(taken) < _FEWEST:
        return None
    stacked = np.stack(taken).reshape(len(taken), -1)
    stacked[np.abs(stacked) <= LEAST] = 0.0
    found = [_entry(stacked[:, i]) for i in range(stacked.shape[1])]
    if any(x is None for x in found):
        return None
    return NamedArray(first.axes, np.asarray(found, dtype=np.float64).reshape(taken[0].shape))


def _entry(sequence: Array) -> float | None:
    finite = _unbroken(sequence[np.isfinite(sequence)])
    if len(finite) < _FEWEST or _grows(finite):
        return float(np.sign(sequence[-1]) * np.inf) if np.isinf(sequence[-1]) or _grows(sequence) else None
    scale = max(1.0, abs(float(finite[-1])))
    steps = np.abs(np.diff(finite)) / scale
    if len(finite) > _CLEAR and _falls_as_powers(steps[3 : _CLEAR - 4]):
        first = _extrapolated(finite[:_CLEAR], scale)
        if first is not None and abs(first - finite[-1]) <= _NEAR * scale:
            return first
    if steps[-1] <= CLOSE:
        return float(finite[-1])
    if steps[-1] <= 1e-6 and all(b <= a**1.5 for a, b in pairwise(steps[-3:])):
        return float(finite[-1])  # so fast that the rest is far smaller than the last step
    return _extrapolated(finite, scale)


def _falls_as_powers(steps: Array) -> bool:
    """Whether each step is about half the one before it, or a quarter, as those of a power series are."""
    before, after = steps[:-1], steps[1:]
    return bool(np.all(before > CLOSE) and np.all(after >= 0.2 * before) and np.all(after <= 0.7 * before))


def _unbroken(sequence: Array) -> Array:
    """The values up to where they leave for good what they had nearly come to, as when a softmax underflows there."""
    steps = np.abs(np.diff(sequence))
    broken = (steps[:-1] < 1e-3) & (steps[1:] > 1e-3) & (steps[1:] > 100 * steps[:-1])
    return sequence[: int(np.argmax(broken)) + 2] if broken.any() else sequence


def _grows(sequence: Array) -> bool:
    """Whether the last values grow without bound."""
    last = np.abs(sequence[-_FEWEST:])
    return bool(last[-1] > 1e3 and np.all(last[1:] >= 1.3 * last[:-1]))


def _extrapolated(sequence: Array, scale: float) -> float | None:
    """Richardson's extrapolation in powers of one half: the entry of its table that agrees best with its neighbour."""
    row = [float(sequence[0])]
    best: tuple[float, float] | None = None
    for value in sequence[1:]:
        new = [float(value)]
        for k, old in enumerate(row):
            new.append(new[k] + (new[k] - old) / (2.0 ** (k + 1) - 1))
        for a, b in pairwise(new):
            if best is None or abs(a - b) < best[0]:
                best = (abs(a - b), b)
        row = new[:10]
    return best[1] if best is not None and best[0] <= EXTRAPOLATED * scale else None


def agree(one: NamedArray, other: NamedArray) -> bool:
    """Whether two limits are one."""
    _, (x, y) = align(one, other)
    return bool(np.allclose(x, y, rtol=1e-7, atol=1e-7))
