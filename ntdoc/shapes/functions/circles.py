"""Definitions that need themselves."""

from __future__ import annotations

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.scope import Function
from ntdoc.source import Span
from ntdoc.syntax import ast
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


def is_of_others(function: Function) -> bool:
    """Whether a function is said by its own values elsewhere, or by others of its family: a recursion, or a law."""
    return _is_of_other_values(function) or _is_of_other_members(function)


def _is_of_other_values(function: Function) -> bool:
    """Whether a function is said by itself, and only at other values: `f(n) = n f(n - 1)`, `f(x) = f(-x)`."""
    own = [b for head, b in pairs(function.body) if isinstance(head, ast.Symbol) and head.full_name == function.name]
    given = [[x.span.text.strip() for x in b.items] if isinstance(b, ast.Group) else None for b in own]
    parameters = [symbol.span.text.strip() for symbol in function.parameters]
    return bool(given) and parameters not in given and None not in given


def _is_of_other_members(function: Function) -> bool:
    """Whether a function is said by others of its family alone: `T_n(x) = 2x T_{n-1}(x) - T_{n-2}(x)`."""
    own = taken_apart(function.name)
    names = {part.full_name for part in walk(function.body) if isinstance(part, ast.Symbol)}
    others = {name for name in names if taken_apart(name).form == own.form}
    return bool(letters_in(function.name) and others) and function.name not in others
