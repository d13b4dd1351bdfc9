"""Claims about bits: of a few free scalars in {0, 1} every assignment is tried, and not only those that are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes.plan import Plan, Sampled

MOST = 4  # bits, with two assignments each


def assignments(plans: tuple[Plan, ...], runner: Runner) -> Iterator[Runner]:
    """Runners like this one for every assignment of the bits of a claim; none if it has no bits, or too many."""
    sampled = {node for plan in plans for node in walk(plan) if isinstance(node, Sampled)}
    bits = sorted(s.key for s in sampled if not s.shape and s.domain.kind is DomainKind.BINARY)
    bits = [key for key in bits if key not in runner.given]
    if not 0 < len(bits) <= MOST:
        return
    for values in product((0.0, 1.0), repeat=len(bits)):
        drawn = {key: NamedArray((), np.asarray(value)) for key, value in zip(bits, values, strict=True)}
        yield Runner(runner.sizes, runner.seed, runner.instance, {**runner.given, **drawn})
