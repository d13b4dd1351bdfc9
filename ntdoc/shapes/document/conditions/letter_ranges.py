"""Ranges of letters in a sentence: *`t` from 1 to 3*, and *for `k = 2, \\ldots, n`* as orders of `k`."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.syntax.ast import Chain, Group, Number, Operand, Parsed, Relation, Size, Symbol

_FROM_TO = regex(r"\s*(?:runs?\s+|running\s+)?from\s+(\d{1,3})\s+to\s+(\d{1,3})\b", re.IGNORECASE)


def ranging(statement: Parsed, after: str) -> Parsed:
    """A letter with the range that the words right after it say: *`t` from 1 to 3*."""
    said = _FROM_TO.match(after)
    if said is None or not isinstance(statement, Chain) or statement.rest or len(statement.subjects) != 1:
        return statement
    if not isinstance(statement.subjects[0], Symbol):
        return statement
    behind = statement.span._replace(start=statement.span.end)
    ends = tuple(Number(float(end), 0, behind) for end in said.groups())
    return statement.replace(rest=((Relation("range", "=", behind), Group(ends, (), "(", behind)),))


def orders_of(statement: Parsed) -> tuple[Chain, ...]:
    """What a range says of its letter, as orders: `k \\ge 2` and `k \\le n - 1` of `k = 2, \\ldots, n - 1`.

    Nothing begins before the first place, and an end that is a size or a letter alone is the last one.
    """
    if not isinstance(statement, Chain) or len(statement.subjects) != 1 or len(statement.rest) != 1:
        return ()
    (letter,), ((relation, ends),) = statement.subjects, statement.rest
    pair = ends.items if isinstance(ends, Group) else ()
    if relation.kind != "range" or not isinstance(letter, Symbol) or len(pair) != 2:
        return ()
    low, high = pair
    if isinstance(high, Number) and (not isinstance(low, Number) or low.value > high.value):
        low, high = high, low  # it goes down
    found: list[tuple[str, Operand]] = []
    if isinstance(low, Number) and low.value > 1:
        found.append(("ge", low))
    if not isinstance(high, Symbol | Size):
        found.append(("le", high))
    return tuple(
        Chain((letter,), ((Relation(kind, kind, end.span), end),), (0, 0), (), letter.span) for kind, end in found
    )
