"""How far a prefix reaches, what a subscript closes and when a superscript is a power (language page, section 7),
told from values: A = (1 2; 3 4) along r and c, u = (5, 6) along c, n = 2.
"""

from __future__ import annotations

import numpy as np
import pytest

from ntdoc.compiler import compile_text
from ntdoc.report import Status

BEFORE = r"""
$$ \ndef{\r}{r} \ndef{\c}{c} $$

$$
\begin{aligned}
A &= \nmatrix{\r}{\c}{1 & 2 \\ 3 & 4} \\
u &= \nmatrix{\c}{}{5 \\ 6} \\
n &= 2
\end{aligned}
$$

$$
Z = """

A = np.array([[1.0, 2.0], [3.0, 4.0]])
U = np.array([5.0, 6.0])


def softmax(x: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    """Along c, the last dimension."""
    return np.asarray(np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True))


@pytest.mark.parametrize(
    ("tex", "wanted"),
    [
        # a big operator reaches over the product to its right, up to a sum
        (r"\nsum{\c} A \odot u", (A * U).sum(axis=1)),
        (r"\nsum{\c} A u", (A * U).sum(axis=1)),
        (r"\sum_{\c} A \odot u + 1", (A * U).sum(axis=1) + 1),
        (r"2 \nsum{\c} A \odot u - n", 2 * (A * U).sum(axis=1) - 2),
        (r"(\nsum{\c} A) \odot n", A.sum(axis=1) * 2),
        (r"\nsum{\r} \nsum{\c} A", A.sum()),
        (r"\nsum{\r,\c} A", A.sum()),
        (r"\sum_i A_{\r(i)}", A.sum(axis=0)),
        (r"\sum_{i=1}^{2} i \cdot A_{\r(i)}", 1 * A[0] + 2 * A[1]),
        (r"\prod_{\c} u", 30.0),
        # a function without brackets takes the next factor with what is juxtaposed to it
        (r"\nfun{\c}{softmax} A \odot u", softmax(A) * U),
        (r"\nfun{\c}{softmax} n A", softmax(2 * A)),
        (r"\nfun{\c}{softmax} \frac{A}{n}", softmax(A / 2)),
        (r"\exp u \odot u", np.exp(U) * U),
        (r"\exp n u", np.exp(2 * U)),
        (r"\log \nsum{\c} \exp A", np.log(np.exp(A).sum(axis=1))),
        (r"\nfun{\c}{max} \nfun{\c}{softmax} A", softmax(A).max(axis=1)),
        (r"\nfun{\c}{softmax} A + u", softmax(A) + U),
        # a function followed by a bracket takes the bracket alone
        (r"\nfun{\c}{softmax} \left( A \right) \ndot{\c} u", softmax(A) @ U),
        (r"\exp(u) \odot u", np.exp(U) * U),
        (r"\exp(u) u", np.exp(U) * U),
        (r"\log (n) u", np.log(2) * U),
        # contraction and product are left-associative
        (r"A \ndot{\c} u \odot n", (A @ U) * 2),
        (r"u \odot A \ndot{\c} u", (A * U) @ U),
        (r"u - u - u", -U),
        (r"n / 2 / 2", 0.5),
        (r"u + A \ndot{\c} u", U + (A @ U)[:, None]),
        # powers
        (r"u^2", U**2),
        (r"2 u^2", 2 * U**2),
        (r"-u^2", -(U**2)),
        (r"\nsum{\c} u^2", (U**2).sum()),
        (r"(u - 1)^2", (U - 1) ** 2),
        (r"n^{-1} u", U / 2),
        (r"\sqrt{u^2}", U),
        (r"\sqrt[3]{u^3}", U),
        (r"2^{n+1}", 8.0),
        # subscripts belong to all that they close
        (r"[A + u]_{\c(2)}", A[:, 1] + 6),
        (r"(A + u)_{\c(1),\r(2)}", 8.0),
        (r"A + u_{\c(2)}", A + 6),
        # brackets, bars and fractions
        (r"|{-u}|", U),
        (r"|\c| u", 2 * U),
        (r"\frac{1}{|\r|} \nsum{\r} A", A.mean(axis=0)),
        (r"\tfrac12 \bigl( u + \bigl[ u \bigr] \bigr)", U),
        (r"\left\lvert -n \right\rvert", 2.0),
        (r"\max(u, 5.5)", np.maximum(U, 5.5)),
        (r"\nfun{\c}{max} u", 6.0),
    ],
)  # fmt: skip
def test_value(tex: str, wanted: object) -> None:
    report = compile_text(f"{BEFORE}{tex}\n$$\n", "precedence.md")
    assert not report.problems
    statement = next(s for s in report.statements if s.name == "Z")
    assert statement.status is Status.EVALUATED
    value = statement.value
    assert value is not None
    order = np.argsort([{"r": 0, "c": 1}[axis] for axis in value.axes])
    shown = np.transpose(value.data, order)
    expected = np.asarray(wanted, dtype=float)
    assert shown.shape == expected.shape
    np.testing.assert_allclose(shown, expected, rtol=1e-12)
