"""Contraction, against einsum, on axes of every kind and arrays however they are stored."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntdoc.operations.array import NamedArray
from ntdoc.operations.contraction import contract
from ntdoc.operations.errors import AxisError
from ntdoc.operations.indexing import index
from tests.unit.operations.named_arrays import (
    NAMES,
    entries,
    filled,
    libraries,
    sizes_of_axes,
    some_axes,
    stored,
)


def by_einsum(x: NamedArray, y: NamedArray, rest: tuple[str, ...]):
    """The same through numpy's einsum, with the axes as numbers."""
    number = {name: i for i, name in enumerate(dict.fromkeys((*x.axes, *y.axes)))}
    terms = [list(map(number.get, axes)) for axes in (x.axes, y.axes, rest)]
    return np.einsum(np.asarray(x.data), terms[0], np.asarray(y.data), terms[1], terms[2])


@st.composite
def contractions(draw: st.DrawFn) -> tuple[NamedArray, NamedArray, tuple[str, ...]]:
    sizes = draw(sizes_of_axes)
    left, right = draw(some_axes), draw(some_axes)
    common = [axis for axis in left if axis in right]
    axes = tuple(draw(st.permutations(common)))[: draw(st.integers(0, len(common)))]
    return draw(stored(left, sizes)), draw(stored(right, sizes)), axes


def remaining(x: NamedArray, y: NamedArray, axes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(axis for axis in dict.fromkeys((*x.axes, *y.axes)) if axis not in axes)


@given(contractions())
def test_agrees_with_einsum(operands):
    x, y, axes = operands
    rest = remaining(x, y, axes)
    assert np.allclose(entries(contract(x, y, axes), rest), by_einsum(x, y, rest), rtol=1e-12, atol=1e-12)


@given(contractions())
def test_commutes(operands):
    x, y, axes = operands
    rest = remaining(x, y, axes)
    assert np.allclose(entries(contract(x, y, axes), rest), entries(contract(y, x, axes), rest))


@given(contractions())
def test_lifts_contracting_slices_gives_slices(operands):
    x, y, axes = operands
    whole = contract(x, y, axes)
    for axis in whole.axes[:1]:
        part = contract(*(index(z, axis, 1) if axis in z.axes else z for z in (x, y)), axes)
        rest = tuple(name for name in whole.axes if name != axis)
        assert np.allclose(entries(part, rest), entries(index(whole, axis, 1), rest))


@libraries
@pytest.mark.parametrize(
    ("left", "right", "axes"),
    [
        (("seq", "key"), ("key", "val"), ("key",)),
        (("heads", "seq", "key"), ("key", "heads", "val"), ("key",)),
        (("seq", "key"), ("key",), ("key",)),
        (("key", "seq"), ("seq", "key"), ("key", "seq")),
        (("heads", "key"), ("heads", "key"), ("key",)),
        (("seq", "key"), ("val",), ()),
        (("key", "batch", "seq"), ("seq", "val", "key"), ("seq", "key")),
    ],
)
@pytest.mark.parametrize("size", [2, 40])
def test_every_kind_with_every_library(xp, left, right, axes, size):
    sizes = {name: size // 2 + i for i, name in enumerate(NAMES)}
    x, y = filled(left, sizes, 1, xp), filled(right, sizes, 2, xp)
    rest = remaining(x, y, axes)
    assert np.allclose(entries(contract(x, y, axes), rest), by_einsum(x, y, rest))


@libraries
def test_large_operands_that_lie_badly(xp):
    sizes = {"batch": 6, "seq": 30, "key": 40, "val": 20}
    x = filled(("key", "seq", "batch"), sizes, 1, xp)
    y = filled(("val", "key", "batch"), sizes, 2, xp)
    x = NamedArray(("batch", "key", "seq"), xp.permute_dims(x.data, (2, 0, 1)))
    rest = ("batch", "seq", "val")
    assert np.allclose(entries(contract(x, y, ("key",)), rest), by_einsum(x, y, rest))


@libraries
@pytest.mark.parametrize("dtype", ["int64", "bool"])
def test_integers_are_taken_as_doubles(xp, dtype):
    x = NamedArray(("key",), xp.asarray([True, True, False]) if dtype == "bool" else xp.asarray([3, 4, 5]))
    total = contract(x, x, ("key",))
    assert "float64" in str(total.data.dtype)
    assert float(total.data) == (2 if dtype == "bool" else 50)


def test_large_integers_do_not_overflow():
    x = NamedArray(("key",), np.asarray([2**40, 2**40]))
    assert float(contract(x, x, ("key",)).data) == 2.0**81


def test_infinities_give_nan_and_no_warning():
    x, y = NamedArray(("key",), np.asarray([0.0, 1.0])), NamedArray(("key",), np.asarray([np.inf, 1.0]))
    with np.errstate(all="raise"):
        assert np.isnan(contract(x, y, ("key",)).data)


def test_more_axes_than_letters():
    x = filled(tuple(f"a{i}" for i in range(30)), {f"a{i}": 1 for i in range(30)})
    y = filled((*(f"b{i}" for i in range(30)), "a0"), {**{f"b{i}": 1 for i in range(30)}, "a0": 1})
    assert len(contract(x, y, ("a0",)).axes) == 59


@pytest.mark.parametrize(
    ("left", "right", "message"),
    [
        (("seq",), ("key",), "the left operand has no axis `key`"),
        (("key",), ("seq",), "the right operand has no axis `key`"),
        (("seq",), ("seq",), "neither operand has an axis `key`"),
    ],
)
def test_a_contracted_axis_must_be_in_both(left, right, message):
    sizes = {"seq": 2, "key": 3}
    with pytest.raises(AxisError) as error:
        contract(filled(left, sizes), filled(right, sizes), ("key",))
    assert (error.value.axis, error.value.message) == ("key", message)


@pytest.mark.parametrize("axes", [("key",), ("seq",), ()])
def test_one_name_with_two_sizes(axes):
    x, y = filled(("seq", "key"), {"seq": 2, "key": 3}), filled(("seq", "key"), {"seq": 2, "key": 1})
    with pytest.raises(AxisError) as error:
        contract(x, y, axes)
    assert error.value.axis == "key"
