"""Recurrences over the entries of a tensor, `y_{\\ax(n)} = a y_{\\ax(n-1)} + …`: they go round in no circle.

ntdoc computes members of families from the members before them, and no entries from entries. So these statements are
not read, together with those that say where they begin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.shapes.entries import Entry
from ntdoc.shapes.patterns import names_in, spelt
from ntdoc.syntax import ast

_Place = tuple[int, str, frozenset[str]]  # a section, a name, and axes


class _Entries(NamedTuple):
    """`y_{\\ax(i)} = …`: of what tensor, at which of its entries, and what they are."""

    place: _Place
    at: dict[str, ast.Expr]
    right: ast.Operand
    conditions: bool


def with_recurrences(entries: list[Entry]) -> list[Entry]:
    """The same statements, but recurrences over entries, and where these begin, are not to be read."""
    found = {entry.index: left for entry in entries if (left := _by_entries(entry)) is not None}
    if not any(_goes_on(left) for left in found.values()):
        return entries
    displayed = {entry.index for entry in entries if entry.display}  # in a sentence it is a claim
    ends = ends_in(entries)
    begun = {left.place for left in found.values() if _letters(left) <= ends}
    rows = [left for index, left in found.items() if index in displayed and _goes_on(left)]
    over = {left.place for left in rows if left.place in begun or _begins(left)}
    whole = (left for left in found.values() if _is_whole(left) and not _letters(left) <= ends)
    over -= {left.place for left in whole if not _goes_on(left) and not _begins(left)}
    over = {place for place in over if place[1] not in _defined(entries)}
    return [
        _unread(entry, left.place[1]) if (left := found.get(entry.index)) is not None and left.place in over else entry
        for entry in entries
    ]


def _by_entries(entry: Entry) -> _Entries | None:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return None
    left, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if relation.kind not in ("eq", "define") or not isinstance(left, ast.Index):
        return None
    if not isinstance(left.body, ast.Symbol):
        return None
    at = {axis.name: index for axis, index in left.items}
    return _Entries((entry.section, left.body.full_name, frozenset(at)), at, right, bool(parsed.conditions))


def _goes_on(left: _Entries) -> bool:
    """Whether the right side has the tensor, and only at other entries: at `n-1`, or at all `j` of a sum."""
    name = left.place[1]
    parts = [part for part in walk(left.right) if isinstance(part, ast.Index) and isinstance(part.body, ast.Symbol)]
    uses = [{axis.name: index for axis, index in part.items} for part in parts if names_in(part.body) == {name}]
    everywhere = sum(isinstance(part, ast.Symbol) and part.full_name == name for part in walk(left.right))
    moved = (
        any(names_in(use[x]) and spelt(use[x]) != spelt(at) for x, at in left.at.items() if x in use)
        for use in uses
    )
    return bool(uses) and len(uses) == everywhere and all(moved)


def _begins(left: _Entries) -> bool:
    """Whether a statement says itself that it is not for the first entry, or what that is."""
    cases = [part for part in walk(left.right) if isinstance(part, ast.Cases)]
    rows = [row for part in cases for row, _ in part.branches]
    return left.conditions or any(left.place[1] not in names_in(row) for row in rows)


def _is_whole(left: _Entries) -> bool:
    """Whether the left side is any entry, so that a statement says what all are: the others are claims."""
    return all(isinstance(index, ast.Symbol) for index in left.at.values()) and len(_letters(left)) == len(left.at)


def ends_in(entries: Sequence[Entry]) -> set[str]:
    """The letters that stand for a number of entries: `n = |\\ax|`."""
    chains = (entry.parsed for entry in entries if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest)
    sizes = (c for c in chains if c.rest[0][0].kind == "eq" and any(isinstance(part, ast.Size) for part in walk(c)))
    parts = (part for c in sizes for part in (*c.subjects, *(operand for _, operand in c.rest)))
    return {part.full_name for part in parts if isinstance(part, ast.Symbol)}


def _defined(entries: Sequence[Entry]) -> set[str]:
    """The names of which an equation says what they are as a whole."""
    chains = (entry.parsed for entry in entries if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest)
    defining = (chain for chain in chains if chain.rest[0][0].kind in ("eq", "define"))
    return {s.full_name for chain in defining for s in chain.subjects if isinstance(s, ast.Symbol)}


def _letters(left: _Entries) -> frozenset[str]:
    return frozenset().union(*(names_in(index) for index in left.at.values()))


def _unread(entry: Entry, name: str) -> Entry:
    span = entry.parsed.span
    reason = f"a recurrence over the entries of {name}"
    return replace(entry, parsed=ast.Unread(reason, False, span, span, entry.piece.row))
