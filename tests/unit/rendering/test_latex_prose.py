"""LaTeX prose to Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntdoc.rendering.latex.prose import label_id, latex_to_markdown


@pytest.mark.parametrize(
    ("latex", "markdown"),
    [
        (r"\section{One \emph{two}}", "## One *two*"),
        (r"\subsection*{Three}", "### Three"),
        (r"\textbf{a} \textit{b} \texttt{c\_d}", "**a** *b* `c_d`"),
        (r"``a'' `b' -- c---d~e", "“a” ‘b' – c—d\u00a0e"),
        (r"50\% of \S 2, R\&D, \$5, a\_b", r"50% of §2, R&amp;D, $5, a\_b"),
        ("a % comment\n b", "a b"),
        (r"a_b *c* [d] <e> #f", r"a_b".replace("_", r"\_") + r" \*c\* \[d\] &lt;e&gt; \#f"),
        (r"see \cite{x} and \cref{eq:a}", r"see \[x\] and [eq:a](#label-eq-a)"),
        (r"\url{https://a.b/c_d}", "<https://a.b/c_d>"),
        (r"\href{https://a.b}{here}", "[here](https://a.b)"),
        (r"\unknown[o]{kept} \vspace{1em}", "kept"),
        (r"caf\'e na\"ive", "café naïve"),
        (r"\iffalse gone \fi here", "here"),
        (r"\documentclass{x} \title{T} \begin{document}body\end{document} after", "body"),
        (r"\verb|a_*b|", "`a_*b`"),
        ("- a dash\n1. a number", "\\- a dash\n1\\. a number"),
    ],
)
def test_conversion(latex: str, markdown: str) -> None:
    assert latex_to_markdown(latex).strip() == markdown


@pytest.mark.parametrize(
    ("latex", "markdown"),
    [
        (r"\newcommand{\glra}{\textsc{Glra}} We call it \glra. And \glra\ is.", "We call it Glra. And Glra is."),
        (r"\newcommand*\pair[2][left]{(\emph{#1}, #2)}\pair{b}, \pair[a]{c}", "(*left*, b), (*a*, c)"),
        (r"\def\hi#1{hello #1}\hi{you}", "hello you"),
        (r"\newcommand{\twice}{\twice\twice}a \twice b", "a b"),
        (r"\author{A. B.\\ C \and D\thanks{E}}\date{1843}\begin{document}\maketitle F\end{document}",
         "A. B. C, D[^1]\n\n1843\n\nF\n\n[^1]: E"),
        (r"\title{A\thanks{Of note.}}\date{\today}\begin{document}B\end{document}", "Of note.\n\nB"),
        (r"\begin{tabular}{l@{ }l}\toprule a & \emph{b} \\ \cmidrule(lr){1-2} c\& & d \\ \end{tabular}",
         "a · *b*<br>\nc&amp; · d"),
        (r"\begin{thebibliography}{9}\bibitem[V]{v} One. \bibitem{w} Two.\end{thebibliography}", "-   One.\n-   Two."),
    ],
)  # fmt: skip
def test_no_words_vanish(latex: str, markdown: str) -> None:
    assert latex_to_markdown(latex).strip() == markdown


def test_macros_of_packages_are_expanded() -> None:
    assert latex_to_markdown(r"by \us.", r"\newcommand{\us}{the authors}") == "by the authors.\n"


def test_lists_nest() -> None:
    latex = r"\begin{itemize}\item a\begin{enumerate}\item b\end{enumerate}\item[t] c\end{itemize}"
    lines = [line for line in latex_to_markdown(latex).splitlines() if line.strip()]
    assert lines == ["-   a", "    1.  b", "-   **t** c"]


def test_quotation_and_verbatim() -> None:
    assert latex_to_markdown(r"\begin{quote}a\end{quote}").strip() == "> a"
    assert (
        latex_to_markdown("\\begin{verbatim}\n- $x$ \\foo\n\\end{verbatim}").strip()
        == "```\n- $x$ \\foo\n```"
    )


def test_footnotes() -> None:
    assert latex_to_markdown(r"a\footnote{b \emph{c}}.") == "a[^1].\n\n[^1]: b *c*\n"


@given(st.text(alphabet="\\{}[]%$&~`'abegindtmz \n-*_#<>|", max_size=60))
def test_total(latex: str) -> None:
    latex_to_markdown(latex)


def test_deep_nesting_does_no_harm() -> None:
    latex_to_markdown(r"\emph{" * 3000 + "x" + "}" * 3000)
    latex_to_markdown(r"\begin{itemize}\item " * 500 + "x" + r"\end{itemize}" * 500)


def test_label_is_a_safe_anchor() -> None:
    assert label_id('eq:"x y"') == "label-eq-x-y"
