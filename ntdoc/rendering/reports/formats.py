"""The forms in which `check` gives its report."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from ntdoc.rendering.reports.style import Painter
from ntdoc.report import Report


def render(
    report: Report,
    form: str,
    *,
    notes: bool,
    columns: int,
    seconds: float,
    paint: Painter,
    root: Path | None = None,
    quiet: bool = False,
) -> str:
    """The report in one of the forms of `settings.FORMATS`. `root` is the repository's folder, where it is known.

    With `quiet`, the forms for people have the diagnostics alone.
    """
    forms: Mapping[str, Callable[[], str]] = {
        "text": lambda: _text(report, notes, columns, seconds, paint, quiet),
        "concise": lambda: _concise(report, notes, seconds, paint, quiet),
        "json": lambda: _json(report),
        "github": lambda: _github(report, notes, seconds, root, quiet),
        "sarif": lambda: _sarif(report, notes),
        "junit": lambda: _junit(report, seconds),
    }
    return forms[form]()


def write_step_summary(report: Report, *, notes: bool, seconds: float) -> str | None:
    """Append the summary to the page of a run of GitHub Actions, if this is one. Returns what went wrong."""
    from ntdoc.rendering.reports.github import render_step_summary

    file = os.environ.get("GITHUB_STEP_SUMMARY")
    if not file:
        return None
    try:
        with open(file, "a", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(render_step_summary(report, notes=notes, seconds=seconds))
    except OSError as error:
        return f"the summary of the step was not written: {error.strerror or error}"
    return None


# What a form needs is imported when it is asked for.


def _text(report: Report, notes: bool, columns: int, seconds: float, paint: Painter, quiet: bool) -> str:
    from ntdoc.rendering.reports.terminal import render_report

    return render_report(report, notes=notes, columns=columns, seconds=seconds, paint=paint, quiet=quiet)


def _concise(report: Report, notes: bool, seconds: float, paint: Painter, quiet: bool) -> str:
    from ntdoc.rendering.reports.concise import render_concise

    return render_concise(report, notes=notes, seconds=seconds, paint=paint, quiet=quiet)


def _json(report: Report) -> str:
    from ntdoc.rendering.reports.json import render_json

    return render_json(report)


def _github(report: Report, notes: bool, seconds: float, root: Path | None, quiet: bool) -> str:
    from ntdoc.rendering.reports.github import render_github

    return render_github(report, notes=notes, seconds=seconds, root=root, quiet=quiet)


def _sarif(report: Report, notes: bool) -> str:
    from ntdoc.rendering.reports.sarif import render_sarif

    return render_sarif(report, notes=notes)


def _junit(report: Report, seconds: float) -> str:
    from ntdoc.rendering.reports.junit import render_junit

    return render_junit(report, seconds=seconds)
