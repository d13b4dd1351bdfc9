"""What reading makes of a file: prose, headings and mathematics in document order, and nothing lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ntdoc.diagnostics import Diagnostic
from ntdoc.reading.containers import Container
from ntdoc.reading.meanings import Meaning
from ntdoc.reading.tokens import Token
from ntdoc.source import Source, Span


@dataclass(frozen=True, slots=True)
class Prose:
    """Text between two pieces of mathematics.

    `text` has the same length as the span, with code, comments and link targets blanked by spaces, so that an offset
    into it is an offset into the source. A paragraph end is a blank line in it.
    """

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """What the author says of the number of one row of a display."""

    labels: tuple[str, ...] = ()
    numbered: bool = True  # False after `\\notag`


class Salvaged(NamedTuple):
    """What is plain of mathematics that cannot be read: whole rows, and the left sides of the other rows."""

    rows: tuple[Token, ...] = ()
    lefts: tuple[tuple[Token, ...], ...] = ()


NOTHING: Final = Salvaged()


@dataclass(frozen=True, slots=True)
class Mathematics:
    """One piece of mathematics: an inline formula or a whole display environment.

    `span` includes the delimiters; `inner` is what stands between them. `tokens` are those of `inner`, with the
    document's macros expanded and macro definitions taken out; empty when it only defined macros.
    """

    span: Span
    inner: Span
    display: bool
    environment: str  # `$`, `$$`, `\[`, `\(`, `align*`, `equation`, …
    tokens: tuple[Token, ...]
    labels: tuple[str, ...] = ()  # of `\label` within it
    directives: tuple[Directive, ...] = ()  # `% ntdoc:` comments within it
    rows: tuple[Row, ...] = ()  # of LaTeX: between the `\\\\` that stand in no group and no inner environment
    salvaged: Salvaged = NOTHING  # of what cannot be read


@dataclass(frozen=True, slots=True)
class Heading:
    """A Markdown heading or a LaTeX sectioning command. `level` 1 is the outermost."""

    span: Span
    level: int
    title: str
    mathematics: tuple[Mathematics, ...] = ()  # in the title; it says nothing and is only shown


@dataclass(frozen=True, slots=True)
class BoxTitle:
    """A Markdown heading that is the title of a box, such as a theorem, and opens no section."""

    span: Span
    inner: Span  # its words
    mathematics: tuple[Mathematics, ...] = ()


@dataclass(frozen=True, slots=True)
class Directive:
    """`<!-- ntdoc: body -->` or `% ntdoc: body`. `span` covers the whole comment, `body` the text after the colon."""

    span: Span
    body: str


Item = Prose | Heading | BoxTitle | Mathematics | Directive


@dataclass(frozen=True, slots=True)
class Document:
    """One document: the root file, the files that it includes, and its items in reading order."""

    path: str
    title: str
    format: str  # `markdown` or `latex`
    sources: tuple[Source, ...]  # the root first, what is shared last
    items: tuple[Item, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    titled: Heading | None = None  # `\\title{…}` of LaTeX
    shared: tuple[Source, ...] = ()  # of the sources, those that every document of the project has
    packages: tuple[Source, ...] = ()  # of LaTeX, that lie beside the document: none of its sources
    left_out: tuple[Span, ...] = ()  # of LaTeX: branches that are not taken, and arguments that macros drop
    containers: tuple[Container, ...] = ()  # of Markdown: admonitions and the like, by where they begin
    macros: Mapping[str, Meaning] = field(default_factory=dict, compare=False, repr=False)  # as they are at its end
