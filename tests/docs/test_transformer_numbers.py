"""The numbers of docs/transformer.md are those of a Transformer block written in plain numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ntdoc.compiler import compile_file
from ntdoc.operations.array import NamedArray

PAGE = Path(__file__).parents[2] / "docs" / "transformer.md"


class Numbers:
    """Every array that the page shows, by the statement that shows it and by its name there."""

    def __init__(self) -> None:
        report = compile_file(PAGE, "docs/transformer.md")
        self.statements = {s.id: s for s in report.statements}

    def value(self, statement: str, axes: str) -> np.ndarray:
        found = self.statements[statement].value
        assert found is not None
        return ordered(found, axes)

    def input(self, statement: str, name: str, axes: str) -> np.ndarray:
        arrays = {x.label: x.array for x in self.statements[statement].example.inputs}
        return ordered(arrays[name], axes)


def ordered(array: NamedArray, axes: str) -> np.ndarray:
    """The data with its dimensions in the order of the axes, given in words."""
    assert sorted(array.axes) == sorted(axes.split())
    return np.transpose(np.asarray(array.data), [array.axes.index(axis) for axis in axes.split()])


@pytest.fixture(scope="module")
def numbers() -> Numbers:
    return Numbers()


def softmax(scores: np.ndarray) -> np.ndarray:
    """Over the last dimension."""
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def layer_norm(x: np.ndarray, scale: np.ndarray, offset: np.ndarray, epsilon: float) -> np.ndarray:
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + epsilon) * scale + offset


def self_attention(x: np.ndarray, numbers: Numbers, mask: np.ndarray) -> np.ndarray:
    """A loop over heads with matrices, as it is usually written. `mask` has a row for each query."""
    shapes = {"Q": "heads layer key", "K": "heads layer key", "V": "heads layer val", "O": "heads val layer"}
    weights = {name: numbers.input("SelfAttention", f"W^{name}", axes) for name, axes in shapes.items()}
    total = np.zeros_like(x)
    for head in range(len(weights["Q"])):
        q, k, v = (x @ weights[name][head] for name in "QKV")
        total += softmax(q @ k.T / np.sqrt(k.shape[1]) + mask) @ v @ weights["O"][head]
    return total


def test_positions(numbers: Numbers) -> None:
    shown = numbers.value("P", "seq layer")
    length, width = shown.shape
    expected = np.zeros((length, width))
    for position in range(length):
        for pair in range(width // 2):
            angle = (position + 1) / 10000 ** (2 * pair / width)
            expected[position, 2 * pair : 2 * pair + 2] = np.sin(angle), np.cos(angle)
    np.testing.assert_allclose(shown, expected, rtol=0, atol=1e-12)


def test_the_masks(numbers: Numbers) -> None:
    causal = numbers.value("M", "seq' seq")
    size = len(causal)
    assert np.array_equal(causal, np.where(np.tri(size) == 1, 0.0, -np.inf))
    assert not numbers.value("O", "seq' seq").any()


def test_self_attention(numbers: Numbers) -> None:
    x = numbers.input("SelfAttention", "X", "seq layer")
    mask = numbers.input("SelfAttention", "B", "seq' seq")
    shown = numbers.value("SelfAttention", "seq layer")
    np.testing.assert_allclose(shown, self_attention(x, numbers, mask), rtol=0, atol=1e-12)


def test_the_block(numbers: Numbers) -> None:
    x = numbers.input("X_1", "X", "seq layer")
    epsilon = float(numbers.input("standardize", "epsilon", ""))
    norms = [
        (numbers.input(s, f"gamma_{n}", "layer"), numbers.input(s, f"beta_{n}", "layer"), epsilon)
        for s, n in (("X_1", 1), ("X_3", 2))
    ]
    w1, b1 = numbers.input("Z", "W_1", "layer hidden"), numbers.input("Z", "b_1", "hidden")
    w2, b2 = numbers.input("FFN", "W_2", "hidden layer"), numbers.input("FFN", "b_2", "layer")
    middle = x + self_attention(layer_norm(x, *norms[0]), numbers, np.zeros((len(x), len(x))))
    expected = middle + np.maximum(0, layer_norm(middle, *norms[1]) @ w1 + b1) @ w2 + b2
    np.testing.assert_allclose(numbers.value("X_2", "seq layer"), middle, rtol=0, atol=1e-12)
    np.testing.assert_allclose(numbers.value("Y", "seq layer"), expected, rtol=0, atol=1e-12)


def test_the_example_is_no_degenerate_one(numbers: Numbers) -> None:
    """Sizes of 1 hide mistakes: a scale, a sum or a transposition would change nothing."""
    for name, axes in (("W^Q", "heads layer key"), ("W^V", "heads layer val")):
        assert min(numbers.input("SelfAttention", name, axes).shape) > 1
    assert numbers.value("Y", "seq layer").shape[1] > 2
