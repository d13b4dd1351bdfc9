"""Definitions in ordinary index notation are held against a signature in their display."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

MACROS = r"$$ \ndef{\seq}{seq} \ndef{\key}{key} $$" + "\n\n" + r"Let $X \in \reals^{\seq \times \key}$." + "\n\n"


def warned(signature: str, definition: str, before: str = "") -> list[str]:
    """The codes of all that is more than a note."""
    text = MACROS + before + rf"\begin{{align*}} {signature} \\ {definition} \end{{align*}}" + "\n"
    return [d.code for d in compile_text(text, "notes.md").problems]


ATTENTION = r"f \colon \reals^{d_k} \times \reals^{n \times d_k} \times \reals^{n \times d_v} \to \reals^{d_v}"
MIXED = r"g \colon \reals^{n \times d} \times \reals^{d \times m} \to \reals^{n \times m}"
VECTOR = r"h \colon \reals^{n \times d} \times \reals^{d} \to \reals^{n}"


@pytest.mark.parametrize(
    ("signature", "definition", "codes"),
    [
        (ATTENTION, r"[f(Q, K, V)]_k = \softmax_i (Q_j K_{ij} / \sqrt{d_k}) V_{ij}", ["NT206"]),
        (ATTENTION, r"[f(Q, K, V)]_k = \softmax_i (K_j K_{ij} / \sqrt{d_k}) V_{ik}", ["NT405", "NT206"]),
        (ATTENTION, r"[f(Q, K, V)]_k = \softmax_i (Q_j K_{ij} / \sqrt{j_k}) V_{ik}", ["NT407"]),
        (ATTENTION, r"[f(Q, K, V)]_k = \softmax_i (Q_j K_{ij} / \sqrt{n_k}) V_{ik}", ["NT407"]),
        (ATTENTION, r"[f(Q, K, K)]_k = \softmax_i (Q_j K_{ij} / \sqrt{d_k}) V_{ik}", ["NT404"]),
        (ATTENTION, r"[f(Q, K, V)]_{kl} = \softmax_i (Q_j K_{ij} / \sqrt{d_k}) V_{ik}", ["NT207"]),
        (ATTENTION, r"[f(Q, K, V)]_k = \softmax_i (Q_{ij} K_{ij} / \sqrt{d_k}) V_{ik}", ["NT207"]),
        (MIXED, r"[g(A, B)]_{ik} = A_{ij} B_{kj}", ["NT206"]),
        (MIXED, r"[g(A, B)]_{ik} = \sum_j A_{ji} B_{jk}", ["NT206"]),
        (MIXED, r"g(A, B)_{lk} = \sum_j A_{ij} B_{jk}", ["NT407"]),
        (MIXED, r"g(A, B)_{Ak} = \sum_j A_{ij} B_{jk}", ["NT407"]),
    ],
)
def test_a_slip(signature: str, definition: str, codes: list[str]) -> None:
    assert warned(signature, definition) == codes


@pytest.mark.parametrize(
    ("signature", "definition"),
    [
        (ATTENTION, r"[f(Q, K, V)]_k = \softmax_i (Q_j K_{ij} / \sqrt{d_k}) V_{ik}"),
        (ATTENTION, r"f(Q, K, V)_k = \sum_i \softmax_i (\sum_j Q_j K_{ij} / \sqrt{d_k}) V_{ik}"),
        (ATTENTION, r"f(q, K, V)_c = \sum_{i} a_i V_{ic}, \quad a_i = \softmax_i(\sum_j q_j K_{ij})"),
        (MIXED, r"[g(A, B)]_{ik} = \sum_j A_{ij} B_{jk}"),
        (MIXED, r"[g(A, B)]_{i} = \sum_j A_{ij} B_{j}"),  # rows
        (MIXED, r"[g(A, B)]_{ik} = A_i B_{\cdot k}"),
        (MIXED, r"[g(A, B)]_{ik} = A_{i,1} B_{1,k}"),
        (MIXED, r"[g(A, B)]_{ik} = \max_j A_{ij} \max_j B_{jk}"),
        (MIXED, r"[g(A, B)]_{ik} = \sum_j A_{ij} \sum_i B_{ik}"),  # bound within
        (MIXED, r"[g(A, B)]_{ik} = A_{ii} + B_{kk}"),
        (MIXED, r"[g(A, B)]_{ik} = (A B)_{ik}"),
        (MIXED, r"[g(A, B)]_{ik} = \exp(-A_{ij} B_{jk})"),
        (VECTOR, r"[h(X, v)]_i = X_{ij} v_j"),
        (VECTOR, r"[h(X, v)]_i = \alpha X_{ij} w_j"),
        (VECTOR, r"[h(X, v)]_i = a X_{ij}"),
        (VECTOR, r"[h(f, v)]_i = \operatorname{softmax} f_{ij} v_j"),
        (VECTOR, r"[h(X, v)]_i = \max_j X_{ij} \operatorname{sign} v_j"),
        (VECTOR, r"[h(X, v)]_i = X_i v"),
        (VECTOR, r"[h(X, v)]_i = v_j X_{ij} w_k"),
        (VECTOR, r"[h(X, v)]_i = \frac{\sum_j X_{ij} v_j}{\sqrt{d}}"),
        (VECTOR, r"[h(X, v)]_i = \frac{X_{ij} v_j}{\sqrt{\sum_k v_k v_k}}"),
        (VECTOR, r"[h(X, v)]_t = \sum_{s < t} X_{sj} v_j"),
        (VECTOR, r"[h(X, v)]_i = X_{i\,\mathrm{max}} v_{\mathrm{max}}"),
        (r"h \colon \reals^n \to \reals^n", r"h(x)_i = x_{\pi(i)}"),
        (r"h \colon \reals^n \to \reals^n", r"h(x)_i = c"),
        (r"h \colon \reals^n \to \reals^n", r"h(x)_i = x_j c_{ij}"),
        (r"h \colon \reals^n \to \reals^n", r"h(x)_i = x_{n} "),
        (r"h \colon \reals^{n \times n} \to \reals^n", r"h(A)_i = A_{ii}"),
        (r"h \colon \reals^{n \times n} \to \reals^n", r"h(A)_i = A_{ij} A_{ji}"),
        (r"h \colon \reals^{n \times n'} \to \reals^{n'}", r"h(A)_{i'} = \max_i A_{ii'}"),
        (r"h \colon \reals^{B \times n} \to \reals^{B}", r"h(A)_{b} = A_{bi} A_{bi}"),
        (r"h \colon X \to \reals^{n}", r"h(A)_{b} = A_{bi} A_{ci}"),
        (r"h \colon \reals^{n} \times [n] \to \reals^{n}", r"h(A, i)_{j} = A_i A_j"),
        (r"p \colon \reals^{n} \to \reals^{m}", r"q(A)_{ij} = A_{ij}"),
    ],
)
def test_what_may_be_right(signature: str, definition: str) -> None:
    assert not {"NT206", "NT207", "NT405", "NT407", "NT404"} & {*warned(signature, definition)}


def test_sizes_that_are_said_to_be_equal() -> None:
    assert warned(MIXED, r"[g(A, B)]_{ik} = A_{ij} B_{kj}", "Here $d = m$ and so on.\n\n") == []
