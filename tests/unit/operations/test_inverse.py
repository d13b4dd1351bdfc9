"""The inverse of matrices that have one, and of those that have none."""

from __future__ import annotations

import numpy as np

from ntdoc.operations.array import NamedArray
from ntdoc.operations.matrix import inv


def test_a_matrix_that_only_rounding_makes_regular_has_no_inverse() -> None:
    low = np.array([[0.1, 0.7, 0.3], [0.2, 0.9, 1.3]])
    singular = low.T @ low
    assert np.isfinite(np.linalg.inv(singular)).all(), "numpy finds one"
    stack = np.stack([singular, np.diag([1.0, 2.0, 4.0])])
    found = inv(NamedArray(("batch", "row", "column"), stack), "row", "column")
    assert found.axes == ("batch", "column", "row")
    assert np.isnan(found.data[0]).all()
    np.testing.assert_allclose(found.data[1], np.diag([1.0, 0.5, 0.25]))


def test_what_is_only_badly_conditioned_keeps_its_inverse() -> None:
    hilbert = 1.0 / (np.arange(6)[:, None] + np.arange(6) + 1)
    for scale in (1e-30, 1.0, 1e30):
        found = inv(NamedArray(("row", "column"), scale * hilbert), "row", "column")
        np.testing.assert_allclose(found.data @ hilbert * scale, np.eye(6), atol=1e-8)
