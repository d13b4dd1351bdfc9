"""Where things are in the site: the address of a page, a statement, a declaration, the explanation of a
code.
"""

from __future__ import annotations

import os
import posixpath
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ntdoc.diagnostics import Diagnostic
from ntdoc.reading.document import Directive, Item, Mathematics, Prose
from ntdoc.regex import regex
from ntdoc.report import DocumentReport, Statement
from ntdoc.source import Span

_BLANK = regex(r"\n[ \t]*\r?\n")


@dataclass(frozen=True)
class Place:
    """One page of the site: its Markdown file, relative to the root of the pages, `/` between folders."""

    file: str

    @property
    def url(self) -> str:
        return self.file.removesuffix(".md") + ".html"

    def link_to(self, other: Place, anchor: str = "") -> str:
        """The relative address of another page, or of a place in it."""
        fragment = f"#{anchor}" if anchor else ""
        if other == self:
            return fragment or posixpath.basename(self.url)
        return posixpath.relpath(other.url, posixpath.dirname(self.url) or ".") + fragment


Spots = Mapping[Span, tuple[Place, str]]  # of what refers to nothing, where it stands: the page, and the anchor there


@dataclass(frozen=True)
class Pages:
    """The pages of one document. A long paper has one for each section besides the first."""

    first: Place
    sections: tuple[tuple[int, Place], ...] = ()  # the item of the document that begins each, in order
    spots: Spots = field(default_factory=dict, compare=False)

    def of(self, item: int) -> Place:
        """The page on which an item of the document stands."""
        at = bisect_right([start for start, _ in self.sections], item)
        return self.sections[at - 1][1] if at else self.first

    def link(self, here: Place, statement: Statement | None) -> str:
        """The address, from a page, of a statement of the document; of the document if it is of none."""
        if statement is None:
            return here.link_to(self.first)
        return here.link_to(self.of(statement.item), statement.id)


@dataclass(frozen=True)
class Anchors:
    """The statements of a document by position: declarations are spans, and links want the statement
    there.
    """

    report: DocumentReport = field(repr=False)

    @cached_property
    def _by_source(self) -> dict[int, tuple[list[int], list[Statement]]]:
        found: dict[int, list[Statement]] = {}
        for statement in self.report.statements:
            found.setdefault(id(statement.span.source), []).append(statement)
        ordered = {key: sorted(group, key=lambda s: s.span.start) for key, group in found.items()}
        return {key: ([s.span.start for s in group], group) for key, group in ordered.items()}

    def statement_before(self, span: Span) -> Statement | None:
        """The last statement that begins before the span."""
        starts, group = self._by_source.get(id(span.source), ([], []))
        before = bisect_right(starts, span.start)
        return group[before - 1] if before else None

    def formula_beside(self, span: Span) -> int | None:
        """The item of an inline formula in the same paragraph or table: the last one before the span, or the next."""
        formulas = [
            (item.span, index)
            for index, item in enumerate(self.report.document.items)
            if isinstance(item, Mathematics) and not item.display and item.span.source is span.source
        ]
        text = span.source.text
        after = bisect_right([formula.start for formula, _ in formulas], span.start)
        for formula, index in (*formulas[max(0, after - 1) : after], *formulas[after : after + 1]):
            if not _BLANK.search(text, min(formula.end, span.end), max(formula.start, span.start)):
                return index
        return None

    def display_behind(self, span: Span) -> int | None:
        """The item of the display that a directive stands in, or right before."""
        items = self.report.document.items
        for index, item in enumerate(items):
            if isinstance(item, Mathematics):
                if item.display and any(d.span.covers(span) for d in item.directives):
                    return index
            elif isinstance(item, Directive) and item.span.covers(span):
                behind = (i for i, x in enumerate(items[index:], index) if not _is_passed(x))
                found = next(behind, len(items))
                after = items[found] if found < len(items) else None
                return found if isinstance(after, Mathematics) and after.display else None
        return None

    def statement_at(self, span: Span) -> Statement | None:
        """The statement that the span lies in."""
        starts, group = self._by_source.get(id(span.source), ([], []))
        before = bisect_right(starts, span.start)
        inside = (s for s in reversed(group[max(0, before - 4) : before]) if span.start < s.span.end)
        return next(inside, None)

    @cached_property
    def by_id(self) -> dict[str, Statement]:
        return {statement.id: statement for statement in self.report.statements}


def _is_passed(item: Item) -> bool:
    """Whether a directive is about what stands behind this."""
    return isinstance(item, Directive) or (isinstance(item, Prose) and not item.text.strip())


def page_of(diagnostic: Diagnostic, pages: Pages, anchors: Anchors) -> Place:
    """The page on which a diagnostic stands."""
    if (spot := pages.spots.get(diagnostic.span)) is not None:
        return spot[0]
    owner = anchors.by_id.get(diagnostic.statement or "")
    item = owner.item if owner else anchors.formula_beside(diagnostic.span)
    item = anchors.display_behind(diagnostic.span) if item is None else item
    return pages.first if item is None else pages.of(item)


@dataclass(frozen=True)
class SiteMap:
    """The pages of one site."""

    documents: tuple[Place, ...]  # in the order of the report's documents; of several pages the first
    front: Place
    problems: Place
    symbols: Place
    legend: Place
    codes_page: Place  # made where a code occurs that no document explains
    codes: dict[str, tuple[Place, str]]  # the page where a code is explained, and the anchor in it
    pages: tuple[Pages, ...]  # of each document
    root: str = ""  # the folder of the documents; "" where files are shown as they are named

    def shown(self, file: str) -> str:
        """A file of a document as readers are told it: nothing of the disk on which the site was made."""
        if not self.root:
            return file
        inside = os.path.relpath(os.path.abspath(file), self.root).replace(os.sep, "/")
        return posixpath.basename(inside) if inside.startswith("../") else inside
