"""Where the symbols of a statement are declared, as a reader of its page is told it."""

from __future__ import annotations

from dataclasses import dataclass

from ntdoc.rendering.places import Anchors, Pages
from ntdoc.rendering.whereabouts import Whereabouts
from ntdoc.report import Statement, SymbolUse


@dataclass(frozen=True, slots=True)
class Declaration:
    """The statement that declares a symbol, if one does; its address, and what it is called there."""

    owner: Statement | None = None
    href: str = ""
    place: str = ""  # for the reader
    line: str = ""  # for the author


class DeclaredAt:
    """The declarations of the symbols of a document."""

    def __init__(self, anchors: Anchors, pages: Pages, whereabouts: Whereabouts) -> None:
        self._anchors = anchors
        self._pages = pages
        self._whereabouts = whereabouts

    def of(self, use: SymbolUse, statement: Statement) -> Declaration:
        """The declaration of a symbol that a statement uses."""
        if use.declared is None:
            return Declaration()
        owner = self._anchors.statement_at(use.declared)
        line = use.declared.line_for(statement.span)
        if owner is None:
            return Declaration(None, "", line, line)
        href = self._pages.link(self._pages.of(statement.item), owner)
        return Declaration(owner, href, self._whereabouts.of(owner, statement), line)
