"""Samples that satisfy what the text supposes: an equation, the nearest to those drawn where it is linear in them, or
that vectors have the length 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np

from ntdoc.evaluation.run import STOPS, Runner
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray, align
from ntdoc.operations.domain import DomainKind, offence
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Sampled
from ntdoc.shapes.sizes import Equations, Size
from ntdoc.verification.check import verdict
from ntdoc.verification.sizing import Laboratory
from ntdoc.verification.verdicts import Verdict

MOST = 64  # entries of an unknown
CLOSE = 1e-8
_LINEAR = (DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.SIMPLEX)


def verdict_under(judged: Judged, supposition: Judged, name: str, laboratory: Laboratory) -> Verdict | None:
    """The verdict on a claim for samples of a free tensor that satisfy a supposition; None if such are not found."""
    satisfying = _Satisfying(laboratory, supposition, name)
    found = verdict(judged, satisfying, None)
    return None if satisfying.failed else found


def verdict_for_unit_vectors(judged: Judged, laboratory: Laboratory) -> Verdict | None:
    """The verdict on a claim for samples of length 1; None if its free tensors are not all vectors or numbers."""
    sides = [typed.plan for typed in (judged.value, judged.other) if typed is not None]
    free = {node.key: node for side in sides for node in walk(side) if isinstance(node, Sampled)}
    if any(len(node.shape) > 1 or node.domain.kind is not DomainKind.REAL for node in free.values() if node.shape):
        return None
    units = _OfLength1(laboratory, [node for node in free.values() if node.shape])
    found = verdict(judged, units, None)
    return None if units.failed else found


class _Replacing(Laboratory):
    """A laboratory whose runners take other values in place of some samples."""

    def __init__(self, laboratory: Laboratory) -> None:
        self.within = laboratory
        self.failed = False

    def values(self, runner: Runner) -> Mapping[str, NamedArray] | None:
        """What stands in the place of samples; None if nothing can. Raises RunError and AxisError."""
        raise NotImplementedError

    def runner(
        self, equations: Equations, needed: Iterable[Size], instance: int = 0, section: int | None = None
    ) -> Runner | None:
        found = self.within.runner(equations, needed, instance, section)
        if found is None:
            return None
        try:
            values = self.values(found)
        except STOPS:
            values = None
        if values is None:
            self.failed = True
            return found
        return found.again({**found.given, **values}, None)

    def for_instance(
        self,
        equations: Equations,
        needed: Iterable[Size],
        preferred: Mapping[str, int],
        instance: int,
        given: Mapping[str, NamedArray] | None = None,
    ) -> Runner | None:
        return self.within.for_instance(equations, needed, preferred, instance, given)


class _Satisfying(_Replacing):
    """Solutions of an equation in place of the samples of its unknown."""

    def __init__(self, laboratory: Laboratory, supposition: Judged, name: str) -> None:
        super().__init__(laboratory)
        self.supposition, self.name = supposition, name

    def values(self, runner: Runner) -> Mapping[str, NamedArray] | None:
        value = solution(self.supposition, self.name, runner)
        return None if value is None else {self.name: value}


class _OfLength1(_Replacing):
    """Vectors that are divided by their norms."""

    def __init__(self, laboratory: Laboratory, vectors: Sequence[Sampled]) -> None:
        super().__init__(laboratory)
        self.vectors = vectors

    def values(self, runner: Runner) -> Mapping[str, NamedArray] | None:
        drawn = {vector.key: runner.run(vector, {}) for vector in self.vectors}
        return {name: NamedArray(v.axes, v.data / np.linalg.norm(v.data)) for name, v in drawn.items()}


def solution(supposition: Judged, name: str, runner: Runner) -> NamedArray | None:
    """The value of a free tensor nearest to its sample that solves an equation which is linear in it, if there is one.

    That it is linear is found out by numbers: what is solved for as if it were must solve the equation. Raises RunError
    and AxisError.
    """
    sides = [typed.plan for typed in (supposition.value, supposition.other) if typed is not None]
    free = next((n for side in sides for n in walk(side) if isinstance(n, Sampled) and n.key == name), None)
    if free is None or len(sides) != 2 or None in sides:
        return None
    drawn = runner.run(free, {})
    domain, count = free.domain, prod(drawn.data.shape)
    if domain.kind not in _LINEAR or domain.unit or domain.symmetric or domain.across or count > MOST:
        return None
    if domain.kind is DomainKind.SIMPLEX and set(domain.axes) != set(drawn.axes):
        return None

    def residual(flat: Any) -> Any:
        value = NamedArray(drawn.axes, flat.reshape(drawn.data.shape))
        there = runner.again({**runner.given, name: value}, None)
        left, right = (there.run(side, {}) for side in sides if side is not None)
        _, (x, y) = align(left, right)
        return np.asarray(x - y, dtype=np.float64).ravel()

    at_zero = residual(np.zeros(count))
    slopes = np.stack([residual(unit) - at_zero for unit in np.eye(count)], axis=1)
    if domain.kind is DomainKind.SIMPLEX:
        slopes = np.vstack([slopes, np.ones((1, count))])
        at_zero = np.append(at_zero, -1.0)
    start = np.asarray(drawn.data, dtype=np.float64).ravel()
    if not (np.isfinite(slopes).all() and np.isfinite(at_zero).all()):
        return None
    found = start - np.linalg.lstsq(slopes, slopes @ start + at_zero, rcond=None)[0]
    value = NamedArray(drawn.axes, found.reshape(drawn.data.shape))
    solves = np.abs(residual(found)).max(initial=0.0) <= CLOSE and np.abs(found).max(initial=0.0) > CLOSE
    return value if solves and offence(domain, value) is None else None
