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


EDGES = r"""
Let $S \in \reals^{\word\times\other}$. There is $H_{\word(0),\other(j)} = H_{\word(i),\other(0)} = 0$ and

$$
H_{\word(i),\other(j)} = \max(0, H_{\word(i-1),\other(j-1)} + S_{\word(i),\other(j)}, H_{\word(i-1),\other(j)} - 1)
$$
"""

CASES = r"""
Let $C \in \{0,1\}^{\word\times\other}$.

$$
D_{\word(i),\other(j)} = \begin{cases}
0 & i = 0 \text{ or } j = 0 \\
D_{\word(i-1),\other(j-1)} + 1 & C_{\word(i),\other(j)} = 1 \\
\max(D_{\word(i-1),\other(j)}, D_{\word(i),\other(j-1)}) & \text{otherwise}
\end{cases}
$$
"""

BOTH_WAYS = r"""
Let $\pi \in (0,1)^{\hid}$, $A \in (0,1)^{\hid\times\hid'}$, $B \in (0,1)^{\time\times\hid}$ and $T = |\time|$.

$$
\begin{aligned}
a_{\time(1)} &= \pi \odot B_{\time(1)} \\
a_{\time(t)} &= B_{\time(t)} \odot (a_{\time(t-1)} \ndot{\hid} A)_{\hid'\to\hid} & t &= 2, \ldots, T \\
b_{\time(T)} &= 1 \\
b_{\time(t)} &= A \ndot{\hid'} (B_{\time(t+1)} \odot b_{\time(t+1)})_{\hid\to\hid'} & t &= T-1, \ldots, 1
\end{aligned}
$$
"""

MOMENTS = r"""
Let $g \in \reals^{\time\times\inp}$ and $w \in \reals^{\inp}$.

$$
\begin{aligned}
m_{\time(0)} &= v_{\time(0)} = 0, \quad \theta_{\time(0)} = w \\
m_{\time(t)} &= 0.9 m_{\time(t-1)} + 0.1 g_{\time(t)} \\
v_{\time(t)} &= 0.8 v_{\time(t-1)} + 0.2 g_{\time(t)}^2 \\
\theta_{\time(t)} &= \theta_{\time(t-1)} - \frac{m_{\time(t)} / (1 - 0.9^t)}{\sqrt{v_{\time(t)} / (1 - 0.8^t)} + 0.01}
\end{aligned}
$$
"""

SHORTER = r"""
Let $r \in \reals^{\time}$ and $\gamma \in (0,1)$.

$$
G_{\time(t)} = \sum_{l=0}^{|\time|-t} \gamma^l r_{\time(t+l)}
$$
"""


def test_edges_in_one_equation() -> None:
    scores = 2 * sample(4, 5)
    wanted = np.zeros((5, 6))
    for i in range(1, 5):
        for j in range(1, 6):
            wanted[i, j] = max(0, wanted[i - 1, j - 1] + scores[i - 1, j - 1], wanted[i - 1, j] - 1)
    found = paper(EDGES).given(S=ntdoc.array(scores, "word", "other")).H.value
    np.testing.assert_allclose(found.to_numpy("word", "other"), wanted[1:, 1:], rtol=1e-12)


def test_cases_that_begin_at_0() -> None:
    equal = np.random.default_rng(3).integers(0, 2, size=(4, 5)).astype(float)
    wanted = np.zeros((5, 6))
    for i in range(1, 5):
        for j in range(1, 6):
            longer = max(wanted[i - 1, j], wanted[i, j - 1])
            wanted[i, j] = wanted[i - 1, j - 1] + 1 if equal[i - 1, j - 1] else longer
    found = paper(CASES).given(C=ntdoc.array(equal, "word", "other"), sizes={"word": 4, "other": 5}).D.value
    np.testing.assert_array_equal(found.to_numpy("word", "other"), wanted[1:, 1:])


def test_nothing_is_free_where_conditions_leave_nothing_out() -> None:
    start, step, emit = (np.random.default_rng(n).uniform(size=s) for n, s in enumerate([(3,), (3, 3), (5, 3)]))
    a, b = [start * emit[0]], [np.ones(3)]
    for t in range(1, 5):
        a.append(emit[t] * (a[-1] @ step))
    for t in range(3, -1, -1):
        b.insert(0, step @ (emit[t + 1] * b[0]))
    given = {"pi": ntdoc.array(start, "hid"), "A": ntdoc.array(step, "hid", "hid'")}
    here = paper(BOTH_WAYS).given(B=ntdoc.array(emit, "time", "hid"), **given)
    np.testing.assert_allclose(here.a.value.to_numpy("time", "hid"), a, rtol=1e-12)
    np.testing.assert_allclose(here.b.value.to_numpy("time", "hid"), b, rtol=1e-12)


def test_one_equation_begins_several() -> None:
    g, w = sample(5, 3), sample(3, seed=1)
    m = v = np.zeros(3)
    wanted, here = [], w
    for t in range(1, 6):
        m, v = 0.9 * m + 0.1 * g[t - 1], 0.8 * v + 0.2 * g[t - 1] ** 2
        here = here - m / (1 - 0.9**t) / (np.sqrt(v / (1 - 0.8**t)) + 0.01)
        wanted.append(here)
    found = paper(MOMENTS).given(g=ntdoc.array(g, "time", "in"), w=ntdoc.array(w, "in")).theta.value
    np.testing.assert_allclose(found.to_numpy("time", "in"), wanted, rtol=1e-12)


def test_a_sum_up_to_what_gets_less() -> None:
    r = sample(5)
    wanted = [sum(0.5 ** (k - t) * r[k] for k in range(t, 5)) for t in range(5)]
    found = paper(SHORTER).given(r=ntdoc.array(r, "time"), gamma=0.5).G.value
    np.testing.assert_allclose(found.to_numpy("time"), wanted, rtol=1e-12)
