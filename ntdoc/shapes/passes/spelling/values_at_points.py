"""`u(1) = 3`, `u(2) = -1`, `L(a) = 0.2`, `L(b) = 0.3`: what is given at points alone, and is nowhere a function.

Such a call is a name as a whole. One letter in brackets may be that of a function, `f(x) = 1`; two of them that come to
numbers are labels. What has a signature or a declaration, or is called with anything else, is a function, or a tensor.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import as_written, pairs, unpowered, with_values
from ntdoc.shapes.patterns import in_numbers
from ntdoc.syntax import ast


def as_names(entries: Sequence[Entry]) -> list[Entry]:
    """The entries in which such calls are names."""
    given: dict[str, dict[str, ast.Expr]] = {}  # by the head, the points at which equations give it numbers
    for entry in entries:
        for head, call, point in _given(entry.parsed):
            given.setdefault(head, {})[call] = point
    known = {call for head, calls in given.items() if _are_points(calls.values()) for call in calls}
    known -= {call for head in _otherwise_used(entries, known) for call in given.get(head, ())}
    if not known:
        return list(entries)

    def name(head: ast.Expr, bracket: ast.Expr) -> str | None:
        found = _call(head, bracket)
        return found[1] if found is not None and found[1] in known else None

    return [replace(entry, parsed=with_values(entry.parsed, name)) for entry in entries]


def _given(parsed: ast.Parsed) -> Iterator[tuple[str, str, ast.Expr]]:
    """The call that an equation says to be a number, with its head and its point."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return
    subject = parsed.subjects[0]
    equal = all(r.kind in ("eq", "define", "approx") and in_numbers(right) for r, right in parsed.rest)
    call = _call(*subject.factors) if isinstance(subject, ast.Juxtaposition) and len(subject.factors) == 2 else None
    if equal and call is not None:
        yield call


def _call(head: ast.Expr, bracket: ast.Expr) -> tuple[str, str, ast.Expr] | None:
    """The head of a call at a number or a letter, the call as it is written, and the point."""
    bracket = unpowered(bracket)
    if not isinstance(head, ast.Symbol) or head.axes or lookup(head.name) is not None:
        return None
    if not isinstance(bracket, ast.Group) or bracket.bracket != "(" or bracket.parameters or len(bracket.items) != 1:
        return None
    point = bracket.items[0]
    plain = isinstance(point, ast.Symbol) and point.sub is None and point.sup is None and not point.axes
    return (head.full_name, as_written(head, bracket), point) if plain or isinstance(point, ast.Number) else None


def _are_points(points: Collection[ast.Expr]) -> bool:
    letters = sum(isinstance(point, ast.Symbol) for point in points)
    return letters == 0 or (letters == len(points) and letters > 1)


def _otherwise_used(entries: Sequence[Entry], known: set[str]) -> Iterator[str]:
    """The heads that stand anywhere but before a point that is given."""
    for entry in entries:
        calls = (head for head, bracket in pairs(entry.parsed) if (c := _call(head, bracket)) and c[1] in known)
        heads = {id(head) for head in calls}
        yield from (s.full_name for s in walk(entry.parsed) if isinstance(s, ast.Symbol) and id(s) not in heads)
