"""Conditions that few samples meet: *if `\\nsum{\\ax} x \\ge 20`, then `\\max(\\nsum{\\ax} x, 20) = 20`*.

A claim that holds of all samples may hold because none of them meets what its sentence supposes. It is held against
samples that do.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.report import Kind, Status
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import ORDERS
from ntdoc.verification.beside.under_conditions import saying_where, where_it_holds
from ntdoc.verification.in_numbers.taken import free
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.supposing.given import is_refuted
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_whole_condition


def refute(judged: Sequence[Judged], verdicts: list[Verdict], met: Sequence[bool], laboratory: Laboratory) -> None:
    """Refute such claims. `met` are the statements that samples satisfied: these were no such conditions."""
    conditions = {
        j.role.entry.sentence: j
        for j, so in zip(judged, met, strict=True)
        if not so and j.role.entry.supposed and not j.role.entry.display and _is_order(j)
    }
    for place, (j, v) in enumerate(zip(judged, list(verdicts), strict=True)):
        condition = conditions.get(j.role.entry.sentence)
        if condition is None or v.status is not Status.VERIFIED or not _is_concluded(j, condition, judged):
            continue
        names = frozenset(free(condition, within=True))
        held = where_it_holds(j, [(condition, names)], laboratory) if names & {*free(j, within=True)} else None
        if held is not None and is_refuted(j, held):
            verdicts[place] = saying_where(held, condition, j)


def _is_order(judged: Judged) -> bool:
    order = judged.relation is not None and judged.relation.kind in ORDERS
    return order and judged.kind is Kind.CLAIM and judged.law is None


def _is_concluded(claim: Judged, condition: Judged, judged: Sequence[Judged]) -> bool:
    """Whether a claim in a sentence follows from a condition that is all that the sentence supposes."""
    at, supposed = claim.role.entry, condition.role.entry
    if at.index <= supposed.index or at.supposed or at.worded or at.negated or claim.kind is not Kind.CLAIM:
        return False
    if claim.law is not None or claim.member is not None or not is_whole_condition(condition.span):
        return False
    beside = (j.role.entry for j in judged if j.role.entry.sentence == at.sentence and j is not condition)
    return not any(e.supposed or e.assumed for e in beside if e.index < at.index)
