"""The pages of a paper: one, or for a long paper one for each section with links to the one before and after."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from pathlib import Path

from markupsafe import Markup

from ntdoc.rendering.blocks import BlockRenderer, Contents, Fragment
from ntdoc.rendering.cleaning import clean
from ntdoc.rendering.display_rows import Numbers
from ntdoc.rendering.filling import fill
from ntdoc.rendering.latex.counters import RANKS
from ntdoc.rendering.latex.html import Around, Paper, PartHtml
from ntdoc.rendering.latex.numbering import Part
from ntdoc.rendering.latex.pandoc_tree import walk
from ntdoc.rendering.latex.pictures import Pictures
from ntdoc.rendering.latex.references import NAME, PAGE
from ntdoc.rendering.latex.text import DISPLAY, INLINE
from ntdoc.rendering.lost import ENTRY, LABEL, PICTURE, Lost, Name
from ntdoc.rendering.math import mathml, text_of
from ntdoc.rendering.page import Page, Placeholders
from ntdoc.rendering.places import Pages, Place, SiteMap
from ntdoc.rendering.standing import standing
from ntdoc.rendering.templates import render
from ntdoc.report import DocumentReport


def make_pages(report: DocumentReport, paper: Paper, pages: Pages, site: SiteMap, *, fold: bool = False) -> list[Page]:
    """The pages of a document, in the order of `pages`."""
    return _Maker(report, paper, pages, site, fold).make()


def _called(part: Part) -> str:
    """What becomes a page, as it is referred to: *Section 3*, *Appendix A*, or by its title."""
    if not part.number:
        return part.title or "the first page"
    return f"Appendix {part.number}" if part.number[0].isalpha() else f"Section {part.number}"


def named(paper: Paper, pages: Pages) -> dict[Name, Place]:
    """What the pages of a document name, each where it does first: labels, entries of the bibliography and pictures."""
    found: dict[Name, Place] = {}
    places = [pages.first, *(place for _, place in pages.sections)]
    for part, place in zip(paper.numbered.parts, places, strict=True):
        for node in walk(part.blocks):
            names = {"Citation": [(ENTRY, node.id)], "Image": [(PICTURE, node.target)]}.get(node.kind, [])
            labels = node.attribute("reference").removeprefix(NAME).removeprefix(PAGE).split(",")
            names += [(LABEL, " ".join(label.split())) for label in labels]
            for name in names:
                found.setdefault(name, place)
    return found


class _Maker:
    def __init__(self, report: DocumentReport, paper: Paper, pages: Pages, site: SiteMap, fold: bool) -> None:
        self._report = report
        self._paper = paper
        self._pages = pages
        self._site = site
        self._places = [pages.first, *(place for _, place in pages.sections)]
        document = report.document
        self._placeholders = Placeholders("".join(source.text for source in document.sources))
        numbered = paper.numbered
        labels = {label: target.number for label, target in numbered.labels.items()}
        rows = {paper.formulas[token].item: given for token, given in numbered.rows.items()}
        sections = {place.file: _called(p) for place, p in zip(self._places, numbered.parts, strict=True)}
        self._blocks = BlockRenderer(report, pages, site, Numbers(rows, labels, sections=sections), fold=fold)
        self._lost = Lost(report, pages, site)
        self._pictures = Pictures(Path(document.path), pages.first, paper.settings.pictures)
        self._tokens: dict[int, str] = {}
        nodes = walk(node for part in numbered.parts for node in part.blocks)
        self._shown = {n.number for n in nodes if n.kind == "Display" or (n.kind == "Token" and n.text == INLINE)}

    def make(self) -> list[Page]:
        parts = self._paper.numbered.parts
        return [self._page(at) for at in range(len(parts))]

    def _page(self, at: int) -> Page:
        part, here = self._paper.numbered.parts[at], self._places[at]
        divided = len(self._places) > 1
        top = min((n.number for p in self._paper.numbered.parts for n in p.blocks if n.kind == "Heading"), default=2)
        top = min(top, RANKS["paragraph"] - 1)

        def link(part_of: int, anchor: str) -> str:
            return here.link_to(self._places[part_of], anchor)

        def picture(name: str) -> str:
            return self._pictures.address(name, here)

        around = Around(link, self._formula, self._generated, picture, self._pictures.why_not, self._marked)
        renderer = PartHtml(self._paper, around, top + (at > 0))
        body = renderer.html(part.blocks)
        left = self._left(here)
        words = self._top(here) + self._token(self._blocks.symbols_of(here))  # of all the formulas that are set
        contents = renderer.contents
        if at == 0:
            head, title = self._head(renderer)
            body = head + words + self._elsewhere() + (self._outline(link) if divided else "") + body
            contents = [title, *contents]
        else:
            body = self._below_heading(body, words)
        body = self._untouched(body + left + self._token(self._lost.left(here)))
        text = fill(clean(body, paper=True), self._placeholders.fragments)
        if divided:
            text += str(self._turn(at))
        whole = Fragment(Markup(text), "", block=True, contents=tuple(contents))
        placeholders = Placeholders(f"{self._report.document.path}\n{at}\n{text}")
        token = placeholders.add(whole)
        pictures, lacking = tuple(self._pictures.found.items()), tuple(self._pictures.lacking.items())
        return Page(f"{token}\n", placeholders.fragments, pictures, lacking)

    def _head(self, renderer: PartHtml) -> tuple[str, Contents]:
        """Title, authors, abstract; a title of the document's name if it has none."""
        title = self._paper.title
        head = "\n".join(renderer.head)
        if not any(part.startswith("<h1>") for part in renderer.head):
            head = f"<h1>{escape(title)}</h1>\n{head}"
        return head.replace("<h1>", '<h1 id="title">', 1), Contents(1, "title", title)

    def _top(self, here: Place) -> str:
        """How the document stands, or the part of it on this page."""
        return self._token(standing(self._report, self._pages, self._site, here))

    def _token(self, found: Markup) -> str:
        return self._placeholders.add(Fragment(found, "", block=True)) if found else ""

    def _marked(self, code: str, name: str, words: str) -> str:
        return self._lost.marked(code, name, words, self._placeholders.add)

    def _below_heading(self, body: str, words: str) -> str:
        before, end, behind = body.partition("</h1>")
        return before + end + words + behind if end else words + body

    def _elsewhere(self) -> str:
        """What is said about no formula: below the title, where a reader begins."""
        return self._token(Markup(self._blocks.elsewhere))

    def _outline(self, link: Callable[[int, str], str]) -> str:
        """The list of the sections, on the first page of a long paper."""
        items = []
        for at, part in enumerate(self._paper.numbered.parts[1:], 1):
            inner = "".join(
                f'<li><a href="{escape(link(at, node.id))}">{escape(f"{node.text} {node.target}".strip())}</a></li>'
                for node in part.blocks
                if node.kind == "Heading" and node.number == RANKS["subsection"]
            )
            name = escape(f"{part.number} {part.title}".strip())
            inner = f"<ul>{inner}</ul>" if inner else ""
            items.append(f'<li><a href="{escape(link(at, ""))}">{name}</a>{inner}</li>')
        return f'<div class="nt-p-outline"><p><strong>Contents</strong></p><ul>{"".join(items)}</ul></div>'

    def _turn(self, at: int) -> Markup:
        """Links to the page before and the page after."""
        parts = self._paper.numbered.parts

        def neighbour(to: int) -> dict[str, str] | None:
            if not 0 <= to < len(parts):
                return None
            title = f"{parts[to].number} {parts[to].title}".strip() or self._report.document.title
            return {"href": self._places[at].link_to(self._places[to]), "title": title}

        return render("turn.html", before=neighbour(at - 1), after=neighbour(at + 1))

    def _formula(self, number: int) -> str:
        """The placeholder of the formula of a token; statements are shown once, where they stand."""
        if number not in self._tokens:
            formula = self._paper.formulas[number]
            if formula.again >= 0:
                first = self._paper.formulas[formula.again]
                fragment = self._blocks.again(first.item, first.mathematics)
            elif formula.item >= 0:
                fragment = self._blocks.fragment(formula.item, formula.mathematics)
            else:
                tokens = formula.mathematics.tokens
                fragment = Fragment(mathml(tokens, display=False), text_of(tokens), block=False)
            self._tokens[number] = self._placeholders.add(fragment)
        return self._tokens[number]

    def _untouched(self, html: str) -> str:
        """The HTML with the source of the formulas whose tokens stand where nothing is set, as in verbatim."""

        def source(match: re.Match[str]) -> str:
            number = int(match[2])
            is_formula = match[1] in (INLINE, DISPLAY) and number < len(self._paper.formulas)
            return escape(self._paper.formulas[number].mathematics.span.text) if is_formula else ""

        return re.sub(rf"{self._paper.stem}([a-z])(\d+)z", source, html)

    def _generated(self, html: str) -> str:
        return self._placeholders.add(Fragment(Markup(html), "", block=False))

    def _left(self, here: Place) -> str:
        """Formulas that say something and that the conversion left out: they are not lost."""
        items = {s.item for s in self._report.statements}
        missing = [
            number
            for number, formula in enumerate(self._paper.formulas)
            if (formula.item in items or self._blocks.has_beside(formula.item))
            and number not in self._shown
            and self._pages.of(formula.item) == here
        ]
        if not missing:
            return ""
        shown = "".join(f"<p>{self._formula(number)}</p>" for number in missing)
        return f'<div class="nt-p-left"><p>Also in the source of this page:</p>{shown}</div>'
