"""Papers as people write them: their own packages, lists with their own labels, algorithms of algorithm2e."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.paper_samples import page_of, pages_of, words, write

MACROS = r"""\newcommand{\model}{\textsc{Net}\xspace}
\newcommand{\odd}{\@ifnextchar.{a}{b}}
\newcommand{\unused}[1]{#1}
\newcommand{\todo}[1]{\mark{TODO: #1}}
\newcommand{\mark}[1]{\textbf{#1}}
\newenvironment{hint}{\begin{quote}\textbf{Hint.} }{\end{quote}}
\newtheorem{fact}{Fact}
"""


@pytest.mark.parametrize("name", ["macros.sty", "conf.cls"])
def test_macros_of_a_package_or_class_beside_the_paper_are_those_of_its_prose(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(f"\\ProvidesPackage{{x}}\n% \\newcommand{{\\model}}{{no}}\n{MACROS}")
    body = r"We introduce \model, a memory. \todo{this} \begin{hint}Look.\end{hint}\begin{fact}So.\end{fact}"
    path = write(tmp_path, body, r"\usepackage{macros}" if name == "macros.sty" else "")
    if name == "conf.cls":
        path.write_text(path.read_text().replace("{article}", "{conf}"))
    (html,) = pages_of(path)
    assert 'We introduce <span class="nt-p-caps">Net</span>, a memory.' in html
    assert "<strong>TODO: this</strong>" in html
    assert "<blockquote><p><strong>Hint.</strong> Look.</p></blockquote>" in html
    assert "Fact 1" in words(html)


def labels_of(html: str) -> list[str]:
    return [words(label) for label in re.findall(r'class="nt-p-label">(.*?)</span>', html)]


@pytest.mark.parametrize(
    ("latex", "labels"),
    [
        (r"\begin{enumerate}\item[(a)] x \item[(b)] y\end{enumerate}", ["(a)", "(b)"]),
        (r"\begin{enumerate}\item x \item[(b)] y \item z\end{enumerate}", ["1.", "(b)", "2."]),
        (r"\begin{enumerate}[label=(\roman*), start=3]\item x \item y\end{enumerate}", ["(iii)", "(iv)"]),
        (r"\begin{enumerate}[leftmargin=*, label={\textbf{A\arabic*}}]\item x\end{enumerate}", ["A1"]),
        (r"\begin{enumerate}[(a)]\item x \item y\end{enumerate}", ["(a)", "(b)"]),
        (r"\begin{enumerate}[Step 1:]\item x \item y\end{enumerate}", ["Step 1:", "Step 2:"]),
        (r"\begin{enumerate}\item x\end{enumerate} and \begin{enumerate}[resume]\item y\end{enumerate}", ["2."]),
        (r"\begin{enumerate}[start=2]\item x\begin{enumerate}\item y\end{enumerate}\end{enumerate}", ["2."]),
        (r"\begin{itemize}[label=--]\item x\end{itemize}", ["–"]),
        (r"\begin{enumerate}[noitemsep]\item x\end{enumerate}", []),
    ],
)  # fmt: skip
def test_items_have_the_labels_that_are_asked_for(tmp_path: Path, latex: str, labels: list[str]) -> None:
    assert labels_of(page_of(tmp_path, latex)) == labels


def test_references_by_name_and_by_range(tmp_path: Path) -> None:
    body = r"""\section{Two words and $\alpha$}\label{sec:a}
    \begin{equation}\label{eq:a} x = 1 \end{equation}\begin{equation}\label{eq:b} y = 1 \end{equation}
    \begin{enumerate}[label=(\roman*)]\item\label{it:a} z\end{enumerate}
    See \nameref{sec:a}, \crefrange{eq:a}{eq:b}, \Crefrange{eq:a}{eq:b}, \ref{it:a}."""
    text = words(page_of(tmp_path, body))
    assert text.endswith("See Two words and α, eqs. (1) to (2), Equations (1) to (2), (i).")


def test_today_is_the_date_of_the_document_or_of_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "It is May 2025." in words(page_of(tmp_path, r"It is \today.", r"\date{May 2025}"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    assert "It is September 9, 2001." in words(page_of(tmp_path, r"It is \today.", r"\date{\today}"))


ALGORITHM = r"""
\begin{algorithm}[t]
\DontPrintSemicolon
\SetKwFunction{Draw}{draw}\SetKwProg{Fn}{Function}{:}{}
\KwIn{weights $w$, rate $\eta$}
\KwOut{trained $w$}
initialise\;
\For{$t$ \KwTo $T$}{
  \Draw{a, b}\tcp*{random}
  \eIf{loss is NaN}{ stop\; }{ go on }
  \lIf{done}{\Return{it}}
  \uIf{odd}{one\;}\uElseIf{even}{two\;}\Else{three}
}
\Repeat{small}{step\;}
\Fn{\Draw{x}}{\Return $x$\;}
\caption{SGD}\label{alg:sgd}
\end{algorithm}
See \cref{alg:sgd}.
"""


def test_no_line_of_an_algorithm_is_lost(tmp_path: Path) -> None:
    html = page_of(tmp_path, ALGORITHM, r"\usepackage[ruled]{algorithm2e}")
    steps = html[html.index("<ul>") : html.index("See <")]
    steps = re.sub(r"<math.*?</math>", "M", steps, flags=re.DOTALL)
    lines = [words(line) for line in re.split(r"<li[^>]*>", steps)[1:]]
    assert lines == [
        "Input: weights M, rate M", "Output: trained M", "initialise", "for M to M do", "draw(a, b) // random",
        "if loss is NaN then", "stop", "else", "go on", "end", "if done then return it", "if odd then", "one",
        "else if even then", "two", "else", "three", "end", "end", "repeat", "step", "until small",
        "Function draw(x):", "return M", "end",
    ]  # fmt: skip
    assert "Algorithm 1. SGD" in words(html)
    assert 'href="#algorithm-1">' in html
    assert steps.count("<ul>") == 9


def test_lines_of_an_algorithm_are_numbered_and_blocks_left_open_where_that_is_asked_for(tmp_path: Path) -> None:
    body = r"\begin{algorithm}\KwData{d}\While{a}{b\;}\caption{C}\end{algorithm}"
    html = page_of(tmp_path, body, r"\usepackage[linesnumbered,noend]{algorithm2e}")
    assert words(html).endswith("CData: d1: while a do 2: b")


def test_a_sign_behind_a_formula_stays_with_it(tmp_path: Path) -> None:
    html = page_of(tmp_path, r"Let ($a$, $b$) be $c$. Or $d$ so.")
    found = re.findall(r'<span class="nt-together">(.*?)</span>', re.sub("<math.*?</math>", "M", html))
    assert found == ["(M,", "M)", "M."]
