"""Recurrences over entries as loops: the numbers of the evaluator, and the gradients of central differences."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.export.numbers import LIBRARIES, agreeing, close, exported, run

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


def test_what_has_no_order_is_said(tmp_path: Path) -> None:
    result = run(str(SUITE / "entries-in-part.md"))
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
