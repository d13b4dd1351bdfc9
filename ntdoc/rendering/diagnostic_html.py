"""A diagnostic as a compiler shows it: the code, the source line with the span marked, operands, remedies."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup, escape

from ntdoc.diagnostics import Diagnostic, Related, Severity
from ntdoc.regex import regex
from ntdoc.rendering.places import Anchors, Pages, Place, SiteMap, page_of
from ntdoc.rendering.templates import render
from ntdoc.source import Span

_LINES = 6  # of one excerpt; of a longer span the first ones are shown
_IN_PLACE = frozenset({"NT109", "NT110", "NT113"})  # what refers to nothing: the page shows `??` in its place
_LONG = 90  # characters of a line; of a longer one the part around what is marked is shown
_BEFORE, _AFTER = 40, 160
_FIRST = Markup("<mark>{}</mark>")
_LETTERS = {letter: unicodedata.name(letter).split()[-1] for letter in "αβγδεζηθικμνξπρστυφχψωΓΔΘΞΠΣΥΦΨΩ"}
_BY_NAME = {"lambda": "λ", "Lambda": "Λ"} | {
    (name.lower() if letter.islower() else name.title()): letter for letter, name in _LETTERS.items()
}
_GREEK = regex(rf"\\(?:var)?({'|'.join(_BY_NAME)})(?![A-Za-z])")
_TAG = regex(r"<[^>]*>")
_SECOND = Markup('<mark class="nt-second">{}</mark>')


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A few lines of a source with a span marked."""

    line: int
    column: int
    lines: tuple[tuple[int, Markup], ...]
    label: Markup
    href: str = ""
    beside: tuple[Markup, ...] = ()  # what is said of other places in the same lines, which are marked as well
    place: str = ""  # the line of what is related, as a reader of the diagnostic is told it
    at: int = 0  # how many characters of the only line stand before what is marked


def excerpt(
    span: Span, label: str = "", href: str = "", others: Sequence[Related] = (), exact: Related | None = None
) -> Excerpt:
    """The lines of a span with the span marked, whatever is in them, and `others`, which are seen in them.

    Where one of these is what is `exact`ly wrong, it is the span that is marked as the second.
    """
    source = span.source
    line, column = span.line, span.column
    last = min(span.end_line, line + _LINES - 1)
    lines = []
    for number in range(line, last + 1):
        text = source.line_text(number)
        start, end = _in_line(span, number, text)
        if end <= start and number != line:
            continue
        seconds = [_in_line(other.span, number, text) for other in others if other.span.line == number]
        marked = _marked(text, start, max(end, start), seconds, (_SECOND, _FIRST) if exact else (_FIRST, _SECOND))
        lines.append((number, marked))
    label = exact.message if exact else label
    beside = tuple(inline_code(other.message) for other in others if other.message and other is not exact)
    at = _before_mark(lines[0][1]) if len(lines) == 1 else 0
    return Excerpt(line, column, tuple(lines), inline_code(label), href, beside, at=at)


def _before_mark(line: Markup) -> int:
    """How many characters stand before what is marked first of all."""
    return len(Markup(_TAG.sub("", line.partition("<mark>")[0])).unescape())


def _in_line(span: Span, number: int, text: str) -> tuple[int, int]:
    """The part of a line that belongs to a span."""
    start = span.column - 1 if number == span.line else len(text) - len(text.lstrip())
    return start, span.end_column - 1 if number == span.end_line else len(text)


def _is_seen(other: Span, span: Span) -> bool:
    """Whether another place is seen where a span is shown: on one line, not cut off, and not so far that it scrolls."""
    if other.source is not span.source or other.line != other.end_line or other.start == other.end:
        return False
    number = other.line
    if not span.line <= number <= min(span.end_line, span.line + _LINES - 1):
        return False
    text = span.source.line_text(number)
    left, right = _window(text, *_in_line(span, number, text))
    start, end = _in_line(other, number, text)
    return left <= start and end <= min(right, left + _LONG) and (other.start, other.end) != (span.start, span.end)


def _window(text: str, start: int, end: int) -> tuple[int, int]:
    """The part of a line that is shown."""
    if len(text) <= _LONG:
        return 0, len(text)
    return max(0, start - _BEFORE), min(len(text), max(end, start + _AFTER))


def _marked(
    text: str, start: int, end: int, seconds: Sequence[tuple[int, int]], marks: tuple[Markup, Markup]
) -> Markup:
    """The line with what it is about marked. What is marked beside it, or within it, looks different."""
    left, right = _window(text, start, end)
    signs = [" "] * right
    signs[start:end] = "1" * (end - start)
    for first, last in seconds:
        within = start <= first and last <= end
        signs[first:last] = ["2" if within or sign == " " else sign for sign in signs[first:last]]
    if end == start:  # an empty span still shows where it is
        text, right = f"{text[:start]} {text[start:]}", right + 1
        signs.insert(start, "1")
    if left == 0:
        left = min(len(text) - len(text.lstrip()), start)
        cut = ""
    else:
        cut = "…"
    shown = text[left:right]
    shown = shown[: max(len(shown.rstrip()), end - left, start + 1 - left)]
    out = escape(cut)
    for sign, run in groupby(zip(shown, signs[left:], strict=False), key=lambda pair: pair[1]):
        words = escape("".join(character for character, _ in run))
        out += {" ": Markup("{}"), "1": marks[0], "2": marks[1]}[sign].format(words)
    return out + ("…" if right < len(text) else "")


def diagnostic_html(
    diagnostic: Diagnostic,
    here: Place,
    pages: Pages,
    site: SiteMap,
    anchors: Anchors,
    *,
    linked: bool = False,
    level: int = 0,
) -> Markup:
    """The diagnostic as it stands on the page `here`; `pages` are those of its document.

    `linked` adds a link to the statement, for lists of problems; `level` makes the message a heading of that level.
    """
    brief = diagnostic.severity is Severity.NOTE and not linked  # a note stands beside what it is about
    in_a_line = diagnostic.code in _IN_PLACE and not linked
    shown, exact = not brief and not in_a_line, diagnostic.exact
    seen = [r for r in diagnostic.related if shown and _is_seen(r.span, diagnostic.span)]
    related = [
        replace(
            excerpt(r.span, r.message, pages.link(here, s) if (s := anchors.statement_at(r.span)) else ""),
            place=r.span.line_for(diagnostic.span),
        )
        for r in diagnostic.related
        if r not in seen
    ]
    code = site.codes.get(diagnostic.code)
    return render(
        "diagnostic.html",
        diagnostic=diagnostic,
        code_href=here.link_to(*code) if code else "",
        brief=brief,
        level=level,
        in_a_line=in_a_line,
        excerpt=excerpt(diagnostic.span, diagnostic.label, "", seen, exact if exact in seen else None),
        file=site.shown(diagnostic.span.source.path),
        related=related,
        href=_href(diagnostic, here, pages, anchors) if linked else "",
        message=inline_code(diagnostic.message),
        hints=[inline_code(hint) for hint in diagnostic.hints],
    )


def _href(diagnostic: Diagnostic, here: Place, pages: Pages, anchors: Anchors) -> str:
    """The address of what is wrong: of its statement, or of the page that shows it."""
    if (spot := pages.spots.get(diagnostic.span)) is not None:
        return here.link_to(*spot)
    owner = anchors.by_id.get(diagnostic.statement or "")
    return pages.link(here, owner) if owner else here.link_to(page_of(diagnostic, pages, anchors))


def inline_code(text: str) -> Markup:
    """Plain text in which `…` is code, and the Greek letters of names are shown as such."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return _with_greek(text)
    pieces = (Markup("<code>{}</code>").format(p) if i % 2 else _with_greek(p) for i, p in enumerate(parts))
    return Markup("").join(pieces)


def _with_greek(text: str) -> Markup:
    """`needs \\alpha`, as the terminal says it → *needs α*."""
    words = _GREEK.split(text)  # every second one is the name of a letter
    shown = (Markup("<i>{}</i>").format(_BY_NAME[w]) if i % 2 else escape(w) for i, w in enumerate(words))
    return Markup("").join(shown)
