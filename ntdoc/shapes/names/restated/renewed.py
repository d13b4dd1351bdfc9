"""Formulas that are said again of other arrays: `z = m + e`, and again, *for a batch of noise `e \\in S`*."""

from __future__ import annotations

from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def is_made_anew(scope: Scope, name: str, right: ast.Operand, at: Entry) -> bool:
    """Whether a formula of the same names has defined a name before, and one of these has got other axes since.

    Then it is another tensor, with other axes as well.
    """
    made_of = names_in(right)
    before = [b for b in scope.by_name.get(name, ()) if isinstance(b, Tensor) and b.entry.index < at.index]
    if not before or names_in(before[-1].body) != made_of:
        return False
    return any(_has_other_axes(scope, part, before[-1].entry, at) for part in made_of - {name})


def _has_other_axes(scope: Scope, name: str, first: Entry, at: Entry) -> bool:
    if not any(isinstance(b, Declared) and first.index < b.entry.index < at.index for b in scope.by_name.get(name, ())):
        return False
    old, new = scope.tensor(name, first), scope.tensor(name, at)
    if not isinstance(old, Declared) or not isinstance(new, Declared) or old is new:
        return False
    return {s.axis.name for s in old.along} != {s.axis.name for s in new.along}
