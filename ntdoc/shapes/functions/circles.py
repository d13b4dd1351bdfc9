"""Definitions that need themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable


class Circular(Unreadable):
    """A function whose definition is being checked is needed to check it."""

    def __init__(self, function: Function) -> None:
        super().__init__(f"the definition of {function.name} uses itself", function.span)
        self.function = function


def circle(name: str, span: Span, others: Sequence[Tensor] = ()) -> Diagnostic:
    """A definition that needs itself, or the first of the `others`, each of which needs the next, and the last it."""
    needed = [*(b.name for b in others[1:]), name]
    related = tuple(Related(b.span, f"{b.name} needs {n}") for b, n in zip(others, needed, strict=False))
    label = f"needs {others[0].name}" if others else "needs itself"
    return Diagnostic("NT214", f"the definition of {name} goes round in a circle", span, label=label, related=related)


def between(scope: Scope, found: Tensor) -> list[Tensor]:
    """The definitions by which one needs itself, a shortest way round."""
    came: dict[int, Tensor | None] = {found.entry.index: None}
    waiting = deque([found])
    while waiting:
        here = waiting.popleft()
        for name in sorted(names_in(here.body)):
            there = scope.tensor(name, here.entry)
            if there is found:
                way = [here]
                while (last := came[way[-1].entry.index]) is not None:
                    way.append(last)
                return way[-2::-1]
            if isinstance(there, Tensor) and there.entry.index not in came:
                came[there.entry.index] = here
                waiting.append(there)
    return []


def sought(entry: Entry, name: str, span: Span) -> Unreadable | None:
    """Why a definition in a circle is none: its sentence says that it is an equation to be solved."""
    return Unreadable(f"an equation that {name} is to solve", span) if entry.sought else None


def said_before(scope: Scope, name: str, at: Entry) -> Tensor | None:
    """What a chain says of a name before a link that names it again: `y = E = F(y)`."""
    here = (b for b in scope.by_name.get(name, ()) if isinstance(b, Tensor) and b.entry.index == at.index)
    return next((b for b in here if name not in names_in(b.body)), None)


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
