"""A report becomes a site: pages into a temporary folder, MkDocs over them, then the new site takes the place
of the old.

A build that fails leaves the old site as it was.
"""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ntdoc import __version__
from ntdoc.reading.document import Document
from ntdoc.regex import regex
from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.codes_page import codes_page
from ntdoc.rendering.equation_numbers import equation_numbers
from ntdoc.rendering.indexes import front_page, problems_page, symbols_page
from ntdoc.rendering.introduction import introduction
from ntdoc.rendering.latex.html import Paper
from ntdoc.rendering.latex.pages import make_pages, named
from ntdoc.rendering.latex.paper import read_paper, sections_of
from ntdoc.rendering.layout import LEGEND, in_order, linked, navigation, plan
from ntdoc.rendering.legend import legend_page
from ntdoc.rendering.links import leading_nowhere, to_pages
from ntdoc.rendering.lost import PICTURE, names_lost, spots_in_markdown, spots_of
from ntdoc.rendering.mkdocs_site import run_mkdocs
from ntdoc.rendering.outline import outline
from ntdoc.rendering.page import Page, make_page, title_in_words
from ntdoc.rendering.places import Pages, Place, SiteMap
from ntdoc.rendering.resources import template_folder
from ntdoc.rendering.search import entries
from ntdoc.rendering.site_folder import SiteError, check_output, put
from ntdoc.rendering.site_title import site_title
from ntdoc.report import DocumentReport, Report

_IMAGE = regex(r"!\[[^\]\n]*\]\(\s*<?([^)>\s]+)|<img\b[^>]*?\bsrc\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_OPENING_QUOTE = regex(r"(?:(?<=[\s(\[{‘“—–/-])|\A)\"(?=\S)")
_PICTURES = frozenset((".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp"))


def build_site(
    report: Report,
    output: Path,
    *,
    title: str | None = None,
    fold: bool = False,
    progress: Callable[[str], None] = lambda message: None,
    warn: Callable[[str], None] = lambda message: None,
) -> Path:
    """Build the site of a report in the folder `output`, and return the page to begin with: that of the only
    document, or else the front page. With `fold`, tables and numbers are
    folded up. `warn` is told what is not as good as it could be.

    Raises SiteError if `output` holds something else than a site of ntdoc, or cannot be written.
    """
    output = Path(os.path.abspath(output))
    check_output(output)
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".ntdoc-", dir=output.parent) as name:
            work = Path(name)
            docs, site_folder = work / "docs", work / "site"
            report = in_order(report)
            papers = [_paper(document, progress, warn) for document in report.documents]
            report = _titled(report, papers)
            divided = [sections_of(paper) for paper in papers]
            site = _with_spots(plan(report, [sections for sections, _ in divided]), report, papers)
            heading = title or site_title(report)
            fragments = _write_pages(report, papers, site, heading, docs, progress, warn, fold)
            progress("building the site")
            names = [[plain_title(name) for name in named] for _, named in divided]
            titles = [plain_title(d.document.title) for d in report.documents]

            def dead(message: str) -> None:
                warn(leading_nowhere(message, report, site))

            found = entries(report, site, papers)
            nav = navigation(site, titles, names, linked(report, site), report.errors + report.warnings)
            run_mkdocs(docs, site_folder, plain_title(heading), nav, fragments, dead, colophon(report), found)
            put(site_folder, output, work / "old")
    except OSError as error:
        raise SiteError(f"{output}: {error.strerror or error}") from error
    return output / (site.documents[0] if len(site.documents) == 1 else site.front).url


def colophon(report: Report) -> str:
    """What made the pages, and the seed that their numbers were drawn with: who builds them again has the same."""
    seeds = sorted({document.seed for document in report.documents}) or [0]
    several = f"the seeds {', '.join(map(str, seeds))}"
    return f"Checked by ntdoc {__version__} with {several if len(seeds) > 1 else f'the seed {seeds[0]}'}"


def plain_title(title: str) -> str:
    """A title for the theme, which prints it in text, in attributes and unescaped once more: no character
    of mark-up.
    """
    words = _OPENING_QUOTE.sub("“", " ".join(title.split())).replace('"', "”")
    words = words.replace("<", "‹").replace(">", "›")
    return html.escape(words, quote=False) or "Untitled"


def _quoted(text: str) -> str:
    """A text as YAML has it: as JSON does, but for letters beyond the first plane, which are one escape and not two."""
    letters = (json.dumps(c)[1:-1] if ord(c) <= 0xFFFF else f"\\U{ord(c):08X}" for c in text)
    return f'"{"".join(letters)}"'


def _paper(report: DocumentReport, progress: Callable[[str], None], warn: Callable[[str], None]) -> Paper | None:
    document = report.document
    if document.format != "latex":
        return None
    progress(f"prose of {document.path}")
    paper, why = read_paper(report)
    if paper is None:
        warn(f"the prose of {document.path} is converted roughly, without numbers and references: {why}")
    for line in paper.told if paper else ():
        warn(line)
    return paper


def _with_spots(site: SiteMap, report: Report, papers: Sequence[Paper | None]) -> SiteMap:
    """The site with the places of what refers to nothing."""
    pages = (
        replace(
            p,
            spots=spots_of(d, named(paper, p))
            if paper
            else spots_in_markdown(d, p.first)
            if d.document.format == "markdown"
            else {},
        )
        for d, paper, p in zip(report.documents, papers, site.pages, strict=True)
    )
    return replace(site, pages=tuple(pages))


def _titled(report: Report, papers: Sequence[Paper | None]) -> Report:
    """The report with titles in plain words."""
    return Report(
        tuple(
            replace(d, document=replace(d.document, title=paper.title if paper else title_in_words(d.document)))
            for d, paper in zip(report.documents, papers, strict=True)
        )
    )


def _write_pages(
    report: Report,
    papers: Sequence[Paper | None],
    site: SiteMap,
    title: str,
    docs: Path,
    progress: Callable[[str], None],
    warn: Callable[[str], None],
    fold: bool,
) -> dict[str, Fragment]:
    fragments: dict[str, Fragment] = {}
    own_front: Page | None = None
    said = ""  # what the only document begins with

    def write(place: Place, page: Page, name: str, *, turns: bool = False) -> None:
        path = docs / place.file
        path.parent.mkdir(parents=True, exist_ok=True)
        # There is always a front matter, or MkDocs would take the author's first lines for one.
        meta = "template: main.html" if place == site.front else f"title: {_quoted(plain_title(name))}"
        besides = (site.problems, site.symbols, site.legend, site.codes_page)
        ours = place in besides or (place == site.front and not turns)
        # What its author wrote is found first, and what only repeats it is not: it would be found twice.
        boost = "search:\n  boost: 0.01\n" if ours else ""
        boost = "search:\n  exclude: true\n" if place in (site.problems, site.symbols) else boost
        header = f"---\n{meta}\n{boost}turns: {json.dumps(turns)}\n---\n\n"
        path.write_text(header + page.markdown, encoding="utf-8", errors="replace")
        fragments.update(page.fragments)

    for document, paper, pages in zip(report.documents, papers, site.pages, strict=True):
        progress(f"page of {document.document.path}")
        made = (
            make_pages(document, paper, pages, site, fold=fold)
            if paper
            else [make_page(document, pages, site, fold=fold)]
        )
        if not paper:
            made = [replace(page, markdown=to_pages(page.markdown, pages.first, report, site)) for page in made]
        if len(report.documents) == 1:
            link = partial(_link_from, site.front, pages)
            said = introduction(made[0], paper, link) if pages.first != site.front else ""
        _copy_pictures(made[0].markdown, Path(document.document.path), docs / pages.first.file)
        for picture, target in (pair for page in made for pair in page.pictures):
            (docs / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, docs / target)
        told = {name for code, name in names_lost(document) if code == PICTURE}
        for name, why in dict(pair for page in made for pair in page.lacking if pair[0] not in told).items():
            warn(f"{_place_of(name, document.document)} shows the picture {name}, {why}")
        if pages.first == site.front:
            own_front = made[0]
        else:
            write(pages.first, made[0], document.document.title, turns=paper is None)
        titles = (part.title for part in paper.numbered.parts[1:]) if paper else ()
        for (_, place), page, name in zip(pages.sections, made[1:], titles, strict=True):
            write(place, page, name)
    sections = (
        outline(report.documents[0], papers[0], site.pages[0], site.front)
        if len(report.documents) == 1 and own_front is None
        else []
    )
    write(site.front, front_page(report, site, title, own_front, sections, said), title, turns=own_front is not None)
    headings = [paper.numbered.headings if paper else {} for paper in papers]
    numbers = [equation_numbers(d, paper) for d, paper in zip(report.documents, papers, strict=True)]
    write(site.problems, problems_page(report, site, headings, numbers), "Problems")
    write(site.symbols, symbols_page(report, site, numbers), "Symbols and axes")
    write(site.legend, legend_page(), LEGEND)
    explained = [code for code, (place, _) in site.codes.items() if place == site.codes_page]
    if explained:
        write(site.codes_page, codes_page(explained), "Codes")
    shutil.copytree(template_folder() / "assets", docs / "assets", dirs_exist_ok=True)
    return fragments


def _link_from(here: Place, pages: Pages, part: int, anchor: str) -> str:
    """The address of an anchor on the page of a part, as seen from a page."""
    return here.link_to([pages.first, *(place for _, place in pages.sections)][part], anchor)


def _place_of(picture: str, document: Document) -> str:
    """The file and the line that name a picture; the document, where a macro does."""
    for source in document.sources:
        if (at := source.text.find(f"{{{picture}}}")) >= 0:
            return f"{source.path}:{source.position(at)[0]}"
    return document.path


def _copy_pictures(markdown: str, document: Path, page: Path) -> None:
    """Copy the pictures that the document shows and that lie in its own folder."""
    folder = Path(os.path.realpath(document)).parent
    for address in _addresses(markdown):
        parts = urlsplit(address)
        if parts.scheme or parts.netloc or not parts.path:
            continue
        relative = unquote(parts.path)
        source = Path(os.path.realpath(folder / relative))
        target = Path(os.path.normpath(page.parent / relative))
        inside = source.is_relative_to(folder) and target.is_relative_to(page.parent)
        if inside and source.suffix.lower() in _PICTURES and source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


def _addresses(markdown: str) -> Iterator[str]:
    for match in _IMAGE.finditer(markdown):
        try:
            address = match[1] or match[2]
            urlsplit(address)
        except ValueError:
            continue
        if "\0" not in unquote(address):
            yield address
