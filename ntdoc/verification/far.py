"""Orders that hold of the usual samples, which lie near 1, and not of larger or smaller ones: `X^2 < 5`."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.evaluation.run import STOPS, Runner
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
from ntdoc.verification.verdicts import Verdict

_ORDERS = frozenset({"lt", "le", "gt", "ge"})
_OR_EQUAL = {"lt": "le", "le": "le", "gt": "ge", "ge": "ge"}  # what is near 1 becomes 1 by rounding
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
            refutations = (_refuted(judged[at], verdicts[at], factor) for factor in _FACTORS)
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


class _Far(Runner):
    """A runner whose samples of all numbers, or of all of one sign, are so many times as large."""

    factor = 1.0

    def _sample(self, plan: p.Sampled) -> NamedArray:
        found, domain = super()._sample(plan), plan.domain
        bound = domain.small or domain.unit or domain.diagonal or domain.orthogonal or plan.limit is not None
        if plan.key in self.given or domain.kind not in _FREE or bound:
            return found
        return NamedArray(found.axes, found.data * self.factor)


def _refuted(judged: Judged, verdict: Verdict, factor: float) -> Verdict | None:
    """What a claim comes to on samples that are so many times as large, if it does not hold there."""
    assert judged.value is not None
    assert judged.other is not None
    assert judged.relation is not None
    left, right = judged.value.plan, judged.other.plan
    if left is None or right is None or any(isinstance(n, p.Smooth) for side in (left, right) for n in walk(side)):
        return None
    near = verdict.runner
    assert near is not None
    runner = _Far(near.sizes, near.seed, near.instance, near.given, near.most)
    runner.factor = factor
    try:
        x, y = runner.run(left, {}), runner.run(right, {})
    except STOPS:
        return None
    kind = judged.relation.kind
    difference = differs(_OR_EQUAL[kind], x, y)
    return None if difference is None else refuted(judged, kind, difference, x, runner, verdict.sizes)
