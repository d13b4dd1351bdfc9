"""*It scales for `c \\ge 0`*, and then *for all `c \\in \\reals` we have `f(c x) = c f(x)`*: of any number `c`.

The quantifier is then a condition of the equation, as *for all* in a display is. *For all `c`* alone may be of all such
`c`, unless it says the same equation that the order is beside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.patterns import ORDERS, member_of, names_in, numbers, operands
from ntdoc.syntax import ast
from ntdoc.vocabulary import ANY, WE_HAVE

_FOR_ALL = (
    rf"\bfor\s+(?:{ANY})\s+(?:(?:real|arbitrary)\s+)?(?:(?:numbers?|scalars?|constants?|factors?|values?\s+of)\s+)?"
    r"(?:\$|\\\()\s*$"
)
_OF_NUMBERS = regex(r"\b(?:real|numbers?|scalars?)\b[^$]*(?:\$|\\\()?\s*$", re.IGNORECASE)
_BEFORE = regex(_FOR_ALL, re.IGNORECASE)
_BEHIND = regex(rf"\s*(?:\$|\\\))?\s*(?:,\s*)?(?:(?:holds|is\s+true)\s+)?{_FOR_ALL}", re.IGNORECASE)
_WE_HAVE = regex(
    rf"\s*(?:\$|\\\))?\s*(?:,\s*)?(?:{WE_HAVE}|it\s+(?:is|holds(?:\s+that)?)|also)?\s*(?:\$|\\\()\s*",
    re.IGNORECASE,
)
_FOR = regex(rf"\bfor\s+(?:(?:{ANY}|some)\s+)?(?:\$|\\\()\s*$", re.IGNORECASE)


def as_conditions(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such equations have that condition."""
    found = [*entries]
    bounded: dict[str, int] = {}  # letters that an order bounds in passing, with its sentence
    said: set[tuple[int, str]] = set()  # sentences, and the equations in them
    for place, entry in enumerate(entries):
        if entry.display:
            continue
        said.add((entry.sentence, _written(entry)))
        bounded.update(dict.fromkeys(_bounded(entry), entry.sentence))
        name = _any(entry)
        before = bounded.get(name, entry.sentence) if name is not None else entry.sentence
        if name is None or before == entry.sentence:
            continue
        plain = alone(entry) is not None and not _OF_NUMBERS.search(sentences.before(entry.parsed.span))
        for at, joined in ((place - 1, _BEHIND), (place + 1, _WE_HAVE)):
            claim = found[at] if 0 <= at < len(entries) else None
            if claim is None or claim.sentence != entry.sentence or not _is_claim(claim, name):
                continue
            if plain and (before, _written(claim)) not in said:
                continue
            first, second = (claim, entry) if at < place else (entry, claim)
            if joined.fullmatch(sentences.between(first.parsed.span, second.parsed.span)):
                found[at] = replace(claim, parsed=_under(claim.parsed, entry.parsed))
                break
    return found


def _written(entry: Entry) -> str:
    """A statement as it is written, without space."""
    return "".join(entry.parsed.span.text.split())


def _any(entry: Entry) -> str | None:
    """The letter that *for all `c`*, or *for all `c \\in \\reals`*, is about."""
    parsed, letter = entry.parsed, alone(entry)
    if isinstance(parsed, ast.Chain) and parsed.rest and len(parsed.subjects) == 1:
        relation, domain = parsed.rest[0]
        reals = isinstance(domain, ast.TensorSet) and domain.base.kind == "reals" and not domain.shape.axes
        letter = (
            parsed.subjects[0] if len(parsed.rest) == 1 and relation.kind == "in" and reals and not entry.sign else None
        )
    if not isinstance(letter, ast.Symbol) or letter.axes or entry.sign:
        return None
    return letter.full_name if _BEFORE.search(sentences.before(parsed.span)) else None


def _bounded(entry: Entry) -> list[str]:
    """The letter that a sentence bounds in passing, *for `c \\ge 0`*: *let `c \\ge 0`* holds for what is said later."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or parsed.rest[0][0].kind not in ORDERS or entry.lets:
        return []
    sides = operands(parsed)
    plain = all(isinstance(side, ast.Symbol | ast.Number) for side in sides)
    passing = plain and _FOR.search(sentences.before(parsed.span)) is not None
    return [side.full_name for side in sides if isinstance(side, ast.Symbol)] if passing else []


def _is_claim(entry: Entry, name: str) -> bool:
    parsed = entry.parsed
    equation = (
        isinstance(parsed, ast.Chain) and len(parsed.rest) == 1 and not isinstance(parsed.rest[0][1], ast.TensorSet)
    )
    return equation and not entry.display and name in names_in(parsed)


def _under(parsed: ast.Parsed, quantifier: ast.Parsed) -> ast.Parsed:
    """An equation under a quantifier: one that has another condition is left as it is."""
    said = quantifier
    if not isinstance(parsed, ast.Chain) or not isinstance(said, ast.Chain) or parsed.conditions:
        return parsed
    there = said.span._replace(start=said.span.end)
    condition = said if said.rest else member_of(said.subjects, numbers(there), there, said.span)
    return parsed.replace(conditions=(condition,))
