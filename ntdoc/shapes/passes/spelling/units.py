"""Units of measurement: upright letters and words right behind a number, `10\\,\\mathrm{ms}` and `2\\,\\text{bytes}`.

They are no names. Where both sides of an equation have the same ones, the numbers before them are equal; sides with
different ones, `1000 \\cdot 10\\,\\mathrm{ms} = 10\\,\\mathrm{s}`, are not held against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import Any

from ntdoc.nodes import rewritten, walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import operands
from ntdoc.syntax import ast

_UNIT = regex(
    r"[kKMGTP]?i?(?:[Bb]|bits?|bytes?|FLOPs?|FLOPS)|[kMGT]?(?:Hz|W|J|V|N|Wh)|[numcdkµμ]?[smg]|min|h|[kKM]|(?:[a-z]){4,}"
)


def with_numbers_alone(entries: Sequence[Entry]) -> list[Entry]:
    """The entries without units that all sides of an equation have; those with different ones are not read."""
    if not any(True for entry in entries for _ in _units(entry.parsed)):
        return list(entries)
    names = {name for entry in entries for name in _names(entry.parsed)}
    return [_without_units(entry, names) for entry in entries]


def _without_units(entry: Entry, names: Set[str]) -> Entry:
    units = {s.base: s for s in _units(entry.parsed) if s.base not in names}
    if not units or not isinstance(entry.parsed, ast.Chain) or not entry.parsed.rest:
        return entry
    measured = [_measure(side, units.keys()) for side in operands(entry.parsed)]
    if any(one is None or one != measured[0] for one in measured):
        return entry.not_read("units of measurement", next(iter(units.values())).span)
    return replace(entry, parsed=rewritten(entry.parsed, lambda node: _one(node, units.keys())))


def _one(node: Any, units: Set[str]) -> Any:
    """The number 1 in the place of a unit."""
    return ast.Number(1.0, 0, node.span) if _is_unit(node, units) else node


def _is_unit(node: object, units: Set[str]) -> bool:
    return isinstance(node, ast.Symbol) and node.roman and node.full_name in units


def _units(parsed: object) -> Iterator[ast.Symbol]:
    """The upright letters and words right behind a number in a statement that may be units."""
    for row in walk(parsed):
        if isinstance(row, ast.Juxtaposition):
            for number, unit in zip(row.factors, row.factors[1:], strict=False):
                if isinstance(number, ast.Number | ast.Power) and isinstance(unit, ast.Symbol) and _may_be_unit(unit):
                    yield unit


def _may_be_unit(name: ast.Symbol) -> bool:
    plain = name.roman and name.sub is None and name.sup is None and not name.axes
    return plain and _UNIT.fullmatch(name.base) is not None and lookup(name.base) is None


def _names(parsed: ast.Parsed) -> Iterator[str]:
    """The names that a statement begins with."""
    subjects: tuple[object, ...] = parsed.subjects if isinstance(parsed, ast.Chain) else ()
    for subject in subjects:
        head = subject.factors[0] if isinstance(subject, ast.Juxtaposition) else subject
        if isinstance(head, ast.Symbol):
            yield head.full_name


def _measure(node: object, units: Set[str]) -> Counter[str] | None:
    """How often a side has each unit as a factor; None if its terms have different ones, or it is no product."""
    match node:
        case ast.Symbol() if _is_unit(node, units):
            return Counter((node.base,))
        case ast.Sum() | ast.Group(parameters=()):
            terms = [term for _, term in node.terms] if isinstance(node, ast.Sum) else node.items
            found = [_measure(term, units) for term in terms]
            return found[0] if all(one == found[0] for one in found) else None
        case ast.Juxtaposition():
            return _product([(1, factor) for factor in node.factors], units)
        case ast.Product() if all(operator.kind in ("times", "divide") for operator, _ in node.rest):
            rest = [(1 if operator.kind == "times" else -1, factor) for operator, factor in node.rest]
            return _product([(1, node.first), *rest], units)
        case ast.Fraction():
            return _product([(1, node.numerator), (-1, node.denominator)], units)
    return None if any(_is_unit(part, units) for part in walk(node)) else Counter()


def _product(factors: Sequence[tuple[int, object]], units: Set[str]) -> Counter[str] | None:
    found: Counter[str] = Counter()
    for sign, factor in factors:
        measure = _measure(factor, units)
        if measure is None:
            return None
        for unit, count in measure.items():
            found[unit] += sign * count
    return Counter({unit: count for unit, count in found.items() if count})
