"""Samples that are unlikely to be drawn: large and small ones, the same number in every entry, empty rows.

They are as free as those that are drawn: what holds of all tensors holds of them, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes import plan as p
from ntdoc.verification.resampled import Change, Resampled

_FACTORS = (8.0, 1 / 64)
_FREE = frozenset({DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.NEGATIVE})


class Elsewhere(NamedTuple):
    """Other samples, and what a reader is to know of them."""

    runner: Runner
    hint: str = ""


def far_out(near: Runner) -> Iterator[Elsewhere]:
    """Samples that are larger or smaller, or have one number in all entries."""
    for change in (*map(_scaled, _FACTORS), _even):
        yield Elsewhere(Resampled(near, change))


def without_ones(near: Runner) -> Iterator[Elsewhere]:
    """Zeros and ones that are all the same, or the same in the first entries along every axis."""
    for number in (0, 1):
        yield Elsewhere(Resampled(near, _filled(number, everywhere=True)), f"this is where all entries are {number}")
    for number in (0, 1):
        here = Resampled(near, _filled(number, everywhere=False))
        yield Elsewhere(here, f"this is where the first entries along every axis are {number}")


def _scaled(factor: float) -> Change:
    """Samples of all numbers, or of all of one sign, so many times as large."""

    def change(found: NamedArray, plan: p.Sampled) -> NamedArray:
        free = plan.domain.kind in _FREE and not _is_bound(plan)
        return NamedArray(found.axes, found.data * factor) if free else found

    return change


def _even(found: NamedArray, plan: p.Sampled) -> NamedArray:
    """Samples of all numbers with one number in every entry, and distributions that are uniform."""
    domain = plan.domain
    if _is_bound(plan) or domain.centred or domain.across or not found.axes:
        return found
    if domain.kind is DomainKind.SIMPLEX:
        number = 1 / prod(size for axis, size in found.sizes.items() if axis in domain.axes)
    elif domain.kind in _FREE:
        number = float(found.data.flat[0])
    else:
        return found
    return NamedArray(found.axes, np.full(found.data.shape, number))


def _filled(number: int, everywhere: bool) -> Change:
    """Tensors of zeros and ones with a number in every entry but a given diagonal, or in the first along every axis."""

    def change(found: NamedArray, plan: p.Sampled) -> NamedArray:
        domain = plan.domain
        if domain.kind is not DomainKind.BINARY or not found.axes or plan.limit is not None or any(plan.bounds):
            return found
        indices = np.indices(found.data.shape)
        there = np.full(found.data.shape, True) if everywhere else (indices == 0).any(axis=0)
        if domain.diagonal:
            one, other = (found.axes.index(axis) for axis in domain.diagonal)
            there &= indices[one] != indices[other]
        return NamedArray(found.axes, np.where(there, number, found.data))

    return change


def _is_bound(plan: p.Sampled) -> bool:
    """Whether more is said of a free tensor than which numbers its entries are."""
    domain = plan.domain
    constrained = domain.small or domain.unit or domain.diagonal or domain.orthogonal
    return bool(constrained) or plan.limit is not None or any(plan.bounds)
