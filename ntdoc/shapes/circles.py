"""Definitions that need themselves."""

from __future__ import annotations

from ntdoc.diagnostics import Diagnostic
from ntdoc.shapes.entries import Entry
from ntdoc.shapes.scope import Function
from ntdoc.source import Span
from ntdoc.syntax.cursor import Unreadable


class Circular(Unreadable):
    """A function whose definition is being checked is needed to check it."""

    def __init__(self, function: Function) -> None:
        super().__init__(f"the definition of {function.name} uses itself", function.span)
        self.function = function


def circle(name: str, span: Span) -> Diagnostic:
    return Diagnostic("NT214", f"the definition of {name} goes round in a circle", span, label="needs itself")


def sought(entry: Entry, name: str, span: Span) -> Unreadable | None:
    """Why a definition in a circle is none: its sentence says that it is an equation to be solved."""
    return Unreadable(f"an equation that {name} is to solve", span) if entry.sought else None
