"""Annotations for GitHub Actions: commands in the log that mark lines of the files of a pull request.

https://docs.github.com/actions/reference/workflow-commands-for-github-actions
GitHub shows ten annotations of each kind for a step. The others are plain lines of the log, and the summary of the
step has them all.
"""

from __future__ import annotations

import html
import os
from collections import Counter
from pathlib import Path

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.regex import regex
from ntdoc.rendering.reports.cells import printable
from ntdoc.rendering.reports.terminal import render_brief, render_summary
from ntdoc.report import Report

SHOWN = 10  # of each kind, by GitHub
_ROWS = 200  # of the summary, which GitHub takes up to one megabyte
_KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_MARKDOWN = regex(r"([\\`*_{}\[\]()#+!|$~^-])")


def render_github(
    report: Report,
    *,
    notes: bool = False,
    seconds: float | None = None,
    root: Path | None = None,
    quiet: bool = False,
) -> str:
    """The commands, then what GitHub would not show of them, and if not `quiet` the summary.

    Paths are made relative to `root`.
    """
    lines: list[str] = []
    rest: list[str] = []
    given: Counter[Severity] = Counter()
    for diagnostic in _diagnostics(report, notes):
        given[diagnostic.severity] += 1
        if given[diagnostic.severity] <= SHOWN:
            lines.append(_command(diagnostic, root))
        else:
            # The words before it keep the path of a file from being read as a command.
            rest.append(f"not annotated: {render_brief(diagnostic)}")
    if rest:
        lines += [f"GitHub shows {SHOWN} annotations of each kind for a step; {len(rest)} more:", *rest]
    return "\n".join(lines if quiet else [*lines, render_summary(report, seconds=seconds)])


def render_step_summary(report: Report, *, notes: bool = False, seconds: float | None = None) -> str:
    """The same as Markdown, for the page of the run."""
    rows = [
        f"| {_text(_place(d))} | {d.severity.value} | {d.code} | {_text(d.message)} |"
        for d in _diagnostics(report, notes)
    ]
    lines = ["### ntdoc", "", _text(render_summary(report, seconds=seconds)), ""]
    if rows:
        lines += ["| where | | code | what |", "| --- | --- | --- | --- |", *rows[:_ROWS], ""]
    if len(rows) > _ROWS:
        lines += [f"… and {len(rows) - _ROWS} more", ""]
    return "\n".join(lines)


def _diagnostics(report: Report, notes: bool) -> list[Diagnostic]:
    return [d for document in report.documents for d in (document.diagnostics if notes else document.problems)]


def _command(diagnostic: Diagnostic, root: Path | None) -> str:
    span = diagnostic.place
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    properties = {"file": _from(root, span.source.path), "line": str(line)}
    if end_line == line:  # GitHub takes columns within one line only
        properties |= {"col": str(column), "endColumn": str(max(end_column, column + 1))}
    else:
        properties["endLine"] = str(end_line)
    properties["title"] = f"{diagnostic.code}: {diagnostic.title}"
    named = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    said = "\n".join(map(printable, diagnostic.lines))
    return f"::{_KINDS[diagnostic.severity]} {named}::{_data(said)}"


def _from(root: Path | None, path: str) -> str:
    """A path relative to the repository, whatever folder the command ran in."""
    if root is None:
        return path
    absolute = os.path.abspath(path)
    inside = os.path.commonpath([absolute, root]) == str(root) if absolute[:1] == str(root)[:1] else False
    return Path(os.path.relpath(absolute, root)).as_posix() if inside else path


def _place(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.place.source.path}:{diagnostic.place.line}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _text(text: str) -> str:
    """A text that is text in a cell of a Markdown table, whatever it holds."""
    return html.escape(_MARKDOWN.sub(r"\\\1", printable(text)), quote=False)
