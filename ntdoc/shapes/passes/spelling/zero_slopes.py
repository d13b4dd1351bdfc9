"""*The derivative `\\frac{\\partial E}{\\partial m}` is zero at `m = y`*: a claim, with what holds where it is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import equated, names_in
from ntdoc.syntax import ast
from ntdoc.vocabulary import IF

_ZERO_AT = regex(
    r"\s*(?:\$|\\\))\s*(?:(?:is|becomes|equals|must\s+be)\s+zero|vanishes|is\s+(?:\$0\$|0))\s+(?:exactly\s+|just\s+|only\s+)?"
    rf"(?:at|{IF}|for)\s+(?:the\s+(?:[a-z]+\s+){{1,2}},?\s*)?(?:\$|\\\()\s*"
)


def with_zero_slopes(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such words are an equation with zero, behind that of the place where it holds."""
    found = list(entries)
    for place, (first, second) in enumerate(pairwise(entries)):
        slope = _slope(first)
        if slope is None or second.display or second.item != first.item + 2 or second.sentence != first.sentence:
            continue
        if equated(second.parsed) not in names_in(slope.by):
            continue
        if _ZERO_AT.fullmatch(sentences.between(first.parsed.span, second.parsed.span)) is None:
            continue
        behind = slope.span._replace(start=slope.span.end)
        equation = (ast.Relation("eq", "=", behind), ast.Number(0.0, 0, behind))
        claim = ast.Chain((slope,), (equation,), (0, 0), (), slope.span)
        found[place : place + 2] = second, replace(first, parsed=claim, worded=False)
    return found


def _slope(entry: Entry) -> ast.Derivative | None:
    """The derivative by one letter that a formula in the prose consists of."""
    parsed = entry.parsed
    if entry.display or entry.negated or not isinstance(parsed, ast.Chain) or parsed.rest or parsed.conditions:
        return None
    slope = parsed.subjects[0]
    return slope if isinstance(slope, ast.Derivative) and len(slope.by) == 1 and len(parsed.subjects) == 1 else None
