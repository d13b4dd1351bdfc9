"""Functions of single entries. Of several arrays, the axes are aligned by name and missing ones broadcast.

Where a function has no real value the result is nan or an infinity, as IEEE 754 has it, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy import errstate

from ntdoc.operations import special
from ntdoc.operations.array import NamedArray, align, floating, namespace, real

Elementwise = Callable[..., NamedArray]
quiet = errstate(all="ignore")


def _unary(function: Callable[[Any, Any], Any]) -> Elementwise:
    @quiet
    def kernel(x: NamedArray) -> NamedArray:
        xp = namespace(x)
        return NamedArray(x.axes, function(xp, real(xp, x.data)))

    return kernel


def _standard(name: str) -> Elementwise:
    """A function that the array API standard has under this name."""
    return _unary(lambda xp, x: getattr(xp, name)(x))


def _binary(name: str) -> Elementwise:
    @quiet
    def kernel(x: NamedArray, y: NamedArray) -> NamedArray:
        xp = namespace(x, y)
        axes, (left, right) = align(x, y)
        return NamedArray(axes, getattr(xp, name)(*_reals(xp, left, right)))

    return kernel


def _reals(xp: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """Both as floating point; an integer array takes the precision of the other."""
    if floating(xp, x.dtype):
        return x, real(xp, y, x.dtype)
    return real(xp, x, y.dtype if floating(xp, y.dtype) else None), real(xp, y)


def _many(name: str) -> Elementwise:
    pair = _binary(name)

    def kernel(first: NamedArray, *others: NamedArray) -> NamedArray:
        for other in others:
            first = pair(first, other)
        return first

    return kernel


add = _binary("add")
subtract = _binary("subtract")
multiply = _binary("multiply")
divide = _binary("divide")
power = _binary("pow")
arctan2 = _binary("atan2")
remainder = _binary("remainder")
maximum = _many("maximum")
minimum = _many("minimum")

identity = _unary(lambda xp, x: x)
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

cot = _unary(lambda xp, x: 1 / xp.tan(x))
sec = _unary(lambda xp, x: 1 / xp.cos(x))
csc = _unary(lambda xp, x: 1 / xp.sin(x))
coth = _unary(lambda xp, x: 1 / xp.tanh(x))

sigmoid = _unary(special.sigmoid)
log_sigmoid = _unary(lambda xp, x: -special.softplus(xp, -x))
softplus = _unary(special.softplus)
relu = _unary(special.relu)
silu = _unary(special.silu)
gelu = _unary(special.gelu)
erf = _unary(special.erf)
erfc = _unary(special.erfc)
