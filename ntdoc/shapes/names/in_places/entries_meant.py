"""Words that say which entries of a tensor are meant: *only the experts with `M_{\\ax(e)} = 1`* gives it no value."""

from __future__ import annotations

from dataclasses import replace

from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def is_selection(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*Only the experts with `M_{\\ax(e)} = 1`* says which entries of what is said already are meant."""
    found = scope.tensor(name, entry)
    said = found is not None and found.entry.index < entry.index
    given = entry.display or entry.gives or entry.lets
    return said and not given and numeric.is_number(right) and cases.selects(entry.parsed.span)


def in_a_case(scope: Scope, name: ast.Symbol, right: ast.Operand, entry: Entry) -> Entry:
    """*A user without ratings, `M_{\\ax(u)} = 0`, has …*, of what another sentence says: it is so in this one alone."""
    found = scope.tensor(name.full_name, entry)
    said = found is not None and found.entry.index < entry.index and found.entry.sentence != entry.sentence
    given = entry.display or entry.gives or entry.lets or not numeric.is_number(right)
    alone = said and not given and cases.is_of_a_thing(entry.parsed.span)
    return replace(entry, local=True) if alone else entry
