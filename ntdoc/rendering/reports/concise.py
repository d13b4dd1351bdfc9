"""One line for each problem, `path:line:column: error[NT204]: message`, for editors and `grep`; then the summary."""

from __future__ import annotations

from ntdoc.rendering.reports.style import Painter, plain
from ntdoc.rendering.reports.terminal import render_brief, render_summary
from ntdoc.report import Report


def render_concise(
    report: Report, *, notes: bool = False, seconds: float | None = None, paint: Painter = plain, quiet: bool = False
) -> str:
    """The problems, with the notes if they are wanted, and if not `quiet` the summary as the last line."""
    lines = [
        render_brief(diagnostic, paint=paint)
        for document in report.documents
        for diagnostic in (document.diagnostics if notes else document.problems)
    ]
    return "\n".join(lines if quiet else [*lines, render_summary(report, seconds=seconds, paint=paint)])
