"""Recurrences over entries against loops in plain numpy, with numbers of one's own, and in other libraries."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ntdoc
from ntdoc.api import Paper
from ntdoc.reading import read_text

Numbers = np.ndarray[Any, Any]

NAMES = r"""
$$ \ndef{\time}{time}\ndef{\hid}{hid}\ndef{\inp}{in}\ndef{\word}{word}\ndef{\other}{other} $$
"""

CELL = r"""
$$
\begin{aligned}
\text{cell} &\colon \reals^{\time\times\inp} \to \reals^{\time\times\hid} \\
\text{cell}(x; W^i, U^i, W^f, U^f, W^g, U^g) &= h \\
W^i, W^f, W^g &\in \reals^{\hid\times\inp} & U^i, U^f, U^g &\in \reals^{\hid'\times\hid} \\
c_{\time(0)} &= h_{\time(0)} = 0 \\
i_{\time(t)} &= \sigma(W^i \ndot{\inp} x_{\time(t)} + (U^i \ndot{\hid} h_{\time(t-1)})_{\hid'\to\hid}) \\
f_{\time(t)} &= \sigma(W^f \ndot{\inp} x_{\time(t)} + (U^f \ndot{\hid} h_{\time(t-1)})_{\hid'\to\hid}) \\
g_{\time(t)} &= \tanh(W^g \ndot{\inp} x_{\time(t)} + (U^g \ndot{\hid} h_{\time(t-1)})_{\hid'\to\hid}) \\
c_{\time(t)} &= f_{\time(t)} \odot c_{\time(t-1)} + i_{\time(t)} \odot g_{\time(t)} \\
h_{\time(t)} &= \tanh(c_{\time(t)})
\end{aligned}
$$
"""

TABLE = r"""
$$
\begin{aligned}
\text{Distance} &\colon \reals^{\word\times\other} \to \reals^{\word\times\other} \\
\text{Distance}(C) &= D \\
D_{\word(0),\other(j)} &= j \\
D_{\word(i),\other(0)} &= i \\
D_{\word(i),\other(j)} &= \min(1 + D_{\word(i-1),\other(j)}, 1 + D_{\word(i),\other(j-1)}, d_{\word(i),\other(j)}) \\
d_{\word(i),\other(j)} &= D_{\word(i-1),\other(j-1)} + C_{\word(i),\other(j)}
\end{aligned}
$$
"""

BACK = r"""
$$
\begin{aligned}
\text{Return} &\colon \reals^{\time[n]} \times \reals \to \reals^{\time[n]} \\
\text{Return}(r, \gamma) &= G \\
G_{\time(n+1)} &= 0 \\
G_{\time(t)} &= r_{\time(t)} + \gamma G_{\time(t+1)}
\end{aligned}
$$
"""

SOLVE = r"""
$$
\begin{aligned}
\text{Solve} &\colon \reals^{\time} \times \reals^{\time} \to \reals^{\time} \\
\text{Solve}(k, x) &= y \\
y_{\time(1)} &= x_{\time(1)} \\
y_{\time(t)} &= x_{\time(t)} + \sum_{s=1}^{t-1} k_{\time(t-s)} y_{\time(s)}
\end{aligned}
$$
"""

AHEAD = r"""
$$
\begin{aligned}
\text{Two} &\colon \reals^{\time} \times \reals \times \reals \to \reals^{\time} \\
\text{Two}(x, a, b) &= y \\
y_{\time(1)} &= x_{\time(1)} \\
y_{\time(2)} &= x_{\time(2)} \\
y_{\time(t+2)} &= a y_{\time(t+1)} + b y_{\time(t)} + x_{\time(t+2)}
\end{aligned}
$$
"""

SLOPE = r"""
Let $x \in \reals^{\time[4]}$ and $w \in \reals$.

$$
h_{\time(1)} = x_{\time(1)}, \qquad h_{\time(t)} = \tanh(w h_{\time(t-1)} + x_{\time(t)}), \qquad L = \nsum{\time} h^2
$$

$$
g = \frac{\partial L}{\partial w}, \qquad d = \frac{\partial L}{\partial x^*}
$$
"""


@cache
def paper(text: str) -> Paper:
    found = Paper(read_text(NAMES + text, "recurrences.md"))
    assert not found.report.problems
    return found


def sample(*shape: int, seed: int = 0) -> Numbers:
    return np.random.default_rng(seed).normal(size=shape)


def sigmoid(x: Numbers) -> Numbers:
    return 1 / (1 + np.exp(-x))


def cell(x: Numbers, weights: dict[str, Numbers]) -> Numbers:
    h = c = np.zeros(weights["W^i"].shape[0])
    found = []
    for now in x:
        i, f = (sigmoid(weights[f"W^{a}"] @ now + weights[f"U^{a}"] @ h) for a in "if")
        c = f * c + i * np.tanh(weights["W^g"] @ now + weights["U^g"] @ h)
        h = np.tanh(c)
        found.append(h)
    return np.array(found)


def weights_of(hid: int, inp: int) -> dict[str, Numbers]:
    return {
        f"{name}^{a}": sample(hid, hid if name == "U" else inp, seed=number)
        for number, (name, a) in enumerate((n, a) for n in "WU" for a in "ifg")
    }


def call_cell(x: Any, axes: tuple[str, ...], weights: dict[str, Any]) -> ntdoc.Array:
    named = {n: ntdoc.array(v, *(("hid'", "hid") if n[0] == "U" else ("hid", "in"))) for n, v in weights.items()}
    return paper(CELL).cell(ntdoc.array(x, *axes), **named)


@pytest.mark.parametrize("length", [2, 7])
def test_states_that_need_each_other(length: int) -> None:
    weights, x = weights_of(4, 3), sample(length, 3, seed=9)
    y = call_cell(x, ("time", "in"), weights)
    np.testing.assert_allclose(y.to_numpy("time", "hid"), cell(x, weights), rtol=1e-12)


def test_lifted() -> None:
    weights, x = weights_of(4, 3), sample(2, 5, 3, seed=9)
    y = call_cell(x, ("batch", "time", "in"), weights)
    assert y.sizes == {"batch": 2, "time": 5, "hid": 4}
    for number in range(2):
        np.testing.assert_allclose(y.to_numpy("batch", "time", "hid")[number], cell(x[number], weights), rtol=1e-12)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_a_table(rows: int, columns: int, seed: int) -> None:
    costs = np.random.default_rng(seed).integers(0, 2, size=(rows, columns)).astype(float)
    wanted = np.zeros((rows + 1, columns + 1))
    wanted[0], wanted[:, 0] = np.arange(columns + 1), np.arange(rows + 1)
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            diagonal = wanted[i - 1, j - 1] + costs[i - 1, j - 1]
            wanted[i, j] = min(wanted[i - 1, j] + 1, wanted[i, j - 1] + 1, diagonal)
    found = paper(TABLE).Distance(ntdoc.array(costs, "word", "other"))
    np.testing.assert_array_equal(found.to_numpy("word", "other"), wanted[1:, 1:])


@given(st.integers(1, 8), st.floats(0.1, 1.2), st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_from_the_end(length: int, rate: float, seed: int) -> None:
    r = np.random.default_rng(seed).normal(size=length)
    wanted = [sum(rate**n * later for n, later in enumerate(r[t:])) for t in range(length)]
    found = paper(BACK).Return(ntdoc.array(r, "time"), rate)
    np.testing.assert_allclose(found.to_numpy("time"), wanted, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("length", [2, 3, 9])
def test_two_steps_back(length: int) -> None:
    x, a, b = sample(length), 0.7, -0.4
    wanted = list(x[:2])
    for t in range(2, length):
        wanted.append(a * wanted[-1] + b * wanted[-2] + x[t])
    found = paper(AHEAD).Two(ntdoc.array(x, "time"), a, b)
    np.testing.assert_allclose(found.to_numpy("time"), wanted, rtol=1e-12)


def test_in_no_plain_order() -> None:
    k, x = sample(6), sample(6, seed=1)
    lower = np.eye(6)
    for t in range(6):
        for s in range(t):
            lower[t, s] = -k[t - s - 1]
    found = paper(SOLVE).Solve(ntdoc.array(k, "time"), ntdoc.array(x, "time"))
    np.testing.assert_allclose(found.to_numpy("time"), np.linalg.solve(lower, x), rtol=1e-10)


def test_the_derivative_is_that_of_the_loop() -> None:
    def loss(x: Numbers, w: complex) -> complex:
        h, total = x[0], x[0] ** 2
        for now in x[1:]:
            h = np.tanh(w * h + now)
            total += h**2
        return total

    x, w, step = sample(4), 0.6, 1e-30
    here = paper(SLOPE).given(x=ntdoc.array(x, "time"), w=w)
    assert here.g.value.to_numpy() == pytest.approx(loss(x.astype(complex), w + step * 1j).imag / step, rel=1e-12)
    wanted = [loss(x + step * 1j * np.eye(4)[n], w).imag / step for n in range(4)]
    np.testing.assert_allclose(here.d.value.to_numpy("time*"), wanted, rtol=1e-12)


def test_torch_differentiates_it() -> None:
    import torch

    x = torch.tensor(sample(4, 3, seed=9), requires_grad=True)
    weights = weights_of(2, 3)
    y = call_cell(x, ("time", "in"), {name: torch.tensor(w) for name, w in weights.items()})
    data = y.data if y.axes == ("time", "hid") else y.data.T
    np.testing.assert_allclose(data.detach().numpy(), cell(x.detach().numpy(), weights), rtol=1e-12)
    data.sum().backward()
    assert x.grad is not None
    change = 1e-6 * np.eye(12)[5].reshape(4, 3)
    more, less = (cell(x.detach().numpy() + sign * change, weights).sum() for sign in (1, -1))
    assert float(x.grad.reshape(-1)[5]) == pytest.approx((more - less) / 2e-6, rel=1e-6)


def test_jax_compiles_it() -> None:
    import jax

    jax.config.update("jax_enable_x64", True)
    x = sample(5)

    @jax.jit
    def last(x: Any) -> Any:
        return paper(BACK).Return(ntdoc.array(x, "time"), 0.5).data

    wanted = paper(BACK).Return(ntdoc.array(x, "time"), 0.5).to_numpy("time")
    np.testing.assert_allclose(np.asarray(last(x)), wanted, rtol=1e-12)
