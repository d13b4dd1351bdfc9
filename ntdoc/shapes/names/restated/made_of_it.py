"""Equations of a tensor in what is made of it: `y = h + e`, after `e = y - h`."""

from __future__ import annotations

from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.names.closures import ingredients
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import is_made_of, is_update, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def is_used_by(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """After *let `y` and `e = y - h`*, the equation `y = h + e` is no definition of `y`: `e` was made of it.

    So it is where that was made of it through others, or through members of a family.
    """
    found = scope.tensor(name, entry)
    if not isinstance(found, Declared) and not _is_example_of_declared(scope, found, right, entry):
        return False
    parts = (scope.tensor(n, entry) for n in names_in(right) if n != name)
    if any(isinstance(b, Tensor) and b.entry.section == entry.section and is_made_of(b.body, name) for b in parts):
        return True
    if found is None or not entry.is_under(found.entry) or is_update(entry.parsed):
        return False
    if is_made_of(right, name) or taken_apart(name).parts:
        return False
    return (name, found.entry.index) in ingredients(scope, names_in(right), entry, members=True)


def _is_example_of_declared(scope: Scope, found: Tensor | None, right: ast.Operand, entry: Entry) -> bool:
    """Whether a name has a number of an example, *for example, `u = 0.5` gives …*, and its section declares it."""
    if found is None or entry.gives or entry.lets or numeric.is_numbers(right) or not numeric.is_number(found.body):
        return False
    before = (b for b in scope.by_name[found.name] if isinstance(b, Declared) and found.entry.is_above(entry))
    return any(b.entry.is_above(found.entry) for b in before)
