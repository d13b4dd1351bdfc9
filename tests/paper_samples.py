"""Small LaTeX documents as the pages of a site, for tests."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from ntdoc.compiler import compile_file
from ntdoc.rendering.latex.pages import make_pages
from ntdoc.rendering.latex.paper import read_paper, sections_of
from ntdoc.rendering.layout import plan
from ntdoc.report import Report


def write(folder: Path, body: str, preamble: str = "", name: str = "paper.tex") -> Path:
    """A file with the document."""
    path = folder / name
    path.write_text(
        f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n", "utf-8"
    )
    return path


def pages_of(path: Path) -> list[str]:
    """The HTML of the pages of a document."""
    report = compile_file(path, str(path))
    paper, why = read_paper(report)
    assert paper is not None, why
    site = plan(Report((report,)), [sections_of(paper)[0]])
    made = make_pages(report, paper, site.pages[0], site)
    return ["".join(str(fragment.html) for fragment in page.fragments.values()) for page in made]


def page_of(folder: Path, body: str, preamble: str = "") -> str:
    """The HTML of a document of one page."""
    (page,) = pages_of(write(folder, body, preamble))
    return page


def words(html: str) -> str:
    """What is read of a page: no tags, no formulas' annotations, single spaces."""
    text = re.sub(r'<a class="headerlink".*?</a>', "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", "", text)).split())
