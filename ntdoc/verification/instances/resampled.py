"""Other samples, for claims that have no value on the usual ones, or that these hold only but for rounding.

Logarithms and roots of many entries have values on samples without a sign, and `\\log(1 + \\exp x) > 0` is 0 only where
`x` is far from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes import plan as p
from ntdoc.verification.compare import differs
from ntdoc.verification.sizes.sizing import INSTANCES, UNDEFINED

OR_EQUAL = {"lt": "le", "le": "le", "gt": "ge", "ge": "ge"}
"""The orders that hold of equal numbers too, as rounding may make them."""

_NEAR = 16

Change = Callable[[NamedArray, p.Sampled], NamedArray]


class Resampled(Runner):
    """A runner for the sizes and the seed of another, whose samples are changed after they are drawn."""

    def __init__(self, runner: Runner, change: Change) -> None:
        super().__init__(runner.sizes, runner.seed, runner.instance, runner.given, runner.most)
        self._change = change

    def _sample(self, plan: p.Sampled) -> NamedArray:
        found = super()._sample(plan)
        return found if plan.key in self.given else self._change(found, plan)


def positive(found: NamedArray, plan: p.Sampled) -> NamedArray:
    """A sample without signs, if it may have either."""
    return NamedArray(found.axes, np.abs(found.data)) if plan.domain.kind is DomainKind.REAL else found


def _near(found: NamedArray, plan: p.Sampled) -> NamedArray:
    return NamedArray(found.axes, found.data / _NEAR) if plan.domain.kind is DomainKind.REAL else found


def is_rounded_away(kind: str, left: p.Plan, right: p.Plan, runner: Runner) -> bool:
    """Whether both sides of a strict order are equal, where that does not hold, and it holds of samples near 0."""
    if kind not in ("lt", "gt"):
        return False
    near = Resampled(runner, _near)
    try:
        equal = differs(OR_EQUAL[kind], runner.run(left, {}), runner.run(right, {})) is None
        return equal and differs(kind, near.run(left, {}), near.run(right, {})) is None
    except STOPS:
        return False


def further(draw: Callable[[int], Runner | None], start: int) -> Iterator[Runner | None]:
    """More samples, and then those of the first instances without their signs."""
    yield from map(draw, range(start, UNDEFINED))
    for runner in map(draw, range(INSTANCES)):
        if runner is not None:
            yield Resampled(runner, positive)


def redrawn(runner: Runner, times: int) -> list[Runner]:
    """Runners for the same sizes, with samples of other seeds, the runner's own first."""
    seeds = range(runner.seed, runner.seed + times)
    return [Runner(runner.sizes, seed, runner.instance, runner.given, runner.most) for seed in seeds]
