"""How exact a written number is."""

from __future__ import annotations

from ntdoc.nodes import walk
from ntdoc.syntax import ast

LEAST_PLACES = 2  # `0.5` is no rounded number


def places(node: ast.Operand | None) -> int | None:
    """The digits after the point of the numbers that are written, the fewest of them; a 0 or 1 is exact, 800 is to -2.

    `1.2 \\cdot 10^6` is exact to -5. None if other things than numbers are written.
    """
    if isinstance(node, ast.Sum) and len(node.terms) == 1:
        return places(node.terms[0][1])
    if isinstance(node, ast.Product):
        if not isinstance(node.first, ast.Number) or len(node.rest) != 1 or node.rest[0][0].kind != "times":
            return None
        return _in_powers_of_ten(node.rest[0][1], node.first.places)
    if isinstance(node, ast.Power):
        return _in_powers_of_ten(node, 0)
    if not isinstance(node, (ast.Number, ast.Matrix)):
        return None
    numbers = [part for part in walk(node) if isinstance(part, ast.Number)]
    rounded = [_places(part) for part in numbers if part.places or part.value not in (0, 1)]
    return min(rounded or [part.places for part in numbers], default=None)


def decimals(left: ast.Operand | None, right: ast.Operand | None) -> int | None:
    """The digits after the point of the numbers that one side of an equation is, the most of them; None for no side.

    One digit may be all that a number has, as in `0.5`; that there are more says that it may be rounded, as does one
    behind two before the point, `207.7`.
    """
    numbers = _written(left, right)
    most = max((part.places for part in numbers), default=0)
    return most if most >= LEAST_PLACES or any(_is_long(part) for part in numbers) else None


def of_entries(left: ast.Operand | None, right: ast.Operand | None) -> dict[float, int]:
    """The digits after the point of each number that may be rounded and is an entry of one side, by its size.

    A number that is written twice, `0.25` and `0.250`, is as exact as the longer one.
    """
    found: dict[float, int] = {}
    for number in _written(left, right):
        if number.places >= LEAST_PLACES or _is_long(number):
            found[abs(number.value)] = max(number.places, found.get(abs(number.value), 0))
    return found


def _written(left: ast.Operand | None, right: ast.Operand | None) -> list[ast.Number]:
    """The numbers that one side of an equation is."""
    for side in (right, left):
        while isinstance(side, ast.Sum) and len(side.terms) == 1:
            side = side.terms[0][1]
        if isinstance(side, ast.Number | ast.Matrix):
            return [part for part in walk(side) if isinstance(part, ast.Number)]
    return []


def _is_long(number: ast.Number) -> bool:
    return number.places > 0 and abs(number.value) >= 10


def half_a_unit(digits: int | None) -> float | None:
    """How far a number that is rounded to so many digits after the point may be from what it stands for."""
    return None if digits is None else 0.5 * 10.0**-digits * (1 + 1e-9)


def last_place(number: str) -> float:
    """What one more at the last digit of a number in words would add to it: 0.1 for `11.1`, and 1 for `20`."""
    return 10.0 ** -len(number.partition(".")[2])


def _places(number: ast.Number) -> int:
    """The digits after the point; fewer than none for a whole number that ends in zeros, as 800 for 768."""
    digits = f"{number.value:.0f}" if not number.places and number.value else "1"
    return number.places - (len(digits) - len(digits.rstrip("0")))


def _in_powers_of_ten(power: ast.Expr, digits: int) -> int | None:
    """The digits after the point of `a \\cdot 10^b` if `a` has so many: they may be fewer than none."""
    if not isinstance(power, ast.Power) or not isinstance(power.base, ast.Number) or power.base.value != 10:
        return None
    sign, exponent = 1, power.exponent
    if isinstance(exponent, ast.Sum) and len(exponent.terms) == 1:
        sign, exponent = exponent.terms[0]
    known = isinstance(exponent, ast.Number) and exponent.value < 1e15  # and not infinite
    return digits - sign * int(exponent.value) if isinstance(exponent, ast.Number) and known else None
