"""What can go wrong while reading one piece of mathematics."""

from __future__ import annotations

from collections.abc import Iterable

from ntdoc.diagnostics import Diagnostic
from ntdoc.source import Span


class Unreadable(Exception):
    """This piece of mathematics cannot be read. Caught at the boundary of the piece, never further out."""

    def __init__(self, code: str, message: str, span: Span, label: str = "", hints: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, label, hints=hints)


class Problems:
    """The diagnostics of a document, one for each cause."""

    def __init__(self) -> None:
        self._found: dict[object, Diagnostic] = {}
        self._places: set[object] = set()

    def add(self, diagnostic: Diagnostic, cause: object = None) -> None:
        """Keep a diagnostic, unless its cause was reported already, or the same at its place."""
        span = diagnostic.span
        place = (diagnostic.code, id(span.source), span.start)
        if place not in self._places:
            self._places.add(place)
            self._found.setdefault(place if cause is None else cause, diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Keep them all."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """In order of position; files keep the order in which they first had a problem."""
        order: dict[int, int] = {}
        for diagnostic in self._found.values():
            order.setdefault(id(diagnostic.span.source), len(order))
        return tuple(sorted(self._found.values(), key=lambda d: (order[id(d.span.source)], d.span.start, d.code)))
