"""Claims about bits and small whole numbers: of a few free scalars in {0, 1}, {-1, 1} or {1, …, 5}, every assignment is
tried, and not only those that are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes.plan import Plan, Sampled

MOST = 32  # assignments


def assignments(plans: tuple[Plan, ...], runner: Runner) -> Iterator[Runner]:
    """Runners like this one for every assignment of such letters in a claim; none if it has no such, or too many."""
    sampled = {node for plan in plans for node in walk(plan) if isinstance(node, Sampled)}
    letters = {s.key: _values(s) for s in sampled if not s.shape and s.key not in runner.given and not any(s.bounds)}
    letters = {key: letters[key] for key in sorted(letters) if len(letters[key]) > 1}
    if not letters or prod(map(len, letters.values())) > MOST:
        return
    for values in product(*letters.values()):
        drawn = {key: NamedArray((), np.asarray(value)) for key, value in zip(letters, values, strict=True)}
        yield Runner(runner.sizes, runner.seed, runner.instance, {**runner.given, **drawn})


def _values(free: Sampled) -> tuple[float, ...]:
    domain = free.domain
    match domain.kind:
        case DomainKind.BINARY:
            return (0.0, 1.0)
        case DomainKind.FINITE:
            return domain.values
        case DomainKind.INTEGERS if free.limit is None and domain.upper - domain.lower < MOST:
            return tuple(float(n) for n in range(int(domain.lower), int(domain.upper) + 1))
    return ()
