"""What refers to nothing (a label, an entry of the bibliography, a picture), marked where it stands on a page.

What is said of it comes below the paragraph, and the page of problems leads there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from markupsafe import Markup

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.reading.document import Mathematics
from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.diagnostic_html import diagnostic_html
from ntdoc.rendering.markdown_numbers import REFERENCE
from ntdoc.rendering.places import Anchors, Pages, Place, SiteMap, Spots
from ntdoc.report import DocumentReport

LABEL, ENTRY, PICTURE = "NT109", "NT110", "NT113"
_CODES: Final = (LABEL, ENTRY, PICTURE)

_NOTHING: Final = Markup("")

Name = tuple[str, str]  # the code, and what is named


def names_lost(report: DocumentReport) -> dict[Name, Diagnostic]:
    """The diagnostics of a document that are each about one name, by these names."""
    found = (d for d in report.diagnostics if d.code in _CODES and d.severity is not Severity.NOTE)
    return {(d.code, _plain(d.span.text)): d for d in found}


def spots_in_markdown(report: DocumentReport, place: Place) -> Spots:
    """Those of the references in a Markdown page; what stands within a formula is told with that."""
    formulas = [
        item.span
        for item in report.document.items
        if isinstance(item, Mathematics) and not REFERENCE.fullmatch(item.inner.text.strip())
    ]
    return {
        d.span: (place, _anchor(d, report))
        for d in names_lost(report).values()
        if not any(formula.holds_start(d.span) for formula in formulas)
    }


def spots_of(report: DocumentReport, names: Mapping[Name, Place]) -> Spots:
    """Those of the names that stand on the pages of a document."""
    lost = names_lost(report)
    return {lost[name].span: (place, _anchor(lost[name], report)) for name, place in names.items() if name in lost}


def _anchor(diagnostic: Diagnostic, report: DocumentReport) -> str:
    return f"nt-lost-{next(i for i, d in enumerate(report.diagnostics) if d is diagnostic) + 1}"


def _plain(name: str) -> str:
    return " ".join(name.split())


class Lost:
    """Marks what is lost on the pages of a document; of each name the first place is told."""

    def __init__(self, report: DocumentReport, pages: Pages, site: SiteMap) -> None:
        self._waiting = {name: d for name, d in names_lost(report).items() if d.span in pages.spots}
        self._known = frozenset(self._waiting)
        self._pages = pages
        self._site = site
        self._anchors = Anchors(report)

    def marked(self, code: str, name: str, words: str, place: Callable[[Fragment], str]) -> str:
        """The HTML that stands for a name, marked if nothing is called so. `place` keeps a place for a fragment."""
        html, said = self._marked((code, _plain(name)), words)
        return html + place(Fragment(_NOTHING, "", block=False, after=said)) if said else html

    def reference(self, text: str) -> Fragment | None:
        r"""The mark in the place of `\eqref{…}` or `\ref{…}`, if that is the whole of a text and names no label."""
        found = REFERENCE.fullmatch(text.strip())
        name = (LABEL, _plain(found["label"])) if found else None
        if found is None or name not in self._known:
            return None
        words = "(??)" if found["command"] == "eqref" else "??"
        html, said = self._marked(name, words)
        return Fragment(Markup(html), words, block=False, after=said)

    def _marked(self, name: Name, words: str) -> tuple[str, Markup]:
        """The HTML, and where it is the first of this name what is said of it."""
        if name not in self._known:
            return words, _NOTHING
        if (diagnostic := self._waiting.pop(name, None)) is None:
            return f'<span class="nt-p-lost">{words}</span>', _NOTHING
        anchor = self._pages.spots[diagnostic.span][1]
        link = f'<span class="nt-p-lost" id="{anchor}"><a href="#{anchor}-why">{words}</a></span>'
        return link, self._said(diagnostic)

    def left(self, here: Place) -> Markup:
        """What is said of those on a page whose places are not shown after all."""
        found = [(n, d) for n, d in self._waiting.items() if self._pages.spots[d.span][0] == here]
        for name, _ in found:
            del self._waiting[name]
        place = Markup('<span id="{}"></span>{}')
        return Markup("").join(place.format(self._pages.spots[d.span][1], self._said(d)) for _, d in found)

    def _said(self, diagnostic: Diagnostic) -> Markup:
        here, anchor = self._pages.spots[diagnostic.span]
        said = diagnostic_html(diagnostic, here, self._pages, self._site, self._anchors)
        return Markup('<div id="{}-why">{}</div>').format(anchor, said)
