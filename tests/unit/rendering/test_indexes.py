"""The pages of problems and of symbols: what they say of a statement, and in which order and words."""

from __future__ import annotations

import re
from pathlib import Path

from ntdoc.compiler import compile_file
from ntdoc.rendering.site import build_site
from ntdoc.report import Report


def pages(folder: Path, name: str, *more: tuple[str, str]) -> Path:
    for file, text in more:
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(text)
    return build_site(Report((compile_file(folder / name, str(folder / name)),)), folder / "site").parent


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", "", html).split())


def test_what_is_said_of_an_equation_in_words_is_shown_with_it(tmp_path: Path) -> None:
    text = (
        r"Let $A \in \mathbb{R}^{\mathsf{row} \times \mathsf{col}}$." + "\n"
        r"The totals are $t = \sum_{\mathsf{row}} A$, which has shape $\mathsf{col}$." + "\n"
    )
    shown = (pages(tmp_path, "a.md", ("a.md", text)) / "problems.html").read_text("utf-8")
    rows = re.findall(r'<div class="nt-scroll" tabindex="0">(.*?)</div>', shown, re.DOTALL)
    assert [plain(row) for row in rows] == ["t=∑rowA, which has shape col"]


def test_symbols_stand_in_the_order_of_their_letters(tmp_path: Path) -> None:
    text = r"Let $\bar{A} = 1$, $b = 2$, $A = 3$, $\tilde b = 4$, $\hat A = 5$, $\mathbf{c} = 6$, $\beta = 7$." + "\n"
    shown = (pages(tmp_path, "a.md", ("a.md", text)) / "symbols.html").read_text("utf-8")
    assert [plain(row) for row in re.findall(r'<th scope="row">(.*?)</th>', shown)] == [
        "A", "A¯", "Aˆ", "b", "b˜", "β", "𝐜",
    ]  # fmt: skip


ROOT = r"""\documentclass{article}\begin{document}\section{All}
\input{parts/one}
\input{parts/two}
\end{document}
"""
ONE = "Let $x = 3$.\n\\begin{equation}\ny = x + 1\n\\end{equation}\n"
TWO = "Then $z = y + x$ is $7$.\n"


def test_a_line_is_named_with_its_file_in_short_and_an_equation_without(tmp_path: Path) -> None:
    files = (("main.tex", ROOT), ("parts/one.tex", ONE), ("parts/two.tex", TWO))
    shown = (pages(tmp_path, "main.tex", *files) / "symbols.html").read_text("utf-8")
    rows = [[plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in shown.split("<tr>")]
    found = {row[0]: row[-2:] for row in rows if row and row[0] in ("x", "y", "z")}
    assert found["x"] == ["line 1 of one.tex", "(1)one.tex: 1two.tex: 1"]
    assert found["y"] == ["(1)", "(1)two.tex: 1"]
    assert found["z"] == ["line 1 of two.tex", "two.tex: 1"]
