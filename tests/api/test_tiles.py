"""Calls that are large enough to be run in tiles: what goes in stays as it is, and what goes wrong is said."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

import ntdoc
from ntdoc.evaluation import tiling
from tests.api_samples import numbers, paper, transformer

DOCUMENT = r"""
$$
\begin{aligned}
\text{Pick} &\colon \reals^{\name{ax}} \times \reals \to \reals \\
\text{Pick}(X, i) &= \left[ X \odot X \right]_{\name{ax}(i)}
\end{aligned}
$$

$$
\begin{aligned}
\text{Weigh} &\colon \reals^{\name{seq}} \times \reals^{\name{seq}\times\name{val}} \to \reals^{\name{val}} \\
\text{Weigh}(S, V) &= \left( \nfun{\name{seq}}{softmax} S \right) \ndot{\name{seq}} V
\end{aligned}
$$

$$
N = \nmatrix{\name{ax}}{}{1 \\ 2}
$$
"""


@pytest.fixture(autouse=True)
def small_tiles() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiling, "TILE_BYTES", 64)
        yield


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    s = np.einsum("bhqk,bhsk->bhqs", q, k) / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(-1, keepdims=True))
    return np.einsum("bhqs,bhsv->bhqv", e / e.sum(-1, keepdims=True), v)


def call(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    axes = ("seq'", "key"), ("seq", "key"), ("seq", "val")
    named = [ntdoc.array(x, "batch", "heads", *own) for x, own in zip((q, k, v), axes, strict=True)]
    found: np.ndarray = transformer().Attention(*named).to_numpy("batch", "heads", "seq'", "val")
    return found


def test_arguments_stored_in_any_way_are_left_as_they_are() -> None:
    q, k, v = numbers(3, 2, 5, 4), numbers(3, 2, 6, 4, seed=1), numbers(3, 2, 6, 3, seed=2)
    ways = (
        (q, k, v),
        (np.asfortranarray(q), k[:, ::-1], v[::-1]),
        (np.repeat(q, 2, axis=2)[:, :, ::2], np.broadcast_to(k[:1], k.shape), v),
    )
    for way in ways:
        before = [x.copy() for x in way]
        for x in way:
            x.flags.writeable = False
        np.testing.assert_allclose(call(*way), attention(*way), rtol=1e-12)
        for x, old in zip(way, before, strict=True):
            np.testing.assert_array_equal(x, old)


@pytest.mark.parametrize("data_type", [np.int64, np.int8, np.bool_])
def test_integers_and_truth_values_are_numbers(data_type: type) -> None:
    q, k, v = ((3 * numbers(*s)).astype(data_type) for s in ((2, 3, 5, 4), (2, 3, 6, 4), (2, 3, 6, 3)))
    found = call(q, k, v)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, attention(*(x.astype(float) for x in (q, k, v))), rtol=1e-12)


@pytest.mark.parametrize("shape", [(0, 2, 5), (3, 0, 5), (3, 2, 0), (1, 1, 1), (1, 300, 2)])
def test_few_records_and_none(shape: tuple[int, int, int]) -> None:
    b, h, n = shape
    q, k, v = numbers(b, h, n, 4), numbers(b, h, 6, 4), numbers(b, h, 6, 3)
    found = call(q, k, v)
    assert found.shape == (b, h, n, 3)
    np.testing.assert_allclose(found, attention(q, k, v), rtol=1e-12)


def test_what_goes_wrong_in_one_tile_is_said_as_ever() -> None:
    pick = paper(DOCUMENT).Pick
    x = ntdoc.array(numbers(40, 3), "many", "ax")
    index = np.ones(40)
    np.testing.assert_allclose(pick(x, ntdoc.array(index, "many")).data, x.data[:, 0] ** 2)
    index[31] = 4
    with pytest.raises(ntdoc.DiagnosticError, match="NT211") as caught:
        pick(x, ntdoc.array(index, "many"))
    assert "sample.md" in str(caught.value)


def test_weights_are_divided_afterwards_with_the_same_result() -> None:
    weigh = paper(DOCUMENT).Weigh
    s, v = 1e3 * numbers(50, 7), numbers(7, 2)
    s[3, 2] = -np.inf
    e = np.exp(s - s.max(1, keepdims=True))
    found = weigh(ntdoc.array(s, "many", "seq"), v).to_numpy("many", "val")
    np.testing.assert_allclose(found, e / e.sum(1, keepdims=True) @ v, rtol=1e-12)
    s[5] = -np.inf
    found = weigh(ntdoc.array(s, "many", "seq"), v).to_numpy("many", "val")
    assert np.flatnonzero(np.isnan(found).any(1)).tolist() == [5]


def test_calls_from_several_threads() -> None:
    q, k, v = numbers(4, 2, 5, 4), numbers(4, 2, 6, 4), numbers(4, 2, 6, 3)
    wanted, found = attention(q, k, v), []
    threads = [threading.Thread(target=lambda: found.append(call(q, k, v)), daemon=True) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(found) == 6
    for one in found:
        np.testing.assert_allclose(one, wanted, rtol=1e-12)


def test_what_is_kept_cannot_be_changed_from_outside() -> None:
    document = paper(DOCUMENT)
    document.N.value.data[:] = 0
    assert document.N.value.data.tolist() == [1, 2]
