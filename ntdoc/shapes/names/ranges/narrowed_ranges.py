"""Ranges that an order beside a definition narrows: `d_t = v_{t+1} - v_t`, `t < T`, after `t = 0, \\ldots, T`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.names.families.lists import Range
from ntdoc.shapes.names.ranges.written_ranges import number
from ntdoc.shapes.patterns import MIRRORED, names_in, operands, shifted
from ntdoc.syntax import ast
from ntdoc.vocabulary import ANY

_WORDS = rf"(?:for|where|whenever)(?:\s+(?:{ANY}))?\s*(?:\$|\\\()?\s*"
_FOR = regex(rf"\b{_WORDS}$", re.IGNORECASE)
_BELOW = regex(rf"(?:[\s,$]|\\\]|\\end\s*\{{\w+\*?\}})*{_WORDS}")  # a display, and an order behind it


def narrowed(entries: Sequence[Entry], written: Sequence[Range], followed: Sequence[Range]) -> Iterator[Range]:
    """The ranges of definitions that have such an order in their row, or behind *for* in their sentence.

    It narrows what is written elsewhere, or what `followed` from the families that a definition is made of.
    """
    listed = (*written, *followed)
    said = {(r.letter, r.entry.section) for r in listed if r.end is not None}
    rows = {(r.letter, r.entry.row) for r in written}
    narrower: list[Range] = []
    for place, entry in enumerate(entries):
        for letter, order, own in _orders(entries, place):
            if (letter, entry.section) not in said or (letter, own.row) in rows:
                continue
            near = [r for r in listed if (r.letter, r.entry.section) == (letter, entry.section) and r.end is not None]
            known = min(near, key=lambda r: (r.entry.index > entry.index, abs(r.entry.index - entry.index)))
            found = _within(known, order)
            others = [*near, *(r for r in narrower if (r.letter, r.entry.section) == (letter, entry.section))]
            if found is not None and any((r.low, r.beyond) != (found.low, found.beyond) for r in others):
                narrower.append(found._replace(entry=own))
                yield narrower[-1]


def _orders(entries: Sequence[Entry], place: int) -> Iterator[tuple[str, ast.Chain, Entry]]:
    """The orders of a letter that an entry says, of itself or of what is defined beside it."""
    entry = entries[place]
    if not isinstance(entry.parsed, ast.Chain):
        return
    for letter in _letters(entry.parsed):
        if (own := _definition(entries, place, letter)) is not None:
            yield letter, entry.parsed, own
    for condition in entry.parsed.conditions:
        for letter in _letters(condition):
            if _is_of_member(entry, letter):
                yield letter, condition, entry


def _letters(parsed: ast.Parsed) -> Iterator[str]:
    """The letter that an order bounds: the `t` of `t < T` and of `0 < t < T`."""
    if isinstance(parsed, ast.Chain) and parsed.rest and {r.kind for r, _ in parsed.rest} <= {"lt", "le", "gt", "ge"}:
        sides = operands(parsed)
        middle = sides[1] if len(sides) == 3 else sides[0]
        if len(parsed.subjects) == 1 and len(sides) <= 3 and isinstance(middle, ast.Symbol) and not middle.axes:
            yield middle.full_name


def _definition(entries: Sequence[Entry], place: int, letter: str) -> Entry | None:
    """The equation that an order is about: of a member, in its row or right beside it in its sentence."""
    entry = entries[place]
    if entry.display:
        row = (e for e in entries[max(place - 4, 0) : place] if e.row == entry.row)
        return next((e for e in row if _is_of_member(e, letter)), None)
    if _FOR.search(sentences.before(entry.parsed.span, across=True)) is None:
        return None
    for other in (*entries[max(place - 1, 0) : place], *entries[place + 1 : place + 2]):
        below = other.display and _BELOW.fullmatch(sentences.between(other.parsed.span, entry.parsed.span))
        if (below or other.sentence == entry.sentence) and _is_of_member(other, letter):
            return other
    return None


def _is_of_member(entry: Entry, letter: str) -> bool:
    """Whether an entry equates a member, or what is made of some.

    It is no step of a recurrence: the members of that tell from where to where it goes.
    """
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return False
    left = parsed.subjects[0]
    if not isinstance(left, ast.Symbol) or left.axes:
        made = parsed.rest[0][0].kind == "eq" and not isinstance(left, ast.Symbol)
        return made and any(letter in letters_in(name) for name in names_in(left))
    form = taken_apart(left.full_name).form
    return letter in letters_in(left.full_name) and all(taken_apart(n).form != form for n in names_in(parsed.rest))


def _within(known: Range, order: ast.Chain) -> Range | None:
    """The part of a range for which an order holds; None if it cannot be said."""
    low, beyond = known.low, known.beyond
    sides = operands(order)
    for at, (relation, _) in enumerate(order.rest):
        left, right, kind = sides[at], sides[at + 1], relation.kind
        if not (isinstance(left, ast.Symbol) and left.full_name == known.letter):
            left, right, kind = right, left, MIRRORED[kind]
        if isinstance(right, ast.TensorSet):
            return None
        end, more = shifted(right)
        if kind in ("gt", "ge") and (least := number(right)) is not None:
            low = max(low, least + (kind == "gt"))
        elif kind in ("lt", "le") and end is not None and more is not None and end.full_name == known.end:
            beyond = max(beyond, (kind == "lt") - more)
        else:
            return None
    return known._replace(low=low, high=low + 1, beyond=beyond)
