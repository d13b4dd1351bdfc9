"""*With `x_{\\seq(0)} = 0`*, of an `x` that is declared: what stands before the first entry along an axis.

No tensor has such an entry. Formulas that go back from an index, `x_{\\seq(t-1)}`, are that number where they leave the
axis: the entry `if t - 1 \\ge 1`, and else the number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ntdoc.nodes import Node, rewritten
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import number_in, put_in_sets, shifted
from ntdoc.syntax import ast

_AGREED = regex(r"\b(?:with|where|let|set|put|take|pad\w*|convention|say)\b", re.IGNORECASE)
_FAR = -64  # no formula goes back so far


class _Before(NamedTuple):
    """What a section says of the entries of a tensor before the first along an axis."""

    section: int
    name: str
    axis: str


def with_entries_before(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such formulas have two cases."""
    said: dict[_Before, dict[int, ast.Number]] = {}
    stated: dict[int, _Before] = {}
    for entry in entries:
        if (found := _stated(entry)) is not None:
            before, places, number = found
            stated[entry.index] = before
            said.setdefault(before, {}).update(dict.fromkeys(places, number))
    free = _only_declared(entries) if said else set()
    said = {before: numbers for before, numbers in said.items() if (before.section, before.name) in free}
    if not said:
        return list(entries)
    return [_used(entry) if stated.get(entry.index) in said else _padded(entry, said) for entry in entries]


def _used(entry: Entry) -> Entry:
    """The statement as its number alone: what it says is put in where a formula goes back so far."""
    assert isinstance(entry.parsed, ast.Chain)
    (_, number), span = entry.parsed.rest[0], entry.parsed.span
    return replace(entry, parsed=ast.Chain((number,), (), entry.parsed.rows[:1], (), span))


def _stated(entry: Entry) -> tuple[_Before, Sequence[int], ast.Number] | None:
    """Which entries an equation says are a number: `x_{\\\\seq(0)} = 0`, or `x_{\\\\seq(t)} = 0` for `t \\\\le 0`."""
    parsed = entry.parsed
    if entry.negated or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return None
    match parsed.subjects[0], parsed.rest[0]:
        case (
            ast.Index(body=ast.Symbol() as body, items=((axis, place),)),
            (ast.Relation(kind="eq"), ast.Number() as number),
        ):
            before = _Before(entry.section, body.full_name, axis.name)
        case _:
            return None
    if isinstance(place, ast.Symbol) and len(parsed.conditions) == 1:
        return (before, range(_FAR, 1), number) if _is_below_one(parsed.conditions[0], place) else None
    value = number_in(place)
    if value is None or parsed.conditions or value > 0 or value != int(value):
        return None
    if number.value and not _AGREED.search(sentences.before(parsed.span, across=entry.display)):
        return None
    return before, (int(value),), number


def _is_below_one(condition: ast.Chain, letter: ast.Symbol) -> bool:
    """`t \\\\le 0`, `t < 1`."""
    if len(condition.subjects) != 1 or len(condition.rest) != 1:
        return False
    subject, (relation, end) = condition.subjects[0], condition.rest[0]
    own = isinstance(subject, ast.Symbol) and subject.full_name == letter.full_name
    return own and (relation.kind, number_in(end)) in (("le", 0.0), ("lt", 1.0))


def _only_declared(entries: Sequence[Entry]) -> set[tuple[int, str]]:
    """The names that a section puts in sets, and of whose entries no formula of it says what they are."""
    declared = {(entry.section, name) for entry in entries for name in put_in_sets(entry.parsed)}
    for entry in entries:
        left = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest else None
        by_letter = isinstance(left, ast.Index) and all(number_in(place) is None for _, place in left.items)
        if isinstance(left, ast.Index) and by_letter and isinstance(left.body, ast.Symbol) and not _stated(entry):
            declared.discard((entry.section, left.body.full_name))
    return declared


def _padded(entry: Entry, said: dict[_Before, dict[int, ast.Number]]) -> Entry:
    """A statement with the two cases in the place of each entry that goes back beyond the first."""

    kept = set[int]()  # the entries inside cases, which stay what they are

    def padded(node: Node) -> Node:
        if id(node) in kept or not isinstance(node, ast.Index) or not isinstance(node.body, ast.Symbol):
            return node
        if len(node.items) != 1:
            return node
        ((axis, place),) = node.items
        numbers = said.get(_Before(entry.section, node.body.full_name, axis.name))
        if numbers is None:
            return node
        letter, by = shifted(place)
        if letter is None and by is not None:
            return numbers.get(by, node)
        least = by + 1 if by is not None else _FAR  # the letter is an index of the axis, so it is 1 or more
        if by == 0 or not all(n in numbers for n in range(least, 1)):
            return node
        number = numbers.get(0)
        if number is None:
            return node
        kept.add(id(node))
        one = ast.Number(1.0, 0, node.span)
        inside = ast.Chain((place,), ((ast.Relation("ge", r"\ge", node.span), one),), (0, 0), (), node.span)
        return ast.Cases(((node, inside), (number, None)), node.span)

    parsed = rewritten(entry.parsed, padded)
    return entry if parsed is entry.parsed else replace(entry, parsed=parsed)
