"""Pictures that a LaTeX document names, and the files that there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntdoc.compiler import compile_file, compile_text

WHOLE = "\\documentclass{{article}}\n{}\n\\begin{{document}}\n{}\n\\end{{document}}\n"


def told(folder: Path, body: str, preamble: str = "") -> list[str]:
    paper = folder / "paper.tex"
    paper.write_text(WHOLE.format(preamble, body))
    return [d.span.text for d in compile_file(paper, str(paper)).diagnostics if d.code == "NT113"]


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (r"\includegraphics{plot}", ["plot"]),
        (r"\includegraphics[width=.5\textwidth]{figures/plot.pdf} and again \includegraphics{figures/plot.pdf}",
         ["figures/plot.pdf"]),
        (r"\includegraphics<2>[width=3cm]{ a b.png }", ["a b.png"]),
        (r"\includegraphics*[1,2][3,4]{x} \includesvg{y}", ["x", "y"]),
        (r"\begin{figure}\centering\includegraphics{one}\includegraphics{here}\caption{c}\end{figure}", ["one"]),
        (r"% \includegraphics{plot}", []),
        (r"\verb|\includegraphics{plot}|", []),
        (r"\includegraphics{here} \includegraphics{here.pdf} \includegraphics{sub/v1.2}", []),
        (r"\includegraphics{\plots/a} \newcommand{\pic}[1]{\includegraphics{figures/#1}}", []),
        (r"\includegraphics{example-image-a}", []),
        (r"\includegraphics{../../outside} \includegraphics{/tmp/none}", []),
        (r"\includegraphics{part}", []),
    ],
)  # fmt: skip
def test_pictures(tmp_path: Path, body: str, names: list[str]) -> None:
    folder = tmp_path / "paper"
    (folder / "sub").mkdir(parents=True)
    for name in ("here.png", "sub/v1.2.pdf", "part.svg"):
        (folder / name).write_text("")
    assert told(folder, body) == names


@pytest.mark.parametrize(
    ("preamble", "is_told"),
    [
        (r"\graphicspath{{plots/}{more/}}", False),
        (r"\graphicspath{{./more/}}", False),
        (r"\graphicspath{{plots/}}", True),
        (r"\graphicspath{{\where/}}", False),
        (r"\usepackage[demo]{graphicx}", False),
        (r"\documentclass[draft]{article}", False),
        (r"\usepackage{graphicx}", True),
    ],
)
def test_folders_and_drafts(tmp_path: Path, preamble: str, is_told: bool) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more/plot.pdf").write_text("")
    assert bool(told(tmp_path, r"\includegraphics{plot}", preamble)) == is_told


def test_pictures_beside_a_file_that_is_included(tmp_path: Path) -> None:
    (tmp_path / "chapters").mkdir()
    (tmp_path / "chapters/plot.pdf").write_text("")
    (tmp_path / "chapters/one.tex").write_text(r"\includegraphics{plot} \includegraphics{none}")
    assert told(tmp_path, r"\import{chapters/}{one}") == ["none"]


def test_a_part_of_a_document_and_a_text_without_a_file_have_no_pictures_to_miss(tmp_path: Path) -> None:
    part = tmp_path / "part.tex"
    part.write_text(r"\includegraphics{plot}")
    assert not compile_file(part, str(part)).problems
    assert not compile_text(WHOLE.format("", r"\includegraphics{plot}"), "paper.tex").problems
