"""How exact a written number is."""

from __future__ import annotations

from ntdoc.nodes import walk
from ntdoc.syntax import ast


def places(node: ast.Operand | None) -> int | None:
    """The digits after the point of the numbers that are written, the fewest of them; a 0 or 1 is exact.

    `1.2 \\cdot 10^6` is exact to -5. None if other things than numbers are written.
    """
    if isinstance(node, ast.Sum) and len(node.terms) == 1:
        return places(node.terms[0][1])
    if isinstance(node, ast.Product):
        return _in_powers_of_ten(node)
    if not isinstance(node, (ast.Number, ast.Matrix)):
        return None
    numbers = [part for part in walk(node) if isinstance(part, ast.Number)]
    rounded = [part.places for part in numbers if part.places or part.value not in (0, 1)]
    return min(rounded or [part.places for part in numbers], default=None)


def _in_powers_of_ten(node: ast.Product) -> int | None:
    """The digits after the point of `a \\cdot 10^b`, which may be fewer than none."""
    if not isinstance(node.first, ast.Number) or len(node.rest) != 1:
        return None
    operator, power = node.rest[0]
    if operator.kind != "times" or not isinstance(power, ast.Power):
        return None
    if not isinstance(power.base, ast.Number) or power.base.value != 10:
        return None
    sign, exponent = 1, power.exponent
    if isinstance(exponent, ast.Sum) and len(exponent.terms) == 1:
        sign, exponent = exponent.terms[0]
    return node.first.places - sign * int(exponent.value) if isinstance(exponent, ast.Number) else None
