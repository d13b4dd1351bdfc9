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
