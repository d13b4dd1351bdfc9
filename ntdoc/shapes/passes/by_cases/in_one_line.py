"""Cases that a formula writes in one line: `f(x) = x \\text{ if } x > 0, \\quad 0 \\text{ otherwise}`.

The words within it say what the rows of `cases` would: without them, the first case would be all that f is. So does
an order behind each value where none is left, `f(x) = x \\text{ for } x > 0, \\quad f(x) = 0 \\text{ for } x \\le 0`,
and behind each row of a display that says again of which function it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.regex import regex
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.passes.in_words import said_cases
from ntdoc.shapes.patterns import DECIDES, names_in, spelt
from ntdoc.source import Span
from ntdoc.syntax import ast

_MOST = 9  # cases
_MARKS = regex(r"\\(?:text\w*|mathrm|mbox|hbox|q?quad|left|right|\W)|[{}$~&,;.:()\s]+")
_AND, _OTHERWISE = regex(r"(?:and|or|but)?"), regex(r"(?:(?:and|or|but) )?(?:otherwise|else|elsewhere)(?: it is)?")
_BEHIND = regex(r"(?:otherwise|else|elsewhere)\b")
_FAR = 60  # characters in which the word stands


def as_cases(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such formulas are `cases`, of what nothing before gives a value to."""
    found = list(entries)
    for place, first in enumerate(entries):
        rows = _rows(entries[place : place + _MOST])
        parsed = first.parsed
        if len(rows) < 2 or not isinstance(parsed, ast.Chain):
            continue
        whole = ast.Cases(tuple(rows), rows[0][0].span.to(rows[-1][0].span))
        cases = parsed.replace(rest=((parsed.rest[0][0], whole),), conditions=())
        if said_cases.is_known(cases, first, entries[:place]):
            continue
        found[place] = replace(first, parsed=cases, worded=False, supposed=False)
        for at in range(place + 1, place + len(rows)):  # they say nothing by themselves
            value = rows[at - place][0]
            alone = parsed.replace(subjects=(value,), rest=(), rows=(0,), conditions=(), span=value.span)
            found[at] = replace(entries[at], parsed=alone, display=False, supposed=False, worded=True)
    return found


def _rows(entries: Sequence[Entry]) -> list[tuple[ast.Expr, ast.Chain | None]]:
    """The values with their conditions, of which the last has none, but *otherwise*; none if it is anything else.

    All have orders of the letters of an entry or a function, if each says again of what.
    """
    rows: list[tuple[ast.Expr, ast.Chain | None]] = []
    for entry in entries:
        parsed, value = entry.parsed, said_cases.value_of(entry)
        first = not rows
        if value is None or not isinstance(parsed, ast.Chain):
            break
        if entry.row != entries[0].row and not (rows and _is_row_of_its_own(entry, entries[0], rows)):
            break
        if first and not (parsed.rest and parsed.conditions):
            return []
        if first and not said_cases.may_be_given(parsed.subjects[0], parsed.conditions[0]):
            return []
        if parsed.rest and not first and not _is_of_same(parsed, entries[0].parsed):
            break
        if len(parsed.conditions) == 1:
            rows.append((value, parsed.conditions[0]))
        elif parsed.conditions or first or not _is_otherwise(rows[-1][1], parsed.span):
            return []
        else:
            return [*rows, (value, None)]
    whole = entries[: len(rows)]
    return rows if len(rows) > 1 and all(_is_case_of_letters(entry.parsed) for entry in whole) else []


def _is_case_of_letters(parsed: ast.Parsed) -> bool:
    """`g(t) = t^2` for `t \\le 1`: an equation of an entry or a function, with an order of its letters."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest or len(parsed.conditions) != 1:
        return False
    (case,), left = parsed.conditions, parsed.subjects[0]
    orders = [relation.kind for relation, _ in case.rest]
    return (
        not isinstance(left, ast.Symbol)
        and bool(orders)
        and all(kind in DECIDES for kind in orders)
        and not names_in(left).isdisjoint(names_in(case))
    )


def _is_row_of_its_own(entry: Entry, first: Entry, rows: Sequence[tuple[ast.Expr, ast.Chain | None]]) -> bool:
    """Whether a further row of the display says what the function `f(x)` is in a case that is none before it."""
    parsed = entry.parsed
    if entry.item != first.item or not isinstance(parsed, ast.Chain) or len(parsed.conditions) != 1:
        return False
    same = parsed.rest and _is_of_same(parsed, first.parsed) and isinstance(parsed.subjects[0], ast.Juxtaposition)
    return bool(same) and not any(case is not None and _may_meet(parsed.conditions[0], case) for _, case in rows)


def _may_meet(one: ast.Chain, other: ast.Chain) -> bool:
    """Whether two cases are the same, or orders of one letter and numbers that hold of a number both."""
    if spelt(one.subjects[0]) != spelt(other.subjects[0]):
        return False
    links = (*one.rest, *other.rest)
    if [(r.kind, spelt(side)) for r, side in one.rest] == [(r.kind, spelt(side)) for r, side in other.rest]:
        return True
    bounds = sorted({side.value for _, side in links if isinstance(side, ast.Number)})
    if not all(isinstance(side, ast.Number) for _, side in links):
        return False
    between = [(low + high) / 2 for low, high in pairwise(bounds)]
    tried = (bounds[0] - 1, *bounds, *between, bounds[-1] + 1)
    orders = [(DECIDES[relation.kind], side.value) for relation, side in links if isinstance(side, ast.Number)]
    return any(all(holds(value, bound) for holds, bound in orders) for value in tried)


def _is_of_same(parsed: ast.Chain, first: ast.Parsed) -> bool:
    return isinstance(first, ast.Chain) and spelt(parsed.subjects[0]) == spelt(first.subjects[0])


def _is_otherwise(before: ast.Chain | None, value: Span) -> bool:
    """Whether *otherwise* or *else* stands before or behind the last value, and little else before it."""
    if before is None or before.span.source is not value.source:
        return False
    text = value.source.text
    words = " ".join(_MARKS.sub(" ", text[before.span.end : value.start]).split())
    behind = " ".join(_MARKS.sub(" ", text[value.end : value.end + _FAR]).split())
    return bool(_OTHERWISE.fullmatch(words) or (_AND.fullmatch(words) and _BEHIND.match(behind)))
