"""The pages besides the documents: the front page, the problems, the symbols and axes."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from ntdoc.diagnostics import Severity
from ntdoc.regex import regex
from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.diagnostic_html import diagnostic_html
from ntdoc.rendering.equation_numbers import EquationNumbers
from ntdoc.rendering.marks import GLYPHS
from ntdoc.rendering.math import latex_mathml
from ntdoc.rendering.outline import Section
from ntdoc.rendering.page import Page, Placeholders, escape_markdown
from ntdoc.rendering.places import Anchors, Pages, Place, SiteMap
from ntdoc.rendering.shapes_html import UNKNOWN, domain_html, shape_html
from ntdoc.rendering.standing import UNCHECKED_ANCHOR, sentence
from ntdoc.rendering.templates import render
from ntdoc.rendering.unchecked import Headings, outcome_sections, unchecked
from ntdoc.report import DocumentReport, Report, Status, Symbol
from ntdoc.source import Span

_NO_LETTERS = regex(r"[A-Za-z]+(?=\()|[()]")
_ROLES = ("axis", "function", "tensor", "scalar")


def counts(by_status: Mapping[Status, int]) -> list[dict[str, object]]:
    """How many statements came out how, for the bar and the words under it."""
    return [{"status": s.value, "count": by_status[s], "glyph": GLYPHS[s]} for s in GLYPHS if by_status.get(s)]


def front_page(
    report: Report,
    site: SiteMap,
    title: str,
    own: Page | None,
    sections: Sequence[Section] = (),
    introduction: str = "",
) -> Page:
    """The list of documents with what became of their statements; a project's own prose stands before it.

    `sections` and `introduction` are those of the only document, whose title is not said again.
    """
    alone = len(report.documents) == 1
    entries = [
        {
            "title": "" if alone and own is None and d.document.title == title else d.document.title,
            "href": site.front.link_to(place),
            "path": site.shown(d.document.path),
            "counts": counts(d.by_status),
            "total": len(d.statements),
            "errors": d.errors,
            "warnings": d.warnings,
        }
        for d, place in zip(report.documents, site.documents, strict=True)
        if place != site.front
    ]
    html = render(
        "front.html",
        documents=entries,
        introduction=introduction,
        sections=[{"level": s.level, "title": s.title, "href": s.href, "counts": counts(s.counts)} for s in sections],
        level=2 if own is None else 3,
        errors=report.errors,
        warnings=report.warnings,
        problems=site.front.link_to(site.problems),
        unchecked=sum(len(unchecked(d)) for d in report.documents),
        unchecked_href=site.front.link_to(site.problems, UNCHECKED_ANCHOR),
        symbols=site.front.link_to(site.symbols),
    )
    placeholders = Placeholders(title + "front")
    token = placeholders.add(Fragment(html, "", block=True))
    if own is None:
        return Page(f"# {escape_markdown(title)}\n\n{token}\n", placeholders.fragments)
    heading = "\n\n## Documents\n\n" if entries else "\n\n"
    return Page(f"{own.markdown}{heading}{token}\n", {**own.fragments, **placeholders.fragments})


def problems_page(
    report: Report, site: SiteMap, titles: Sequence[Headings] = (), numbers: Sequence[EquationNumbers] = ()
) -> Page:
    """How many there are, then all errors and warnings by document, then what was not checked, and what was verified.

    `titles` are the headings of each document that have other words on its pages than in its source.
    """
    placeholders = Placeholders("problems")
    parts = ["# Problems\n", f"{sentence(report)}\n"]
    here = site.problems
    several = len(report.documents) > 1
    for document, pages in zip(report.documents, site.pages, strict=True):
        problems = document.problems
        notes = [d for d in document.diagnostics if d.severity is Severity.NOTE]
        if not problems and not notes:
            continue
        anchors = Anchors(document)
        if several:
            parts.append(f"## {escape_markdown(document.document.title)}\n")
        level = 3 if several else 2
        for diagnostic in sorted(problems, key=lambda d: d.severity is not Severity.ERROR):
            html = diagnostic_html(diagnostic, here, pages, site, anchors, linked=True, level=level)
            parts.append(placeholders.add(Fragment(html, "", block=True)) + "\n")
        if notes:
            listed = [diagnostic_html(d, here, pages, site, anchors, linked=True) for d in notes]
            html = Markup(
                '<details class="nt-notes"><summary>{} {}</summary>{}</details>'
            ).format(
                len(notes),
                "note, which is no problem" if len(notes) == 1 else "notes, which are no problems",
                Markup("").join(listed),
            )
            parts.append(placeholders.add(Fragment(html, "", block=True)) + "\n")
    rest = outcome_sections(report, site, titles, numbers)
    return Page("\n".join([*parts, rest.markdown]), {**placeholders.fragments, **rest.fragments})


def symbols_page(report: Report, site: SiteMap, numbers: Sequence[EquationNumbers] = ()) -> Page:
    """The index of symbols and axes: where declared, where used."""
    placeholders = Placeholders("symbols")
    parts = ["# Symbols and axes\n"]
    several = len(report.documents) > 1
    numbered = numbers or [{}] * len(report.documents)
    for document, pages, own in zip(report.documents, site.pages, numbered, strict=True):
        if not document.symbols:
            continue
        if several:
            parts.append(f"## {escape_markdown(document.document.title)}\n")
        for role in (*_ROLES, *sorted({s.role for s in document.symbols} - set(_ROLES))):
            symbols = sorted((s for s in document.symbols if s.role == role), key=_in_the_alphabet)
            if symbols:
                plural = {"axis": "Axes"}.get(role, role.capitalize() + "s")
                parts.append(f"{'###' if several else '##'} {plural}\n")
                html = _table(document, symbols, site.symbols, pages, own)
                parts.append(placeholders.add(Fragment(html, "", block=True)) + "\n")
    if len(parts) == 1:
        parts.append("No symbols are declared.\n")
    return Page("\n".join(parts), placeholders.fragments)


def _in_the_alphabet(symbol: Symbol) -> tuple[str, str, str]:
    """By its letters: what a command makes of them, `bar(A)` or `mathbf(h)`, counts only among those of the same."""
    letters = _NO_LETTERS.sub("", symbol.name)
    return letters.lower(), letters, symbol.name


def _names(files: Sequence[str]) -> dict[str, str]:
    """The last part of the path of each file, where this is enough to know it."""
    count = Counter(map(posixpath.basename, files))
    return {file: name for file in files if count[name := posixpath.basename(file)] == 1}


def _shape(symbol: Symbol) -> Markup:
    """The type of a function, or the axes of a tensor, in the colour that they have everywhere."""
    return UNKNOWN if symbol.role == "tensor" and not symbol.shape else _shape_of(symbol, symbol.shape)


def _shapes(symbol: Symbol) -> list[tuple[Markup, Sequence[tuple[Span, str | None]]]]:
    """Each shape that it has, and where it is declared with this one."""
    if not symbol.shapes:
        return [(_shape(symbol), symbol.declared)]
    return [(_shape_of(symbol, shape), places) for shape, places in symbol.shapes]


def _shape_of(symbol: Symbol, shape: str) -> Markup:
    if symbol.role == "function" or (not shape and not symbol.shapes):
        return domain_html(shape)
    return shape_html([(axis, None) for axis in shape.split(" × ")] if shape else [])


def _table(
    document: DocumentReport, symbols: Sequence[Symbol], here: Place, pages: Pages, numbers: EquationNumbers
) -> Markup:
    anchors = Anchors(document)
    known = anchors.by_id
    root = Span(document.document.sources[0], 0, 0)
    names = _names([Span(source, 0, 0).file_for(root) for source in document.document.sources])

    def declared(span: Span, owner: str | None) -> tuple[str, str, str]:
        found = anchors.statement_at(span)
        anchor = owner or (found.id if found else "")
        link = pages.link(here, known[anchor]) if anchor in known else ""
        return (link, numbers[anchor], "") if numbers.get(anchor) else (link, f"line {span.line}", file(span))

    def file(span: Span) -> str:
        """The file of a line, without its folder if there is no other of its name; the root has no name."""
        return names.get(found := span.file_for(root), found)

    def used(symbol: Symbol) -> dict[str, dict[str, str]]:
        """The numbers of equations, then of each file the lines, and the first statement in each."""
        places: dict[str, dict[str, str]] = {"": {}}
        for statement in (known[i] for i in symbol.used if i in known):
            number = numbers.get(statement.id)
            lines = places.setdefault("" if number else file(statement.span), {})
            lines.setdefault(number or str(statement.span.line), pages.link(here, statement))
        return {file: lines for file, lines in places.items() if lines}

    rows = [
        {
            "symbol": latex_mathml(symbol.tex),
            "name": symbol.name,
            "shapes": [
                {"shape": shape, "declared": [declared(span, owner) for span, owner in places]}
                for shape, places in _shapes(symbol)
            ],
            "used": used(symbol),
        }
        for symbol in symbols
    ]
    return render("symbols.html", rows=rows, shapes=any(s.shape for s in symbols))
