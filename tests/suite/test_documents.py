"""Whole documents with their expected outcomes beside the lines (see `expectations.py`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ntdoc.compiler import compile_file
from ntdoc.report import DocumentReport, Status
from tests.suite.expectations import expected, outcome, problems

DOCUMENTS = sorted(path for path in (Path(__file__).parent / "documents").iterdir() if path.suffix in (".md", ".tex"))

every_document = pytest.mark.parametrize("path", DOCUMENTS, ids=[p.name for p in DOCUMENTS])


def compiled(path: Path) -> DocumentReport:
    return compile_file(path, path.name)


@every_document
def test_problems_are_on_the_marked_lines_and_on_no_others(path: Path) -> None:
    assert problems(compiled(path)) == expected(path.read_text("utf-8"))


@every_document
def test_every_failed_statement_says_why(path: Path) -> None:
    report = compiled(path)
    explained = {d.statement for d in report.problems}
    for statement in report.statements:
        if statement.status in (Status.FAILED, Status.ERROR):
            assert statement.id in explained, statement.id
        if statement.status in (Status.BLOCKED, Status.SKIPPED):
            assert statement.reason, statement.id


@every_document
def test_each_statement_has_the_recorded_kind_and_status(path: Path, golden: Callable[[str, str], None]) -> None:
    golden(f"suite/{path.stem}.txt", outcome(compiled(path)))


def test_a_paper_is_understood_whole() -> None:
    report = compiled(Path(__file__).parent / "documents" / "dynamic-programming.tex")
    displayed = [s for s in report.statements if s.display]
    assert len(displayed) >= 25
    assert {s.status for s in report.statements} == {Status.DECLARED, Status.EVALUATED, Status.VERIFIED}
    assert not report.problems
