"""*If `x \\le y`, then `x \\le \\frac{x + y}{2} \\le y`*, of names of which nothing else is said: of any that are so.

The order is a condition of what follows from it in its sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import ORDERS, names_in, put_in_sets
from ntdoc.syntax import ast

_THEN = regex(
    r"\s*(?:\$|\\\))\s*(?:,\s*)?"
    r"(?:then\s+)?(?:(?:we|one|it)\s+(?:have|has|holds\s+that)\s+)?(?:also\s+)?(?:\$|\\\()\s*",
    re.IGNORECASE,
)


def as_conditions(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which what such an order is supposed for has it as a condition."""
    found = list(entries)
    said: set[str] | None = None
    for place, (first, second) in enumerate(pairwise(entries)):
        order, claim = first.parsed, second.parsed
        names = _ordered(first)
        if not names or not isinstance(order, ast.Chain) or not isinstance(claim, ast.Chain) or not claim.rest:
            continue
        if second.display or second.sentence != first.sentence or not names <= names_in(claim):
            continue
        if _THEN.fullmatch(sentences.between(order.span, claim.span)) is None:
            continue
        said = {name for entry in entries for name in _said(entry.parsed)} if said is None else said
        if names.isdisjoint(said) and order not in claim.conditions:
            found[place + 1] = replace(second, parsed=claim.replace(conditions=(*claim.conditions, order)))
    return found


def _ordered(entry: Entry) -> frozenset[str]:
    """The two names of an order that a sentence supposes."""
    parsed = entry.parsed
    if not entry.supposed or entry.display or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1:
        return frozenset()
    if len(parsed.rest) != 1 or parsed.rest[0][0].kind not in ORDERS or parsed.conditions:
        return frozenset()
    sides = (parsed.subjects[0], parsed.rest[0][1])
    plain = all(isinstance(s, ast.Symbol) and s.sub is None and s.sup is None and not s.axes for s in sides)
    return names_in(sides) if plain and len(names_in(sides)) == 2 else frozenset()


def _said(parsed: ast.Parsed) -> Iterator[str]:
    """The names that a statement gives a value or a set."""
    yield from put_in_sets(parsed)
    left = parsed.subjects[0] if isinstance(parsed, ast.Chain) and parsed.rest else None
    left = left.body if isinstance(left, ast.Index) else left
    if isinstance(parsed, ast.Chain) and isinstance(left, ast.Symbol) and parsed.rest[0][0].kind in ("eq", "define"):
        yield left.full_name
