"""Binomial coefficients, `\\binom{n}{2}`: as `n (n - 1) / 2`, where the number below is written as one."""

from __future__ import annotations

from math import comb, factorial

from ntdoc.source import Span
from ntdoc.syntax.ast import Expr, Fraction, Group, Juxtaposition, Number, Sum
from ntdoc.syntax.cursor import Unreadable

_MOST = 6


def binomial(above: Expr, below: Expr, span: Span) -> Expr:
    """The number of ways to choose. Raises Unreadable where it is not written how many are chosen."""
    if not isinstance(below, Number) or below.value not in range(_MOST + 1):
        raise Unreadable("a binomial coefficient of any two numbers", span)
    chosen = int(below.value)
    if isinstance(above, Number) and above.value >= 0 and float(above.value).is_integer():
        return Number(float(comb(int(above.value), chosen)), 0, span)
    terms = (Sum(((1, above), (-1, Number(float(less), 0, span))), span) if less else above for less in range(chosen))
    factors = tuple(Group((term,), (), "(", span) for term in terms)
    if not factors:
        return Number(1.0, 0, span)
    product = factors[0] if len(factors) == 1 else Juxtaposition(factors, span)
    return Fraction(product, Number(float(factorial(chosen)), 0, span), span)
