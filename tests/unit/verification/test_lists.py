"""Lists with dots, of which the last element is like the first but for its index."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

MACROS = r"$$ \ndef{\ax}{ax} \ndef{\bx}{bx} $$" + "\n\n"


def warned(text: str) -> list[str]:
    """The codes of all that is more than a note."""
    return [d.code for d in compile_text(MACROS + text, "notes.md").problems]


@pytest.mark.parametrize(
    "formula",
    [
        r"\rec(\ax_1[I_1] \times \cdots \times \bx_r[I_r])",
        r"\rec(\ax_1[I_1] \times \cdots \times \ax_r[J_r])",
        r"r = \left\{\ax_1(i_1), \dots, \bx_r(i_r)\right\}",
        r"\{\ax_1(i_1), \ldots, \ax_r(i_r) \mid i_1 \in I_1, \ldots, i_r \in J_r\}",
        r"\{f_1(x_1), f_2(x_2), \ldots, f_n(y_n)\}",
        r"Z = \{(x_1, y_1), \ldots, (x_n, z_n)\}",
    ],
)
def test_another_name_after_the_dots(formula: str) -> None:
    assert "NT410" in warned(f"$$\n{formula}\n$$")


@pytest.mark.parametrize(
    "formula",
    [
        r"\rec(\ax_1[I_1] \times \cdots \times \ax_r[I_r])",
        r"\rec(\ax_1[I_1] \times \ax_2[I_2] \times \cdots \times \ax_r[I_r])",
        r"\{x_1, \ldots, y_n\}",  # a path
        r"\{(s_0, a_0), (s_1, a_1), \ldots, (s_T, \bot)\}",
        r"\{(1, 1), (1, 2), \ldots, (n, n)\}",  # all of them
        r"a_1 b_1 + \cdots + a_n c_n",  # a sum may end otherwise
        r"f_1(x_1), \ldots, g(x_n)",
        r"\{f_1(x_0), \ldots, g_n(x_{n-1})\}",
        r"\{p(x_1 \mid x_0), \ldots, q(x_T \mid x_{T-1})\}",
        r"(x_1^{a}, \ldots, x_n^{b})",
        r"\{x_1^a, \ldots, x_n^b\}",
        r"\{f_1(x), \ldots, g_n(x)\}",
        r"\{(x_1, y_{11}), \ldots, (x_n, y_{nn})\}",
        r"\{x_1, h_1, \ldots, h_L, y_L\}",
        r"\{\alpha, \ldots, \omega\}",
        r"\{1, x, \ldots, x^n\}",
        r"\{X_{1}, \ldots, X_{n}, Y_{1}, \ldots, Y_{m}\}",
        r"\{X_1(t_1), \ldots, X_n(t_n), Y_1(t_1), \ldots, Y_m(t_m)\}",
        r"(0, \ldots, n) \mapsto (x_0, \ldots, x_n)",
        r"\{\ax_1(1), \ldots, \ax_r(1)\}",
        r"\{\ax(1), \ldots, \ax(n), \bx(1), \ldots, \bx(m)\}",
    ],
)
def test_what_may_be_meant(formula: str) -> None:
    assert "NT410" not in warned(f"$$\n{formula}\n$$")


@pytest.mark.parametrize(
    ("listed", "codes"),
    [
        (r"l = 1, 1', \ldots, L, L'", []),
        (r"l = 1, 1', 2, 2', \ldots, L, L'", []),
        (r"l = 1, 2', \ldots, L, L'", ["NT410"]),
        (r"l = 2, 1', \ldots, L, L'", ["NT410"]),
        (r"l = 1, 1', 2, \ldots, L, L'", []),
        (r"l = 1, 2, \ldots, L, L'", []),
        (r"l = 0, 1', \ldots, L, M'", []),
        (r"l = 1, 2', 3, \ldots, L", []),
    ],
)
def test_indices_with_and_without_primes(listed: str, codes: list[str]) -> None:
    assert warned(f"There are layers ${listed}$.") == codes
