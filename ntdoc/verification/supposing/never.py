"""Equations that nothing makes so: sides that differ by the same number, or factor, whatever their tensors are.

What is the double of the other side, or its negative, is equal to it only where both are zero.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.array import align
from ntdoc.operations.domain import SIGNED_KINDS, DomainKind
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.summary import is_forked, samples_in
from ntdoc.syntax import ast
from ntdoc.verification.check import runner_for
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.instances.resampled import redrawn
from ntdoc.verification.sizes.sizing import INSTANCES, Laboratory

_TIMES = 4
_NEAR_ZERO = 1e-6

Sides = tuple[np.ndarray, np.ndarray]


def is_never_so(judged: Judged, laboratory: Laboratory) -> bool:
    """Whether both sides differ, and by as much, on samples of the same sizes that are drawn anew."""
    samples = samples_in(*judged.plans)
    real = bool(samples) and all(sample.domain.kind is DomainKind.REAL for sample in samples.values())
    runner = runner_for(judged, laboratory, 0)
    if not real or runner is None or not _is_plain(judged):
        return False
    return _gap(judged, runner) is not None


def is_never_so_at_any_size(judged: Judged, laboratory: Laboratory) -> bool:
    """Whether both sides differ by the same number, or the same factor, for samples of whatever sizes.

    A factor that is a size, or a number of terms, is one where the size is 1: if all samples have the same sizes, only
    the sign tells. `x = 2 x` may be one step.
    """
    samples = samples_in(*judged.plans)
    if not samples or any(s.domain.kind not in SIGNED_KINDS for s in samples.values()) or not _is_plain(judged):
        return False
    if any(is_forked(side) for side in judged.plans):
        return False  # what holds in one case may be the negative of what holds in the other
    if isinstance(judged.left, ast.Symbol) and judged.left.full_name in names_in(judged.right):
        return False
    runners = [runner for i in range(INSTANCES) if (runner := runner_for(judged, laboratory, i)) is not None]
    sizes = {tuple(sorted(runner.sizes.items())) for runner in runners}
    vary = len(sizes) > 1 or not any(runner.sizes for runner in runners)
    for found in (_gap, _factor):
        numbers = [number for runner in runners if (number := found(judged, runner)) is not None]
        if not numbers or len(numbers) < len(runners):
            continue
        if np.allclose(numbers, numbers[0], rtol=1e-6) and (vary or numbers[0] < 0):
            return True
    return False


def _is_plain(judged: Judged) -> bool:
    return judged.law is None and len(judged.plans) == 2 and taken.is_equation(judged)


def _gap(judged: Judged, runner: Runner) -> float | None:
    """The largest of the differences between both sides, if these are the same for all samples."""
    gaps = [left - right for left, right in _sides(judged, runner)]
    if len(gaps) < _TIMES or np.allclose(gaps[0], 0, atol=_NEAR_ZERO):
        return None
    alike = all(gap.shape == gaps[0].shape and np.allclose(gap, gaps[0], rtol=1e-9, atol=1e-9) for gap in gaps)
    return float(np.max(np.abs(gaps[0]))) if alike else None


def _factor(judged: Judged, runner: Runner) -> float | None:
    """The one factor, and not 1, by which the left side differs from the right one, for all samples."""
    found: list[float] = []
    for left, right in _sides(judged, runner):
        at = int(np.argmax(np.abs(right)))
        if not abs(right.flat[at]) > _NEAR_ZERO:
            return None
        found.append(float(left.flat[at] / right.flat[at]))
        if not np.allclose(left, found[0] * right, rtol=1e-7, atol=1e-9 * float(np.max(np.abs(right)))):
            return None
    return found[0] if len(found) == _TIMES and abs(found[0] - 1) > 0.1 and abs(found[0]) > _NEAR_ZERO else None


def _sides(judged: Judged, runner: Runner) -> Iterator[Sides]:
    """Both sides for samples drawn anew, as long as they have values."""
    for other in redrawn(runner, _TIMES):
        try:
            _, (left, right) = align(*(other.run(plan, {}) for plan in judged.plans))
        except STOPS:
            return
        one, two = np.broadcast_arrays(np.asarray(left, dtype=np.float64), np.asarray(right, dtype=np.float64))
        if not one.size or not (np.isfinite(one).all() and np.isfinite(two).all()):
            return
        yield one, two
