"""How each known operation is differentiated: a rule for every row of the table, made of operations of the table.

A rule gets arguments and differentials as terms and gives the differential of the result as one, so that what comes
out can be differentiated again. A differential of None is zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log, pi, sqrt

from ntdoc.shapes.plan import Constant, Contract, Like, Operate, Plan, Renamed, Unit

Axes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A plan with the signs of arithmetic."""

    plan: Plan

    def __add__(self, other: Term | float) -> Term:
        return apply("add", self, other)

    def __radd__(self, other: float) -> Term:
        return apply("add", other, self)

    def __sub__(self, other: Term | float) -> Term:
        return apply("subtract", self, other)

    def __rsub__(self, other: float) -> Term:
        return apply("subtract", other, self)

    def __mul__(self, other: Term | float) -> Term:
        return apply("multiply", self, other)

    def __rmul__(self, other: float) -> Term:
        return apply("multiply", other, self)

    def __truediv__(self, other: Term | float) -> Term:
        return apply("divide", self, other)

    def __rtruediv__(self, other: float) -> Term:
        return apply("divide", other, self)

    def __neg__(self) -> Term:
        return apply("negate", self)


def apply(operation: str, *arguments: Term | float, axes: Axes = ()) -> Term:
    plans = tuple(a.plan if isinstance(a, Term) else Constant(a) for a in arguments)
    return Term(Operate(operation, axes, plans))


def total(*terms: Term | None) -> Term | None:
    """The sum of those that are not zero."""
    result: Term | None = None
    for term in terms:
        if term is not None:
            result = term if result is None else result + term
    return result


def difference(first: Term | None, second: Term | None) -> Term | None:
    return total(first, None if second is None else -second)


# --- functions of one entry: the slope at x, where y is the value ---

_ROOT_PI = sqrt(pi)


def _normal(x: Term) -> Term:
    """The density of the normal distribution."""
    return apply("exp", -0.5 * (x * x)) / sqrt(2 * pi)


def _silu(x: Term, y: Term) -> Term:
    gate = apply("sigmoid", x)
    return gate + y * (1 - gate)


SLOPE: dict[str, Callable[[Term, Term], Term]] = {
    "negate": lambda x, y: Term(Constant(-1.0)),
    "exp": lambda x, y: y,
    "expm1": lambda x, y: y + 1,
    "log": lambda x, y: 1 / x,
    "log1p": lambda x, y: 1 / (1 + x),
    "log2": lambda x, y: 1 / (x * log(2)),
    "log10": lambda x, y: 1 / (x * log(10)),
    "sqrt": lambda x, y: 0.5 / y,
    "abs": lambda x, y: apply("direction", x),
    "sin": lambda x, y: apply("cos", x),
    "cos": lambda x, y: -apply("sin", x),
    "tan": lambda x, y: 1 + y * y,
    "cot": lambda x, y: -1 - y * y,
    "sec": lambda x, y: y * apply("tan", x),
    "csc": lambda x, y: -(y * apply("cot", x)),
    "arcsin": lambda x, y: 1 / apply("sqrt", 1 - x * x),
    "arccos": lambda x, y: -1 / apply("sqrt", 1 - x * x),
    "arctan": lambda x, y: 1 / (1 + x * x),
    "sinh": lambda x, y: apply("cosh", x),
    "cosh": lambda x, y: apply("sinh", x),
    "tanh": lambda x, y: 1 - y * y,
    "coth": lambda x, y: 1 - y * y,
    "arcsinh": lambda x, y: 1 / apply("sqrt", x * x + 1),
    "arccosh": lambda x, y: 1 / apply("sqrt", x * x - 1),
    "arctanh": lambda x, y: 1 / (1 - x * x),
    "sigmoid": lambda x, y: y * (1 - y),
    "log_sigmoid": lambda x, y: apply("sigmoid", -x),
    "softplus": lambda x, y: apply("sigmoid", x),
    "relu": lambda x, y: apply("step", x),
    "elu": lambda x, y: apply("exp", apply("minimum", x, 0.0)),
    "silu": _silu,
    "gelu": lambda x, y: 0.5 + 0.5 * apply("erf", x / sqrt(2)) + x * _normal(x),
    "erf": lambda x, y: (2 / _ROOT_PI) * apply("exp", -(x * x)),
    "id": lambda x, y: x * 0 + 1,
    "erfc": lambda x, y: (-2 / _ROOT_PI) * apply("exp", -(x * x)),
}


# --- functions of several entries: of the arguments, their differentials and the value ---


def _multiply(x: Sequence[Term], d: Sequence[Term | None], y: Term) -> Term | None:
    return total(d[0] and d[0] * x[1], d[1] and x[0] * d[1])


def _xlogy(x: Sequence[Term], d: Sequence[Term | None], y: Term) -> Term | None:
    return total(d[0] and d[0] * apply("log", x[1]), d[1] and x[0] / x[1] * d[1])


def _divide(x: Sequence[Term], d: Sequence[Term | None], y: Term) -> Term | None:
    return difference(d[0] and d[0] / x[1], d[1] and y * d[1] / x[1])


def _power(x: Sequence[Term], d: Sequence[Term | None], y: Term) -> Term | None:
    base, exponent = x
    known = exponent.plan.value if isinstance(exponent.plan, Constant) else None
    first = None
    if d[0] is not None and known != 0:
        slope = exponent if known == 1 else exponent * apply("power", base, exponent - 1)
        first = d[0] * (2 * base if known == 2 else slope)
    return total(first, d[1] and d[1] * (y * apply("log", base)))


def _angle(x: Sequence[Term], d: Sequence[Term | None], y: Term) -> Term | None:
    top, right = x
    square = top * top + right * right
    return difference(d[0] and d[0] * (right / square), d[1] and d[1] * (top / square))


def _remainder(x: Sequence[Term], d: Sequence[Term | None], y: Term) -> Term | None:
    return difference(d[0], d[1] and d[1] * apply("floor", x[0] / x[1]))


def _extreme(operation: str, sign: float) -> Callable[[Sequence[Term], Sequence[Term | None], Term], Term | None]:
    """The largest or smallest of several, two at a time."""

    def rule(x: Sequence[Term], d: Sequence[Term | None], y: Term) -> Term | None:
        best, change = x[0], d[0]
        for term, tangent in zip(x[1:], d[1:], strict=True):
            if change is not None or tangent is not None:
                first = apply("larger", best, term) if sign > 0 else apply("larger", term, best)
                change = total(change and first * change, tangent and (1 - first) * tangent)
            best = apply(operation, best, term)
        return change

    return rule


TOGETHER: dict[str, Callable[[Sequence[Term], Sequence[Term | None], Term], Term | None]] = {
    "add": lambda x, d, y: total(*d),
    "subtract": lambda x, d, y: difference(*d),
    "multiply": _multiply,
    "xlogy": _xlogy,
    "divide": _divide,
    "power": _power,
    "arctan2": _angle,
    "mod": _remainder,
    "maximum": _extreme("maximum", 1),
    "minimum": _extreme("minimum", -1),
}


# --- functions along axes: of the axes, the argument, its differential, which has those axes, and the value ---


def _product(axes: Axes, x: Term, d: Term, y: Term) -> Term:
    """Each entry's differential times the product of all others, which is right where entries are 0 too."""
    twins = tuple(f"{axis}\u2032others" for axis in axes)
    same: Term | None = None
    for axis, twin in zip(axes, twins, strict=True):
        unit = Term(Unit(axis, twin, x.plan))
        same = unit if same is None else same * unit
    assert same is not None
    copies = Term(Renamed(tuple(zip(axes, twins, strict=True)), x.plan))
    others = apply("prod", same + (1 - same) * copies, axes=twins)
    return apply("sum", d * others, axes=axes)


def _standardize(axes: Axes, x: Term, d: Term, y: Term) -> Term:
    centred = d - apply("mean", d, axes=axes) - y * apply("mean", y * d, axes=axes)
    return centred / apply("std", x, axes=axes)


def _centred(axes: Axes, x: Term) -> Term:
    return x - apply("mean", x, axes=axes)


def _softmax(axes: Axes, x: Term, d: Term, y: Term) -> Term:
    return y * (d - apply("sum", y * d, axes=axes))


def _weighed(axes: Axes, x: Term, d: Term) -> Term:
    return apply("sum", apply("softmax", x, axes=axes) * d, axes=axes)


def _inverse(axes: Axes, x: Term, d: Term, y: Term) -> Term:
    """-Y ∂X Y, where the row axis of Y is its second."""
    row, column = axes
    between = ((column, f"{column}\u2032between"),)
    left = Contract((row,), y.plan, Renamed(between, d.plan))
    return -Term(Contract((between[0][1],), left, Renamed(between, y.plan)))


ALONG: dict[str, Callable[[Axes, Term, Term, Term], Term]] = {
    "sum": lambda axes, x, d, y: apply("sum", d, axes=axes),
    "mean": lambda axes, x, d, y: apply("mean", d, axes=axes),
    "cumsum": lambda axes, x, d, y: apply("cumsum", d, axes=axes),
    "trace": lambda axes, x, d, y: apply("trace", d, axes=axes),
    "prod": _product,
    "var": lambda axes, x, d, y: 2 * apply("mean", _centred(axes, x) * d, axes=axes),
    "std": lambda axes, x, d, y: apply("mean", _centred(axes, x) * d, axes=axes) / y,
    "norm": lambda axes, x, d, y: apply("sum", x * d, axes=axes) / y,
    "max": lambda axes, x, d, y: apply("sum", apply("largest", x, axes=axes) * d, axes=axes),
    "min": lambda axes, x, d, y: apply("sum", apply("smallest", x, axes=axes) * d, axes=axes),
    "logsumexp": lambda axes, x, d, y: _weighed(axes, x, d),
    "softmax": _softmax,
    "log_softmax": lambda axes, x, d, y: d - _weighed(axes, x, d),
    "standardize": _standardize,
    "det": lambda axes, x, d, y: y * Term(Contract(axes, apply("inv", x, axes=axes).plan, d.plan)),
    "inv": _inverse,
}


_JUMPING = ("sign", "floor", "ceil", "round", "argmax", "argmin", "step", "direction", "larger", "largest", "smallest")
FLAT = frozenset([*_JUMPING, "stop_gradient"])
"""What is constant around almost every point, and has a jump elsewhere, and what derivatives take for a constant."""


def rule(operation: str, axes: Axes, x: Sequence[Term], d: Sequence[Term | None], y: Term) -> Term | None:
    """The differential of an operation. Raises KeyError for one without a rule."""
    if all(part is None for part in d) or operation in FLAT:
        return None
    if operation in TOGETHER:
        return TOGETHER[operation](x, d, y)
    tangent = d[0]
    assert tangent is not None
    if operation in SLOPE:
        return SLOPE[operation](x[0], y) * tangent
    return ALONG[operation](axes, x[0], Term(Like(tangent.plan, x[0].plan)), y)
