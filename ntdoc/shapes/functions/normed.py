"""Letters of a function that stand in a norm, which is along all axes: something has to say what these are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Declared, Function, Signed, is_open
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def letters(body: ast.Operand) -> frozenset[str]:
    """The letters of which a body takes a norm, `\\lVert w \\rVert`: over all axes, so it has to know them."""
    norms = (part.body for part in walk(body) if isinstance(part, ast.Bars) and part.double)
    return frozenset().union(*map(names_in, norms))


def declared(session: Session, name: str, function: Function) -> Declared | None:
    """What the section says of a letter, or that of a function which the body applies to it: `L(w) + \\|w\\|^2`."""
    found = session.scope.tensor(name, function.entry)
    if not isinstance(found, Declared) or found.entry.index > function.entry.index or is_open(found):
        return None
    sections = {function.entry.section} | {b.entry.section for b in _applied_to(session, name, function)}
    return found if found.entry.section in sections and not found.entry.local else None


def _applied_to(session: Session, name: str, function: Function) -> Iterator[Function | Signed]:
    for head, given in pairs(function.body):
        if isinstance(head, ast.Symbol) and isinstance(given, ast.Group) and name in names_in(given.items):
            yield from session.scope.function(head.full_name, function.entry)
