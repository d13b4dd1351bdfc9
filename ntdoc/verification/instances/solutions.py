"""Values of free tensors that solve an equation: near their samples, or as far on the other side of zero."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from math import prod
from typing import Any

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.operations.array import NamedArray, align
from ntdoc.operations.domain import DomainKind, offence
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.summary import samples_in
from ntdoc.syntax import ast
from ntdoc.verification.instances.rescaled import rescaled

_MOST = 64  # entries of an unknown
_CLOSE = 1e-8
_BY_ENTRIES = (DomainKind.BINARY, DomainKind.INTEGERS, DomainKind.FINITE)
_OF_ONE_SIGN = (DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.NEGATIVE, DomainKind.UNIT)
_LINEAR = (DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.SIMPLEX)
_SECANTS = 30  # steps of the secant method, for a number
_STEPS = 40  # of the method of Gauss and Newton
_STEP = 1e-6  # of differences, beside entries of the order of one
_EXACT = 1e-12
_LEAST = 1e-3  # a solution that is nearly zero is no example


def solution(supposition: Judged, name: str, runner: Runner, side: int) -> NamedArray | None:
    """The value of a free tensor nearest to its sample that solves an equation which is linear in it, if there is one.

    Or a multiple of the sample, where the equation says a norm or the like. Of a number, one that is near its sample
    and solves any equation, or near what is as far on the other `side` of zero. That it is linear is found out by
    numbers: what is solved for as if it were must solve the equation. Raises RunError and AxisError.
    """
    sides = supposition.plans
    free = samples_in(*sides).get(name)
    if free is None or len(sides) != 2:
        return None
    drawn = runner.run(free, {})
    domain, count = free.domain, prod(drawn.data.shape)
    if domain.unit or domain.centred or domain.symmetric or domain.across or domain.diagonal or count > _MOST:
        return None
    if domain.kind is DomainKind.SIMPLEX and set(domain.axes) != set(drawn.axes):
        return None

    def apart(value: NamedArray) -> NamedArray:
        there = runner.again({**runner.given, name: value}, None)
        left, right = (there.run(side, {}) for side in sides)
        axes, (x, y) = align(left, right)
        return NamedArray(tuple(axes), np.asarray(x - y, dtype=np.float64))

    def residual(flat: Any) -> Any:
        return apart(NamedArray(drawn.axes, np.reshape(flat, drawn.data.shape))).data.ravel()

    def root() -> NamedArray | None:
        number = _root(residual, side * float(drawn.data))
        value = None if number is None else NamedArray((), np.asarray(number))
        return value if value is not None and offence(domain, value) is None else None

    if not drawn.axes and domain.kind in _OF_ONE_SIGN and (number := root()) is not None:
        return number
    if domain.kind not in _LINEAR:
        tried = [*_uniform(drawn, supposition), *(_mirrored(drawn) if domain.kind in _BY_ENTRIES else ())]
        return next((v for v in tried if offence(domain, v) is None and not residual(v.data).any()), None)
    at_zero = residual(np.zeros(count))
    slopes = np.stack([residual(unit) - at_zero for unit in np.eye(count)], axis=1)
    if domain.kind is DomainKind.SIMPLEX:
        slopes = np.vstack([slopes, np.ones((1, count))])
        at_zero = np.append(at_zero, -1.0)
    start = np.asarray(drawn.data, dtype=np.float64).ravel()
    if not (np.isfinite(slopes).all() and np.isfinite(at_zero).all()):
        return None if drawn.axes else root()
    found = start - np.linalg.lstsq(slopes, slopes @ start + at_zero, rcond=None)[0]
    value = NamedArray(drawn.axes, found.reshape(drawn.data.shape))
    if offence(domain, value) is not None and domain.kind in _OF_ONE_SIGN:
        found = start * _multiple(slopes @ start, at_zero)  # of the same sign
        value = NamedArray(drawn.axes, found.reshape(drawn.data.shape))
    only = np.linalg.matrix_rank(slopes) == count  # else zero is no example
    solves = np.abs(residual(found)).max(initial=0.0) <= _CLOSE and (only or np.abs(found).max(initial=0.0) > _CLOSE)
    if not solves and not drawn.axes and only:
        return root()
    alone = drawn.axes and not any(other.shape for key, other in samples_in(*sides).items() if key != name)
    if not solves and alone and (multiple := rescaled(drawn, apart, _CLOSE)) is not None:  # and no law of any `x`
        value, solves = multiple, True
    elif not solves and alone and (near := _near(residual, start)) is not None:  # orthonormal columns
        value, solves = NamedArray(drawn.axes, near.reshape(drawn.data.shape)), True
    return value if solves and offence(domain, value) is None else None


def _multiple(slope: Any, at_zero: Any) -> float:
    """By what a sample is multiplied so that it comes nearest to solving equations that are linear in it."""
    size = float(slope @ slope)
    return -float(slope @ at_zero) / size if size else 1.0


def _root(residual: Callable[[Any], Any], start: float) -> float | None:
    """A number at which an equation holds, by the secant method from a drawn one on; None if it finds none."""
    last, now = start, start * 0.9 + 0.05
    before, here = float(residual(last)[0]), float(residual(now)[0])
    for _ in range(_SECANTS):
        if here == 0.0 or here == before:
            break
        last, now, before = now, now - here * (now - last) / (here - before), here
        if not np.isfinite(now):
            return None
        here = float(residual(now)[0])
    return now if abs(here) <= _EXACT and np.isfinite(now) else None


def _uniform(drawn: NamedArray, supposition: Judged) -> Iterator[NamedArray]:
    """A tensor whose entries are all the number that is supposed of it."""
    if isinstance(supposition.right, ast.Number):
        yield NamedArray(drawn.axes, np.full(drawn.data.shape, supposition.right.value))


def _mirrored(drawn: NamedArray) -> Iterator[NamedArray]:
    """A tensor made symmetric in two axes, of entries that it has: those above the diagonal stand below it, too."""
    shape = drawn.data.shape
    for one, other in combinations(range(len(shape)), 2):
        if shape[one] == shape[other]:
            below = np.indices(shape)[one] > np.indices(shape)[other]
            yield NamedArray(drawn.axes, np.where(below, np.swapaxes(drawn.data, one, other), drawn.data))


def _near(residual: Callable[[Any], Any], start: Any) -> Any:
    """An array near a start at which all of some equations hold, of the shape (n,) of that; None if it finds none.

    By the method of Gauss and Newton with central differences: of the many solutions one that is near.
    """
    here, units = np.array(start, dtype=np.float64), np.eye(len(start)) * _STEP
    for _ in range(_STEPS):
        apart = residual(here)
        if not np.isfinite(apart).all():
            return None
        if np.abs(apart).max(initial=0.0) <= _EXACT * max(1.0, float(np.abs(here).max())):
            return here if np.abs(here).max(initial=0.0) > _LEAST else None
        slopes = np.stack([(residual(here + unit) - residual(here - unit)) / (2 * _STEP) for unit in units], axis=1)
        if not np.isfinite(slopes).all():
            return None
        here = here - np.linalg.lstsq(slopes, apart, rcond=None)[0]
    return None
