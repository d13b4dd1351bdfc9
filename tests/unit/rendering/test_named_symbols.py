"""Symbols in formulas that say what they are: which are marked, and that nothing else of a formula changes."""

from __future__ import annotations

import re

import pytest

from ntdoc.compiler import compile_text
from ntdoc.rendering.layout import plan
from ntdoc.rendering.math import mathml
from ntdoc.rendering.named_symbols import Named, named_mathml
from ntdoc.rendering.page import make_page
from ntdoc.report import Report

_NUMBER = re.compile(r' data-s="(\d+)"')
DECLARED = r"Let $X \in \mathbb{R}^{\mathsf{seq}}$ and $\gamma \in \mathbb{R}$." + "\n\n"


def page_html(text: str) -> str:
    report = compile_text(text, "a.md")
    site = plan(Report((report,)))
    return "".join(f.html for f in make_page(report, site.pages[0], site).fragments.values())


def entries(html: str) -> list[str]:
    found = re.search(r'<aside class="nt-tips".*?</aside>', html)
    return [" ".join(re.sub("<[^>]*>", " ", e).split()) for e in found[0].split("<p>")[1:]] if found else []


def marked(html: str) -> dict[str, list[str]]:
    """The marked pieces of the formulas as text, each with what its entry says."""
    found: dict[str, list[str]] = {}
    told = entries(html)
    for tag, number, inside in re.findall(r'<(m[a-z]+)[^>]* data-s="(\d+)"[^>]*>(.*?)</\1>', html):
        del tag
        found.setdefault(re.sub("<[^>]*>", "", inside), []).append(told[int(number)])
    return found


def test_a_symbol_says_its_shape_and_where_it_is_declared() -> None:
    html = page_html("# T\n\n## Sizes\n\n" + DECLARED + "$$ Y = \\gamma X $$\n\n## Use\n\nThen $Y$ is large.\n")
    found = marked(html)
    assert found["X"] == ["X seq [3] declared: the text, Sizes"] * len(found["X"])
    assert found["γ"][0].startswith("γ scalar declared: the text, Sizes")
    assert len(found["Y"]) == 2  # in the display, and in the sentence
    assert 'href="#Y"' in html


@pytest.mark.parametrize(
    "formula",
    [
        r"Y = \mathbf{W}^Q_{\mathsf{seq}(1)} X + \hat{X} - X'",
        r"-X^2 + \frac X \gamma \sqrt X",
        r"\underset{\mathsf{seq}}{\operatorname{softmax}} X = \mathrm{relu}(X) + \text{LN}(X)",
        r"\mathit{norm_X} X_{\mathrm{X}} \operatorname{X}(X)",
    ],
)
def test_nothing_but_marks_is_added(formula: str) -> None:
    (item,) = [i for i in compile_text(f"$$ {formula} $$\n", "a.md").document.items if hasattr(i, "tokens")]
    bases = ("X", "gamma", "Y", "mathbf(W)", "hat(X)", "softmax", "relu", "LN", "norm", "X'")
    symbols = [Named(item.span, base, n) for base in bases for n in range(4)]
    html = named_mathml(item.tokens, symbols, display=True)
    assert _NUMBER.search(html)
    assert _NUMBER.sub("", html) == mathml(item.tokens, display=True)


def test_a_symbol_is_all_that_is_written_of_it() -> None:
    html = page_html(DECLARED + r"Let $W^Q \in \mathbb{R}^{\mathsf{seq}}$." + "\n\n$$ Z = W^Q \\odot X $$\n")
    assert "WQ" in marked(html)
    assert "Q" not in marked(html)


def test_of_two_meanings_a_sentence_says_none() -> None:
    text = DECLARED + "## B\n\n" + r"Let $X \in \mathbb{R}^{\mathsf{key}}$." + "\n\nNow $X$ alone.\n"
    last = page_html(text).rpartition("</aside>")[0].rpartition("<aside")[0]
    assert not _NUMBER.search(last.rpartition("<math")[2])


def test_what_is_built_in_and_what_counts_is_not_marked() -> None:
    html = page_html(DECLARED + "$$ Y = \\sum_{i=1}^{3} i \\exp X $$\n")
    assert set(marked(html)) == {"X", "Y", "γ"}


def test_no_list_without_symbols() -> None:
    assert "nt-tips" not in page_html("$$ 1 + 1 = 2 $$\n")


def test_a_paper_says_the_number_and_the_section() -> None:
    text = (
        r"\documentclass{article}\begin{document}\section{The model}\begin{equation} Y = 2 \end{equation}"
        r"\section{Use} \begin{equation} Z = Y \end{equation}\end{document}"
    )
    report = compile_text(text, "a.tex", "latex")
    site = plan(Report((report,)))
    html = "".join(f.html for f in make_page(report, site.pages[0], site).fragments.values())
    assert "Y scalar declared: line 1, The model" in entries(html)
