"""Numbers that what is free attains for some samples and not for others: `\\|w\\| = 3` of any `w`.

`\\nsum{\\ax} \\softmax x = 2` is so for none, and says nothing of which `x` are meant.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray, align
from ntdoc.shapes import plan as p
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import ORDERS
from ntdoc.shapes.summary import samples_in
from ntdoc.verification import check
from ntdoc.verification.compare import differs
from ntdoc.verification.instances.extremes import far_out, scaled
from ntdoc.verification.instances.resampled import Resampled, positive
from ntdoc.verification.sizes.sizing import Laboratory

_TRIED = 12
_EXACT = 1e-9
_GROWS = 16.0  # times what lies between plain samples, where some are 512 times as large: then it has no bound


def is_for_some(judged: Judged, laboratory: Laboratory) -> bool:
    """Whether a comparison holds of some samples, however large or small these are, or nearly does so."""
    one = _instance(judged)
    if one is None or one.relation is None:
        return False
    near: list[float] = []
    between: list[float] = []
    for plain, left, right in _tried(judged, one, laboratory):
        if one.relation.kind in ORDERS:
            if differs(one.relation.kind, left, right) is None:
                return True
            continue
        found = _between(left, right)
        between += found
        near += found if plain else []
    if not _differ(between) or not near:
        return False
    spread = _GROWS * max(_EXACT, max(near) - min(near))
    below, above = min(between), max(between)
    return (below < 0.0 or min(near) - below > spread) and (above > 0.0 or above - max(near) > spread)


def varies(judged: Judged, laboratory: Laboratory) -> bool:
    """Whether what lies between the two sides of a claim is not one number for all samples, or all free functions."""
    one = _instance(judged)
    if one is None:
        return len(judged.plans) == 2
    tried = _tried(judged, one, laboratory)
    between = [x for _, left, right in tried for x in _between(left, right)]
    return _differ(between)


def _instance(judged: Judged) -> Judged | None:
    """The claim, or if it is one of all the first instance of it; None where functions are free."""
    one = judged.law.instances[0][1] if judged.law is not None and judged.law.instances else judged
    free = any(isinstance(part, p.Smooth | p.Linear) for part in walk(one.plans))
    return None if free or len(one.plans) != 2 else one


def _tried(judged: Judged, one: Judged, laboratory: Laboratory) -> Iterator[tuple[bool, NamedArray, NamedArray]]:
    """Both sides for many samples, and whether these are as they are drawn."""
    for instance in range(_TRIED):
        if judged.law is None:
            runner = check.runner_for(one, laboratory, instance)
        else:
            runner = laboratory.for_instance(one.notebook.equations, check.needed_sizes(one), {}, instance)
        for number, there in enumerate(_samples(one, runner) if runner is not None else ()):
            try:
                left, right = (there.run(plan, {}) for plan in one.plans)
            except STOPS:
                continue
            yield number == 0, left, right


def _samples(judged: Judged, near: Runner) -> Iterator[Runner]:
    free = [*samples_in(*judged.plans).values()]
    yield near
    yield Resampled(near, positive)
    yield from scaled(near, free)
    yield from (elsewhere.runner for elsewhere in far_out(near, free))


def _between(left: NamedArray, right: NamedArray) -> list[float]:
    """The least and the largest of what lies between the entries of two sides, if all of that are numbers."""
    _, (x, y) = align(left, right)
    apart = np.asarray(x - y, dtype=np.float64)
    return [float(apart.min()), float(apart.max())] if apart.size and np.isfinite(apart).all() else []


def _differ(between: list[float]) -> bool:
    return bool(between) and max(between) - min(between) > _EXACT * max(1.0, *map(abs, between))
