"""Reductions and functions along axes, against plain numpy over the axes moved to the end and merged."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ntdoc.operations import along
from ntdoc.operations.array import NamedArray, transpose_to
from ntdoc.operations.errors import AxisError
from ntdoc.operations.indexing import index
from tests.unit.operations.named_arrays import entries, filled, libraries, sizes_of_axes, some_axes, stored

SIZES = {"batch": 2, "seq": 3, "key": 4}


def plain_softmax(v):
    weights = np.exp(v)
    return weights / weights.sum()


REDUCTIONS = {
    "sum_": np.sum,
    "prod_": np.prod,
    "mean": np.mean,
    "var": np.var,
    "std": np.std,
    "norm": np.linalg.norm,
    "max_": np.max,
    "min_": np.min,
    "logsumexp": lambda v: np.log(np.sum(np.exp(v))),
}
MAPS = {
    "softmax": plain_softmax,
    "log_softmax": lambda v: np.log(plain_softmax(v)),
    "argmax": lambda v: np.arange(len(v)) == np.argmax(v),
    "argmin": lambda v: np.arange(len(v)) == np.argmin(v),
    "standardize": lambda v: (v - np.mean(v)) / np.std(v),
}


@libraries
@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("axes", [("seq",), ("key", "batch"), ("seq", "key", "batch")])
def test_reductions_take_their_axes_together(name, axes, xp):
    x = filled(("batch", "seq", "key"), SIZES, 3, xp)
    rest = tuple(axis for axis in x.axes if axis not in axes)
    rows = entries(x, (*rest, *axes)).reshape(*(SIZES[axis] for axis in rest), -1)
    got = getattr(along, name)(x, axes)
    assert np.allclose(entries(got, rest), np.apply_along_axis(REDUCTIONS[name], -1, rows), rtol=1e-13)


@libraries
@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("axes", [("seq",), ("key", "batch"), ("seq", "key", "batch")])
def test_maps_take_their_axes_together_and_keep_them(name, axes, xp):
    x = filled(("batch", "seq", "key"), SIZES, 4, xp)
    before = np.array(np.asarray(x.data))
    rest = tuple(axis for axis in x.axes if axis not in axes)
    ordered = entries(x, (*rest, *axes))
    rows = ordered.reshape(*(SIZES[axis] for axis in rest), -1)
    want = np.apply_along_axis(MAPS[name], -1, rows).reshape(ordered.shape)
    assert np.allclose(entries(getattr(along, name)(x, axes), (*rest, *axes)), want, rtol=1e-13)
    assert np.array_equal(np.asarray(x.data), before), "the argument is left as it was"


@given(st.data(), st.sampled_from([*REDUCTIONS, *MAPS]))
def test_lifts_applied_to_slices_gives_slices(data, name):
    sizes = data.draw(sizes_of_axes)
    axes = data.draw(some_axes)
    assume(len(axes) >= 2)
    x = data.draw(stored(axes, sizes))
    kernel = getattr(along, name)
    whole, part = kernel(x, axes[1:]), kernel(index(x, axes[0], 1), axes[1:])
    assert np.allclose(
        entries(index(whole, axes[0], 1), part.axes), part.data, rtol=1e-12, atol=1e-12, equal_nan=True
    )


@libraries
def test_cumulative_sums(xp):
    x = filled(("seq", "key"), SIZES, xp=xp)
    got = along.cumsum(x, ("key",))
    for j in range(4):
        assert np.allclose(np.asarray(got.data)[:, j], np.asarray(x.data)[:, : j + 1].sum(axis=1))
    both = np.asarray(along.cumsum(x, ("key", "seq")).data)
    assert np.allclose(both[1, 2], np.asarray(x.data)[:2, :3].sum())


@libraries
def test_softmax_is_stable_and_takes_masks(xp):
    inf = float("inf")
    x = NamedArray(
        ("batch", "seq"), xp.asarray([[1000.0, 1000.0, -inf], [-1000.0, -inf, -inf], [-inf, -inf, -inf]])
    )
    with warnings.catch_warnings(), np.errstate(all="warn"):
        if xp is np:
            warnings.simplefilter("error")
        got = np.asarray(along.softmax(x, ("seq",)).data)
        totals = np.asarray(along.logsumexp(x, ("seq",)).data)
    assert np.array_equal(got[:2], [[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]])
    assert np.all(np.isnan(got[2]))
    assert np.allclose(totals, [1000 + np.log(2), -1000, -inf])


@libraries
def test_ties_share_equally(xp):
    x = NamedArray(("seq",), xp.asarray([1.0, 3.0, 0.0, 3.0]))
    assert np.array_equal(np.asarray(along.argmax(x, ("seq",)).data), [0, 0.5, 0, 0.5])
    assert np.array_equal(np.asarray(along.argmin(x, ("seq",)).data), [0, 0, 1, 0])


@libraries
@pytest.mark.parametrize("name", [*REDUCTIONS, *MAPS, "cumsum"])
def test_integers_are_taken_as_doubles(name, xp):
    x = NamedArray(("seq",), xp.asarray([3, 1, 2**62]))
    got = getattr(along, name)(x, ("seq",))
    assert "float64" in str(got.data.dtype)


@pytest.mark.parametrize("name", [*REDUCTIONS, *MAPS, "cumsum"])
def test_scalars_and_empty_axes_raise_no_python_error(name):
    kernel = getattr(along, name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel(NamedArray((), np.asarray(2.0)), ())
        kernel(NamedArray((), np.float64(2.0)), ())
        kernel(NamedArray(("seq",), np.zeros(0)), ("seq",))


def test_an_empty_maximum_is_minus_infinity():
    assert along.max_(NamedArray(("seq",), np.zeros(0)), ("seq",)).data == -np.inf
    assert along.min_(NamedArray(("seq",), np.zeros(0)), ("seq",)).data == np.inf


@pytest.mark.parametrize("name", [*REDUCTIONS, *MAPS, "cumsum"])
def test_a_missing_axis_is_an_error(name):
    with pytest.raises(AxisError) as error:
        getattr(along, name)(filled(("seq",), SIZES), ("key",))
    assert error.value.axis == "key"


def test_order_of_storage_has_no_meaning():
    x = filled(("batch", "seq", "key"), SIZES)
    y = transpose_to(x, ("key", "batch", "seq"))
    got = entries(along.softmax(y, ("seq", "key")), x.axes)
    assert np.allclose(got, along.softmax(x, ("key", "seq")).data)
