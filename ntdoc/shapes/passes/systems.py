"""`h_1 = 1 + h_2 / 2`, `h_2 = 1 + h_1 / 3`: equations in one display that need each other are a system to be solved.

They are where each of them is of another member of one family, or where the words say that something is to solve them.
Elsewhere definitions that need each other go round in a circle. If nothing but numbers stands beside what is looked
for, and one solution is all there is, each name is that, and the equation is a claim about it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import isfinite

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.patterns import equated, names_in, reached
from ntdoc.syntax import ast

Row = dict[str, Fraction]  # the factor of each name; of no name, the number that stands alone

_ALONE = ""
MOST = 40
"""Equations of one system: fractions of so many have a hundred digits."""
LARGEST = 10**300


def with_systems(entries: list[Entry]) -> list[Entry]:
    """Entries in which the equations of a system say what solves them, or that something is to."""
    displays: dict[int, list[int]] = defaultdict(list)
    for at, entry in enumerate(entries):
        if entry.display:
            displays[entry.item].append(at)
    found = list(entries)
    for places in displays.values():
        named = [(name, at) for at in places if (name := equated(entries[at].parsed)) is not None]
        rows = dict(named)
        if len(rows) != len(named) or len(rows) < 2:
            continue
        system = _system(entries, rows)
        others = _others([entries[at].parsed for at in places if at not in rows.values()], system.keys())
        numbered = {name: _affine(_right(entries[at])) for name, at in system.items()} if len(system) <= MOST else {}
        solution = _solution(numbered, others) if numbered else {}
        for name, at in system.items():
            looked_for = replace(found[at], sought=True)
            found[at] = _solved(looked_for, solution[name]) if solution else looked_for
    return found


def _right(entry: Entry) -> ast.Operand | None:
    return entry.parsed.rest[0][1] if isinstance(entry.parsed, ast.Chain) else None


def _system(entries: Sequence[Entry], rows: Mapping[str, int]) -> Mapping[str, int]:
    """Those rows of a display that need each other and are a system, by the names on their left."""
    rights = {name: (_right(entries[at]),) for name, at in rows.items()}
    needs = {name: reached(names_in(rights[name]), lambda row: rights.get(row, ())) & rows.keys() for name in rows}
    circle = {name for name in rows if name in needs[name] and needs[name] - {name}}
    if not circle:
        return {}
    around = circle | {other for name in circle for other in needs[name]}
    forms = {taken_apart(name).form for name in around}
    members = len(forms) == 1 and all(_is_numbered(name) for name in around)
    said = all(entries[rows[name]].sought for name in around)
    return {name: at for name, at in rows.items() if name in around} if members or said else {}


def _others(statements: Sequence[ast.Parsed], names: Collection[str]) -> list[Row]:
    """What else a display says of the names of a system and of numbers, `x + y = 1`: what is to be zero."""
    found: list[Row] = []
    for parsed in statements:
        if isinstance(parsed, ast.Chain) and len(parsed.subjects) == len(parsed.rest) == 1:
            (relation, right), left = parsed.rest[0], _affine(parsed.subjects[0])
            contrary = _times(_affine(right), {_ALONE: Fraction(-1)})
            if left is None or contrary is None or relation.kind != "eq":
                continue
            row = _plus(left, contrary)
            if row.keys() - {_ALONE} <= set(names):
                found.append(row)
    return found


def _is_numbered(name: str) -> bool:
    """Whether it is a name with a number below it and nothing else: `h_1`, and not a layer `X^1`."""
    apart = taken_apart(name)
    return not apart.sup and len(apart.sub) == 1 and apart.sub[0].isdigit()


def _solved(entry: Entry, value: Fraction) -> Entry:
    """The equation of a name behind what it is: `h = 9 = E`."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain):
        return entry
    (relation, right), row = parsed.rest[0], parsed.rows[0]
    number = ast.Number(float(value), 0, parsed.subjects[0].span)
    chain = parsed.replace(rest=((relation, number), (relation, right)), rows=(row, *parsed.rows))
    return replace(entry, parsed=chain)


def _affine(node: object) -> Row | None:
    """An expression as numbers times names, and a number; None if it is anything else."""
    match node:
        case ast.Number() if isfinite(node.value):
            return {_ALONE: Fraction(repr(node.value))}
        case ast.Symbol():
            return {node.full_name: Fraction(1)}
        case ast.Group(items=(body,), parameters=()):
            return _affine(body)
        case ast.Sum():
            total: Row | None = {_ALONE: Fraction(0)}
            for sign, term in node.terms:
                row = _times(_affine(term), {_ALONE: Fraction(sign)})
                total = _plus(total, row) if total is not None and row is not None else None
            return total
        case ast.Fraction():
            below = _affine(node.denominator)
            if below is None or below.keys() != {_ALONE} or not below[_ALONE]:
                return None
            return _times(_affine(node.numerator), {_ALONE: 1 / below[_ALONE]})
        case ast.Juxtaposition():
            product: Row | None = {_ALONE: Fraction(1)}
            for factor in node.factors:
                product = _times(product, _affine(factor))
            return product
        case ast.Product():
            found = _affine(node.first)
            for operator, factor in node.rest:
                found = _times(found, _affine(factor)) if operator.kind != "contract" else None
            return found
    return None


def _plus(left: Row, right: Row) -> Row:
    return {name: left.get(name, Fraction(0)) + right.get(name, Fraction(0)) for name in left.keys() | right.keys()}


def _times(left: Row | None, right: Row | None) -> Row | None:
    if left is None or right is None:
        return None
    if left.keys() != {_ALONE}:
        left, right = right, left
    return {name: left[_ALONE] * f for name, f in right.items()} if left.keys() == {_ALONE} else None


def _solution(rows: Mapping[str, Row | None], others: Sequence[Row]) -> dict[str, Fraction]:
    """The one solution of `x = E` for each name and row, and of what else is to be zero; or nothing."""
    names = [*rows, _ALONE]
    matrix: list[list[Fraction]] = []
    for name, row in rows.items():
        if row is None or not row.keys() <= set(names):
            return {}
        matrix.append([Fraction(name == other) - row.get(other, Fraction(0)) for other in names])
    matrix += [[row.get(name, Fraction(0)) for name in names] for row in others]
    for at in range(len(rows)):
        pivot = next((i for i in range(at, len(matrix)) if matrix[i][at]), None)
        if pivot is None:
            return {}
        matrix[at], matrix[pivot] = matrix[pivot], matrix[at]
        matrix[at] = [x / matrix[at][at] for x in matrix[at]]
        for i in range(len(matrix)):
            if i != at and (factor := matrix[i][at]):
                matrix[i] = [x - factor * y for x, y in zip(matrix[i], matrix[at], strict=True)]
    consistent = not any(row[-1] for row in matrix[len(rows) :]) and all(abs(row[-1]) < LARGEST for row in matrix)
    return {name: -matrix[at][-1] for at, name in enumerate(rows)} if consistent else {}
