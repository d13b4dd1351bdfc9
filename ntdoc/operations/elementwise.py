"""Functions of single entries. Of several arrays, the axes are aligned by name and missing ones broadcast.

Where a function has no real value the result is nan or an infinity, as IEEE 754 has it, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy import errstate

from ntdoc.operations import special
from ntdoc.operations.array import NamedArray, align, floating, namespace, real

Function = Callable[..., Any]
quiet = errstate(all="ignore")


@dataclass(frozen=True, slots=True)
class Unary:
    """A function of one array; `function` takes the namespace and floating-point data."""

    function: Function
    name: str = ""  # in the array API standard, if it is one of its functions

    @quiet
    def __call__(self, x: NamedArray) -> NamedArray:
        xp = namespace(x)
        return NamedArray(x.axes, self.function(xp, real(xp, x.data)))


@dataclass(frozen=True, slots=True)
class Binary:
    """A function of two arrays that the array API standard has under this name."""

    name: str

    @quiet
    def __call__(self, x: NamedArray, y: NamedArray) -> NamedArray:
        xp = namespace(x, y)
        axes, (left, right) = align(x, y)
        return NamedArray(axes, getattr(xp, self.name)(*_reals(xp, left, right)))


@dataclass(frozen=True, slots=True)
class Folded:
    """An associative function of two arrays, for as many as there are."""

    pair: Binary

    def __call__(self, first: NamedArray, *others: NamedArray) -> NamedArray:
        for other in others:
            first = self.pair(first, other)
        return first


def _standard(name: str) -> Unary:
    """A function that the array API standard has under this name."""
    return Unary(lambda xp, x: getattr(xp, name)(x), name)


def _reals(xp: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """Both as floating point; an integer array takes the precision of the other."""
    if floating(xp, x.dtype):
        return x, real(xp, y, x.dtype)
    return real(xp, x, y.dtype if floating(xp, y.dtype) else None), real(xp, y)


add = Binary("add")
subtract = Binary("subtract")
multiply = Binary("multiply")
divide = Binary("divide")
power = Binary("pow")
arctan2 = Binary("atan2")
remainder = Binary("remainder")


@quiet
def xlogy(x: NamedArray, y: NamedArray) -> NamedArray:
    """`x log y` as everyone means it who writes `p log p`: 0 where both are 0."""
    xp = namespace(x, y)
    axes, (left, right) = align(x, y)
    left, right = _reals(xp, left, right)
    nothing = (left == 0) & (right >= 0)
    return NamedArray(axes, left * xp.log(xp.where(nothing, xp.ones_like(right), right)))


maximum = Folded(Binary("maximum"))
minimum = Folded(Binary("minimum"))

identity = Unary(lambda xp, x: x)
negate = _standard("negative")
absolute = _standard("abs")
sign = _standard("sign")
floor = _standard("floor")
ceil = _standard("ceil")
rounded = _standard("round")
sqrt = _standard("sqrt")
exp = _standard("exp")
expm1 = _standard("expm1")
log = _standard("log")
log1p = _standard("log1p")
log2 = _standard("log2")
log10 = _standard("log10")
sin = _standard("sin")
cos = _standard("cos")
tan = _standard("tan")
arcsin = _standard("asin")
arccos = _standard("acos")
arctan = _standard("atan")
sinh = _standard("sinh")
cosh = _standard("cosh")
tanh = _standard("tanh")
arcsinh = _standard("asinh")
arccosh = _standard("acosh")
arctanh = _standard("atanh")

cot = Unary(lambda xp, x: 1 / xp.tan(x))
sec = Unary(lambda xp, x: 1 / xp.cos(x))
csc = Unary(lambda xp, x: 1 / xp.sin(x))
coth = Unary(lambda xp, x: 1 / xp.tanh(x))

sigmoid = Unary(special.sigmoid)
log_sigmoid = Unary(lambda xp, x: -special.softplus(xp, -x))
softplus = Unary(special.softplus)
relu = Unary(special.relu)
elu = Unary(special.elu)
silu = Unary(special.silu)
gelu = Unary(special.gelu)
erf = Unary(special.erf)
erfc = Unary(special.erfc)
