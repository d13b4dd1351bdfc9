"""`y = y(x) = x^2`: a name that is itself applied to letters is the function, and the equation says which.

Between them it may stand with scripts, `h = h_a = h(a, n) = …`, as it is called for short.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.operations.table import lookup
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast


def as_functions(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which such equations begin with the function and its letters, and go on behind it."""
    return [replace(entry, parsed=_from_call(entry.parsed)) for entry in entries]


def _from_call(parsed: ast.Parsed) -> ast.Parsed:
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not isinstance(parsed.subjects[0], ast.Symbol):
        return parsed
    name = parsed.subjects[0]
    for at, (relation, side) in enumerate(parsed.rest):
        if relation.kind not in ("eq", "define"):
            break
        if at + 1 < len(parsed.rest) and lookup(name.name) is None and _is_applied(name, side):
            rest, rows = parsed.rest[at + 1 :], parsed.rows[at + 1 :]
            return parsed.replace(subjects=(side,), rest=rest, rows=rows)
        if not isinstance(side, ast.Symbol) or side.base != name.base:
            break
    return parsed


def _is_applied(name: ast.Symbol, side: ast.Operand) -> bool:
    """Whether a side is a name with letters in brackets behind it."""
    if not isinstance(side, ast.Juxtaposition) or len(side.factors) != 2:
        return False
    head, bracket = side.factors
    if not isinstance(head, ast.Symbol) or not isinstance(bracket, ast.Group) or head.full_name != name.full_name:
        return False
    letters = bracket.contents
    own = {x.full_name for x in letters if isinstance(x, ast.Symbol) and not x.axes}
    return len(own) == len(letters) > 0 and name.full_name not in own
