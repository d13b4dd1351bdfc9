"""Values that are too large for double precision, as `9^{9^{9^9}}`, which is a number all the same."""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.array import NamedArray
from ntdoc.shapes.plan import Plan

_GROWING = frozenset(
    ["add", "subtract", "multiply", "power", "exp", "sinh", "cosh", "sum", "prod", "square", "factorial"]
)
"""Operations that make an infinity of numbers only where the result is too large."""


def infinite_or_too_large(plan: Plan, runner: Runner) -> str:
    """What an infinite value is called: it is too large if each infinity behind it is."""
    watching = _Watching(runner.sizes, runner.seed, runner.instance, runner.given, runner.most)
    with suppress(*STOPS):
        watching.run(plan, {})
        if watching.seen == {True}:
            return "too large for double precision"
    return "infinite"


class _Watching(Runner):
    """A runner that sees which operations make infinities: whether they only grow beyond what there is."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.seen: set[bool] = set()

    def _operate(self, name: str, axes: tuple[str, ...], arguments: list[NamedArray]) -> NamedArray:
        found = super()._operate(name, axes, arguments)
        if np.isinf(found.data).any() and not any(np.isinf(a.data).any() for a in arguments):
            grows = name in _GROWING and not (name == "power" and (np.asarray(arguments[0].data) == 0).any())
            self.seen.add(grows)
        return found
