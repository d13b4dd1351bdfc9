"""Documents checked one after the other, or several at once where that is done sooner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from ntdoc import checking
from ntdoc.checking import check_all
from ntdoc.project import DocumentFile, find_documents
from ntdoc.settings import UNTOLD, Settings

TEXT = "# Sum {0}\n\n$$\ny = 1 + {0} = 3\n$$\n"


def documents(folder: Path, count: int, much: str = "") -> tuple[DocumentFile, ...]:
    for number in range(count):
        (folder / f"{number}.md").write_text(TEXT.format(number) + much)
    return find_documents([folder])


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many documents were left to processes, each time that these were started; checked without any."""
    started: list[int] = []

    def here(documents: Sequence[DocumentFile], settings: Settings, jobs: int, site: bool) -> Iterator[object]:
        started.append(len(documents))
        return (checking._check(document, settings, site) for document in documents)

    monkeypatch.setattr(checking, "_at_once", here)
    monkeypatch.setattr(checking, "_processors", lambda: 4)
    monkeypatch.setattr(checking, "_starting", lambda: 1.0)
    return started


def test_processes_are_not_started_for_a_few_small_documents(tmp_path: Path, at_once: list[int]) -> None:
    assert len(check_all(documents(tmp_path, 6), UNTOLD, jobs=4)) == 6
    assert at_once == []


def test_processes_are_started_for_much_to_do(tmp_path: Path, at_once: list[int]) -> None:
    check_all(documents(tmp_path, 4, "Words. " * 3000), UNTOLD, jobs=4)
    assert at_once == [4]


def test_one_document_or_one_processor_needs_no_processes(
    tmp_path: Path, at_once: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    check_all(documents(tmp_path, 1, "Words. " * 9000), UNTOLD, jobs=4)
    monkeypatch.setattr(checking, "_processors", lambda: 1)
    check_all(documents(tmp_path, 4, "Words. " * 3000), UNTOLD, jobs=4)
    assert at_once == []


def test_documents_that_take_longer_than_their_size_tells_are_left_to_processes(
    tmp_path: Path, at_once: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 1000, 5))
    monkeypatch.setattr(checking.time, "perf_counter", lambda: next(clock))
    check_all(documents(tmp_path, 6, "Words. " * 200), UNTOLD, jobs=2)
    assert at_once == [5]


def test_reports_of_processes_come_in_the_order_of_the_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "_starting", lambda: 0.0)
    monkeypatch.setattr(checking, "_processors", lambda: 2)
    reports = check_all(documents(tmp_path, 4), UNTOLD, jobs=2)
    assert [report.document.title for report in reports] == ["Sum 0", "Sum 1", "Sum 2", "Sum 3"]
    assert [report.errors for report in reports] == [1, 1, 0, 1]
