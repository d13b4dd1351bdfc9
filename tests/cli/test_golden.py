"""What people read: the whole text of `check` on small documents, each with mistakes of one kind.

After a change of wording, `pytest --update-golden` writes the texts anew; read the diff as someone would who has
never seen ntdoc.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ntdoc.compiler import compile_file
from ntdoc.rendering.reports.terminal import render_report
from ntdoc.report import Report
from tests.conftest import GOLDEN

DOCUMENTS = sorted(path.stem for path in (GOLDEN / "documents").glob("*.md"))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_text_of_a_check(name: str, golden: Callable[[str, str], None]) -> None:
    path = Path(GOLDEN, "documents", f"{name}.md")
    report = Report((compile_file(path, path.name),))
    golden(f"documents/{name}.txt", render_report(report, notes=True, columns=100) + "\n")


def test_there_are_documents_and_no_texts_without_one() -> None:
    assert len(DOCUMENTS) >= 12
    assert sorted(path.stem for path in (GOLDEN / "documents").glob("*.txt")) == DOCUMENTS
