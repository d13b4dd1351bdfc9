"""Means over chances: textbook identities hold for every seed, and their usual slips are told for every seed."""

from __future__ import annotations

import numpy as np
import pytest

from ntdoc.compiler import compile_text
from ntdoc.evaluation import draws
from ntdoc.report import Status
from ntdoc.settings import Settings

HEAD = r"""$$ \ndef{\ax}{ax} \ndef{\bx}{bx} $$

Let $m > 0$, $v > 0$, $0 < p < 1$ and $a < b$ be numbers. Let $x, y \in \reals^{\ax}$ have independent entries
with mean $0$ and variance $1$, let $z \sim \mathcal{N}(m, v^2)$,
$u \sim \mathcal{U}(a, b)$ and $c \sim \mathrm{Bernoulli}(p)$. So

"""

RIGHT_AND_WRONG = [
    (r"\mathbb{E}[x \ndot{\ax} y]", "0", "1"),
    (r"\mathrm{Var}[x \ndot{\ax} y]", r"|\ax|", r"|\ax|^2"),
    (r"\mathrm{Var}[x + y]", "2", r"\sqrt 2"),
    (r"\mathbb{E}\|x\|^2", r"|\ax|", "1 / 2"),
    (r"\mathrm{Cov}(x, x)", r"I_{\ax,\ax'}", r"2 I_{\ax,\ax'}"),
    (r"\mathbb{E}[2 + z]^2", "(2 + m)^2", "(2 + m)^2 + v^2"),
    (r"\mathbb{E}[z^2]", "m^2 + v^2", "m^2"),
    (r"\mathbb{E}[\exp(z / 4)]", r"\exp(m / 4 + v^2 / 32)", r"\exp(m / 4)"),
    (r"\mathbb{E}[(z - m)^4]", "3 v^4", "v^4"),
    (r"\mathbb{E}_z[z u]", "m u", "m + u"),
    (r"\mathrm{Var}(u)", r"\frac{(b - a)^2}{12}", r"\frac{b - a}{12}"),
    (r"\mathbb{E}[u]", r"\frac{a + b}{2}", r"\frac{b - a}{2}"),
    (r"\mathrm{Var}(c)", "p (1 - p)", "p"),
    (r"\mathbb{E}[c^3]", "p", "p^3"),
    (r"\frac{\partial}{\partial m} \mathbb{E}[z^2]", "2 m", "m"),
]


def statuses(left: str, right: str, seed: int, sign: str = "=") -> tuple[Status, list[str]]:
    text = HEAD + f"$$ {left} {sign} {right} $$\n"
    report = compile_text(text, "chances.md", settings=Settings(seed=seed))
    return report.statements[-1].status, [d.code for d in report.problems]


@pytest.mark.parametrize(("left", "right", "wrong"), RIGHT_AND_WRONG, ids=lambda text: text)
@pytest.mark.parametrize("seed", range(3))
def test_identities_hold_and_slips_do_not(left: str, right: str, wrong: str, seed: int) -> None:
    assert statuses(left, right, seed) == (Status.VERIFIED, [])
    assert statuses(left, wrong, seed) == (Status.FAILED, ["NT301"])


@pytest.mark.parametrize(("sign", "status"), [(r"\ge", Status.VERIFIED), (r"\le", Status.FAILED)])
def test_orders_of_means(sign: str, status: Status) -> None:
    assert statuses(r"\mathbb{E}[\exp(z)]", r"\exp(\mathbb{E}[z])", 0, sign)[0] == status


def test_draws_are_the_same_for_a_seed_and_others_for_another() -> None:
    first, again, other = (draws.drawn("x", seed, 0, {"ax": 2}, "reals") for seed in (0, 0, 1))
    assert np.array_equal(first.data, again.data)
    assert not np.array_equal(first.data, other.data)


@pytest.mark.parametrize(
    ("kind", "mean", "variance"), [("reals", 0.0, 1.0), ("any", 0.0, 1.0), ("interval", 0.5, 1 / 12)]
)
@pytest.mark.parametrize("instance", [0, 1])
def test_draws_have_their_moments(kind: str, mean: float, variance: float, instance: int) -> None:
    data = np.asarray(draws.drawn("x", 5, instance, {"ax": 3}, kind).data)
    assert data.size == 3 * draws.COUNT
    assert data.mean() == pytest.approx(mean, abs=0.01)
    assert data.var() == pytest.approx(variance, abs=0.02)


def test_draws_of_no_named_law_are_not_all_normal() -> None:
    fourth = [(np.asarray(draws.drawn("x", 0, i, {"ax": 3}, "any").data) ** 4).mean() for i in (0, 1)]
    assert fourth == pytest.approx([3.0, 1.8], abs=0.1)
