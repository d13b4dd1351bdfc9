"""Functions of single entries, against Python's own mathematics, entry by entry."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntdoc.operations import elementwise
from ntdoc.operations.array import NamedArray, scalar
from ntdoc.operations.errors import AxisError
from tests.unit.operations.named_arrays import entries, filled, libraries, sizes_of_axes, some_axes, stored

POINTS = [-30.0, -6.5, -4.0, -2.7, -1.0, -0.46875, -0.3, -1e-9, 0.0, 1e-9, 0.3, 0.5, 1.0, 2.7, 4.0, 6.5, 30.0]


def within(low: float, high: float) -> list[float]:
    return [x for x in POINTS if low <= x <= high]


FUNCTIONS = {
    "negate": (lambda x: -x, POINTS),
    "absolute": (abs, POINTS),
    "sign": (lambda x: float((x > 0) - (x < 0)), POINTS),
    "floor": (math.floor, POINTS),
    "ceil": (math.ceil, POINTS),
    "rounded": (round, POINTS),
    "sqrt": (math.sqrt, within(0, 30)),
    "exp": (math.exp, POINTS),
    "expm1": (math.expm1, POINTS),
    "log": (math.log, within(1e-9, 30)),
    "log1p": (math.log1p, within(-0.9, 30)),
    "log2": (math.log2, within(1e-9, 30)),
    "log10": (math.log10, within(1e-9, 30)),
    "sin": (math.sin, POINTS),
    "cos": (math.cos, POINTS),
    "tan": (math.tan, POINTS),
    "cot": (lambda x: math.cos(x) / math.sin(x), within(0.1, 30)),
    "sec": (lambda x: 1 / math.cos(x), POINTS),
    "csc": (lambda x: 1 / math.sin(x), within(0.1, 30)),
    "arcsin": (math.asin, within(-1, 1)),
    "arccos": (math.acos, within(-1, 1)),
    "arctan": (math.atan, POINTS),
    "sinh": (math.sinh, POINTS),
    "cosh": (math.cosh, POINTS),
    "tanh": (math.tanh, POINTS),
    "coth": (lambda x: math.cosh(x) / math.sinh(x), within(0.1, 30)),
    "arcsinh": (math.asinh, POINTS),
    "arccosh": (math.acosh, within(1, 30)),
    "arctanh": (math.atanh, within(-0.9, 0.9)),
    "sigmoid": (lambda x: 1 / (1 + math.exp(-x)), POINTS),
    "log_sigmoid": (lambda x: -math.log1p(math.exp(-x)), POINTS),
    "softplus": (lambda x: math.log1p(math.exp(x)), POINTS),
    "relu": (lambda x: max(0.0, x), POINTS),
    "elu": (lambda x: x if x > 0 else math.expm1(x), POINTS),
    "silu": (lambda x: x / (1 + math.exp(-x)), POINTS),
    "gelu": (lambda x: x * math.erfc(-x / math.sqrt(2)) / 2, POINTS),
    "erf": (math.erf, POINTS),
    "erfc": (math.erfc, POINTS),
}


@libraries
@pytest.mark.parametrize("name", FUNCTIONS)
def test_agrees_with_python(name, xp):
    function, points = FUNCTIONS[name]
    got = getattr(elementwise, name)(NamedArray(("seq",), xp.asarray(points)))
    assert got.axes == ("seq",)
    assert np.allclose(np.asarray(got.data), [function(x) for x in points], rtol=2e-14, atol=1e-300)


@given(st.floats(-40, 40))
def test_error_function_is_accurate_everywhere(x):
    for name in ("erf", "erfc"):
        got = float(getattr(elementwise, name)(scalar(x)).data)
        assert math.isclose(got, getattr(math, name)(x), rel_tol=5e-15, abs_tol=1e-300)


@libraries
@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("add", lambda a, b: a + b),
        ("subtract", lambda a, b: a - b),
        ("multiply", lambda a, b: a * b),
        ("divide", lambda a, b: a / b),
        ("power", lambda a, b: a**b),
        ("remainder", lambda a, b: a % b),
        ("arctan2", math.atan2),
        ("maximum", max),
        ("minimum", min),
    ],
)
def test_two_arguments_align_by_name(name, function, xp):
    x = NamedArray(("seq", "key"), xp.asarray([[1.5, 2.0, 3.0], [0.5, 1.0, 0.25]]))
    y = NamedArray(("key", "heads"), xp.asarray([[2.0, 1.0], [0.5, 3.0], [1.0, 0.25]]))
    got = entries(getattr(elementwise, name)(x, y), ("seq", "key", "heads"))
    a, b = np.asarray(x.data), np.asarray(y.data)
    for i, j, k in np.ndindex(2, 3, 2):
        assert got[i, j, k] == pytest.approx(function(float(a[i, j]), float(b[j, k])), rel=1e-14)


@given(st.data())
def test_addition_commutes_whatever_the_axes(data):
    sizes = data.draw(sizes_of_axes)
    x, y = (data.draw(stored(data.draw(some_axes), sizes)) for _ in range(2))
    axes = tuple(dict.fromkeys((*x.axes, *y.axes)))
    assert np.array_equal(entries(elementwise.add(x, y), axes), entries(elementwise.add(y, x), axes))


def test_the_largest_of_three():
    x = elementwise.maximum(scalar(1), filled(("seq",), {"seq": 5}), scalar(0.5))
    assert x.axes == ("seq",)
    assert np.all(x.data >= 1)


@libraries
def test_integers_become_doubles_and_do_not_overflow(xp):
    x = NamedArray(("seq",), xp.asarray([2**62, 3]))
    assert float(elementwise.multiply(x, x).data[0]) == 2.0**124
    assert float(elementwise.power(x, NamedArray((), xp.asarray(-1))).data[1]) == pytest.approx(1 / 3)
    assert float(elementwise.exp(NamedArray((), xp.asarray(1))).data) == pytest.approx(math.e, rel=1e-15)
    small = NamedArray((), xp.asarray(0.5, dtype=xp.float32))
    assert "float32" in str(elementwise.add(x, small).data.dtype)


def test_no_real_value_gives_nan_or_infinity_and_no_warning():
    with warnings.catch_warnings(), np.errstate(all="warn"):
        warnings.simplefilter("error")
        assert np.isnan(elementwise.log(scalar(-1)).data)
        assert elementwise.log(scalar(0)).data == -np.inf
        assert elementwise.exp(scalar(1e4)).data == np.inf
        assert elementwise.divide(scalar(1), scalar(0)).data == np.inf
        assert np.isnan(elementwise.power(scalar(-2), scalar(0.5)).data)
        for name in ("sigmoid", "softplus", "silu", "gelu", "relu"):
            ends = getattr(elementwise, name)(
                NamedArray(("seq",), np.asarray([-np.inf, np.inf, np.nan]))
            ).data
            assert ends[0] == 0
            assert ends[1] == (1 if name == "sigmoid" else np.inf)
            assert np.isnan(ends[2])


def test_one_name_with_two_sizes():
    with pytest.raises(AxisError):
        elementwise.add(filled(("seq",), {"seq": 1}), filled(("seq",), {"seq": 4}))
