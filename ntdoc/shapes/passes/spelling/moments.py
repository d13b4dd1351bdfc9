"""Statements with `\\mathbb{E}[X]`: read as claims of what is known; what they would define or say else is left out.

A left side that is a name, or a function at arguments, may be defined by its mean: it then has no value.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import ORDERS
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Moment
from ntdoc.syntax.moments import unread

_RELATIONS = ORDERS | {"eq"}


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which only claims are about means over chances."""
    return [_as_read(entry) for entry in entries]


def _as_read(entry: Entry) -> Entry:
    found = next((part for part in walk(entry.parsed) if isinstance(part, Moment)), None)
    if found is None or _is_claim(entry.parsed):
        return entry
    problem = unread(found.span)
    return entry.not_read(problem.reason, problem.span)


def _is_claim(parsed: ast.Parsed) -> bool:
    if not isinstance(parsed, ast.Chain) or not parsed.rest or len(parsed.subjects) != 1 or parsed.conditions:
        return False
    left = parsed.subjects[0]
    named = isinstance(left, ast.Symbol | ast.Index) or (
        isinstance(left, ast.Juxtaposition) and not any(isinstance(part, Moment) for part in walk(left))
    )
    return not named and all(relation.kind in _RELATIONS for relation, _ in parsed.rest)
