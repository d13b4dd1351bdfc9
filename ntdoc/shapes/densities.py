"""`p(y \\mid x)`, `p(x)`, `p(x, y)`: densities, which their arguments tell apart, and not their names.

What a document writes with a bar between arguments, and gives no signature, is such a name. That it has other arguments
elsewhere is no mistake: it is another density then, and what is defined is not about it.
"""

from __future__ import annotations

from collections.abc import Iterable

from ntdoc.shapes.entries import Entry
from ntdoc.shapes.neighbours import pairs
from ntdoc.source import Span
from ntdoc.syntax import ast

_BARS = ("|", "\\mid", "\\vert")


def of(entries: Iterable[Entry]) -> frozenset[str]:
    """The names that have a bar between their arguments somewhere."""
    calls = (pair for entry in entries for pair in pairs(entry.parsed))
    return frozenset(head.full_name for head, bracket in calls if isinstance(head, ast.Symbol) and _is_given(bracket))


def _is_given(bracket: ast.Expr) -> bool:
    """Whether a bar stands in a bracket, and not the semicolon before parameters."""
    if not isinstance(bracket, ast.Group) or not bracket.items or not bracket.parameters:
        return False
    before, behind = bracket.items[-1].span, bracket.parameters[0].span
    return any(bar in Span(before.source, before.end, behind.start).text for bar in _BARS)
