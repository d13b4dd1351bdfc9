"""Recurrences over entries as loops: the numbers of the evaluator, and the gradients of central differences."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.export.numbers import LIBRARIES, agreeing, close, exported, put, run

SUITE = Path(__file__).parents[1] / "suite" / "documents"
COUNTS = {
    "entries-by-rows": 4,
    "recurrences-in-order": 9,
}
LSTM = r"""
# A gate over time

$$
\ndef{\time}{time}\ndef{\cell}{cell}
$$

Let $x \in \reals^{\time[n] \times \cell}$ and $W \in \reals^{\cell' \times \cell}$.

$$
\begin{aligned}
c_{\time(0)} &= 0 \\
h_{\time(0)} &= 0 \\
c_{\time(t)} &= \sigma(x_{\time(t)}) \odot c_{\time(t-1)} + h_{\time(t-1)} \\
h_{\time(t)} &= \tanh\left( (W \ndot{\cell} c_{\time(t)})_{\cell' \to \cell} \right) + x_{\time(t)}
\end{aligned}
$$
"""

PRODUCTS = r"""
# What multiplies the entries before

$$
\ndef{\time}{time}\ndef{\col}{col}
$$

Let $a, x \in \reals^{\time[n]}$ and $C \in \reals^{\time[n] \times \col[m]}$.

$$
\begin{aligned}
h_{\time(0)} &= 1 \\
h_{\time(t)} &= a_{\time(t)} h_{\time(t-1)} + x_{\time(t)}
\end{aligned}
$$

The least so far:

$$
m_{\time(t)} = \begin{cases} x_{\time(1)} & t = 1 \\ \min(m_{\time(t-1)}, x_{\time(t)}) & t > 1 \end{cases}
$$

Steps of two:

$$
\begin{aligned}
y_{\time(1)} &= a_{\time(1)} \\
y_{\time(2)} &= 2 a_{\time(2)} \\
y_{\time(t)} &= y_{\time(t-2)}^2 x_{\time(t)} & t \ge 3
\end{aligned}
$$

A cheapest path:

$$
\begin{aligned}
D_{\time(1),\col(1)} &= C_{\time(1),\col(1)} \\
D_{\time(i),\col(1)} &= C_{\time(i),\col(1)} + D_{\time(i-1),\col(1)} & i > 1 \\
D_{\time(1),\col(j)} &= C_{\time(1),\col(j)} + D_{\time(1),\col(j-1)} & j > 1 \\
D_{\time(i),\col(j)} &= C_{\time(i),\col(j)} + \min(D_{\time(i-1),\col(j)}, D_{\time(i),\col(j-1)}) & i, j > 1
\end{aligned}
$$
"""


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", COUNTS)
def test_loops_give_the_numbers_of_the_evaluator(tmp_path: Path, name: str, library: str) -> None:
    assert agreeing(SUITE / f"{name}.md", tmp_path, library) >= COUNTS[name]


def test_a_loop_reads_as_the_rows_do(tmp_path: Path) -> None:
    result = run(str(SUITE / "entries-by-rows.md"))
    assert (
        """    for t in range(1, n_day + 1):
        if t == 1:
            m[t - 1] = p[0]
        else:
            m[t - 1] = 1 / 2 * m[t - 2] + 1 / 2 * p[t - 1]
    return m
"""
        in result.stdout
    )
    assert "# - " not in result.stdout


def test_two_that_need_each_other_beside_numpy(tmp_path: Path) -> None:
    path = tmp_path / "gate.md"
    path.write_text(LSTM, "utf-8")
    module = exported(path, tmp_path, "numpy")
    rng = np.random.default_rng(3)
    x, w = rng.normal(size=(4, 3)), rng.normal(size=(3, 3))
    c = h = np.zeros(3)
    states = []
    for row in x:
        c = c / (1 + np.exp(-row)) + h
        h = np.tanh(w @ c) + row
        states.append(h)
    names = module.h.__code__.co_varnames[: module.h.__code__.co_argcount]
    assert close(module.h(*[{"x": x, "W": w}[name] for name in names]), np.array(states))


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_gradients_go_through_the_loop(tmp_path: Path, library: str) -> None:
    path = tmp_path / "gate.md"
    path.write_text(LSTM, "utf-8")
    plain, other = exported(path, tmp_path, "numpy"), exported(path, tmp_path, library)
    names = plain.h.__code__.co_varnames[: plain.h.__code__.co_argcount]
    rng = np.random.default_rng(4)
    values = {"x": rng.normal(size=(4, 3)), "W": rng.normal(size=(3, 3))}

    def loss(**changed: object) -> float:
        return float(np.sum(np.asarray(plain.h(*[{**values, **changed}[name] for name in names])) ** 2))

    step, wanted = 1e-5, np.zeros((3, 3))
    for at in np.ndindex(3, 3):
        more, less = values["W"].copy(), values["W"].copy()
        more[at] += step
        less[at] -= step
        wanted[at] = (loss(W=more) - loss(W=less)) / (2 * step)
    if library == "torch":
        tensors = {name: torch.tensor(value, requires_grad=name == "W") for name, value in values.items()}
        (other.h(*[tensors[name] for name in names]) ** 2).sum().backward()
        found = tensors["W"].grad
    else:
        import jax

        def total(w: object) -> object:
            return (other.h(*[{**values, "W": w}[name] for name in names]) ** 2).sum()

        found = jax.grad(total)(jax.numpy.asarray(values["W"]))
    assert np.allclose(np.asarray(found), wanted, rtol=1e-6, atol=1e-6)


def _by_hand(a: Any, x: Any, c: Any) -> dict[str, Any]:
    h, m, y, d = np.zeros_like(x), x.copy(), a.copy(), c.copy()
    last = 1.0
    for t in range(len(x)):
        h[t] = last = a[t] * last + x[t]
        m[t] = x[: t + 1].min()
        y[t] = [a[0], 2 * a[min(t, 1)]][t] if t < 2 else y[t - 2] ** 2 * x[t]
        for j in range(c.shape[1]):
            before = [d[s] for s in ((t - 1, j), (t, j - 1)) if min(s) >= 0]
            d[t, j] += min(before, default=0.0)
    return {"h": h, "m": m, "y": y, "D": d}


@pytest.mark.parametrize("library", LIBRARIES)
def test_products_with_the_entries_before(tmp_path: Path, library: str) -> None:
    path = tmp_path / "products.md"
    path.write_text(PRODUCTS, "utf-8")
    module = exported(path, tmp_path, library)
    rng = np.random.default_rng(5)
    for n, m in ((1, 1), (1, 3), (2, 1), (5, 4)):
        values = {"a": rng.normal(size=n), "x": rng.normal(size=n), "C": rng.normal(size=(n, m))}
        wanted = _by_hand(values["a"], values["x"], values["C"])
        for name, expected in wanted.items():
            function = getattr(module, name)
            letters = function.__code__.co_varnames[: function.__code__.co_argcount]
            found = function(*[put(library, values[letter]) for letter in letters])
            assert np.allclose(np.asarray(found), expected, rtol=1e-5), (name, n, m)


@pytest.mark.parametrize("name", ["h", "m", "y", "D"])
def test_torch_goes_back_through_products_with_the_entries_before(tmp_path: Path, name: str) -> None:
    path = tmp_path / "products.md"
    path.write_text(PRODUCTS, "utf-8")
    function = getattr(exported(path, tmp_path, "torch"), name)
    rng = np.random.default_rng(6)
    values = {"a": rng.normal(size=4), "x": rng.normal(size=4), "C": rng.normal(size=(4, 3))}
    letters = function.__code__.co_varnames[: function.__code__.co_argcount]
    given = [torch.tensor(values[letter], requires_grad=True) for letter in letters]
    assert torch.autograd.gradcheck(function, given)


def test_what_has_no_order_is_said(tmp_path: Path) -> None:
    document = tmp_path / "lags.md"
    row = r"y_{\ax(1)} = x_{\ax(1)}, \quad y_{\ax(t)} = x_{\ax(t)} + y_{\ax(\lfloor t/2 \rfloor)}, \quad t > 1"
    document.write_text("$$\n\\ndef{\\ax}{ax}\n$$\n\n$x \\in \\reals^{\\ax}$\n\n$$\n" + row + "\n$$\n", "utf-8")
    result = run(str(document))
    assert "it needs a recurrence over entries of which nothing says the order" in result.stdout
    compiled = subprocess.run(
        [sys.executable, "-c", "compile(open(0).read(), 'm', 'exec')"], input=result.stdout, text=True
    )
    assert compiled.returncode == 0


def test_there_are_as_many_loops_as_axes_that_entries_follow_along(tmp_path: Path) -> None:
    axes = "abcde"
    at = ",".join(f"\\{x}x({x})" for x in axes)
    before = ",".join(f"\\{x}x({x}-1)" for x in axes)
    steps = "".join(f" + X_{{{at.replace(f'({x})', f'({x}-1)', 1)}}}" for x in axes)
    edges = "".join(f"X_{{{at.replace(f'({x})', '(0)', 1)}}} &= 1 \\\\\n" for x in axes)
    names = "".join(f"\\ndef{{\\{x}x}}{{{x}x}}" for x in axes)
    shape = "\\times".join(f"\\{x}x" for x in axes)
    path = tmp_path / "many.md"
    path.write_text(
        f"$$\n{names}\n$$\n\nLet $Y \\in \\reals^{{{shape}}}$.\n\n$$\n\\begin{{aligned}}\n{edges}"
        f"X_{{{at}}} &= Y_{{{at}}} + X_{{{before}}}{steps}\n\\end{{aligned}}\n$$\n",
        "utf-8",
    )
    module = exported(path, tmp_path, "numpy")
    found = module.X(np.zeros((1, 1, 1, 1, 1)))
    assert found.shape == (1, 1, 1, 1, 1)
    assert found.item() == 6.0
