"""Samples that are unlikely to be drawn: zeros, large beside small ones, tensors equal to each other, empty rows.

They are as free as those that are drawn: what holds of all tensors holds of them, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Set
from itertools import product
from math import inf, prod
from typing import NamedTuple

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.operations.array import NamedArray, align
from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.shapes import plan as p
from ntdoc.verification.instances.resampled import Change, Resampled

_FACTORS = (8.0, 1 / 64)
_LESS, _STEPS = 0.85, 60
_FARTHEST = {512.0: "large", 1 / 4096: "small"}
_POWER = 64  # of the probabilities of a distribution, to make it almost one-hot
_MOST = 4  # free tensors that are made large or small one by one
_FREE = frozenset({DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.NEGATIVE})


class Elsewhere(NamedTuple):
    """Other samples, and what a reader is to know of them."""

    runner: Runner
    hint: str = ""
    exact: bool = False  # numbers that are equal there are so without rounding


def far_out(near: Runner, free: Collection[p.Sampled]) -> Iterator[Elsewhere]:
    """Samples that are larger or smaller, turned over, all but one-hot, even, equal to each other, or zero."""
    for change in (*map(_scaled, _FACTORS), *map(_turned_over, _FACTORS), _concentrated, _even):
        yield Elsewhere(Resampled(near, change))
    if any(_has_rows(node.domain) for node in free):
        for last in (False, True):
            yield Elsewhere(Resampled(near, _one_row(last)), "this is where one row or column alone is not zero")
    if any(node.domain.kind is DomainKind.POSITIVE for node in free):
        resting = Resampled(near, _both([_zero(), _one]))
        yield Elsewhere(resting, "this is where what is positive is one, and other tensors are zero")
    alone = [node.key for node in free if node.domain.kind in _FREE and not _is_bound(node)]
    scales = [(factor, key) for key in alone for factor in _FACTORS] if 1 < len(alone) <= _MOST else []
    words: dict[Callable[[], Change], str] = {_alike: "tensors of one shape are equal", _zero: "tensors are zero"}
    for first, second in product((None, *words), (None, *scales)):
        if first is not None or second is not None:
            changes = [*([first()] if first else []), *([_scaled(*second)] if second else [])]
            said = [words[first]] if first else []
            said += [f"{second[1]} is {'large' if second[0] > 1 else 'small'}"] if second else []
            yield Elsewhere(Resampled(near, _both(changes)), f"this is where {' and '.join(said)}")
    for factor, size in _FARTHEST.items():
        yield Elsewhere(Resampled(near, _scaled(factor)), f"this is where all numbers are {size}")
    if len(free) == 1:  # of several, one may be the exponent of another
        turned = Resampled(near, _turned_over(max(_FARTHEST)))
        yield Elsewhere(turned, "this is where all numbers are large, and of the other sign")


def beyond(near: Runner) -> Iterator[Elsewhere]:
    """Larger samples of either sign."""
    for factor in (_FACTORS[0], _FACTORS[0] ** 2):
        for change in (_scaled(factor), _turned_over(factor)):
            yield Elsewhere(Resampled(near, change))


def scaled(near: Runner, free: Collection[p.Sampled]) -> Iterator[Runner]:
    """Samples of which one tensor of any numbers, or of those of one sign, is larger or smaller."""
    for key in (node.key for node in free if node.domain.kind in _FREE and not _is_bound(node)):
        for factor in (*_FACTORS, 64.0):
            yield Resampled(near, _scaled(factor, key))


def lessened(near: Runner, free: Collection[p.Sampled], *, even: bool) -> Iterator[Runner]:
    """Samples of which one tensor of any numbers, or all of them, is smaller and smaller, down to next to nothing.

    The first of them that meet a bound are close to it. With `even`, all their entries are the same, and positive.
    """
    keys = [node.key for node in free if node.domain.kind in _FREE and not _is_bound(node)]
    for chosen in (*({key} for key in keys), *([{*keys}] if len(keys) > 1 else ())):
        for times in range(1, _STEPS):
            yield Resampled(near, _lessened(_LESS**times, chosen, even))


def _lessened(factor: float, keys: Set[str], even: bool) -> Change:
    def change(found: NamedArray, plan: p.Sampled) -> NamedArray:
        if plan.key not in keys:
            return found
        same = even and plan.domain.kind is DomainKind.REAL and found.data.size > 0
        data = np.full(found.data.shape, np.max(np.abs(found.data))) if same else found.data
        return NamedArray(found.axes, data * factor)

    return change


def with_nothing(near: Runner) -> Elsewhere:
    """Arrays of numbers that are not negative, all of which are zero: counts, and nothing is counted."""

    def change(found: NamedArray, plan: p.Sampled) -> NamedArray:
        free = plan.domain.kind is DomainKind.NONNEGATIVE and found.axes and not _is_bound(plan)
        return NamedArray(found.axes, np.zeros(found.data.shape)) if free else found

    return Elsewhere(Resampled(near, change), "this is where what is not negative is zero", exact=True)


def without_ones(near: Runner) -> Iterator[Elsewhere]:
    """Zeros and ones that are all the same, or the same in the first entries along every axis."""
    for number in (0, 1):
        yield Elsewhere(Resampled(near, _filled(number, everywhere=True)), f"this is where all entries are {number}")
    for number in (0, 1):
        here = Resampled(near, _filled(number, everywhere=False))
        yield Elsewhere(here, f"this is where the first entries along every axis are {number}")


def _both(changes: list[Change]) -> Change:
    def change(found: NamedArray, plan: p.Sampled) -> NamedArray:
        for one in changes:
            found = one(found, plan)
        return found

    return change


def _scaled(factor: float, key: str | None = None) -> Change:
    """Samples of all numbers, or of all of one sign, so many times as large; or those of one tensor alone.

    Of an interval they are as near to one of its ends.
    """

    def change(found: NamedArray, plan: p.Sampled) -> NamedArray:
        if key not in (None, plan.key) or _is_bound(plan):
            return found
        if plan.domain.kind is DomainKind.UNIT:
            return NamedArray(found.axes, _near_an_end(found.data, plan.domain.limits, factor))
        return NamedArray(found.axes, found.data * factor) if plan.domain.kind in _FREE else found

    return change


def _turned_over(factor: float) -> Change:
    """Samples of all numbers with the other sign, larger or smaller: a mean below 1 may be far above it."""

    def change(found: NamedArray, plan: p.Sampled) -> NamedArray:
        turned = plan.domain.kind is DomainKind.REAL and not (_is_bound(plan) or plan.domain.definite)
        return NamedArray(found.axes, found.data * -factor) if turned else found

    return change


def _near_an_end(data: np.ndarray, ends: tuple[float, float], factor: float) -> np.ndarray:
    """Numbers of an interval, each so many times as far from its lower end, or from the upper one if that is all."""
    low, high = ends
    if low == -inf:
        return high - (high - data) * factor
    if high < inf and factor > 1:
        return high - (high - data) / factor**2
    return low + (data - low) * factor


def _concentrated(found: NamedArray, plan: p.Sampled) -> NamedArray:
    """Distributions that are all but one-hot, with nothing that is zero."""
    if plan.domain.kind is not DomainKind.SIMPLEX or _is_bound(plan):
        return found
    along = tuple(at for at, axis in enumerate(found.axes) if axis in plan.domain.axes)
    powers = (found.data / found.data.max(axis=along, keepdims=True)) ** _POWER
    return NamedArray(found.axes, powers / powers.sum(axis=along, keepdims=True))


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


def _has_rows(domain: Domain) -> bool:
    return domain.kind is DomainKind.REAL and not (domain.definite or domain.centred or domain.across)


def _one_row(last: bool) -> Change:
    """Even tensors, of which those of several axes are zero but in the first place along their first or last axis."""

    def change(found: NamedArray, plan: p.Sampled) -> NamedArray:
        if _is_bound(plan) or not found.axes or not _has_rows(plan.domain):
            return found
        data = np.full(found.data.shape, float(found.data.flat[0]))
        if len(found.axes) > 1:
            data[(..., slice(1, None)) if last else slice(1, None)] = 0
        return NamedArray(found.axes, data)

    return change


def _alike() -> Change:
    """Tensors of one shape and one domain that are equal to the first of them."""
    firsts: dict[tuple[frozenset[tuple[str, int]], Domain], NamedArray] = {}

    def change(found: NamedArray, plan: p.Sampled) -> NamedArray:
        if not found.axes or _is_bound(plan):
            return found
        first = firsts.setdefault((frozenset(found.sizes.items()), plan.domain), found)
        axes, (x, _) = align(first, found)
        return NamedArray(axes, np.broadcast_to(x, [found.sizes[axis] for axis in axes]))

    return change


def _zero() -> Change:
    """Tensors of any numbers that are zero."""

    def change(found: NamedArray, plan: p.Sampled) -> NamedArray:
        free = plan.domain.kind is DomainKind.REAL and found.axes and not _is_bound(plan)
        return NamedArray(found.axes, np.zeros(found.data.shape)) if free else found

    return change


def _one(found: NamedArray, plan: p.Sampled) -> NamedArray:
    """Positive numbers that are one, as scales are where nothing is scaled."""
    free = plan.domain.kind is DomainKind.POSITIVE and not _is_bound(plan)
    return NamedArray(found.axes, np.ones(found.data.shape)) if free else found


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
