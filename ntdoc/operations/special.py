"""Functions of neural networks and of statistics that the array API standard lacks.

Each takes the namespace and a floating-point array, and keeps its relative accuracy over the whole line.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

# W. J. Cody, "Rational Chebyshev approximations for the error function", Math. Comp. 23 (1969), 631-637:
# numerator and denominator, highest power first.
_NEAR = (
    (1.85777706184603153e-1, 3.16112374387056560e0, 1.13864154151050156e2, 3.77485237685302021e2,
     3.20937758913846947e3),
    (1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3, 2.84423683343917062e3),
)  # fmt: skip
_MIDDLE = (
    (2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e0, 6.61191906371416295e1,
     2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3,
     1.23033935479799725e3),
    (1.0, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2, 1.62138957456669019e3,
     3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3, 1.23033935480374942e3),
)  # fmt: skip
_FAR = (
    (1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1,
     1.60837851487422766e-2, 6.58749161529837803e-4),
    (1.0, 2.56852019228982242e0, 1.87295284992346725e0, 5.27905102951428412e-1, 6.05183413124413191e-2,
     2.33520497626869185e-3),
)  # fmt: skip


def _ratio(x: Any, coefficients: tuple[tuple[float, ...], tuple[float, ...]]) -> Any:
    """A quotient of two polynomials, by Horner's rule."""
    above, below = (x * 0 + polynomial[0] for polynomial in coefficients)
    for a in coefficients[0][1:]:
        above = above * x + a
    for b in coefficients[1][1:]:
        below = below * x + b
    return above / below


def _erf_near(xp: Any, x: Any) -> Any:
    """erf where |x| is at most 0.46875, and anything elsewhere."""
    inside = xp.where(xp.abs(x) <= 0.46875, x, x * 0)
    return inside * _ratio(inside * inside, _NEAR)


def _erfc_positive(xp: Any, x: Any) -> Any:
    """erfc where x is at least 0.46875, and anything elsewhere."""
    middle = xp.where((x > 0.46875) & (x < 4), x, xp.ones_like(x))
    far = xp.where((x >= 4) & (x < 30), x, xp.full_like(x, 30.0))  # erfc(30) is 0 in double precision
    square = 1 / (far * far)
    tail = (1 / sqrt(pi) - square * _ratio(square, _FAR)) / far
    y = xp.where(x < 4, middle, far)
    # exp(-y²) loses digits as y grows: y is split into a short part, whose square is exact, and a small rest
    short = xp.floor(y * 16) / 16
    factor = xp.exp(-short * short) * xp.exp(-(y - short) * (y + short))
    return factor * xp.where(x < 4, _ratio(middle, _MIDDLE), tail)


def erf(xp: Any, x: Any) -> Any:
    """The error function 2/√π ∫₀ˣ exp(-t²) dt."""
    size = xp.abs(x)
    beyond = xp.sign(x) * (1 - _erfc_positive(xp, size))
    return xp.where(size <= 0.46875, _erf_near(xp, x), beyond)


def erfc(xp: Any, x: Any) -> Any:
    """1 - erf(x), without its cancellation where x is large."""
    size = xp.abs(x)
    beyond = _erfc_positive(xp, size)
    beyond = xp.where(x < 0, 2 - beyond, beyond)
    beyond = xp.where(xp.isnan(x), x, beyond)
    return xp.where(size <= 0.46875, 1 - _erf_near(xp, x), beyond)


def relu(xp: Any, x: Any) -> Any:
    """max(0, x)."""
    return xp.maximum(x, xp.zeros_like(x))


def sigmoid(xp: Any, x: Any) -> Any:
    """1 / (1 + exp(-x)); the exponential taken is never above 1."""
    small = xp.exp(-xp.abs(x))
    return xp.where(x >= 0, xp.ones_like(x), small) / (1 + small)


def softplus(xp: Any, x: Any) -> Any:
    """log(1 + exp(x)); the exponential taken is never above 1."""
    return relu(xp, x) + xp.log1p(xp.exp(-xp.abs(x)))


def _weighted(xp: Any, x: Any, weight: Any) -> Any:
    """x · weight, where a weight of 0 wins against -∞."""
    return xp.where(weight == 0, xp.zeros_like(x), x * weight)


def elu(xp: Any, x: Any) -> Any:
    """x where it is positive, exp(x) - 1 elsewhere; no exponential is taken of what is positive."""
    positive = x > 0
    return xp.where(positive, x, xp.expm1(xp.where(positive, xp.zeros_like(x), x)))


def silu(xp: Any, x: Any) -> Any:
    """x · sigmoid(x)."""
    return _weighted(xp, x, sigmoid(xp, x))


def gelu(xp: Any, x: Any) -> Any:
    """x · Φ(x), with the distribution function Φ of the standard normal itself, not the tanh near it."""
    return _weighted(xp, x, erfc(xp, x * (-1 / sqrt(2))) / 2)
