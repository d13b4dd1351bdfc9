"""Words that say which entries of a tensor are meant: *only the experts with `M_{\\ax(e)} = 1`* gives it no value."""

from __future__ import annotations

from ntdoc.shapes.document import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names import numeric
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def is_selection(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*Only the experts with `M_{\\ax(e)} = 1`* says which entries of what is said already are meant."""
    found = scope.tensor(name, entry)
    said = found is not None and found.entry.index < entry.index
    given = entry.display or entry.gives or entry.lets
    return said and not given and numeric.is_number(right) and cases.selects(entry.parsed.span)
