"""Numbers of the first members, and then a formula of all: *`a_1 = 1`, `a_2 = 3`, and in general `a_n = 2 n - 1`*.

Words must say that the formula is of all, for it may as well go on where the first ones end, *`a_n = 2 n` for `n > 1`*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import number_in
from ntdoc.syntax import ast
from ntdoc.vocabulary import ANY, CLOSES, IF

_IN_GENERAL = regex(rf"\b(?:{phrases.OF_ALL_CASES})\b[\s,:]*$", re.IGNORECASE)
_NARROWED = regex(
    rf"\s*(?:{CLOSES})?[\s,(]*(?:for|{IF}|where|unless|with|from|except|as\s+soon"
    rf"|once|provided)\b(?!\s+(?:{ANY})\s+(?:\$|\\\()?\s*[A-Za-z]\s*(?:\$|\\\)))"
    r"|\s*(?:\$|\\\))[\s,]*\(?(?:\$|\\\()\s*[A-Za-z]\s*(?:>|=|\\g(?:eq?|t)\b)",
    re.IGNORECASE,
)


class _Family(NamedTuple):
    """A formula for every member, made of its letter alone."""

    base: str
    letter: ast.Symbol
    body: ast.Expr
    entry: Entry


def held_against_what_is_general(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, where such a number is also equal to what the formula behind it comes to for its member."""
    families = [family for entry in entries if (family := _family(entry)) is not None]
    families = [family for family in families if not _is_computed_before(family, entries)]
    return [_held(entry, families) if families else entry for entry in entries]


def _family(entry: Entry) -> _Family | None:
    symbol, right = _equation(entry)
    letter = _place(symbol)
    if symbol is None or not isinstance(letter, ast.Symbol) or letter.full_name != letter.base or letter.axes:
        return None
    if right is None or isinstance(right, ast.TensorSet) or _letters(right) != {letter.full_name}:
        return None
    span = entry.parsed.span
    before = sentences.BEGINS.sub("", sentences.before(span, across=entry.display))
    if entry.negated or entry.supposed or not _IN_GENERAL.search(before):
        return None
    text = span.source.text
    return None if _NARROWED.match(text[span.end : span.end + 60]) else _Family(symbol.base, letter, right, entry)


def _letters(body: ast.Operand) -> set[str]:
    """The names in a formula, of which `n^2` has an `n`."""
    return {part.name for part in walk(body) if isinstance(part, ast.Symbol)}


def _is_computed_before(family: _Family, entries: Sequence[Entry]) -> bool:
    """Whether its section has a recurrence or another formula for the members: the formula is held against that."""
    at = family.entry
    before = (_equation(e)[0] for e in entries if e.is_above(at))
    places = (_place(symbol) for symbol in before if symbol is not None and symbol.base == family.base)
    return any(place is not None and not isinstance(place, ast.Number) for place in places)


def _equation(entry: Entry) -> tuple[ast.Symbol | None, ast.Operand | None]:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest or parsed.conditions:
        return None, None
    symbol, (relation, right) = parsed.subjects[0], parsed.rest[0]
    plain = isinstance(symbol, ast.Symbol) and symbol.sup is None and not symbol.axes and relation.kind == "eq"
    return (symbol, right) if plain and isinstance(symbol, ast.Symbol) else (None, None)


def _place(symbol: ast.Symbol | None) -> ast.Expr | None:
    """What stands below a name."""
    return symbol.sub.expr if symbol is not None and symbol.sub is not None else None


def _held(entry: Entry, families: Sequence[_Family]) -> Entry:
    symbol, right = _equation(entry)
    place = _place(symbol)
    parsed = entry.parsed
    if symbol is None or not isinstance(place, ast.Number) or number_in(right) is None:
        return entry
    family = next((f for f in families if f.base == symbol.base and _is_behind(f.entry, entry)), None)
    if family is None or not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1:
        return entry
    at = ast.Restricted(family.body, ((family.letter, place),), symbol.span)
    rest, rows = (*parsed.rest, (parsed.rest[0][0], at)), (*parsed.rows, parsed.rows[-1])
    return replace(entry, parsed=parsed.replace(rest=rest, rows=rows))


def _is_behind(family: Entry, entry: Entry) -> bool:
    """Whether the formula stands behind the number in its section, and near by."""
    near = entry.is_above(family)
    return near and sentences.are_in_one_thought(entry.parsed.span, family.parsed.span, goes_on=True, leads=True)
