"""`P = E \\quad \\text{if } T = 0`: what a tensor that is made of `T` comes to in a case is no new value for it."""

from __future__ import annotations

from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.patterns import equated, names_in
from ntdoc.shapes.scope import Scope, Tensor
from ntdoc.syntax import ast


def is_of_own_case(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """Whether a display has the condition that a tensor of which a name is made before has one value.

    In another section it may be another tensor of that name, unless the words ask to show it.
    """
    parsed, found = entry.parsed, scope.tensor(name, entry)
    if not entry.display or not isinstance(parsed, ast.Chain) or not parsed.conditions:
        return False
    if not isinstance(found, Tensor) or found.entry.index > entry.index or found.indices:
        return False
    if found.entry.section != entry.section and not sentences.asks_to_show(parsed.span):
        return False
    if found.entry.item == entry.item or (isinstance(found.entry.parsed, ast.Chain) and found.entry.parsed.conditions):
        return False  # a definition by cases
    parts = made_of(scope, names_in(found.body), found.entry)
    return all(equated(condition) in parts for condition in parsed.conditions)
