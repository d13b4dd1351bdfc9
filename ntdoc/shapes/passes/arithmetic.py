"""What a formula of numbers and letters comes to, where the letters are numbers: `(a - 1) / 2` at `a = 3`."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from ntdoc.syntax import ast


def value_at(node: ast.Operand, letters: Mapping[str, float]) -> float | None:
    """The number that it comes to; None of what is made of anything else, or of a quotient by 0."""
    match node:
        case ast.Number():
            return node.value
        case ast.Symbol():
            return letters.get(node.full_name)
        case ast.Group(items=(item,), parameters=()):
            return value_at(item, letters)
        case ast.Sum():
            terms = [(sign, value_at(term, letters)) for sign, term in node.terms]
            return None if any(value is None for _, value in terms) else sum(s * (v or 0.0) for s, v in terms)
        case ast.Juxtaposition():
            factors = [value_at(factor, letters) for factor in node.factors]
            return None if None in factors else prod(factor or 0.0 for factor in factors)
        case ast.Fraction():
            top, bottom = value_at(node.numerator, letters), value_at(node.denominator, letters)
            return top / bottom if top is not None and bottom else None
        case ast.Product():
            found = value_at(node.first, letters)
            for operator, factor in node.rest:
                value = value_at(factor, letters)
                if found is None or value is None or operator.kind not in ("times", "divide"):
                    return None
                if operator.kind == "divide" and not value:
                    return None
                found = found * value if operator.kind == "times" else found / value
            return found
    return None
