"""Orders that hold of the usual samples, which lie near 1, and not of larger or smaller ones: `X^2 < 5`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


def report(entries: Sequence[Entry], judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Refute orders by such samples, unless the words say anything of how large their letters are."""
    claims = {j.role.entry.index for j in judged if j.kind is Kind.CLAIM}
    bounds = [entry for entry in entries if _bounds(entry, entry.index in claims)]
    for j, v in zip(judged, verdicts, strict=True):
        if v.status is not Status.VERIFIED or v.runner is None or not _is_plain_order(j):
            continue
        names = names_in(j.role.entry.parsed)
        if all(names.isdisjoint(names_in(entry.parsed)) for entry in bounds):
            for runner in _runners(v.runner):
                if (found := _refuted(j, v, runner)) is not None:
                    v.status, v.reason, v.value, v.runner = found.status, found.reason, found.value, found.runner
                    v.diagnostics = found.diagnostics
                    break


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
    """Whether an entry says of letters how large they are, and not as a claim or by signs alone, or supposes it.
    """
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


def _runners(runner: Runner) -> Iterator[Runner]:
    for factor in _FACTORS:
        far = _Far(runner.sizes, runner.seed, runner.instance, runner.given, runner.most)
        far.factor = factor
        yield far


def _refuted(judged: Judged, verdict: Verdict, runner: Runner) -> Verdict | None:
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
    difference = differs(_OR_EQUAL[kind], x, y)
    return None if difference is None else refuted(judged, kind, difference, x, runner, verdict.sizes, runner)
