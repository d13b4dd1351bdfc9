"""Shares and quotients of sizes, `k / |\\expert| = 0.25` and `|\\rank| / |\\model| = \\frac{8}{4096} ≈ 0.002`.

No size is such a number, and small samples have others. What the text says of the sizes decides.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.report import WRONG, Kind
from ntdoc.shapes.document.denied.denials import is_of_another
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.sentences import before
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions.indexing import to_size
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import number_given, operands
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations
from ntdoc.shapes.stated import StatedSize
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.in_numbers.digits import places
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_denied

_Given = Mapping[tuple[int, str], Sequence[tuple[int, float]]]  # of letters in a section
_EXACT = 1e-9
_ABOUT = 0.1  # of a number: how far two that are computed may be apart where one is said to be about the other


def report(session: Session, judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say which equations of sizes the numbers that are said of them do not fulfil (NT303)."""
    letters = _letters(judged)
    for j, v in zip(judged, verdicts, strict=True):
        chain, entry = j.role.entry.parsed, j.role.entry
        if j.kind is not Kind.CONSTRAINT or not j.role.sizes or v.status in WRONG or not isinstance(chain, ast.Chain):
            continue
        if entry.negated or entry.worded or entry.cell or is_denied(j.span) or is_of_another(before(chain.span)):
            continue
        if (found := _wrong(session, letters, chain, entry)) is not None:
            v.refuse(found)


def _letters(judged: Sequence[Judged]) -> dict[tuple[int, str], list[tuple[int, float]]]:
    """The numbers that a section gives its letters, `k = 2`, each with its place."""
    found: dict[tuple[int, str], list[tuple[int, float]]] = {}
    for entry in (j.role.entry for j in judged if not j.role.entry.cell and not j.role.entry.negated):
        if (given := number_given(entry.parsed)) is not None:
            found.setdefault((entry.section, given[0]), []).append((entry.index, given[1].value))
    return found


def _wrong(session: Session, letters: _Given, chain: ast.Chain, entry: Entry) -> Diagnostic | None:
    """The first link whose sides are other numbers, if one of them is written and is no whole number."""
    sides = operands(chain)
    if len(sides) != len(chain.rest) + 1 or not any(_is_broken(node) for node in sides):
        return None  # whole numbers are held against each other where sizes are
    numbers = _Numbers(session, letters, entry)
    values = [numbers.value(side) for side in sides]
    for (left, right), (a, b), (relation, _) in zip(pairwise(sides), pairwise(values), chain.rest, strict=True):
        if a is None or b is None or relation.kind not in ("eq", "approx") or _agree(a, b, left, right, relation):
            continue
        label = f"written {right.span.text.strip()}, computed {a:.4g}"
        related = tuple(Related(s.entry.parsed.span, "said here") for s in numbers.used)
        link = left.span.to(right.span)
        return Diagnostic("NT303", "these sizes come to another number", link, label, related=related)
    return None


def _is_broken(side: ast.Operand) -> bool:
    """Whether a side is a quotient, or a number that is written with digits after the point."""
    match side:
        case ast.Number():
            return side.places > 0
        case ast.Fraction():
            return True
        case ast.Product():
            return any(operator.kind == "divide" for operator, _ in side.rest)
    return False


def _agree(a: float, b: float, left: ast.Operand, right: ast.Operand, relation: ast.Relation) -> bool:
    """Whether two numbers are the same, up to one in the last digit of that which is written."""
    slack = _EXACT * max(abs(a), abs(b))
    about = relation.kind == "approx"
    for side in (left, right):
        digits = places(side) if about or isinstance(side, ast.Number) else None
        if digits is not None and (about or digits > 0):
            slack = max(slack, 10.0**-digits)
    if about and places(left) is None and places(right) is None:
        slack = max(slack, _ABOUT * abs(a))
    return abs(a - b) <= slack


class _Numbers:
    """The numbers that a section says of the sizes and letters in an equation."""

    def __init__(self, session: Session, letters: _Given, entry: Entry) -> None:
        self.session, self.entry = session, entry
        self._given = {name: given for (section, name), given in letters.items() if section == entry.section}
        self.used: list[StatedSize] = []
        self._env = Environment(entry, Notebook(Equations()))
        self._equations = Equations()
        for stated in session.visible_sizes(entry, every=True):
            if stated.entry.index >= entry.index or not stated.entry.is_above(entry) or stated.entry.cell:
                continue
            if all(self._equations.unify(*pair, stated=True) for pair in stated.pairs):
                self.used.append(stated)

    def value(self, node: ast.Operand) -> float | None:
        """The number that an expression comes to; None if the section does not say it."""
        found = self._value(node)
        return found if found is not None and math.isfinite(found) else None

    def _value(self, node: ast.Operand) -> float | None:
        match node:
            case ast.Number():
                return node.value
            case ast.Size():
                return self._size(node)
            case ast.Symbol():
                return self._letter(node)
            case ast.Group() if len(node.items) == 1 and not node.parameters:
                return self._value(node.items[0])
            case ast.Power(exponent=ast.Number(value=power)) if power in range(1, 5) or isinstance(
                node.base, ast.Number
            ):
                base = self._value(node.base)
                return base**power if base is not None and abs(power) < 100 and base else None
            case ast.Sum():
                terms = [(sign, self._value(term)) for sign, term in node.terms]
                known = [sign * value for sign, value in terms if value is not None]
                return sum(known) if len(known) == len(terms) else None
            case ast.Fraction():
                return _quotient(self._value(node.numerator), self._value(node.denominator))
            case ast.Juxtaposition():
                return self._product([(factor, False) for factor in self.session.words.joined(node.factors)])
            case ast.Product() if all(operator.kind in ("times", "divide") for operator, _ in node.rest):
                rest = [(factor, operator.kind == "divide") for operator, factor in node.rest]
                return self._product([(node.first, False), *rest])
        return None

    def _product(self, factors: Sequence[tuple[ast.Operand, bool]]) -> float | None:
        total: float | None = 1.0
        for factor, divides in factors:
            value = self._value(factor)
            if total is None or value is None:
                return None
            total = _quotient(total, value) if divides else total * value
        return total

    def _size(self, node: ast.Size | ast.Symbol) -> float | None:
        try:
            found = self._equations.reduce(to_size(self.session, node, self._env)).constant
        except Unreadable:
            return None
        return float(found) if found is not None else None

    def _letter(self, node: ast.Symbol) -> float | None:
        """The number of a letter: the one that its own section gives it, or that of a size."""
        before = {value for index, value in self._given.get(node.full_name, ()) if index < self.entry.index}
        if before:
            return before.pop() if len(before) == 1 else None
        return self._size(node) if self.session.scope.tensor(node.full_name, self.entry) is None else None


def _quotient(over: float | None, under: float | None) -> float | None:
    return over / under if over is not None and under else None
