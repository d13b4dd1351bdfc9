"""Orders that hold of the usual samples, which lie near 1 and differ in every entry, and not of others: `X^2 < 5`.

Others are larger or smaller ones, and those with the same number in every entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from ntdoc.evaluation.run import STOPS
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.report import Kind, Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in, signs
from ntdoc.syntax import ast
from ntdoc.verification.check import refuted
from ntdoc.verification.compare import differs
from ntdoc.verification.resampled import OR_EQUAL, Change, Resampled
from ntdoc.verification.verdicts import Verdict

_ORDERS = frozenset({"lt", "le", "gt", "ge"})
_FACTORS = (8.0, 1 / 64)
_FREE = frozenset({DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.NEGATIVE})


def report(entries: Sequence[Entry], judged: Sequence[Judged], verdicts: list[Verdict]) -> None:
    """Refute orders by such samples, unless the words say anything of how large their letters are."""
    verified = [at for at, v in enumerate(verdicts) if v.status is Status.VERIFIED and v.runner is not None]
    verified = [at for at in verified if _is_plain_order(judged[at])]
    if not verified:
        return
    claims = {j.role.entry.index for j in judged if j.kind is Kind.CLAIM}
    bounded = frozenset(n for e in entries if _bounds(e, e.index in claims) for n in names_in(e.parsed))
    for at in verified:
        if bounded.isdisjoint(names_in(judged[at].role.entry.parsed)):
            near = verdicts[at].runner
            others = [Resampled(near, change) for change in (*map(_scaled, _FACTORS), _even)] if near else []
            refutations = (_refuted(judged[at], verdicts[at], runner) for runner in others)
            verdicts[at] = next((found for found in refutations if found is not None), verdicts[at])


def _is_plain_order(judged: Judged) -> bool:
    """Whether it is an order of two values without a condition."""
    entry, relation = judged.role.entry, judged.relation
    plain = judged.kind is Kind.CLAIM and judged.law is None and judged.member is None and judged.condition is None
    if not plain or relation is None or relation.kind not in _ORDERS or judged.value is None or judged.other is None:
        return False
    parsed = entry.parsed
    supposed = entry.worded or entry.assumed or entry.supposed or entry.theorem or entry.small or entry.negated
    return isinstance(parsed, ast.Chain) and not parsed.conditions and not supposed


def _bounds(entry: Entry, claimed: bool) -> bool:
    """Whether an entry says of letters how large they are, and not as a claim or by signs alone, or supposes it."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or entry.worded or entry.small or parsed.conditions:
        return True
    kinds = {relation.kind for relation, _ in parsed.rest}
    if kinds <= {"in"} or signs(parsed):  # what a letter is, in `[0,1]` or positive: samples keep to that
        return False
    return entry.assumed or entry.supposed or (not claimed and bool(kinds & {*_ORDERS, "approx", "other"}))


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


def _is_bound(plan: p.Sampled) -> bool:
    """Whether more is said of a free tensor than which numbers its entries are."""
    domain = plan.domain
    constrained = domain.small or domain.unit or domain.diagonal or domain.orthogonal
    return bool(constrained) or plan.limit is not None or any(plan.bounds)


def _refuted(judged: Judged, verdict: Verdict, runner: Resampled) -> Verdict | None:
    """What a claim comes to on other samples, if it does not hold there."""
    assert judged.value is not None
    assert judged.other is not None
    assert judged.relation is not None
    left, right = judged.value.plan, judged.other.plan
    if left is None or right is None or any(isinstance(n, p.Smooth) for side in (left, right) for n in walk(side)):
        return None
    try:
        x, y = runner.run(left, {}), runner.run(right, {})
    except STOPS:
        return None
    kind = judged.relation.kind
    difference = differs(OR_EQUAL[kind], x, y)  # what is near 1 becomes 1 by rounding
    return None if difference is None else refuted(judged, kind, difference, x, runner, verdict.sizes)
