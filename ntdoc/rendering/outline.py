"""The sections of a document, with what became of the statements in each: what the front page says of the only one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ntdoc.reading.document import Heading
from ntdoc.regex import regex
from ntdoc.rendering.latex.html import Paper
from ntdoc.rendering.latex.pandoc_tree import walk
from ntdoc.rendering.latex.text import INLINE
from ntdoc.rendering.markdown_extension import heading_id
from ntdoc.rendering.page import heading_in_words
from ntdoc.rendering.places import Pages, Place
from ntdoc.report import DocumentReport, Statement, Status

_OfItem = Mapping[int, Sequence[Statement]]
_DEPTH = 2  # of sections and their subsections; what is deeper counts with these
_OWN_ID = regex(r"\{:?[^{}]*#([\w-]+)[^{}]*\}\s*$")  # `## Title {#sec}`


@dataclass(slots=True)
class Section:
    """A section of a document, and how many of its statements came out how."""

    level: int  # 0 is the outermost
    title: str
    href: str
    counts: Counter[Status] = field(default_factory=Counter)


def outline(report: DocumentReport, paper: Paper | None, pages: Pages, here: Place) -> list[Section]:
    """The sections of a document, to be linked to from `here`."""
    of_item: dict[int, list[Statement]] = {}
    for statement in report.statements:
        of_item.setdefault(statement.item, []).append(statement)
    found = list(_of_paper(paper, pages, here, of_item) if paper else _of_items(report, pages, here, of_item))
    outermost = min((section.level for section in found), default=0)
    shown: list[Section] = []
    for section in found:
        section.level -= outermost
        if section.level < _DEPTH:
            shown.append(section)
        elif shown:
            shown[-1].counts.update(section.counts)
    return shown


def _of_paper(paper: Paper, pages: Pages, here: Place, of_item: _OfItem) -> Iterator[Section]:
    """Of a LaTeX paper, as it is numbered; a formula counts where it is shown."""
    places = [pages.first, *(place for _, place in pages.sections)]
    section: Section | None = None
    for part, place in zip(paper.numbered.parts, places, strict=True):
        for node in walk(part.blocks):
            if node.kind == "Heading":
                title = f"{node.text} {node.target}".strip()
                section = Section(node.number, title, here.link_to(place, node.id))
                yield section
            elif section and (node.kind == "Display" or (node.kind == "Token" and node.text == INLINE)):
                item = paper.formulas[node.number].item
                section.counts.update(s.status for s in of_item.get(item, ()))


def _of_items(report: DocumentReport, pages: Pages, here: Place, of_item: _OfItem) -> Iterator[Section]:
    """Of a document whose headings have the ids that Python-Markdown gives them; its title is none of its sections."""
    section: Section | None = None
    taken: set[str] = set()
    for index, item in enumerate(report.document.items):
        if isinstance(item, Heading):
            title = heading_in_words(item)
            own = _OWN_ID.search(item.span.text)
            anchor = own[1] if own else heading_id(title, taken)
            if item.level == 1 and section is None and title == report.document.title:
                continue
            section = Section(item.level, title, here.link_to(pages.first, "" if item.mathematics else anchor))
            yield section
        elif section:
            section.counts.update(s.status for s in of_item.get(index, ()))
