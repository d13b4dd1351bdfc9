"""The site of a published paper of twelve files: its pages, numbers, references and links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ntdoc.compiler import compile_file
from ntdoc.rendering.site import build_site
from ntdoc.report import DocumentReport, Report
from tests.conftest import CORPUS
from tests.links import dead_links
from tests.paper_samples import words

PAPER = CORPUS / "named-tensor-notation" / "paper.tex"
pytestmark = pytest.mark.skipif(not PAPER.is_file(), reason="the corpus of published documents is not here")


@pytest.fixture(scope="module")
def report() -> DocumentReport:
    return compile_file(PAPER, str(PAPER))


@pytest.fixture(scope="module")
def site(report: DocumentReport, tmp_path_factory: pytest.TempPathFactory) -> Path:
    warnings: list[str] = []
    index = build_site(Report((report,)), tmp_path_factory.mktemp("paper") / "site", warn=warnings.append)
    assert warnings == []
    return index.parent


def content(site: Path, name: str) -> str:
    text = (site / name).read_text("utf-8")
    return text.partition('<article class="md-content__inner')[2].partition("</article>")[0]


def test_each_section_has_a_page(site: Path) -> None:
    first = content(site, "paper.html")
    outline = first.partition("Contents")[2]
    pages = re.findall(r'<li><a href="(paper/[^"#]+)">([^<]+)</a>', outline)
    assert len(pages) == len(list((site / "paper").glob("*.html"))) == 12
    numbers = [title.split()[0] for _, title in pages]
    assert numbers == ["1", "2", "3", "4", "5", "6", "7", "Acknowledgements", "References", "A", "B", "C"]
    for address, title in pages:
        heading = re.search(r"<h1[^>]*>(.*?)</h1>", content(site, address), re.DOTALL)
        assert heading is not None
        assert words(heading[1]) == title


def test_subsections_are_numbered_in_order(site: Path) -> None:
    for number, page in ((3, "operations"), (5, "differential-calculus")):
        headings = re.findall(r"<h2[^>]*>(.*?)</h2>", content(site, f"paper/{page}.html"), re.DOTALL)
        found = [words(heading).split()[0] for heading in headings]
        assert found == [f"{number}.{i}" for i in range(1, len(found) + 1)]


def test_every_link_leads_somewhere(site: Path) -> None:
    assert dead_links(site) == []


def test_every_statement_is_on_exactly_one_page(site: Path, report: DocumentReport) -> None:
    pages = [path.read_text("utf-8") for path in (site / "paper.html", *(site / "paper").glob("*.html"))]
    shown = [found for page in pages for found in re.findall(r'data-ntdoc-id="([^"]+)"', page)]
    assert sorted(shown) == sorted(statement.id for statement in report.statements)


def test_every_citation_and_reference_is_resolved(site: Path) -> None:
    for path in (site / "paper").glob("*.html"):
        text = content(site, f"paper/{path.name}")
        assert "??" not in words(text)
        assert "nt-p-missing" not in text
        assert not re.search(r"ntx[0-9a-f]{20}", text)
    cited = {
        key
        for path in (site / "paper").glob("*.html")
        for key in re.findall(r'class="nt-p-cite" href="[^"#]*#(ref-[^"]+)"', path.read_text("utf-8"))
    }
    listed = re.findall(r'<li id="(ref-[^"]+)"', content(site, "paper/references.html"))
    assert set(listed) == cited
    assert len(listed) > 25


def test_equations_and_theorems_are_numbered_through(site: Path) -> None:
    order = ("named-tensors", "operations", "worked-examples-neural-networks", "differential-calculus")
    text = "".join(content(site, f"paper/{name}.html") for name in order)
    numbers = [words(n) for n in re.findall(r'<span class="nt-number">(.*?)</span>', text)]
    whole = [int(n.strip("()")) for n in numbers if n.strip("()").isdigit()]
    mains = dict.fromkeys(int(re.sub(r"\D", "", n)) for n in numbers)
    assert whole == sorted(whole)
    assert list(mains) == list(range(1, len(mains) + 1))
    definitions = [int(n) for n in re.findall(r'<strong class="nt-p-name">Definition (\d+)', text)]
    assert definitions == list(range(1, len(definitions) + 1))
