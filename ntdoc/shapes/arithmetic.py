"""What a formula of numbers and letters comes to, with numbers for its letters: `(a - 1) / 2` at `a = 3`."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from ntdoc.operations.table import CONSTANTS
from ntdoc.syntax import ast

LARGEST = 300.0  # the logarithm of the largest power that is worked out


def value(node: object, letters: Mapping[str, float] | None = None) -> float | None:
    """The number; None for what is not made of numbers, constants and these letters alone, or has none."""
    try:
        return _value(node, letters or {})
    except (ArithmeticError, ValueError):
        return None


def _value(node: object, letters: Mapping[str, float]) -> float | None:
    match node:
        case ast.Number():
            return node.value
        case ast.Symbol():
            return _letter(node, letters)
        case ast.Group(items=(item,), parameters=()):
            return _value(item, letters)
        case ast.Sum():
            terms = [(sign, _value(term, letters)) for sign, term in node.terms]
            added = [sign * x for sign, x in terms if x is not None]
            return sum(added) if len(added) == len(terms) else None
        case ast.Juxtaposition():
            return _product([_value(factor, letters) for factor in node.factors])
        case ast.Product():
            if any(operator.kind not in ("times", "divide") for operator, _ in node.rest):
                return None
            by = [(operator.kind, _value(factor, letters)) for operator, factor in node.rest]
            inverse = [x if kind == "times" or x is None else 1 / x for kind, x in by]
            return _product([_value(node.first, letters), *inverse])
        case ast.Fraction():
            top, bottom = _value(node.numerator, letters), _value(node.denominator, letters)
            return top / bottom if top is not None and bottom is not None else None
        case ast.Power():
            return _power(_value(node.base, letters), _value(node.exponent, letters))
        case ast.Root(degree=None):
            below = _value(node.radicand, letters)
            return math.sqrt(below) if below is not None else None
    return None


def _letter(node: ast.Symbol, letters: Mapping[str, float]) -> float | None:
    if (found := letters.get(node.full_name)) is not None:
        return found
    if node.sup is None:
        return CONSTANTS.get(node.name) if not node.axes else None
    base = _letter(node.replace(sup=None), letters)
    return _power(base, _value(node.sup.expr, letters)) if node.sup.expr is not None else None


def _product(parts: Sequence[float | None]) -> float | None:
    factors = [part for part in parts if part is not None]
    return math.prod(factors) if len(factors) == len(parts) else None


def _power(base: float | None, exponent: float | None) -> float | None:
    if base is None or exponent is None:
        return None
    if base and abs(exponent) * abs(math.log(abs(base))) > LARGEST:
        return None
    found = base**exponent
    return found if isinstance(found, float | int) else None


def last_side(parsed: ast.Parsed, equal: Collection[str] = ("eq", "define")) -> ast.Operand | None:
    """What a formula comes to: the last side of a chain of such relations, or the expression that stands alone."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or parsed.conditions:
        return None
    if any(relation.kind not in equal for relation, _ in parsed.rest):
        return None
    return parsed.rest[-1][1] if parsed.rest else parsed.subjects[0]
