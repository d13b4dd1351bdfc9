"""What follows from a value that a name has in a case alone: *if all scores are equal, `P = 1/n` and `L = \\log n`*.

After `P = \\nfun{\\ax}{softmax} S` words say when `P` is `1/n`. What is made of `P` and of nothing else that is free is
then known, so that the claim beside it is held against that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.rewriting import throughout
from ntdoc.shapes.summary import is_sampled, sizes_in
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast
from ntdoc.verification.beside.under_conditions import saying_where
from ntdoc.verification.check import verdict
from ntdoc.verification.in_numbers.taken import is_equation
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.verdicts import Verdict
from ntdoc.vocabulary import THEN

_BESIDE = regex(rf"(?:[\s$,]|\\[()]|\b(?:and|{THEN}|we|have|it|is|get)\b)*")


def verdict_in_case(claim: Judged, others: Sequence[Judged], laboratory: Laboratory) -> Verdict | None:
    """The verdict on a claim where a name is what its sentence says right before; None if that leaves anything open."""
    at = claim.role.entry
    beside = (j for j in others if j.role.entry.sentence == at.sentence and j.role.entry.index < at.index)
    for case in beside:
        given = _given(case)
        if given is None or not _BESIDE.fullmatch(sentences.between(case.span, claim.span)):
            continue
        value, other = (_with(side, *given) for side in (claim.value, claim.other))
        if value is None or other is None or value is claim.value:
            continue
        if is_sampled(value.plan) or is_sampled(other.plan):
            continue
        held = verdict(replace(claim, value=value, other=other), laboratory, None)
        if held.status is Status.VERIFIED:
            return saying_where(held, case, claim)
        if held.status is Status.FAILED and sizes_in(given[1].body):  # `P = 1/2` may say a size as well
            held.met = True
            return held
    return None


def _given(case: Judged) -> tuple[p.Defined, p.Spread] | None:
    """What a case is of, and the value that it has there: a number, or one made of sizes."""
    at, left, right = case.role.entry, case.value, case.other
    if case.kind is not Kind.CLAIM or at.display or at.negated or not at.worded or not is_equation(case):
        return None
    if left is None or right is None or right.plan is None or not isinstance(left.plan, p.Defined):
        return None
    if not isinstance(case.left, ast.Symbol) or right.shape or is_sampled(right.plan) or not is_sampled(left.plan):
        return None
    return left.plan, p.Spread(tuple((left.shape or {}).items()), right.plan)


def _with(side: Typed | None, name: p.Defined, value: p.Plan) -> Typed | None:
    """A side with the value in the place of the name."""
    if side is None or side.plan is None:
        return None

    def other(part: p.Plan) -> p.Plan | None:
        return value if isinstance(part, p.Defined) and part.key == name.key else None

    plan = throughout(side.plan, other)
    return side if plan is side.plan else side._replace(plan=plan)
