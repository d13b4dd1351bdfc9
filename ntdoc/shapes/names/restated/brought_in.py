"""Declarations that bring in several letters together, so that none of them need be one of before."""

from __future__ import annotations

from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def supposed_with_others(scope: Scope, entry: Entry) -> bool:
    """Whether its display supposes what stands in it, *if `A \\in S`, `B \\in T`*: an example of its own."""
    others = (b.entry for own in scope.by_name.values() for b in own if isinstance(b, Declared))
    return any(other.item == entry.item and other.supposed and other.display for other in others)


def beside_another(scope: Scope, entry: Entry) -> bool:
    """Whether a membership names something of which its section says nothing before, `A, B \\in S`."""
    subjects = entry.parsed.subjects if isinstance(entry.parsed, ast.Chain) else ()
    names = (name.full_name for name in subjects if isinstance(name, ast.Symbol))
    return any(all(b.entry.section != entry.section for b in scope.by_name.get(name, ())) for name in names)
