"""Samples between bounds, where the text orders free numbers: of `a < b` a sample of `b` is above that of `a`."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import numpy as np

from ntdoc.evaluation.frames import Values
from ntdoc.operations.array import NamedArray, align
from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.shapes.plan import Plan, Sampled

_WIDE = 2.1  # a sample of a number of any size is smaller


def bounded(drawn: NamedArray, plan: Sampled, run: Callable[[Plan, Values], NamedArray]) -> NamedArray:
    """A sample moved between the bounds of its plan, and kept within its domain."""
    low, high = ([run(bound, {}) for bound in bounds] for bounds in plan.bounds)
    if plan.domain.kind is DomainKind.INTEGERS:
        return _integers(drawn, low, high, plan.domain)
    least, most = plan.domain.limits
    within = plan.domain.kind is DomainKind.UNIT and np.isfinite(most - least)
    end = next((end for end in (least, most) if np.isfinite(end)), 0.0)
    share = (drawn.data - least) / (most - least) if within else np.abs(drawn.data - end) / _WIDE
    below = _extreme(np.maximum, low, drawn, least)
    above = _extreme(np.minimum, high, drawn, most)
    with np.errstate(invalid="ignore"):
        inside = below + (above - below) * share
    inside = np.where(np.isinf(above), below + np.abs(drawn.data), inside)
    return NamedArray(drawn.axes, np.where(np.isinf(below), above - np.abs(drawn.data), inside))


def _integers(drawn: NamedArray, low: list[NamedArray], high: list[NamedArray], domain: Domain) -> NamedArray:
    """A whole number strictly between the bounds if there is one, and next to the lower bound if there is none."""
    steps = (drawn.data - domain.lower) // 2  # often the next one, which is the tightest case
    below = np.floor(_extreme(np.maximum, low, drawn, domain.lower - 1))
    above = np.ceil(_extreme(np.minimum, high, drawn, np.inf))
    room = np.where(np.isinf(above), np.inf, np.maximum(above - below - 1, 1))
    return NamedArray(drawn.axes, below + 1 + np.where(np.isinf(room), steps, np.mod(steps, room)))


def _extreme(of: np.ufunc, bounds: list[NamedArray], like: NamedArray, start: float) -> np.ndarray:
    """The closest of some bounds, along the axes of a sample."""
    views = [np.asarray(align(like, bound)[1][1]) for bound in bounds]
    return reduce(of, views, np.full(np.shape(like.data), start))
