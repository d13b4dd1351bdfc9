"""Limits of sequences of arrays: found where the numbers settle, and not made up where they do not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ntdoc.operations.array import NamedArray
from ntdoc.operations.limits import approach, limit

INFINITY = float("inf")


def found(function: Callable[[float], float], target: float = INFINITY, side: int = 1) -> float | None:
    with np.errstate(all="ignore"):
        value = limit(NamedArray((), np.asarray(function(x))) for x in approach(target, side))
    return None if value is None else float(value.data)


@pytest.mark.parametrize(
    ("function", "target", "wanted"),
    [
        (lambda x: (2 * x + 1) / (x - 3), INFINITY, 2.0),
        (lambda x: np.exp(-x), INFINITY, 0.0),
        (lambda x: np.tanh(x), -INFINITY, -1.0),
        (lambda x: 1e-300 if x > 700 else np.exp(-x), INFINITY, 0.0),
        (lambda x: np.sqrt(x * x + x) - x, INFINITY, 0.5),
        (lambda x: (np.exp(x) - 1) / x, 0.0, 1.0),
        (lambda x: np.sin(x) / x, 0.0, 1.0),
        (lambda x: (1 - np.cos(x)) / x**2, 0.0, 0.5),
        (lambda x: (x**2 - 4) / (x - 2), 2.0, 4.0),
        (lambda x: x**2, INFINITY, INFINITY),
        (lambda x: -x, INFINITY, -INFINITY),
        (lambda x: 7.0, INFINITY, 7.0),
    ],
)
def test_it_is_found(function: Callable[[float], float], target: float, wanted: float) -> None:
    value = found(function, target)
    assert value == pytest.approx(wanted, abs=1e-8)
    assert value == 0 or abs(value) > 1e-300


@pytest.mark.parametrize(
    ("function", "target"),
    [
        (lambda x: np.sin(x), INFINITY),
        (lambda x: np.sin(1 / x), 0.0),
        (lambda x: (-1.0) ** round(np.log2(x)), INFINITY),
        (lambda x: np.nan, 0.0),
    ],
)
def test_it_is_not_made_up(function: Callable[[float], float], target: float) -> None:
    assert found(function, target) is None


def test_each_entry_settles_in_its_own_way() -> None:
    values = (NamedArray(("a",), np.asarray([1 / x, np.exp(-x), 2.0])) for x in approach(INFINITY, 1))
    value = limit(values)
    assert value is not None
    assert value.axes == ("a",)
    assert np.allclose(value.data, [0, 0, 2], atol=1e-9)
