"""What a document of the suite expects of ntdoc, said in the document itself.

`% expect: NT203` (in LaTeX or in mathematics) or `<!-- expect: NT203 -->` (in Markdown) at the end of a line says
which problems begin on that line: codes of errors and warnings, NT403 (a mistake in a redefinition is only noted), and
the words `blocked` and `skipped` for statements. A line without a mark has no problem.
"""

from __future__ import annotations

import re
from collections import Counter

from ntdoc.diagnostics import Severity
from ntdoc.report import DocumentReport, Status

_MARK = re.compile(r"(?:%|<!--) *expect: *([A-Za-z0-9 ]+?) *(?:-->|$)", re.MULTILINE)
_SILENT = (Status.BLOCKED, Status.SKIPPED)

Problems = dict[int, Counter[str]]


def expected(text: str) -> Problems:
    """The problems of each line that has a mark."""
    found: Problems = {}
    for number, line in enumerate(text.splitlines(), start=1):
        for mark in _MARK.finditer(line):
            found.setdefault(number, Counter()).update(mark[1].split())
    return found


def problems(report: DocumentReport) -> Problems:
    """The problems of each line that ntdoc finds."""
    found: Problems = {}
    for diagnostic in report.diagnostics:
        if diagnostic.severity is not Severity.NOTE or diagnostic.code == "NT403":
            found.setdefault(diagnostic.span.line, Counter())[diagnostic.code] += 1
    for statement in report.statements:
        if statement.status in _SILENT:
            found.setdefault(statement.span.line, Counter())[statement.status.value] += 1
    return found


def outcome(report: DocumentReport) -> str:
    """Every statement and every note in a line of its own."""
    lines = [
        (s.span.line, s.span.column, f"{s.span.line} {s.id} {s.kind.value} {s.status.value}") for s in report.statements
    ]
    lines += [
        (d.span.line, d.span.column, f"{d.span.line}:{d.span.column} {d.code} {d.severity.value}")
        for d in report.diagnostics
    ]
    return "".join(f"{text}\n" for _, _, text in sorted(lines))
