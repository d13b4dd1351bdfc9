"""Claims about means over chances: both sides over many draws, and a difference that draws do not explain.

Each side is computed for several batches of draws. How far the differences of the sides are from each other says how
far their mean may be from 0 by chance alone. What differs by less than that holds, as far as the draws can tell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.draws import COUNT, is_normal
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray, align
from ntdoc.report import Status
from ntdoc.shapes.chances.laws import UNREAD
from ntdoc.shapes.drawn_plan import ANY, BATCH, Averaged, Drawn
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import ORDERS
from ntdoc.shapes.plan import Constant, Plan
from ntdoc.shapes.rewriting import throughout
from ntdoc.shapes.summary import samples_in
from ntdoc.verification.refutation import WRITTEN
from ntdoc.verification.sizes.sizing import INSTANCES
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import at_record, both_sides, two_numbers

_ERRORS = 7.0  # standard errors: a right claim is that far off once in a thousand million times
_LEAST = 0.01  # of a difference beside its sides: a bias of the means themselves is smaller
_TELLS = 0.05  # the largest standard error beside the sides of what is said to hold
_EXACT = 1e-9
_NONE = 1e-3  # standard errors
_RELATIONS = ORDERS | {"eq"}


def is_about(judged: Judged) -> bool:
    """Whether a statement has a mean over chances on one of its sides."""
    return any(isinstance(part, Averaged) for plan in judged.plans for part in walk(plan))


class _Sample(NamedTuple):
    """Both sides and their difference over the batches, entry by entry, and the standard error of the difference."""

    axes: tuple[str, ...]
    left: np.ndarray
    right: np.ndarray
    error: np.ndarray

    def wrong(self, kind: str) -> np.ndarray:
        gap = self.left - self.right
        by = np.abs(gap) if kind == "eq" else gap if kind in ("le", "lt") else -gap
        scale = np.maximum(np.abs(self.left), np.abs(self.right))
        found: np.ndarray = by > np.maximum(_ERRORS * self.error, _LEAST * scale) + _EXACT
        return found

    @property
    def tells(self) -> bool:
        """Whether the draws are near enough to each other to say that the sides are equal."""
        scale = np.maximum(np.abs(self.left), np.abs(self.right))
        return bool(np.all((self.error <= _TELLS * scale) | (scale <= _ERRORS * self.error + _EXACT)))


def verdict(judged: Judged, draw: Callable[[int], Runner | None], runner: Runner, sizes: dict[str, int]) -> Verdict:
    """The verdict on a claim about means over chances."""

    def skipped(reason: str) -> Verdict:
        return Verdict(Status.SKIPPED, reason, runner=runner, sizes=sizes)

    assert judged.relation is not None
    kind, plans = judged.relation.kind, judged.plans
    draws = [part for plan in plans for part in walk(plan) if isinstance(part, Drawn)]
    free = samples_in(*(throughout(plan, _without_mean) for plan in plans))
    if kind not in _RELATIONS or judged.condition is not None or len(plans) != 2:
        return skipped(UNREAD)
    if not free.keys().isdisjoint(part.key for part in draws):
        return skipped("what is random stands outside of the mean over chances")
    tried: set[tuple[tuple[str, int], ...]] = set()
    worst, checked, all_laws = 0.0, 0, True
    for here in (runner, *map(draw, range(1, INSTANCES))):
        if here is None:
            continue
        try:
            sample = _sample(*(here.run(plan, {}) for plan in plans))
        except STOPS:
            return skipped(f"{UNREAD}, of which ntdoc makes no draws")
        if not np.isfinite(sample.error).all():
            continue
        wrong = sample.wrong(kind)
        if wrong.any():
            means = [part for plan in plans for part in walk(plan) if isinstance(part, Averaged)]
            fixed = [key for mean in means for key in mean.fixed if key not in free]  # what is outside is not random
            if fixed:
                return skipped(f"nothing says whether {fixed[0]} is random")
            if checked and not is_normal(here.instance) and any(part.kind == ANY for part in draws):
                all_laws = False  # it holds of normal entries
                continue
            return _refuted(judged, kind, sample, wrong, runner, sizes)
        if kind == "eq" and not sample.tells:
            return skipped("its draws are too far from each other to tell")
        rounding = _EXACT * np.maximum(np.abs(sample.left), np.abs(sample.right))  # of what the draws say exactly
        error = np.maximum(sample.error, rounding)
        by = np.abs(sample.left - sample.right) / np.where(error > 0, error, np.inf)
        worst, checked = max(worst, float(by.max(initial=0.0))), checked + 1
        tried.add(tuple(sorted(here.sizes.items())))
    if not checked:
        return skipped("its draws are not all finite")
    if not all_laws:
        return skipped("it holds of normal entries, and not of all with this mean and variance")
    reason = f"on {checked} sample{'s' * (checked > 1)} of {len(tried)} size{'s' * (len(tried) > 1)}"
    reason += f", each of {COUNT:,} draws"
    if kind == "eq":
        reason += f", largest difference {worst if worst > _NONE else 0:.2g} standard errors"
    return Verdict(Status.VERIFIED, reason, runner=runner, sizes=sizes)


def _sample(x: NamedArray, y: NamedArray) -> _Sample:
    axes, views = align(x, y)
    left, right = np.broadcast_arrays(*(np.asarray(v, dtype=np.float64) for v in views))
    if BATCH not in axes:
        return _Sample(axes, left, right, np.zeros(left.shape))
    at = axes.index(BATCH)
    error = (left - right).std(axis=at, ddof=1) / np.sqrt(left.shape[at])
    return _Sample(axes[:at] + axes[at + 1 :], left.mean(axis=at), right.mean(axis=at), error)


def _refuted(
    judged: Judged, kind: str, sample: _Sample, wrong: np.ndarray, runner: Runner, sizes: dict[str, int]
) -> Verdict:
    first = tuple(int(i) for i in np.argwhere(wrong)[0])
    record = {axis: i + 1 for axis, i in zip(sample.axes, first, strict=True)}
    least = _EXACT * max(abs(sample.left[first]), abs(sample.right[first]))
    shown = (side[first] if abs(side[first]) > least else 0.0 for side in (sample.left, sample.right))
    left, right = two_numbers(*(float(f"{number:.4g}") for number in shown))
    message = both_sides(WRITTEN[kind], left, right, at_record(record, judged), judged.step)
    error = sample.error[first]
    message += f", over {COUNT:,} draws"
    message += f" (standard error {error:.2g})" if error > _EXACT * abs(sample.left[first]) else ""
    label = f"{left} ≠ {right}" if kind == "eq" else ""
    found = Diagnostic("NT301", message, judged.span, label=label)
    return Verdict(Status.FAILED, None, runner=runner, diagnostics=[found], sizes=sizes)


def _without_mean(part: Plan) -> Plan | None:
    return Constant(0.0) if isinstance(part, Averaged) else None
