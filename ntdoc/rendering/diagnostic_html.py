"""A diagnostic as a compiler shows it: the code, the source line with the span marked, operands, remedies."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup, escape

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.rendering.places import Anchors, Pages, Place, SiteMap
from ntdoc.rendering.templates import render
from ntdoc.source import Span

_LINES = 6  # of one excerpt; of a longer span the first ones are shown
_IN_PLACE = frozenset({"NT109", "NT110"})  # what refers to nothing: the page shows `??` in its place
_LONG = 90  # characters of a line; of a longer one the part around what is marked is shown
_BEFORE, _AFTER = 40, 160


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A few lines of a source with a span marked."""

    path: str
    line: int
    column: int
    lines: tuple[tuple[int, Markup], ...]
    label: Markup
    href: str = ""


def excerpt(span: Span, label: str = "", href: str = "") -> Excerpt:
    """The lines of a span with the span marked, whatever is in them."""
    source = span.source
    line, column = span.line, span.column
    last = min(span.end_line, line + _LINES - 1)
    lines = []
    for number in range(line, last + 1):
        text = source.line_text(number)
        start = column - 1 if number == line else len(text) - len(text.lstrip())
        end = span.end_column - 1 if number == span.end_line else len(text)
        if end <= start and number != line:
            continue
        lines.append((number, _marked(text, start, max(end, start))))
    return Excerpt(source.path, line, column, tuple(lines), inline_code(label), href)


def _marked(text: str, start: int, end: int) -> Markup:
    left, right = 0, len(text)
    if len(text) > _LONG:
        left = max(0, start - _BEFORE)
        right = min(len(text), max(end, start + _AFTER))
    marked = text[start:end] or " "  # an empty span still shows where it is
    return Markup("{}{}<mark>{}</mark>{}{}").format(
        "…" if left else "",
        text[left:start].lstrip() if left == 0 else text[left:start],
        marked,
        text[end:right].rstrip(),
        "…" if right < len(text) else "",
    )


def diagnostic_html(
    diagnostic: Diagnostic, here: Place, pages: Pages, site: SiteMap, anchors: Anchors, *, linked: bool = False
) -> Markup:
    """The diagnostic as it stands on the page `here`; `pages` are those of its document.

    `linked` adds a link to the statement, for lists of problems.
    """
    related = [
        excerpt(r.span, r.message, pages.link(here, s) if (s := anchors.statement_at(r.span)) else "")
        for r in diagnostic.related
    ]
    code = site.codes.get(diagnostic.code)
    return render(
        "diagnostic.html",
        diagnostic=diagnostic,
        code_href=here.link_to(*code) if code else "",
        brief=diagnostic.severity is Severity.NOTE and not linked,  # a note stands beside what it is about
        in_a_line=diagnostic.code in _IN_PLACE and not linked,
        excerpt=excerpt(diagnostic.span, diagnostic.label),
        related=related,
        href=pages.link(here, anchors.by_id.get(diagnostic.statement or "")) if linked else "",
        message=inline_code(diagnostic.message),
        hints=[inline_code(hint) for hint in diagnostic.hints],
    )


def inline_code(text: str) -> Markup:
    """Plain text in which `…` is code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    pieces = (Markup("<code>{}</code>").format(p) if i % 2 else escape(p) for i, p in enumerate(parts))
    return Markup("").join(pieces)
