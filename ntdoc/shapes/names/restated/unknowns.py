"""Names that an equation determines, `H \\ndot{\\ax} d = g`: who uses them lacks a value, and no declaration.

That holds in a display of several statements, or where the sentence speaks of the name before: a name that stands in
the one equation alone may be misspelt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast

_SCRIPTED = ast.Index | ast.Rename | ast.Star


def determined(entries: Sequence[Entry]) -> dict[tuple[str, int], Entry]:
    """The equations, by such a name and the section."""
    found: dict[tuple[str, int], Entry] = {}
    for entry in entries:
        for symbol in _unknowns(entry.parsed) if entry.display else ():
            if any(_speaks_of(other, symbol, entry) for other in _around(entries, entry)):
                found.setdefault((symbol.name, entry.section), entry)
                found.setdefault((symbol.full_name, entry.section), entry)
    return found


def is_equation_for(name: str, at: Entry) -> bool:
    """Whether a statement is an equation to be solved for a name."""
    return at.display and any(name in (s.name, s.full_name) for s in _unknowns(at.parsed))


def _unknowns(parsed: ast.Parsed) -> Iterator[ast.Symbol]:
    """What is contracted on the left side of an equation with something else, and does not stand on the right."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return
    left, (relation, right) = parsed.subjects[0], parsed.rest[0]
    contracts = isinstance(left, ast.Product) and any(operator.kind == "contract" for operator, _ in left.rest)
    if relation.kind != "eq" or not contracts or not isinstance(left, ast.Product):
        return
    for factor in left.factors:
        part = factor.factors[0] if isinstance(factor, ast.Juxtaposition) and len(factor.factors) == 1 else factor
        while isinstance(part, _SCRIPTED):
            part = part.body
        if not isinstance(part, ast.Symbol) or part.axes or names_in(right) & {part.name, part.full_name}:
            continue
        if sum(isinstance(s, ast.Symbol) and s.full_name == part.full_name for s in walk(left)) == 1:
            yield part


def _around(entries: Sequence[Entry], at: Entry) -> Iterator[Entry]:
    """The other statements of the display, and of the sentence before it."""
    for step in (-1, 1):
        number = at.index + step
        while 0 <= number < len(entries) and (other := entries[number]).item - at.item in range(-6, 1):
            if other.item == at.item or other.sentence == at.sentence:
                yield other
            number += step


def _speaks_of(other: Entry, symbol: ast.Symbol, equation: Entry) -> bool:
    parsed = other.parsed
    if not isinstance(parsed, ast.Chain):
        return False
    if other.display:
        return symbol.full_name in names_in(tuple(side for _, side in parsed.rest))
    alone = len(parsed.subjects) == 1 and not parsed.rest and isinstance(parsed.subjects[0], ast.Symbol)
    return alone and other.index < equation.index and symbol.full_name in names_in(parsed.subjects)
