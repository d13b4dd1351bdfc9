"""Members by a number of what is defined with a letter: `q_{1/2} = …` after `q_\\alpha = E` is E at 1/2.

A number that is not whole can but be a value of the letter, and a whole one is one where the section gives it to the
letter: *with `\\lambda = 2`*, `G_2 = …`. Else `W_2` may be the second of several tensors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import in_numbers, index_letters, names_in, number_in
from ntdoc.syntax import ast


class _Family(NamedTuple):
    """A definition with a letter below its name."""

    letter: ast.Symbol
    body: ast.Expr
    entry: Entry


def held_against_families(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, where arrays of such members are equal to what the definition comes to."""
    families: dict[tuple[str, int], list[_Family]] = {}
    for entry in entries:
        for family in _families(entry):
            name = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) else None
            assert isinstance(name, ast.Symbol)
            families.setdefault((name.base, entry.section), []).append(family)
    if not families:
        return list(entries)
    return [_held(entry, families, entries) for entry in entries]


def _families(entry: Entry) -> Iterator[_Family]:
    symbol, right = _equation(entry)
    letter = symbol.sub.expr if symbol is not None and symbol.sub is not None else None
    if not isinstance(letter, ast.Symbol) or letter.sub is not None or letter.sup is not None or letter.axes:
        return
    if right is None or isinstance(right, ast.TensorSet) or not isinstance(entry.parsed, ast.Chain):
        return
    if letter.full_name in names_in(right) - index_letters(entry.parsed):
        yield _Family(letter, right, entry)


def _equation(entry: Entry) -> tuple[ast.Symbol | None, ast.Operand | None]:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return None, None
    symbol, (relation, right) = parsed.subjects[0], parsed.rest[0]
    plain = isinstance(symbol, ast.Symbol) and symbol.sup is None and not symbol.axes
    return (symbol, right) if plain and isinstance(symbol, ast.Symbol) and relation.kind in _EQUAL else (None, None)


_EQUAL = ("eq", "define", "approx")


def _held(entry: Entry, families: dict[tuple[str, int], list[_Family]], entries: Sequence[Entry]) -> Entry:
    symbol, right = _equation(entry)
    number = symbol.sub.expr if symbol is not None and symbol.sub is not None else None
    value = number_in(number)
    if symbol is None or number is None or value is None or not isinstance(right, ast.Matrix) or not in_numbers(right):
        return entry
    before = [f for f in families.get((symbol.base, entry.section), ()) if f.entry.index < entry.index]
    if not before or not (value % 1 or _is_given(before[-1].letter.full_name, value, entry, entries)):
        return entry
    if not _is_worked_out(before[-1], entry, entries):
        return entry
    parsed = entry.parsed
    assert isinstance(parsed, ast.Chain)
    family, relation = before[-1], parsed.rest[0][0]
    at = ast.Restricted(family.body, ((family.letter, number),), symbol.span)
    link = (relation.replace(kind="eq"), at)
    first = (link, parsed.rest[0]) if relation.kind == "approx" else (parsed.rest[0], link)
    rest, rows = (*first, *parsed.rest[1:]), (*parsed.rows[:2], parsed.rows[1], *parsed.rows[2:])
    return replace(entry, parsed=parsed.replace(rest=rest, rows=rows))


def _is_worked_out(family: _Family, at: Entry, entries: Sequence[Entry]) -> bool:
    """Whether all that a definition is made of has been given numbers: else they are of something that is not shown."""
    symbols = (part for part in walk(family.body) if isinstance(part, ast.Symbol) and not part.axes)
    wanted = {s.name for s in symbols if s.full_name != family.letter.full_name and lookup(s.name) is None}
    for entry in entries[: at.index]:
        symbol, right = _equation(entry)
        if symbol is not None and right is not None and in_numbers(right):
            wanted.discard(symbol.full_name)
    return not wanted


def _is_given(letter: str, value: float, at: Entry, entries: Sequence[Entry]) -> bool:
    """Whether the last number that the section gives to a letter before an entry is that one."""
    for entry in reversed(entries[: at.index]):
        if entry.section != at.section:
            return False
        symbol, right = _equation(entry)
        if symbol is not None and symbol.full_name == letter and (given := number_in(right)) is not None:
            return given == value
    return False
