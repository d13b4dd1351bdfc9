"""What the search of a site finds: names of letters, symbols where they are declared, and what has a number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ntdoc.compiler import compile_file
from ntdoc.rendering.search import greek
from ntdoc.rendering.site import build_site
from ntdoc.report import Report

PAPER = r"""\documentclass{article}
\newtheorem{theorem}{Theorem}
\begin{document}
\section{Model}
Let $x \in \reals^{\seq}$ and $\phi \colon \reals \to \reals$. It is a row, $v = x^\top$.
\begin{equation} \phi(t) = 2 t \label{a} \end{equation}
\begin{equation} y = \phi(x) \label{b} \end{equation}
\begin{theorem}[Twice]\label{t} It is $y = 2 x$.\end{theorem}
\begin{table}\begin{tabular}{l}a\end{tabular}\caption{Some numbers.}\end{table}
\end{document}
"""
NOTE = "# Note\n\n$$\\Theta = 1 \\tag{7}$$\n\n$$\\epsilon = 2 \\label{e}$$\n"


def index(folder: Path, name: str, text: str) -> dict[str, dict[str, str]]:
    """The entries by their addresses."""
    (folder / name).write_text(text)
    site = build_site(Report((compile_file(folder / name, str(folder / name)),)), folder / "site").parent
    return {e["location"]: e for e in json.loads((site / "search/search_index.json").read_text("utf-8"))["docs"]}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ϕ ( x )", {"phi", "φ"}),
        ("φ and Θ", {"phi", "ϕ", "theta"}),
        ("no letter", set()),
        ("α, the learning rate alpha", set()),
    ],
)
def test_the_names_of_letters(text: str, words: set[str]) -> None:
    assert set(greek(text).split()) == words


def test_symbols_and_numbers_of_a_paper(tmp_path: Path) -> None:
    found = index(tmp_path, "paper.tex", PAPER)
    titles = {place: entry["title"] for place, entry in found.items()}
    assert titles["paper.html#phi.signature"] == "ϕ (phi, φ, function)"
    assert "Equation (1)" in titles["paper.html#phi"]
    assert titles["paper.html#y"] == "y (tensor) · Equation (2)"
    assert titles["paper.html#theorem-1"] == "Theorem 1 (Twice)"
    assert titles["paper.html#table-1"] == "Table 1"
    assert "Some numbers." in found["paper.html#table-1"]["text"]
    assert "φ" in found["paper.html#model"]["text"]
    assert "transpose" not in json.dumps(found)  # what ntdoc says of a formula is not the author's


def test_numbers_in_markdown(tmp_path: Path) -> None:
    titles = {place: entry["title"] for place, entry in index(tmp_path, "note.md", NOTE).items()}
    assert titles["note.html#Theta"] == "Θ (theta, scalar) · Equation (7)"
    assert titles["note.html#epsilon"] == "ϵ (epsilon, ε, scalar) · Equation (1)"


def test_what_the_author_wrote_comes_before_our_own_pages(tmp_path: Path) -> None:
    found = index(tmp_path, "note.md", NOTE)
    assert found["index.html"].get("boost")
    assert "boost" not in found["note.html"]


def test_what_only_repeats_the_documents_is_not_found_beside_them(tmp_path: Path) -> None:
    pages = {place.partition("#")[0] for place in index(tmp_path, "note.md", NOTE)}
    assert pages == {"index.html", "note.html", "legend.html"}
