"""What a text agrees on where numbers have no value: `0 \\log 0 = 0`."""

from __future__ import annotations

from ntdoc.nodes import walk
from ntdoc.report import Kind, Status
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.beside.under_conditions import leave_out
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.in_numbers.taken import free
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_agreed


def leave_out_all(judged: list[Judged], verdicts: list[Verdict]) -> Span | None:
    """Leave out what the text agrees on, `0 \\log 0 = 0`, where numbers have no value; the first such statement."""
    found = None
    for j, v in zip(judged, verdicts, strict=True):
        if j.kind is Kind.CLAIM and is_no_number(v) and (is_agreed(j.span) or _says_of_zero(j)):
            found = found or j.span
            if j.role.entry.display or not j.role.entry.negated:  # else it is prose
                leave_out(v, "a convention")
    return found


def _says_of_zero(judged: Judged) -> bool:
    """Whether an equation gives a number for what has none, as `0 \\log 0 = 0`: it can but be a convention."""
    left, right = judged.left, judged.right
    if not taken.is_equation(judged) or not isinstance(right, ast.Number) or any(free(judged, within=True)):
        return False
    return any(isinstance(part, ast.Number) and not part.value for part in walk(left))


def is_no_number(verdict: Verdict) -> bool:
    wrong = verdict.status in (Status.ERROR, Status.FAILED) and bool(verdict.diagnostics)
    return wrong and all(d.code == "NT302" for d in verdict.diagnostics)
