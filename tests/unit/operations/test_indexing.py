"""Parts of arrays, by loops over the definitions of the paper."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntdoc.operations.array import NamedArray
from ntdoc.operations.errors import AxisError
from ntdoc.operations.indexing import gather, index, pool, take, unroll
from tests.unit.operations.named_arrays import entries, filled, libraries

SIZES = {"vocab": 5, "emb": 2, "seq": 3, "batch": 4}


@libraries
def test_an_index_counts_from_one(xp):
    x = filled(("seq", "vocab", "emb"), SIZES, xp=xp)
    got = index(x, "vocab", 2)
    assert got.axes == ("seq", "emb")
    assert np.array_equal(np.asarray(got.data), np.asarray(x.data)[:, 1])
    part = take(x, "vocab", 2, 4)
    assert np.array_equal(np.asarray(part.data), np.asarray(x.data)[:, 1:4])
    assert take(x, "vocab", 3, 2).sizes["vocab"] == 0


@pytest.mark.parametrize("i", [0, -1, 6])
def test_an_index_out_of_range(i):
    x = filled(("vocab",), SIZES)
    message = f"index {i} is out of range: axis `vocab` has the indices 1 to 5"
    for call in (lambda: index(x, "vocab", i), lambda: gather(x, "vocab", NamedArray((), np.asarray(i)))):
        with pytest.raises(AxisError) as error:
            call()
        assert error.value.message == message
    with pytest.raises(AxisError):
        take(x, "vocab", min(i, 5), max(i, 5))


@libraries
@pytest.mark.parametrize(
    ("axes", "of_indices"),
    [
        (("vocab", "emb"), ()),
        (("vocab", "emb"), ("seq",)),
        (("seq", "vocab"), ("seq",)),
        (("seq", "vocab", "batch"), ("batch", "seq")),
        (("emb", "vocab", "seq"), ("batch", "seq")),
        (("vocab",), ("batch", "seq")),
    ],
)
def test_gathering_by_definition(axes, of_indices, xp):
    x = filled(axes, SIZES, xp=xp)
    chosen = np.random.default_rng(1).integers(1, 6, [SIZES[axis] for axis in of_indices])
    got = gather(x, "vocab", NamedArray(of_indices, xp.asarray(chosen)))
    order = tuple(dict.fromkeys((*(axis for axis in axes if axis != "vocab"), *of_indices)))
    result = entries(got, order)
    for record in np.ndindex(result.shape):
        at = dict(zip(order, record, strict=True))
        at["vocab"] = int(chosen[tuple(at[axis] for axis in of_indices)]) - 1
        assert result[record] == np.asarray(x.data)[tuple(at[axis] for axis in axes)]


def test_gathering_along_an_axis_that_the_indices_have():
    x = filled(("seq", "emb"), SIZES)
    got = gather(x, "seq", NamedArray(("seq",), np.asarray([3, 1])))
    assert np.array_equal(entries(got, ("seq", "emb")), x.data[[2, 0]])


@libraries
def test_indices_may_be_doubles_but_not_fractions(xp):
    x = filled(("vocab",), SIZES, xp=xp)
    assert float(gather(x, "vocab", NamedArray((), xp.asarray(2.0))).data) == float(x.data[1])
    for bad, message in [
        (1.5, "not a whole number"),
        (float("nan"), "out of range"),
        (float("inf"), "out of range"),
    ]:
        with pytest.raises(AxisError, match=message):
            gather(x, "vocab", NamedArray(("seq",), xp.asarray([1.0, bad])))


def test_gathering_with_an_axis_of_two_sizes():
    with pytest.raises(AxisError) as error:
        gather(filled(("seq", "vocab"), SIZES), "vocab", NamedArray(("seq",), np.asarray([1, 2])))
    assert error.value.axis == "seq"


@libraries
@given(n=st.integers(1, 7), k=st.integers(1, 7))
def test_windows_by_definition(xp, n, k):
    x = filled(("emb", "seq", "batch"), {**SIZES, "seq": n}, xp=xp)
    if k > n:
        with pytest.raises(AxisError, match=f"size {n}, too small for windows of {k}"):
            unroll(x, "seq", "kernel", k)
    else:
        got = entries(unroll(x, "seq", "kernel", k), ("emb", "seq", "batch", "kernel"))
        assert got.shape == (2, n - k + 1, 4, k)
        for i, j in np.ndindex(n - k + 1, k):
            assert np.array_equal(got[:, i, :, j], np.asarray(x.data)[:, i + j])
    if n % k:
        with pytest.raises(AxisError, match=f"size {n}, which does not divide into windows of {k}"):
            pool(x, "seq", "kernel", k)
    else:
        got = entries(pool(x, "seq", "kernel", k), ("emb", "seq", "batch", "kernel"))
        assert got.shape == (2, n // k, 4, k)
        for i, j in np.ndindex(n // k, k):
            assert np.array_equal(got[:, i, :, j], np.asarray(x.data)[:, i * k + j])


@pytest.mark.parametrize("function", [unroll, pool])
def test_windows_need_an_axis_and_a_new_one(function):
    x = filled(("seq", "emb"), SIZES)
    with pytest.raises(AxisError, match="no axis `vocab`"):
        function(x, "vocab", "kernel", 1)
    with pytest.raises(AxisError, match="two axes `emb`"):
        function(x, "seq", "emb", 1)
    with pytest.raises(AxisError, match="windows of 0"):
        function(x, "seq", "kernel", 0)
