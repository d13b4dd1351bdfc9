"""What was not checked, and why, and what was verified, and on what evidence, as the page of problems lists them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby

from markupsafe import Markup, escape

from ntdoc.reading.document import Document, Heading, Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.diagnostic_html import inline_code
from ntdoc.rendering.equation_numbers import EquationNumbers
from ntdoc.rendering.marks import GLYPHS
from ntdoc.rendering.math import mathml
from ntdoc.rendering.page import Page, Placeholders, escape_markdown, heading_in_words
from ntdoc.rendering.places import Pages, Place, SiteMap
from ntdoc.rendering.standing import UNCHECKED, UNCHECKED_ANCHOR
from ntdoc.rendering.templates import render
from ntdoc.report import DocumentReport, Report, Statement, Status
from ntdoc.source import Span
from ntdoc.syntax.symbols import RELATIONS

Headings = Mapping[int, str]  # by the item of the document
TITLE = "Not checked"
VERIFIED = "Verified"
_PLAIN = regex(r"[\w\s,;:()'’-]*")
_RELATIONS = RELATIONS.keys() - {"mid"}  # of a conditional distribution


def unchecked(report: DocumentReport) -> list[Statement]:
    """The statements of a document of which it is not known whether they hold."""
    return [s for s in report.statements if s.status in UNCHECKED]


def verified(report: DocumentReport) -> list[Statement]:
    """The statements of a document that were found to hold."""
    return [s for s in report.statements if s.status is Status.VERIFIED]


def passed_over(report: DocumentReport) -> int:
    """How many formulas in sentences relate two things, and are none of the statements: nothing was checked of them."""
    stated = {statement.item for statement in report.statements}
    return sum(
        _relates(item.tokens)
        for i, item in enumerate(report.document.items)
        if isinstance(item, Mathematics) and not item.display and i not in stated
    )


def _relates(tokens: Sequence[Token]) -> bool:
    """Whether a relation stands among the tokens, and not in a script or a group alone."""
    depths = accumulate((token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE) for token in tokens)
    return any(
        depth == 0 and token.kind in (Kind.CHAR, Kind.COMMAND) and token.text in _RELATIONS
        for token, depth in zip(tokens, depths, strict=True)
    )


def outcome_sections(
    report: Report, site: SiteMap, titles: Sequence[Headings] = (), numbers: Sequence[EquationNumbers] = ()
) -> Page:
    """Two sections of the page of problems, each by document and by the sections of these; nothing of what is none.

    `titles` are the headings of each document that have other words on its pages than in its source.
    """
    total = sum(len(unchecked(d)) for d in report.documents)
    held = sum(len(verified(d)) for d in report.documents)
    parts: list[str] = []
    placeholders = Placeholders("unchecked")
    for title, anchor, words, chosen in (
        (TITLE, UNCHECKED_ANCHOR, _words(report, total), unchecked),
        (VERIFIED, "nt-verified", _words_of_verified(held), verified),
    ):
        every = zip(
            report.documents,
            site.pages,
            titles or [{}] * len(report.documents),
            numbers or [{}] * len(report.documents),
            strict=True,
        )
        documents = [(d, pages, said, own) for d, pages, said, own in every if chosen(d)]
        if not documents and not (chosen is unchecked and any(map(passed_over, report.documents))):
            continue
        words_html = Markup('<p id="{}" class="nt-unchecked-words">{}</p>').format(anchor, words)
        parts += [f"## {title}\n", placeholders.add(Fragment(words_html, "", block=True)) + "\n"]
        several = len(report.documents) > 1
        for document, pages, own_titles, own_numbers in documents:
            if several:
                parts.append(f"### {escape_markdown(document.document.title)}\n")
            shown = _sections(document, pages, site.problems, own_titles, own_numbers, chosen(document))
            html = render("unchecked.html", sections=list(shown), level=4 if several else 3)
            parts.append(placeholders.add(Fragment(html, "", block=True)) + "\n")
    return Page("\n".join(parts), placeholders.fragments)


def _words_of_verified(total: int) -> str:
    holds = "1 statement was" if total == 1 else f"{total} statements were"
    return f"{holds} found to hold. Below each stands what that rests on; samples are evidence, and no proof."


def _words(report: Report, total: int) -> str:
    """How many there are of all, and what that means."""
    everything = sum(len(d.statements) for d in report.documents)
    beside = sum(map(passed_over, report.documents))
    said = (
        f"{total} of {everything} statements {'was' if total == 1 else 'were'} not checked: whether they hold is not "
        "known. What is skipped, ntdoc does not read, or the document says to skip it; what is blocked needs something "
        "that is wrong or not read."
    )
    one = beside == 1
    are = "formula in a sentence is" if one else "formulas in sentences are"
    also = f"{beside} {are} none of the statements: nothing was checked of {'it' if one else 'them'}."
    return " ".join([said] * bool(total) + [also] * bool(beside))


def _sections(
    report: DocumentReport,
    pages: Pages,
    here: Place,
    titles: Headings,
    numbers: EquationNumbers,
    chosen: Sequence[Statement],
) -> Iterator[dict[str, object]]:
    """The sections that have such statements, each with a row for each of them, in the order of the document."""
    root = Span(report.document.sources[0], 0, 0)
    headings = [(i, item) for i, item in enumerate(report.document.items) if isinstance(item, Heading)]

    def section(statement: Statement) -> int:
        """The item that begins it: two sections may have one title."""
        return max((i for i, _ in headings if i <= statement.item), default=-1)

    def title(at: int) -> str:
        words = titles.get(at) or next((heading_in_words(item) for i, item in headings if i == at), "")
        return "" if words == report.document.title else words

    ordered = sorted(chosen, key=lambda s: (s.item, s.row))
    for at, statements in groupby(ordered, section):
        yield {
            "title": title(at),
            "rows": [
                {
                    "statement": s,
                    "glyph": GLYPHS[s.status],
                    "place": ", ".join(filter(None, (numbers.get(s.id, ""), s.span.line_for(root)))),
                    "href": pages.link(here, s),
                    "equation": _said_of_more(report.document, s) or mathml(s.tokens, display=False),
                    "reason": inline_code(s.reason) if s.reason else "",
                }
                for s in statements
            ],
        }


def _said_of_more(document: Document, statement: Statement) -> Markup:
    """What is said of formulas before its own, with these and the words between: *`Y = E`, which has shape `S`*."""
    own, span = document.items[statement.item], statement.span
    if statement.display or span.source is not own.span.source or span.start >= own.span.start:
        return Markup("")
    parts: list[Markup] = []
    for item in document.items[: statement.item + 1]:
        if item.span.source is not span.source or item.span.end <= span.start:
            continue
        if isinstance(item, Mathematics) and not item.display:
            parts.append(mathml(item.tokens, display=False))
        elif isinstance(item, Prose) and _PLAIN.fullmatch(item.text):
            parts.append(escape(item.text))
        else:
            return Markup("")
    return Markup("").join(parts)
