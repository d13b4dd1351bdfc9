"""`E ≈ E'` to the order that its right side writes: `\\cos x \\approx 1 - x^2 / 2`, and not `1 + x^2`.

What both sides differ by must be small against each term of the right side, and against each side as a whole, as the
small tensor shrinks: a term that is written is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.array import NamedArray, align
from ntdoc.shapes import plan as p

_SCALES = (1e-2, 1e-3)
_LEAST = 0.1  # of a term: a coefficient may be rounded
_ROUNDED = 1e-12


class Missed(NamedTuple):
    """How much both sides differ where a tensor is small, and how large the least term is there."""

    difference: float
    term: float

    @property
    def ratio(self) -> float:
        return self.difference / self.term


def missed(leaf: p.Sampled, sides: tuple[p.Plan, p.Plan], runners: Sequence[Runner]) -> Missed | None:
    """By how much both sides differ for a small tensor, if that is no less than a term; None if it is for no sample."""
    parts = (*sides, *_terms(sides[1]))
    for runner in runners:
        found = [_sizes(runner, leaf, scale, parts) for scale in _SCALES]
        if not all(found):
            continue
        there, nearer = (Missed(sizes[0], min(sizes[1:])) for sizes in found if sizes is not None)
        if min(there.ratio, nearer.ratio) > _LEAST and nearer.ratio > there.ratio / 2:
            return there
    return None


def _sizes(runner: Runner, leaf: p.Sampled, scale: float, parts: tuple[p.Plan, ...]) -> list[float] | None:
    """How large the difference of both sides is, and each of them and of their terms, if none of these is zero.

    A difference that rounding makes is none.
    """
    try:
        drawn = runner.run(leaf, {})
        data = drawn.data * (scale / _largest(drawn.data))
        near = runner.again({**runner.given, leaf.key: NamedArray(drawn.axes, data)}, None)
        left, right, *terms = (near.run(part, {}) for part in parts)
        _, (x, y) = align(left, right)
    except (*STOPS, ZeroDivisionError):
        return None
    found = [_largest(value) for value in (np.asarray(x - y), left.data, right.data, *(term.data for term in terms))]
    if not np.isfinite(found).all() or not min(found[1:]) > 0:
        return None
    return found if found[0] > _ROUNDED * max(found[1:]) else [0.0, *found[1:]]


def _largest(data: object) -> float:
    return float(np.max(np.abs(np.asarray(data, dtype=np.float64)), initial=0.0))


def _terms(plan: p.Plan) -> Iterator[p.Plan]:
    """The terms of a sum as it is written."""
    if isinstance(plan, p.Shared):
        yield from _terms(plan.body)
    elif isinstance(plan, p.Operate) and plan.operation in ("add", "subtract", "negate"):
        for part in plan.arguments:
            yield from _terms(part)
    else:
        yield plan
