"""`\\tanh x \\le x` *for* `x \\ge 0`, and below it `\\tanh x \\ge x` *for* `x \\le 0`: each order is of its own row.

One order of a letter in a display may bound it for all rows. Several that differ are cases, and so is one beside others
that follow *if*.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import ORDERS, names_in, number_in
from ntdoc.syntax import ast


def as_conditions(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such orders are conditions of the orders in their rows."""
    displays: dict[int, list[int]] = defaultdict(list)
    for place, entry in enumerate(entries):
        if entry.display:
            displays[entry.item].append(place)
    found, left = list(entries), set[int]()  # what is a condition now is no statement of its own
    for places in displays.values():
        own = [place for place in places if _bounded(entries[place].parsed) is not None]
        said = [(_bounded(c), entries[place].row) for place in places for c in _conditions(entries[place])]
        said += [(_bounded(entries[place].parsed), entries[place].row) for place in own]
        for place in own:
            case, row = _bounded(entries[place].parsed), entries[place].row
            others = [c for c, there in said if c is not None and there != row and case is not None and c[0] == case[0]]
            claims = [p for p in places if entries[p].row == row and p < place and _is_claim(entries[p], case)]
            if not claims or not others or case in others:
                continue
            for at in claims:
                parsed, order = found[at].parsed, entries[place].parsed
                if isinstance(parsed, ast.Chain) and isinstance(order, ast.Chain):
                    found[at] = replace(found[at], parsed=parsed.replace(conditions=(*parsed.conditions, order)))
            left.add(place)
    return [entry for place, entry in enumerate(found) if place not in left]


def _conditions(entry: Entry) -> tuple[ast.Chain, ...]:
    return entry.parsed.conditions if isinstance(entry.parsed, ast.Chain) else ()


def _bounded(parsed: ast.Parsed) -> tuple[str, str, float] | None:
    """The letter, the relation and the number of an order such as `x \\ge 0`."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return None
    letter, (relation, right) = parsed.subjects[0], parsed.rest[0]
    number = number_in(right)
    if not isinstance(letter, ast.Symbol) or letter.axes or relation.kind not in ORDERS or number is None:
        return None
    return letter.full_name, relation.kind, number


def _is_claim(entry: Entry, case: tuple[str, str, float] | None) -> bool:
    """Whether a statement orders what is made of the letter: it defines nothing."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or case is None or _bounded(parsed) is not None:
        return False
    return all(relation.kind in ORDERS for relation, _ in parsed.rest) and case[0] in names_in(parsed)
