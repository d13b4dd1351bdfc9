"""Which diagnostics count."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text
from ntdoc.diagnostics import Severity
from ntdoc.rendering.reports.junit import render_junit
from ntdoc.rendering.reports.terminal import render_summary
from ntdoc.report import DocumentReport, Report
from ntdoc.selection import matches, selected
from ntdoc.settings import Selection

TEXT = "$$ 1 = 2 $$\n\n$$ y = \\frac{1}{0} $$\n\n<!-- ntdoc: nonsense -->\n"


def codes(report: DocumentReport) -> list[str]:
    return sorted(d.code for d in report.diagnostics)


@pytest.mark.parametrize(
    ("selection", "left"),
    [
        (Selection(), ["NT107", "NT301", "NT302"]),
        (Selection(select=("NT3",)), ["NT301", "NT302"]),
        (Selection(ignore=("NT3",)), ["NT107"]),
        (Selection(select=("NT302",), ignore=("NT3",)), ["NT302"]),
        (Selection(select=("NT",), ignore=("NT",)), []),
        (Selection(per_file=(("docs/*", ("NT1", "NT302")),)), ["NT301"]),
        (Selection(per_file=(("other/*", ("NT1",)),)), ["NT107", "NT301", "NT302"]),
    ],
)
def test_the_longest_beginning_wins(selection: Selection, left: list[str]) -> None:
    report = compile_text(TEXT, "docs/notes.md")
    assert codes(report) == ["NT107", "NT301", "NT302"]
    assert codes(selected(report, selection)) == left


def test_a_statement_keeps_its_status_and_says_what_is_ignored() -> None:
    report = selected(compile_text("$$ 1 = 2 $$\n", "notes.md"), Selection(ignore=("NT301",)))
    (statement,) = report.statements
    assert (statement.status.value, statement.reason) == ("failed", "NT301, which is ignored")
    assert report.errors == 0


def test_the_summary_tells_what_does_not_count_from_the_rest() -> None:
    text = "$$ 1 = 2 $$\n\n$$ 2 = 3 % ntdoc: expect NT301\n$$\n\n$$ 1 + 1 = 2 $$\n"
    report = compile_text(text, "notes.md")
    summary = "3 statements in 1 document (1 verified, 1 failed, 1 failed as expected)"
    assert render_summary(Report((report,))) == f"1 error: {summary}"
    ignoring = selected(report, Selection(ignore=("NT301",)))
    summary = "3 statements in 1 document (1 verified, 1 failed as expected, 1 failed but ignored)"
    assert render_summary(Report((ignoring,))) == f"no problems that count: {summary}, 1 error ignored"


@pytest.mark.parametrize(("grade", "found"), [
    (Severity.NOTE, "no problems that count: 1 statement in 1 document (1 failed but only noted)"),
    (Severity.WARNING, "1 warning: 1 statement in 1 document (1 failed but only warned of)"),
])  # fmt: skip
def test_an_error_that_is_made_less_is_counted_as_that(grade: Severity, found: str) -> None:
    report = selected(compile_text("$$ 1 = 2 $$\n", "notes.md"), Selection(severity=(("NT3", grade),)))
    assert render_summary(Report((report,))) == found
    (statement,) = report.statements
    assert statement.reason == f"NT301, which is a {grade.value} here"
    assert f'message="NT301, which is a {grade.value} here"' in render_junit(Report((report,)))


def test_severities_are_those_given() -> None:
    selection = Selection(severity=(("NT3", Severity.WARNING), ("NT301", Severity.NOTE)))
    report = selected(compile_text(TEXT, "notes.md"), selection)
    assert {d.code: d.severity.value for d in report.diagnostics} == {
        "NT107": "error",
        "NT301": "note",
        "NT302": "warning",
    }
    assert (report.errors, report.warnings) == (1, 1)


@pytest.mark.parametrize(
    ("pattern", "path", "does"),
    [
        ("docs/a.md", "docs/a.md", True),
        ("docs/a.md", "docs/b.md", False),
        ("docs/*.md", "docs/a.md", True),
        ("docs/*.md", "docs/sub/a.md", False),
        ("docs/**/*.md", "docs/sub/deep/a.md", True),
        ("docs/**/*.md", "docs/a.md", True),
        ("drafts", "docs/drafts/a.md", True),
        ("docs/drafts/", "docs/drafts/sub/a.md", True),
        ("./docs/drafts", "docs/drafts/a.md", True),
        ("docs/drafts", "docs/drafts2/a.md", False),
        ("*.tex", "paper/main.tex", True),
        ("a.m?", "a.md", True),
        ("a.m[d]", "a.md", False),
        ("a+b.md", "a+b.md", True),
    ],
)
def test_patterns(pattern: str, path: str, does: bool) -> None:
    assert matches(pattern, path, ".") is does
