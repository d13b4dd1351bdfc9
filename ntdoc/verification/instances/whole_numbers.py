"""Whole numbers far from zero, for laws that hold from some number on: *`n^2 \\ge 10 n` for `n \\ge 10`*.

Of a letter that nothing declares it may be meant that it is a whole number, so that others say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes import plan as p
from ntdoc.verification.instances.resampled import Resampled

_FACTORS = (8.0, 64.0, -8.0, -64.0)


def far_enough(near: Runner, plans: Sequence[p.Plan]) -> Iterator[Runner]:
    """Samples of which one number is many times as large, and whole."""
    free = {node.key: node for node in walk(tuple(plans)) if isinstance(node, p.Sampled)}
    for key, node in free.items():
        if node.shape or node.domain.kind is not DomainKind.REAL or node.limit is not None or any(node.bounds):
            continue
        for factor in _FACTORS:

            def change(found: NamedArray, plan: p.Sampled, key: str = key, factor: float = factor) -> NamedArray:
                moved = np.ceil(np.abs(found.data) * abs(factor)) * np.sign(factor)
                return NamedArray(found.axes, moved) if plan.key == key else found

            yield Resampled(near, change)
