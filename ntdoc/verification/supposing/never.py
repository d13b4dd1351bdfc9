"""An equation whose sides differ by the same number whatever its tensors are: nothing that is sought makes it so."""

from __future__ import annotations

import numpy as np

from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.array import align
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.summary import samples_in
from ntdoc.verification.check import runner_for
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.instances.resampled import redrawn
from ntdoc.verification.sizes.sizing import Laboratory

_TIMES = 4


def is_never_so(judged: Judged, laboratory: Laboratory) -> bool:
    """Whether both sides differ, and by as much, on samples of the same sizes that are drawn anew."""
    samples = samples_in(*judged.plans)
    real = bool(samples) and all(sample.domain.kind is DomainKind.REAL for sample in samples.values())
    runner = runner_for(judged, laboratory, 0)
    if not real or runner is None or judged.law is not None or len(judged.plans) != 2 or not taken.is_equation(judged):
        return False
    gaps = []
    for other in redrawn(runner, _TIMES):
        try:
            _, (left, right) = align(*(other.run(plan, {}) for plan in judged.plans))
        except STOPS:
            return False
        gaps.append(np.asarray(left, dtype=np.float64) - np.asarray(right, dtype=np.float64))
    first, *others = gaps
    alike = all(gap.shape == first.shape and np.allclose(gap, first, rtol=1e-9, atol=1e-9) for gap in others)
    return alike and not np.allclose(first, 0, atol=1e-6)
