"""Steps of a derivation: which one is wrong, and by what reason it was to hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.report import Status
from ntdoc.shapes.judged import Judged
from ntdoc.verification.verdicts import Verdict


def in_its_place(judged: Judged, verdict: Verdict) -> Verdict:
    """A verdict on one step, as a part of its derivation.

    A step whose predecessor is in error is held against the last one that is not. It is right if that is right; but it
    is not called wrong for what may be the fault of the one between.
    """
    if verdict.status is Status.FAILED and judged.doubtful:
        judged.notebook.diagnostics[:] = [d for d in judged.notebook.diagnostics if d.severity is Severity.NOTE]
        reason = "the step before it is in error, and it does not follow from the one before that"
        return Verdict(Status.BLOCKED, reason, verdict.value, verdict.runner, [], verdict.sizes)
    if verdict.status is Status.FAILED and judged.step:
        said = _said(judged)
        verdict.diagnostics = [_with(d, said) for d in verdict.diagnostics]
        judged.notebook.diagnostics[:] = [_with(d, said) for d in judged.notebook.diagnostics]
    if verdict.status is Status.VERIFIED and judged.across:
        verdict.reason = f"{verdict.reason}, {_against(judged)}"
    return verdict


def past_a_wrong_step(judged: Sequence[Judged], verdicts: Sequence[Verdict], place: int) -> Iterator[Judged]:
    """A step that does not follow from a wrong one may be right, and only that one wrong: `a = b`, `= c`, `= a`."""
    claim, before = judged[place], judged[place - 1] if place else None
    if before is None or before.role.entry is not claim.role.entry or before.step + 1 != claim.step or not before.step:
        return
    valued = before.value is not None and before.value.plan is not None
    if verdicts[place - 1].status is Status.FAILED and valued and _equates(claim) and _equates(before):
        across = before.across + 1
        yield replace(claim, value=before.value, left=before.left, across=across, doubtful=False, past=True)


def _equates(claim: Judged) -> bool:
    return claim.relation is not None and claim.relation.kind == "eq" and claim.other is not None


def _said(judged: Judged) -> str:
    """`step 3, by (4)`."""
    reason = " ".join(judged.relation.reason.split()) if judged.relation is not None else ""
    text = f"step {judged.step}"
    if any(c.isalnum() for c in reason):
        text += f", by {reason}"
    return f"{text}, {_against(judged)}" if judged.across else text


def _against(judged: Judged) -> str:
    before = judged.step - 1 - judged.across
    where = f"the right side of step {before}" if before else "the left side"
    if not judged.step:  # what the chain ends with, as the set that its sides are in, has no number
        where = "an earlier side"
    why = "for the step between is wrong" if judged.past else "for want of what stands between"
    return f"held against {where}, {why}"


def _with(diagnostic: Diagnostic, said: str) -> Diagnostic:
    return (
        diagnostic
        if diagnostic.severity is Severity.NOTE
        else replace(diagnostic, message=f"{said}: {diagnostic.message}")
    )
