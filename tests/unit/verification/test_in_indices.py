"""Definitions in ordinary index notation beside the same in named notation."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

MACROS = r"$$ \ndef{\ax}{ax} \ndef{\bx}{bx} $$" + "\n\n" + r"Let $A, B \in \reals^{\ax}$." + "\n\n"


def warned(row: str) -> list[str]:
    """The codes of what a slip is told by, for one row of a display."""
    text = MACROS + rf"\begin{{align*}} {row} \end{{align*}}" + "\n"
    return [d.code for d in compile_text(text, "notes.md").problems if d.code in ("NT407", "NT410")]


@pytest.mark.parametrize(
    ("row", "codes"),
    [
        (r"C &= \max_i A_i & C &= \nfun{\ax}{max} A", []),
        (r"i &= \max_i A_i & C &= \nfun{\ax}{max} A", ["NT407"]),
        (r"i &= A_i B_i", ["NT407"]),
        (r"C &= A_i B_i & C &= A \ndot{\ax} B", []),
        (r"C &= A_i A_i & C &= A \ndot{\ax} B", ["NT410"]),
        (r"C &= B_i B_i & C &= A \ndot{\ax} B", ["NT410"]),
        (r"C &= A_i B_i & C &= A \ndot{\ax} A", ["NT410"]),
        (r"C &= B_i A_i & C &= A \ndot{\ax} B", []),
        (r"C &= A_i A_i & C &= A \ndot{\ax} A", []),
        (r"C &= A_i A_i & D &= A \ndot{\ax} B", []),
        (r"C &= A_i A_i & D &= A \ndot{\ax} B & C &= A \ndot{\ax} A", []),
        (r"C &= x_i y_i & C &= A \ndot{\ax} B", []),  # other names for the same
        (r"C &= x_i x_i & C &= A \ndot{\ax} B", []),
        (r"C &= A_i A_i B_j & C &= A \ndot{\ax} B", []),
        (r"C &= \max_i A_i & C &= \nfun{\ax}{max} B", []),
        (r"i &= \operatorname{argmax}_i A_i", []),
        (r"i &= \arg\max_i A_i", []),
        (r"k &= \operatorname{rank}_k A_k", []),
        (r"n &= A_n", []),
        (r"t &= x_t + y_t", []),
        (r"i &= i A_i B_i", []),
        (r"i &= f(A_i) B_i", []),
        (r"I &= A_i B_i", []),
        (r"i_1 &= A_{i_1} B_{i_1}", []),
        (r"i &= A_{ij} B_j", []),
        (r"j &= \min_i A_i", []),
    ],
)
def test_rows(row: str, codes: list[str]) -> None:
    assert warned(row) == codes
