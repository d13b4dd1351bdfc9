"""Which diagnostics of a report count, and how much: what the flags and the configuration say of codes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.report import IGNORED, NOTED, WARNED, WRONG, DocumentReport
from ntdoc.settings import Selection

_LOWER = {Severity.WARNING: WARNED, Severity.NOTE: NOTED}


def selected(report: DocumentReport, selection: Selection) -> DocumentReport:
    """The report without the diagnostics that are ignored, and with the others as severe as they are said to be.

    A statement keeps what became of it. What is only wrong in a way that is ignored, or no error here, says so.
    """
    if selection.is_everything:
        return report
    kept: list[Diagnostic] = []
    left_out: list[Diagnostic] = []
    excused: dict[str, tuple[str, str]] = {}  # the reason, and what is counted
    for diagnostic in report.diagnostics:
        if not _counts(diagnostic, report.document.path, selection):
            if diagnostic.severity is not Severity.NOTE:
                left_out.append(diagnostic)
            if diagnostic.statement is not None and diagnostic.severity is Severity.ERROR:
                excused.setdefault(diagnostic.statement, (f"{diagnostic.code}, which is ignored", IGNORED))
            continue
        grade = _longest(diagnostic.code, dict(selection.severity))
        kept.append(diagnostic if grade is None else replace(diagnostic, graded=dict(selection.severity)[grade]))
        now = kept[-1].severity
        if diagnostic.statement is not None and diagnostic.severity is Severity.ERROR and now in _LOWER:
            excused.setdefault(diagnostic.statement, (f"{diagnostic.code}, which is a {now} here", _LOWER[now]))
    wrong = {d.statement for d in kept if d.severity is Severity.ERROR}
    statements = tuple(
        replace(s, reason=excused[s.id][0], excused=excused[s.id][1])
        if s.id in excused and s.id not in wrong and s.status in WRONG
        else s
        for s in report.statements
    )
    told = selection.told_by if left_out else ""
    return replace(
        report, statements=statements, diagnostics=tuple(kept), left_out=tuple(left_out), left_out_by=told
    )


def matches(pattern: str, path: str, folder: str) -> bool:
    """Whether a pattern is about a path: about itself, or about a folder that it is in.

    `*` and `?` stand for what is within a name, `**` for any folders. A pattern without a slash is about a name
    wherever it stands; others count from `folder`.
    """
    there = os.path.relpath(path, folder).replace(os.sep, "/")
    parts = there.split("/")
    wanted = _compiled(pattern.strip("/").removeprefix("./"))
    if "/" not in pattern.strip("/"):
        return any(wanted.fullmatch(part) for part in parts)
    return any(wanted.fullmatch("/".join(parts[:end])) for end in range(1, len(parts) + 1))


def _counts(diagnostic: Diagnostic, root: str, selection: Selection) -> bool:
    """The longest beginning of a code wins; of two that are alike, that which ignores."""
    code = diagnostic.code
    ignored = list(selection.ignore)
    for pattern, codes in selection.per_file:
        paths = {diagnostic.span.source.path, root}
        # What is said of one file is said of it, whatever is selected elsewhere.
        if _longest(code, codes) is not None and any(matches(pattern, p, selection.folder) for p in paths):
            return False
    chosen, refused = _longest(code, selection.select), _longest(code, ignored)
    return chosen is not None and (refused is None or len(chosen) > len(refused))


def _longest(code: str, beginnings: Iterable[str]) -> str | None:
    return max((b for b in beginnings if code.startswith(b)), key=len, default=None)


@lru_cache
def _compiled(pattern: str) -> re.Pattern[str]:
    pieces = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern)
    return re.compile("".join(pieces.get(part, re.escape(part)) for part in parts), re.DOTALL)
