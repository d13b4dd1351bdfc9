"""What a formula of numbers and letters comes to, with numbers for its letters: `(a - 1) / 2` at `a = 3`."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from ntdoc.operations.table import CONSTANTS
from ntdoc.syntax import ast

_FUNCTIONS: dict[str, Callable[[float], float]] = {
    **{name: getattr(math, name) for name in ("exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
    **{f"arc{name}": getattr(math, f"a{name}") for name in ("sin", "cos", "tan")},
    "ln": math.log,
}
_STRETCHES = ((0.05, 0.95), (1.5, 9.0))
_TRIES = 3
LARGEST = 300.0  # the logarithm of the largest power that is worked out


def value(node: object, letters: Mapping[str, float] | None = None) -> float | None:
    """The number; None for what is not made of numbers, constants and these letters alone, or has none."""
    try:
        return _value(node, letters or {})
    except (ArithmeticError, ValueError):
        return None


def agree(name: str, right: object, formulas: Mapping[str, object], letters: Collection[str]) -> bool | None:
    """Whether a formula comes to what a name is by others, for some numbers; None for what is no arithmetic."""
    found: bool | None = None
    for low, high in _STRETCHES:
        for turn in range(_TRIES):
            step = (high - low) / (len(letters) * _TRIES)
            values = {x: low + step * (at * _TRIES + turn + 0.5) for at, x in enumerate(sorted(letters))}
            for _ in formulas:  # one may be made of the next
                values |= {part: x for part, body in formulas.items() if (x := value(body, values)) is not None}
            if name not in values or (comes_to := value(right, values)) is None:
                break
            found = math.isclose(comes_to, values[name])
            if not found:
                break
        if found:
            break
    return found


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
            return _product(list(_factors(node.factors, letters)))
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


def _factors(factors: Sequence[ast.Expr], letters: Mapping[str, float]) -> Iterator[float | None]:
    """The numbers that stand side by side; a function takes the bracket, or the one factor, up to the next function."""
    at = 0
    while at < len(factors):
        factor, at = factors[at], at + 1
        function = _function(factor, letters)
        if function is None:
            yield _value(factor, letters)
            continue
        argument = _value(factors[at], letters) if at < len(factors) else None
        alone = at + 1 >= len(factors) or _function(factors[at + 1], letters) is not None
        if argument is None or not (alone or isinstance(factors[at], ast.Group)):
            yield None  # of `\\sin a b` nobody knows whether it is of the product
            return
        yield function(argument)
        at += 1


def _function(factor: ast.Expr, letters: Mapping[str, float]) -> Callable[[float], float] | None:
    if not isinstance(factor, ast.Symbol) or not letters or factor.full_name in letters:
        return None  # without letters it is no formula, and `\exp(1)` is worked out where it stands
    return _FUNCTIONS.get(factor.full_name)


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
