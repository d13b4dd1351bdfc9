"""Published documents of other kinds: whatever they say, the report is complete and honest."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntdoc.compiler import compile_file
from ntdoc.reading.document import Mathematics
from ntdoc.report import DocumentReport, Status
from tests.conftest import CORPUS

DOCUMENTS = [*sorted(CORPUS.glob("*.md")), CORPUS / "named-tensor-notation" / "paper.tex"]
ORDINARY = ("formulated-transformer.md", "attention-module.md")  # index and matrix notation
pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of published documents is not here")


@pytest.fixture(scope="module", params=DOCUMENTS, ids=[path.name for path in DOCUMENTS])
def report(request: pytest.FixtureRequest) -> DocumentReport:
    path: Path = request.param
    return compile_file(path, path.name)


def test_every_display_has_a_statement(report: DocumentReport) -> None:
    seen = {s.item for s in report.statements if s.display}
    for number, item in enumerate(report.document.items):
        if isinstance(item, Mathematics) and item.display and item.tokens:
            assert number in seen, item.span.text


def test_nothing_is_refused_without_a_reason(report: DocumentReport) -> None:
    explained = {d.statement for d in report.problems}
    for statement in report.statements:
        if statement.status in (Status.FAILED, Status.ERROR):
            assert statement.id in explained, (statement.id, statement.span.line)
        if statement.status in (Status.BLOCKED, Status.SKIPPED):
            assert statement.reason, statement.id


def test_what_is_blocked_is_blocked_by_something(report: DocumentReport) -> None:
    by_status = report.by_status
    if by_status.get(Status.BLOCKED):
        assert report.errors or by_status.get(Status.SKIPPED)


def test_numbers_are_of_the_shape_that_is_said(report: DocumentReport) -> None:
    for statement in report.statements:
        if statement.value is not None:
            assert len(statement.value.axes) == statement.value.data.ndim
            assert len(set(statement.value.axes)) == len(statement.value.axes)


@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_notation_is_no_error_of_the_document(name: str) -> None:
    report = compile_file(CORPUS / name, name)
    assert not report.problems
    assert {s.status for s in report.statements} & {Status.ERROR, Status.FAILED, Status.BLOCKED} == set()
