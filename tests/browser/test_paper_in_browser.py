"""A LaTeX paper of several pages in a real browser."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path

import pytest

from ntdoc.compiler import compile_file
from ntdoc.rendering import mkdocs_site
from ntdoc.rendering import site as site_module
from ntdoc.rendering.latex.paper import LONG
from ntdoc.rendering.site import build_site
from ntdoc.report import Report
from tests.browser.checks import Visit, assert_fits_and_is_quiet, low_contrast
from tests.links import dead_links
from tests.paper_samples import write

PREAMBLE = r"""
\usepackage{amsmath,amsthm,natbib}
\usepackage[capitalize]{cleveref}
\newtheorem{theorem}{Theorem}
\newcommand{\ax}{\name{ax}}
\title{Sums and $n$-fold sums\thanks{Of course.}}
\author{Ann Author \\ Somewhere \and Bob Bauthor}
"""
BODY = r"""
\maketitle
\begin{abstract}We sum.\end{abstract}
\section{Introduction}\label{intro}
As \citet{knuth} says\footnote{With $x$ in it.} in a sentence. FILLING See \cref{more}, \cref{thm} and \cref{eq}.
\section{More $x$}\label{more}
Let $X \in \reals^{\ax}$.
\begin{theorem}[of sums]\label{thm} It holds that
\begin{align} Y &= X + X \label{eq} \\ 2 \cdot X &= X + X \\ &= Y \notag \intertext{and then also}
X &= X + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 \end{align}
\end{theorem}
\subsection{Tables}
\begin{table}\caption{Numbers}\begin{tabular}{lcccccc}\hline a long heading & another long heading & one more &
yet another & and one & and another & the last one \\ \hline 1 & 2 & 3 & 4 & 5 & 6 & 7\end{tabular}\end{table}
FILLING
\bibliography{refs}
"""
PAGES = ("paper.html", "paper/introduction.html", "paper/more-x.html", "paper/references.html", "problems.html")


@pytest.fixture(scope="session")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("paper")
    bib = "@book{knuth, author={Knuth, Donald}, title={TeX}, publisher={P}, year=1984, url={https://example.org/a}}"
    (folder / "refs.bib").write_text(bib, "utf-8")
    path = write(folder, BODY.replace("FILLING", "word " * (LONG // 9)), PREAMBLE)
    return build_site(Report((compile_file(path, str(path)),)), folder / "site").parent


@pytest.mark.parametrize("width", [390, 1280])
def test_a_table_that_fits_does_not_scroll(visit: Visit, tmp_path: Path, width: int) -> None:
    body = r"""\begin{table}\caption{Errors}\begin{tabular}{lrr}\hline Method & Error & Steps \\ \hline
Plain & 3.1 & 40 \\ Damped & 2.8 & 55 \\ \hline\end{tabular}\end{table}"""
    path = write(tmp_path, body, r"\title{T}")
    site = build_site(Report((compile_file(path, str(path)),)), tmp_path / "site").parent
    visit.page.set_viewport_size({"width": width, "height": 900})
    visit.open(site / "paper.html")
    table = visit.page.locator(".nt-p-table")
    assert table.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_the_box_that_ends_a_proof_stands_in_it(visit: Visit, tmp_path: Path) -> None:
    """After a display it has a line of its own, and not that of what follows."""
    body = r"\begin{proof}As \[ 1 + 1 = 2. \]\end{proof} \begin{theorem}It holds.\end{theorem}"
    path = write(tmp_path, body, PREAMBLE)
    page = build_site(Report((compile_file(path, str(path)),)), tmp_path / "site").parent / "paper.html"
    visit.open(page)
    parts = (".nt-p-qed", ".nt-display", ".nt-p-of-theorem")
    box, display, theorem = (visit.page.locator(of).bounding_box() or {} for of in parts)
    assert box["width"] > 8
    assert box["y"] >= display["y"] + display["height"]
    assert box["y"] + box["height"] <= theorem["y"]


def test_a_short_caption_stands_below_the_middle_of_its_part(visit: Visit, tmp_path: Path) -> None:
    part = r"\begin{subfigure}{0.4\textwidth}\includegraphics{a.svg}\caption{Short}\end{subfigure}"
    (tmp_path / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="9"/>', "utf-8")
    path = write(tmp_path, rf"\begin{{figure}}{part} {part}\caption{{Both}}\end{{figure}}")
    visit.open(build_site(Report((compile_file(path, str(path)),)), tmp_path / "site").parent / "paper.html")
    first = visit.page.locator("figure > figure").first
    of, caption = (place.bounding_box() or {} for place in (first, first.locator("figcaption")))
    assert caption["width"] < of["width"] / 2
    assert abs(caption["x"] + caption["width"] / 2 - of["x"] - of["width"] / 2) < 3
    assert first.inner_text() == "(a) Short"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_and_is_quiet(visit: Visit, paper: Path, name: str, width: int, scheme: str) -> None:
    assert_fits_and_is_quiet(visit, paper / name, width, scheme)
    assert low_contrast(visit) == []


def test_mkdocs_has_nothing_to_say(
    paper: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(mkdocs_site, "_quiet", nullcontext)
    monkeypatch.setattr(site_module, "run_mkdocs", partial(mkdocs_site.run_mkdocs, strict=True))
    path = paper.parent / "paper.tex"
    build_site(Report((compile_file(path, str(path)),)), tmp_path / "site")
    assert [r.message for r in caplog.records if r.levelname != "INFO" and r.name.startswith("mkdocs")] == []


def test_links_lead_somewhere(paper: Path) -> None:
    assert dead_links(paper) == []


def test_one_reads_from_page_to_page(visit: Visit, paper: Path) -> None:
    page = visit.page
    visit.open(paper / "index.html")
    page.click(".nt-card a")
    assert page.inner_text("h1").startswith("Sums and")
    assert page.inner_text(".nt-p-author").startswith("Ann Author")
    page.click(".nt-after")
    assert page.inner_text("h1").strip("¶") == "1 Introduction"
    page.click("text=Eq. (1)")
    page.wait_for_url("**/paper/more-x.html#label-eq")
    row = page.locator(".nt-row", has=page.locator("#label-eq"))
    assert row.locator(".nt-number").inner_text() == "(1)"
    assert page.locator(".nt-p-name").inner_text() == "Theorem 1"
    page.click(".nt-before")
    page.click("text=Knuth")
    page.wait_for_url("**/paper/references.html#ref-knuth")
    assert "TeX" in page.inner_text("#ref-knuth")
    assert visit.complaints == []


def test_a_footnote_and_back(visit: Visit, paper: Path) -> None:
    visit.open(paper / "paper/introduction.html")
    visit.page.click(".nt-p-note a")
    assert visit.page.inner_text(":target").split() == ["1", "With", "𝑥", "in", "it.", "↩"]
    visit.page.click(".nt-p-back")
    assert visit.page.evaluate("document.querySelector(':target').tagName") == "SUP"


def test_sections_are_in_the_navigation_and_the_contents(visit: Visit, paper: Path) -> None:
    visit.page.set_viewport_size({"width": 1280, "height": 900})
    visit.open(paper / "paper/more-x.html")
    entries = [entry.strip() for entry in visit.page.locator(".md-nav--primary .md-nav__link").all_inner_texts()]
    assert list(dict.fromkeys(filter(None, entries))) == [
        "Overview", "Sums and n-fold sums", "1 Introduction", "2 More x", "2.1 Tables", "References", "Problems",
        "Symbols and axes", "How to read these pages",
    ]  # fmt: skip


def test_search_finds_prose_and_leads_to_its_section(visit: Visit, paper: Path) -> None:
    visit.open(paper / "paper.html")
    visit.page.click(".md-search__input")
    visit.page.keyboard.type("sentence", delay=50)
    visit.page.wait_for_selector(".md-search-result__item")
    found = visit.page.locator(".md-search-result__link").first.get_attribute("href") or ""
    assert "paper/introduction.html" in found
    assert "¶" not in visit.page.inner_text(".md-search-result__list")
