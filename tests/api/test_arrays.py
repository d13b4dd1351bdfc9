"""Arrays with named axes where arrays of numpy are expected."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
import torch

import ntdoc
from ntdoc.testing import assert_implements
from tests.api_samples import numbers, sample

GRID = ntdoc.array(numbers(2, 3), "a", "b")


@pytest.mark.parametrize("three", [3, 3.0, np.float32(3), torch.tensor(3.0, requires_grad=True)])
def test_a_scalar_is_a_number(three: object) -> None:
    y = ntdoc.array(three)
    assert float(y) == 3
    assert y == 3
    assert y == ntdoc.array(3.0)
    assert y == pytest.approx(3)
    assert y != 4
    assert np.allclose(y, 3)
    np.testing.assert_allclose(y, 3)
    assert np.asarray(y).shape == ()


def test_one_axis_has_one_order() -> None:
    y = ntdoc.array([1.0, 2.0], "a")
    np.testing.assert_allclose(y, [1, 2])
    assert np.asarray(y, dtype=np.float32).dtype == np.float32
    assert np.array(y) is not y.data


def test_another_number_of_axes_is_told_in_words() -> None:
    with pytest.raises(ntdoc.DiagnosticError, match=r"2 axes for an array of 1 dimension\n"):
        ntdoc.array([1.0, 2.0], "a", "b")


def test_more_axes_need_an_order() -> None:
    for use in (np.asarray, lambda y: np.allclose(y, 1), lambda y: y[0], lambda y: np.ones((2, 3)) - y):
        with pytest.raises(TypeError, match=r'say it, as in \.to_numpy\("a", "b"\)'):
            use(GRID)  # type: ignore[operator]
    with pytest.raises(AttributeError, match=r"`\.sizes`"):
        _ = GRID.shape
    assert not hasattr(GRID, "nothing")


def test_equality_of_arrays_with_axes_is_an_error() -> None:
    for left, right in ((GRID, GRID), (GRID, 1), (ntdoc.array(1.0), GRID), (ntdoc.array([1.0], "a"), 1)):
        with pytest.raises(TypeError, match="assert_allclose"):
            _ = left == right
    with pytest.raises(TypeError, match="only a scalar"):
        float(ntdoc.array([1.0], "a"))


def test_arrays_can_be_copied_and_kept() -> None:
    for again in (copy.copy(GRID), copy.deepcopy(GRID), pickle.loads(pickle.dumps(GRID))):
        np.testing.assert_array_equal(again.to_numpy("a", "b"), GRID.to_numpy("a", "b"))


def test_names_in_one_text_or_in_a_list() -> None:
    for names in (("a", "b"), ("a b",), (["a", "b"],), (("a", "b"),)):
        y = ntdoc.array(numbers(2, 3), *names)
        assert y.axes == ("a", "b")
        np.testing.assert_array_equal(y.to_numpy(*names), numbers(2, 3))
        assert y.to(*names).shape == (2, 3)
    for axis in ("a b", ["a", "b"], ("a", "b")):
        assert np.isclose(sample().softmax(GRID, axis=axis).to_numpy("a b").sum(), 1)
    for axes in ("seq key", ["seq", "key"], ("seq", "key")):
        assert_implements(sample().Loss, lambda X, y, w, b: ((np.tanh(X @ w) + b - y) ** 2).mean(), axes={
            "X": axes, "w": "key", "b": ()})  # fmt: skip


def test_what_is_no_name_is_said() -> None:
    for call in (
        lambda: ntdoc.array([1.0], 0),  # type: ignore[arg-type]
        lambda: GRID.to_numpy(0, 1),  # type: ignore[arg-type]
        lambda: sample().softmax(GRID, axis=1),  # type: ignore[arg-type]
        lambda: assert_implements(sample().softmax, lambda x: x, axes={"X": 1}),  # type: ignore[dict-item]
        lambda: assert_implements(sample().softmax, lambda x: x, lifted=1),  # type: ignore[arg-type]
    ):
        with pytest.raises(ntdoc.DiagnosticError, match="axes are given by their names"):
            call()
    with pytest.raises(ntdoc.DiagnosticError, match="for each parameter"):
        assert_implements(sample().softmax, lambda x: x, axes="ax")  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["to", "to_numpy"])
def test_an_order_that_is_missing_is_said_of_the_method_that_was_called(method: str) -> None:
    for names, said in (((), "no order of the axes is given"), (("a", "c"), "the axes asked for are a, c, and this")):
        with pytest.raises(ntdoc.DiagnosticError) as caught:
            getattr(GRID, method)(*names)
        assert said in str(caught.value)
        assert f"in the order that you want: {method}('a', 'b')" in str(caught.value)
        assert f" {method}({', '.join(map(repr, names))})" in str(caught.value)
