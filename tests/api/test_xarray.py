"""DataArrays of xarray: their dims are the axes."""

from __future__ import annotations

import numpy as np
import pytest
import xarray as xr

import ntdoc
from tests.api_samples import numbers, sample


def test_dims_are_axes_in_any_order() -> None:
    q, k, v = numbers(5, 4), numbers(6, 4), numbers(6, 3)
    there = sample().Attention(xr.DataArray(q, dims=("q", "key")), xr.DataArray(k.T, dims=("key", "seq")), v)
    plain = sample().Attention(ntdoc.array(q, "q", "key"), k, v)
    back = there.to_xarray()
    assert set(back.dims) == {"q", "val"}
    np.testing.assert_array_equal(back.transpose("q", "val"), plain.to_numpy("q", "val"))


def test_values_of_what_is_only_declared() -> None:
    x, w = xr.DataArray(np.ones((2, 3)), dims=("seq", "key")), xr.DataArray([0.0] * 3, dims="key")
    y = sample().Loss(x, np.ones(2), w=w, b=0)
    assert float(y) == 1


def test_dims_that_are_no_text() -> None:
    with pytest.raises(ntdoc.DiagnosticError, match="not all text"):
        sample().softmax(xr.DataArray(np.ones(2), dims=[1]))
