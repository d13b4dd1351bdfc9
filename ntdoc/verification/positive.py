"""Samples without a sign, for claims that have no value on others: of logarithms and roots of many entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes import plan as p
from ntdoc.verification.sizing import INSTANCES, UNDEFINED


class _Positive(Runner):
    """A runner whose samples of real numbers are positive."""

    def _sample(self, plan: p.Sampled) -> NamedArray:
        found = super()._sample(plan)
        if plan.key in self.given or plan.domain.kind is not DomainKind.REAL:
            return found
        return NamedArray(found.axes, np.abs(found.data))


def further(draw: Callable[[int], Runner | None], start: int) -> Iterator[Runner | None]:
    """More samples, and then those of the first instances without their signs."""
    yield from map(draw, range(start, UNDEFINED))
    for runner in map(draw, range(INSTANCES)):
        if runner is not None:
            yield _Positive(runner.sizes, runner.seed, runner.instance, runner.given, runner.most)
