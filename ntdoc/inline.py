"""Which statements are reported: all of a display, and of inline mathematics what ntdoc reads.

Inline mathematics that it cannot read, or that speaks of names that only the prose explains, is prose: never an
error. But what a display needs is reported, so that nothing is blocked without a reason.
"""

from __future__ import annotations

from ntdoc.diagnostics import Severity
from ntdoc.report import Kind, Status
from ntdoc.shapes.judged import Judged
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict


def reported(judged: list[Judged], verdicts: list[Verdict]) -> tuple[list[Judged], list[Verdict]]:
    """The statements that a report shows, with their verdicts."""
    pairs = list(zip(judged, verdicts, strict=True))
    prose = {j.role.entry.index for j, v in pairs if not j.role.entry.display and _is_prose(j, v)}
    wanted = [j for j, _ in pairs if j.role.entry.display]
    while wanted:
        needed = {entry.index for j in wanted for _, entry in j.notebook.blockers if entry is not None} & prose
        prose -= needed
        wanted = [j for j, _ in pairs if j.role.entry.index in needed]
    while True:  # what needs prose to be understood is prose too
        more = {
            j.role.entry.index
            for j, v in pairs
            if not j.role.entry.display
            and v.status is Status.BLOCKED
            and j.role.entry.index not in prose
            and any(entry is not None and entry.index in prose for _, entry in j.notebook.blockers)
        }
        if not more:
            break
        prose |= more
    kept = [(j, v) for j, v in pairs if j.role.entry.index not in prose]
    return [j for j, _ in kept], [v for _, v in kept]


def _is_prose(judged: Judged, verdict: Verdict) -> bool:
    entry = judged.role.entry
    if judged.unread is not None or isinstance(entry.parsed, ast.Unread):
        return True
    errors = [d for d in judged.notebook.diagnostics if d.severity is not Severity.NOTE]
    if judged.kind is Kind.EXPRESSION and (errors or judged.notebook.blockers or judged.value is None):
        return True
    if judged.law is not None and verdict.status is Status.FAILED:
        # of any tensors in the middle of a sentence: a condition on them, if it is supposed, or an order of them
        kind = judged.relation.kind if judged.relation is not None else ""
        if entry.assumed or kind not in ("eq", "define"):
            return True
    if (entry.negated or entry.worded or entry.supposed) and verdict.status in (Status.FAILED, Status.ERROR):
        return True  # the text says that it is not so, or not always
    return any(d.code in ("NT201", "NT202") for d in errors)
