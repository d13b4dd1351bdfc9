"""Whole documents with their expected outcomes beside the lines (see `expectations.py`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ntdoc.compiler import compile_file
from ntdoc.diagnostics import Severity
from ntdoc.report import DocumentReport, Status
from tests.suite.expectations import expected, outcome, problems

DOCUMENTS = sorted(path for path in (Path(__file__).parent / "documents").iterdir() if path.suffix in (".md", ".tex"))


@pytest.fixture(scope="module", params=DOCUMENTS, ids=[p.name for p in DOCUMENTS])
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.fixture(scope="module")
def report(path: Path) -> DocumentReport:
    """The report on a document, which is compiled once for all that is asked of it."""
    return compile_file(path, path.name)


def test_problems_are_on_the_marked_lines_and_on_no_others(path: Path, report: DocumentReport) -> None:
    assert problems(report) == expected(path.read_text("utf-8"))


def test_every_failed_statement_says_why(report: DocumentReport) -> None:
    explained = {d.statement for d in report.problems}
    for statement in report.statements:
        if statement.status in (Status.FAILED, Status.ERROR):
            assert statement.id in explained, statement.id
        if statement.status in (Status.BLOCKED, Status.SKIPPED):
            assert statement.reason, statement.id


def test_a_statement_is_in_error_or_not(report: DocumentReport) -> None:
    """One that is left out, or holds, has no error: else a reader of its status and of its messages disagree."""
    fine = {s.id for s in report.statements if s.status not in (Status.FAILED, Status.ERROR, Status.BLOCKED)}
    assert not [d for d in report.diagnostics if d.severity is Severity.ERROR and d.statement in fine]


def test_each_statement_has_the_recorded_kind_and_status(
    path: Path, report: DocumentReport, golden: Callable[[str, str], None]
) -> None:
    golden(f"suite/{path.stem}.txt", outcome(report))


def test_a_paper_is_understood_whole() -> None:
    path = Path(__file__).parent / "documents" / "dynamic-programming.tex"
    report = compile_file(path, path.name)
    displayed = [s for s in report.statements if s.display]
    assert len(displayed) >= 25
    assert {s.status for s in report.statements} == {Status.DECLARED, Status.EVALUATED, Status.VERIFIED}
    assert not report.problems
