"""A document's page: its own prose in order as Markdown, with a placeholder for each piece of mathematics."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Callable
from dataclasses import dataclass

from ntdoc.reading.document import BoxTitle, Directive, Document, Heading, Mathematics, Prose
from ntdoc.regex import regex
from ntdoc.rendering.blocks import BlockRenderer, Fragment
from ntdoc.rendering.display_rows import Numbers
from ntdoc.rendering.latex.prose import latex_to_markdown
from ntdoc.rendering.line_ends import line_ends_are_meant
from ntdoc.rendering.lost import Lost
from ntdoc.rendering.markdown_directives import without_alerts, without_colons, without_directives
from ntdoc.rendering.markdown_flavour import front_matter_end, normalise, own_paragraph
from ntdoc.rendering.markdown_numbers import REFERENCE, markdown_numbers, reference_in
from ntdoc.rendering.math import mathml, words_of
from ntdoc.rendering.places import Pages, SiteMap
from ntdoc.rendering.standing import standing
from ntdoc.report import DocumentReport

_HEADING = regex(r"^ {0,3}#[ \t]+\S|^\S.*\n=+[ \t]*$", re.MULTILINE)
_TITLE = regex(r"\s*#[ \t][^\n]*|\s*[^\s#][^\n]*\n=+[ \t]*(?=\n|$)")
FENCED = regex(r"^ {0,3}(`{3,}|~{3,}).*?^ {0,3}\1", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """Markdown, and what its placeholders stand for."""

    markdown: str
    fragments: dict[str, Fragment]
    pictures: tuple[tuple[str, str], ...] = ()  # the file of each, and the file that it is in the site
    lacking: tuple[tuple[str, str], ...] = ()  # the pictures that are not shown, as they are named, and why


class Placeholders:
    """Names that a document cannot contain: made of the hash of its text, in letters and digits that no
    mark-up reads.
    """

    def __init__(self, text: str) -> None:
        self._stem = "ntx" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]
        self.fragments: dict[str, Fragment] = {}

    def add(self, fragment: Fragment) -> str:
        token = f"{self._stem}n{len(self.fragments)}z"
        self.fragments[token] = fragment
        return token


def make_page(report: DocumentReport, pages: Pages, site: SiteMap, *, fold: bool = False) -> Page:
    """The page of a document, its title as the first heading where the author wrote none."""
    document = report.document
    placeholders = Placeholders("".join(source.text for source in document.sources))
    numbers = markdown_numbers(document) if document.format == "markdown" else None
    blocks = BlockRenderer(report, pages, site, numbers, fold=fold)
    if document.format == "latex":
        text = _from_latex(document, blocks, placeholders)
    else:
        start = front_matter_end(document.sources[0].text)
        lost = Lost(report, pages, site)
        body = with_placeholders(document, blocks.fragment, placeholders, start, numbers, lost=lost.reference)
        body = without_alerts(without_colons(without_directives(body)))
        text = normalise(body, line_ends=line_ends_are_meant(_prose(document)))
    if not _HEADING.search(FENCED.sub("", text)):
        text = f"# {escape_markdown(document.title)}\n\n{text}"
    if top := standing(report, pages, site, pages.first) + blocks.elsewhere + blocks.symbols_of(pages.first):
        text = below_title(text, placeholders.add(Fragment(top, "", block=True)))
    return Page(text, placeholders.fragments)


def below_title(markdown: str, token: str) -> str:
    """The page with a token below the title, which readers and themes look for in the first place."""
    at = title.end() if (title := _TITLE.match(markdown)) else 0
    return f"{markdown[:at]}\n\n{token}\n\n{markdown[at:]}"


def with_placeholders(
    document: Document,
    fragment: Callable[[int, Mathematics], Fragment | None],
    placeholders: Placeholders,
    start: int,
    numbers: Numbers | None = None,
    *,
    apart: bool = True,
    lost: Callable[[str], Fragment | None] | None = None,
) -> str:
    """The source from an offset on, with the mathematics replaced that has a fragment, and the directives taken out.

    References to equations become links with their `numbers`, and marks where they are `lost`. With `apart` a display
    becomes a paragraph of its own; else the lines around it stay as they are.
    """
    root = document.sources[0]
    text, at = root.text, start
    parts: list[str] = []
    line = ""  # what the current line holds so far
    for index, item in enumerate(document.items):
        if item.span.source is not root or item.span.start < at:
            continue
        if isinstance(item, Prose):
            for match in REFERENCE.finditer(item.text) if numbers is not None else ():
                link = reference_in(match[0], numbers) if numbers is not None else None
                link = lost(match[0]) if link is None and lost is not None else link
                if link is not None:
                    before = text[at : item.span.start + match.start()]
                    parts += [before, token := placeholders.add(link)]
                    line = (before.rpartition("\n")[2] if "\n" in before else line + before) + token
                    at = item.span.start + match.end()
            continue
        if isinstance(item, Heading | BoxTitle):
            if isinstance(item, BoxTitle) and apart:
                parts += [text[at : item.span.start], "**"]
                at = item.inner.start
            for formula in item.mathematics if apart else ():  # in the site of another it is that site's
                parts += [text[at : formula.span.start], placeholders.add(in_title(formula))]
                at, line = formula.span.end, ""
            if isinstance(item, BoxTitle) and apart:
                parts += [text[at : item.inner.end], "**\n"]
                at, line = item.span.end, ""
            continue
        made = None
        if isinstance(item, Mathematics):
            made = reference_in(item.inner.text, numbers) if numbers is not None else None
            made = made or (lost(item.inner.text) if lost is not None else None) or fragment(index, item)
        if made is None and isinstance(item, Mathematics):
            continue
        before = text[at : item.span.start]
        parts.append(before)
        line = before.rpartition("\n")[2] if "\n" in before else line + before
        at = item.span.end
        if made is not None:
            token = placeholders.add(made)
            if isinstance(item, Mathematics) and item.display and apart:
                after = re.split(r"\r?\n", text[at:], maxsplit=1)[0]
                token = own_paragraph(line, token, after)
            parts.append(token)
            line = token.rpartition("\n")[2] if "\n" in token else line + token
    parts.append(text[at:])
    return "".join(parts)


def in_title(formula: Mathematics) -> Fragment:
    """A formula of a heading."""
    return Fragment(mathml(formula.tokens, display=False), words_of(formula.tokens), block=False)


def title_in_words(document: Document) -> str:
    """The title of a document, its formulas in plain text."""
    headings = (item for item in (document.titled, *document.items) if isinstance(item, Heading))
    found = next((heading for heading in headings if heading.title == document.title), None)
    return heading_in_words(found) if found else document.title


def heading_in_words(heading: Heading) -> str:
    """The title of a section, its formulas in plain text."""
    title = heading.title
    for formula in heading.mathematics:
        title = title.replace(formula.span.text, words_of(formula.tokens), 1)
    return title


def _prose(document: Document) -> str:
    """The source without displays, directives and front matter; an inline formula is one piece of its length."""
    root = document.sources[0]
    text = root.text
    at = front_matter_end(text)
    parts: list[str] = []
    for item in document.items:
        if item.span.source is not root or item.span.start < at or isinstance(item, Prose | Heading | BoxTitle):
            continue
        parts.append(text[at : item.span.start])
        inline = isinstance(item, Mathematics) and not item.display
        parts.append(re.sub(r"[ \t]", "x", item.span.text) if inline else "\n\n")
        at = item.span.end
    return "".join([*parts, text[at:]])


def _from_latex(document: Document, blocks: BlockRenderer, placeholders: Placeholders) -> str:
    """The items in reading order, headings as Markdown, the prose converted."""
    parts: list[str] = []
    for index, item in enumerate(document.items):
        match item:
            case Mathematics():
                token = placeholders.add(blocks.fragment(index, item))
                parts.append(f"\n\n{token}\n\n" if item.display else token)
            case Heading() | Prose():
                parts.append(item.span.text)
            case Directive():
                pass
    definitions = (source.text for source in (*document.shared, *document.packages))
    body = latex_to_markdown("".join(parts), "\n".join(definitions))
    return f"# {escape_markdown(document.title)}\n\n{body}"


def escape_markdown(text: str) -> str:
    """Plain text that Markdown shows as it stands, on one line."""
    escaped = re.sub(r"([\\`*_{}\[\]()#+\-.!|~>])", r"\\\1", html.escape(" ".join(text.split()), quote=False))
    return escaped.replace("^", "&#94;").replace("==", "&#61;&#61;")  # not every Markdown has a backslash for these
