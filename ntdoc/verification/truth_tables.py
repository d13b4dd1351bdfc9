"""Claims about bits: of a few free scalars in {0, 1}, or in {-1, 1}, every assignment is tried, and not only those that
are drawn."""

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
    bits = {s.key: _values(s) for s in sampled if not s.shape and s.key not in runner.given and not any(s.bounds)}
    bits = {key: bits[key] for key in sorted(bits) if len(bits[key]) == 2}
    if not 0 < len(bits) <= MOST:
        return
    for values in product(*bits.values()):
        drawn = {key: NamedArray((), np.asarray(value)) for key, value in zip(bits, values, strict=True)}
        yield Runner(runner.sizes, runner.seed, runner.instance, {**runner.given, **drawn})


def _values(free: Sampled) -> tuple[float, ...]:
    binary = free.domain.kind is DomainKind.BINARY
    return (0.0, 1.0) if binary else free.domain.values if free.domain.kind is DomainKind.FINITE else ()
