"""Other samples, for claims that have no value on the usual ones, or that these hold only but for rounding.

Logarithms and roots of many entries have values on samples without a sign, and `\\log(1 + \\exp x) > 0` is 0 only where
`x` is far from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ntdoc.evaluation.run import STOPS, Runner
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes import plan as p
from ntdoc.verification.compare import differs
from ntdoc.verification.sizing import INSTANCES, UNDEFINED

_OR_EQUAL = {"lt": "le", "gt": "ge"}
_NEAR = 16


class _Positive(Runner):
    """A runner whose samples of real numbers are positive."""

    def _sample(self, plan: p.Sampled) -> NamedArray:
        found = super()._sample(plan)
        if plan.key in self.given or plan.domain.kind is not DomainKind.REAL:
            return found
        return NamedArray(found.axes, np.abs(found.data))


class _Near(Runner):
    """A runner whose samples of numbers are a fraction of what they would be."""

    def _sample(self, plan: p.Sampled) -> NamedArray:
        found = super()._sample(plan)
        if plan.key in self.given or plan.domain.kind is not DomainKind.REAL:
            return found
        return NamedArray(found.axes, found.data / _NEAR)


def is_rounded_away(kind: str, left: p.Plan, right: p.Plan, runner: Runner) -> bool:
    """Whether both sides of a strict order are equal, where that does not hold, and it holds of samples near 0."""
    if kind not in _OR_EQUAL:
        return False
    near = _Near(runner.sizes, runner.seed, runner.instance, runner.given, runner.most)
    try:
        equal = differs(_OR_EQUAL[kind], runner.run(left, {}), runner.run(right, {})) is None
        return equal and differs(kind, near.run(left, {}), near.run(right, {})) is None
    except STOPS:
        return False


def further(draw: Callable[[int], Runner | None], start: int) -> Iterator[Runner | None]:
    """More samples, and then those of the first instances without their signs."""
    yield from map(draw, range(start, UNDEFINED))
    for runner in map(draw, range(INSTANCES)):
        if runner is not None:
            yield _Positive(runner.sizes, runner.seed, runner.instance, runner.given, runner.most)
