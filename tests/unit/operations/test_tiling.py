"""Tiling gives what the whole computation gives, on less at a time."""

from __future__ import annotations

import array_api_strict
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntdoc.operations import tiling
from ntdoc.operations.along import softmax
from ntdoc.operations.array import NamedArray
from ntdoc.operations.contraction import contract
from ntdoc.operations.errors import AxisError
from ntdoc.operations.tiling import tiled
from tests.unit.operations.named_arrays import NAMES, entries, filled

SIZES = {"batch": 3, "heads": 2, "seq": 5, "seq'": 7, "key": 4, "val": 3}
QUERY, KEY, VALUE = (
    ("batch", "heads", "seq'", "key"),
    ("heads", "batch", "seq", "key"),
    ("seq", "heads", "val"),
)


def attention(q: NamedArray, k: NamedArray, v: NamedArray) -> NamedArray:
    return contract(softmax(contract(q, k, ("key",)), ("seq",)), v, ("seq",))


@given(
    lifted=st.lists(st.sampled_from(["batch", "heads", "seq'"]), unique=True).map(tuple),
    tile=st.integers(1, 200),
    cost=st.integers(0, 50),
)
def test_tiles_make_the_whole(lifted, tile, cost):
    arguments = filled(QUERY, SIZES, 1), filled(KEY, SIZES, 2), filled(VALUE, SIZES, 3)
    axes = ("batch", "heads", "seq'", "val")
    want = entries(attention(*arguments), axes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiling, "TILE", tile)
        got = tiled(attention, arguments, lifted, cost)
    assert np.allclose(entries(got, axes), want, rtol=1e-13)


def calls(
    lifted: tuple[str, ...], cost: int, tile: int, monkeypatch: pytest.MonkeyPatch
) -> list[dict[str, int]]:
    seen = []

    def watched(q: NamedArray, k: NamedArray, v: NamedArray) -> NamedArray:
        seen.append(q.sizes)
        assert np.shares_memory(q.data, arguments[0].data), "a tile is a view"
        return attention(q, k, v)

    arguments = filled(QUERY, SIZES, 1), filled(KEY, SIZES, 2), filled(VALUE, SIZES, 3)
    monkeypatch.setattr(tiling, "TILE", tile)
    tiled(watched, arguments, lifted, cost)
    return seen


def test_a_tile_is_as_large_as_the_limit_allows(monkeypatch):
    assert calls(("batch", "heads"), 35, 1000, monkeypatch) == [{"batch": 3, "heads": 2, "seq'": 7, "key": 4}]
    assert calls(("batch", "heads"), 35, 70, monkeypatch) == [{"heads": 2, "seq'": 7, "key": 4}] * 3
    assert calls(("batch", "heads"), 35, 35, monkeypatch) == [{"seq'": 7, "key": 4}] * 6
    rows = [sizes["seq'"] for sizes in calls(("batch", "heads", "seq'"), 5, 15, monkeypatch)]
    assert rows == [3, 3, 1] * 6 or rows == [3, 3] * 6 + [1]


def test_an_axis_that_the_function_drops_is_broadcast(monkeypatch):
    monkeypatch.setattr(tiling, "TILE", 2)
    x, y = filled(("batch", "seq"), SIZES), filled(("key",), SIZES)
    got = tiled(lambda x, y: y, (x, y), ("batch", "seq"), 1)
    assert got.sizes == {"batch": 3, "seq": 5, "key": 4}
    assert np.array_equal(entries(got, ("batch", "seq", "key"))[2, 4], y.data)


def test_other_libraries_compute_whole(monkeypatch):
    monkeypatch.setattr(tiling, "TILE", 1)
    seen = []
    x = filled(NAMES[:2], dict.fromkeys(NAMES, 3), xp=array_api_strict)
    tiled(lambda x: seen.append(x.sizes) or x, (x,), NAMES[:1], 1)
    assert seen == [{"batch": 3, "heads": 3}]


def test_one_name_with_two_sizes():
    with pytest.raises(AxisError):
        tiled(contract, (filled(("seq",), {"seq": 2}), filled(("seq",), {"seq": 3})), ("seq",), 1)
