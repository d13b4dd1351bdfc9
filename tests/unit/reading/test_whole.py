"""A document of LaTeX that does not end is told, once, and where it begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntdoc.compiler import compile_file, compile_text

START = "\\documentclass{article}\n\\begin{document}\n"


def found(text: str) -> list[tuple[str, str]]:
    report = compile_text(text, "p.tex", "latex")
    return [(d.code, d.span.text) for d in report.problems]


def test_a_document_without_its_end_is_told() -> None:
    assert found(START + "Words, and $x = 1$.\n") == [("NT102", "\\begin{document}")]


@pytest.mark.parametrize("end", ["% \\end{document}", "\\% \\en d{document}", ""])
def test_an_end_that_is_none(end: str) -> None:
    assert found(START + end + "\n") == [("NT102", "\\begin{document}")]


@pytest.mark.parametrize("end", ["\\end{document}", "words \\end {document}", "100\\% \\end{document}"])
def test_an_end(end: str) -> None:
    assert found(START + end + "\n") == []


def test_what_may_hide_the_end_is_told_alone() -> None:
    assert found(START + "\\begin{align} x = 1\n") == [("NT102", "\\begin{align}")]


def test_a_part_of_a_document_has_no_end() -> None:
    assert found("\\section{Part} Words.\n") == []


def test_the_end_may_stand_in_another_file(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(START + "\\input{last}\n", "utf-8")
    (tmp_path / "last.tex").write_text("Words.\n\\end{document}\n", "utf-8")
    assert compile_file(tmp_path / "main.tex", "main.tex").problems == ()
