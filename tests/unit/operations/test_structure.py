"""Renaming, reshaping, joining; identity and one-hot tensors; matrices."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from ntdoc.operations.array import NamedArray
from ntdoc.operations.contraction import contract
from ntdoc.operations.errors import AxisError
from ntdoc.operations.matrix import det, inv, trace
from ntdoc.operations.structure import concat, flatten, identity, rename, stack, unflatten
from tests.unit.operations.named_arrays import entries, filled, libraries

SIZES = {"batch": 2, "seq": 3, "key": 4, "val": 3}


def test_renaming_is_simultaneous():
    x = filled(("seq", "val"), SIZES)
    y = rename(x, {"seq": "val", "val": "seq"})
    assert y.axes == ("val", "seq")
    assert y.data is x.data


@pytest.mark.parametrize(("names", "axis"), [({"key": "val"}, "key"), ({"seq": "val"}, "val")])
def test_renaming_that_cannot_be(names, axis):
    with pytest.raises(AxisError) as error:
        rename(filled(("seq", "val"), SIZES), names)
    assert error.value.axis == axis


@libraries
def test_flattening_is_row_major_in_the_order_listed(xp):
    x = filled(("batch", "seq", "key"), SIZES, xp=xp)
    y = flatten(x, ("key", "seq"), "layer")
    got = entries(y, ("batch", "layer"))
    for b, s, k in np.ndindex(2, 3, 4):
        assert got[b, k * 3 + s] == np.asarray(x.data)[b, s, k]
    back = unflatten(y, "layer", {"key": 4, "seq": 3})
    assert np.array_equal(entries(back, x.axes), np.asarray(x.data))


def test_a_flattened_axis_may_keep_a_name_that_it_takes_up():
    assert flatten(filled(("batch", "seq"), SIZES), ("batch", "seq"), "seq").sizes == {"seq": 6}


def test_reshaping_that_cannot_be():
    x = filled(("batch", "seq", "key"), SIZES)
    with pytest.raises(AxisError, match="two axes `key`"):
        flatten(x, ("batch", "seq"), "key")
    with pytest.raises(AxisError, match="no axis `val`"):
        flatten(x, ("batch", "val"), "layer")
    with pytest.raises(AxisError, match="two axes `batch`"):
        flatten(x, ("batch", "batch"), "layer")
    with pytest.raises(AxisError, match="size 4, which is not 3 · 2"):
        unflatten(x, "key", {"a": 3, "b": 2})
    with pytest.raises(AxisError, match="two axes `seq`"):
        unflatten(x, "key", {"seq": 2, "b": 2})


@libraries
def test_joining_broadcasts_the_other_axes(xp):
    x, y = filled(("seq", "key"), SIZES, 1, xp), filled(("key", "batch"), {**SIZES, "key": 2}, 2, xp)
    got = entries(concat([x, y], "key"), ("batch", "seq", "key"))
    assert got.shape == (2, 3, 6)
    for b, s in np.ndindex(2, 3):
        assert np.array_equal(got[b, s], [*np.asarray(x.data)[s], *np.asarray(y.data)[:, b]])


@libraries
def test_stacking_makes_an_axis(xp):
    x, y = filled(("seq",), SIZES, 1, xp), filled((), SIZES, 2, xp)
    got = entries(stack([x, y], "layer"), ("layer", "seq"))
    assert np.array_equal(got, [np.asarray(x.data), np.full(3, float(y.data))])


def test_joining_that_cannot_be():
    with pytest.raises(AxisError, match="no axis `key`"):
        concat([filled(("seq", "key"), SIZES), filled(("seq",), SIZES)], "key")
    with pytest.raises(AxisError) as error:
        concat([filled(("seq", "key"), SIZES), filled(("seq", "key"), {"seq": 1, "key": 4})], "key")
    assert error.value.axis == "seq"
    with pytest.raises(AxisError):
        stack([filled(("seq",), SIZES)], "seq")


def test_identity_renames_when_contracted():
    x = filled(("seq", "key"), SIZES)
    got = contract(x, identity("seq", "seq'", 3), ("seq",))
    assert np.allclose(entries(got, ("seq'", "key")), x.data)
    with pytest.raises(AxisError):
        identity("seq", "seq", 3)


@libraries
def test_matrices_lift(xp):
    x = filled(("seq", "batch", "val"), SIZES, 5, xp)
    matrices = entries(x, ("batch", "seq", "val"))
    assert np.allclose(entries(det(x, "seq", "val"), ("batch",)), [np.linalg.det(m) for m in matrices])
    assert np.allclose(entries(trace(x, "seq", "val"), ("batch",)), [np.trace(m) for m in matrices])
    unit = contract(rename(x, {"seq": "seq'"}), inv(x, "seq", "val"), ("val",))
    for b in range(2):
        assert np.allclose(entries(unit, ("batch", "seq'", "seq"))[b], np.eye(3), atol=1e-12)


def test_the_inverse_of_a_singular_matrix_is_nan():
    data = np.asarray([[[1.0, 2.0], [2.0, 4.0]], [[2.0, 0.0], [0.0, 4.0]]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got = inv(NamedArray(("batch", "a", "b"), data), "a", "b")
    assert np.all(np.isnan(got.data[0]))
    assert np.array_equal(got.data[1], [[0.5, 0.0], [0.0, 0.25]])


def test_matrices_that_are_not_square():
    x = filled(("seq", "key"), SIZES)
    for function in (det, trace, inv):
        with pytest.raises(AxisError, match="axis `key` has size 4, but axis `seq` has size 3"):
            function(x, "seq", "key")
        with pytest.raises(AxisError):
            function(x, "seq", "seq")
        with pytest.raises(AxisError):
            function(x, "seq", "val")
