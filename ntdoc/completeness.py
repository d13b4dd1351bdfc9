"""What is not checked of a document in which all is to be checked: a diagnostic for each such statement.

It is told like all that is wrong, so that every form of the report has it, and a configuration can ignore it somewhere.
"""

from __future__ import annotations

from dataclasses import replace

from ntdoc.diagnostics import Diagnostic
from ntdoc.report import DocumentReport, Statement, Status

INCOMPLETE = "NT114"
_HINTS = {
    Status.SKIPPED: "if that is meant, `ntdoc: skip` with a reason, in a comment before it, says so",
    Status.BLOCKED: "it is checked when what it needs is",
}


def with_incomplete(report: DocumentReport) -> DocumentReport:
    """The report, in which each statement that is skipped or blocked is told, unless the document says to skip it."""
    found = [_told(s) for s in report.statements if s.status in _HINTS and not s.excused]
    found += [replace(_told(s), statement=None) for s in report.beside]
    if not found:
        return report
    order = {source.path: i for i, source in enumerate(report.document.sources)}
    everything = sorted(
        (*report.diagnostics, *found), key=lambda d: (order.get(d.span.source.path, len(order)), d.span.start)
    )
    return replace(report, diagnostics=tuple(everything))


def _told(statement: Statement) -> Diagnostic:
    why = statement.reason or f"it is {statement.status}"
    message = f"not checked, where all is to be (--complete): {why}"
    hints = (_HINTS[statement.status],)
    return Diagnostic(INCOMPLETE, message, statement.span, f"{statement.status}", hints=hints, statement=statement.id)
