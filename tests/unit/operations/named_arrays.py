"""Named arrays for the tests of operations: random ones, and the libraries that operations are tried with."""

from __future__ import annotations

from typing import Any

import array_api_strict
import numpy as np
import pytest
from hypothesis import strategies as st

from ntdoc.operations.array import NamedArray, transpose_to

NAMES = ("batch", "heads", "seq", "key", "val", "layer")

libraries = pytest.mark.parametrize("xp", [np, array_api_strict], ids=["numpy", "array_api_strict"])


def filled(axes: tuple[str, ...], sizes: dict[str, int], seed: int = 0, xp: Any = np) -> NamedArray:
    """Standard normal entries."""
    entries = np.random.default_rng(seed).standard_normal([sizes[axis] for axis in axes])
    return NamedArray(axes, xp.asarray(entries))


def entries(array: NamedArray, axes: tuple[str, ...]) -> np.ndarray[Any, Any]:
    """The entries as a numpy array with its dimensions in the order given."""
    assert set(array.axes) == set(axes)
    return np.asarray(transpose_to(array, axes).data)


sizes_of_axes = st.fixed_dictionaries({name: st.integers(1, 4) for name in NAMES})
some_axes = st.lists(st.sampled_from(NAMES), unique=True, max_size=4).map(tuple)


@st.composite
def stored(draw: st.DrawFn, axes: tuple[str, ...], sizes: dict[str, int]) -> NamedArray:
    """Random entries, stored in some order and perhaps with gaps between them."""
    seed, order = draw(st.integers(0, 2**16)), draw(st.permutations(axes))
    array = filled(tuple(order), {**sizes, **({order[-1]: 2 * sizes[order[-1]]} if order else {})}, seed)
    data = array.data[..., ::2] if order else array.data
    return transpose_to(NamedArray(tuple(order), data), axes)
