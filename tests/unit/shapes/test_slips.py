"""What is said of slips of the pen: what was meant, where it is plain."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text
from ntdoc.diagnostics import Diagnostic

GIVEN = r"""\documentclass{article}
\usepackage{amsmath,namedtensor}
\ndef{\seq}{seq}
\ndef{\key}{key}
\ndef{\hid}{hidden}
\begin{document}
Let $Q \in \reals^{\key}$, $K \in \reals^{\seq\times\key}$ and $W \in \reals^{\key\times\hid}$.
\begin{equation}
\mathrm{lin} \colon \reals^{\key} \to \reals^{\hid}, \qquad \mathrm{lin}(x) = x \ndot{\key} W
\end{equation}
"""


def problem(text: str) -> Diagnostic:
    (found,) = compile_text(f"{GIVEN}{text}\n\\end{{document}}\n", "note.tex", "latex").problems
    return found


@pytest.mark.parametrize("name", ["Lin", "lim", "linn", "lni"])
def test_a_function_that_is_misspelt(name: str) -> None:
    found = problem(f"\\[ Z = \\mathrm{{{name}}}(Q) \\]")
    assert (found.code, found.hints) == ("NT202", ("did you mean lin?",))


def test_two_letters_of_an_axis_that_are_exchanged() -> None:
    found = problem(r"\[ Z = Q \ndot{\kye} K \]")
    assert (found.code, found.hints) == ("NT203", ("did you mean `key`?",))
    assert [(e.span.text, e.text) for e in found.edits] == [("kye", "key")]


def test_a_fraction_of_one_argument() -> None:
    found = problem(r"\[ Z = 2 \frac{Q} \]")
    assert (found.code, found.span.text) == ("NT108", r"\frac{Q}")


def test_an_environment_that_ends_as_another() -> None:
    found = problem("\\begin{align}\nZ &= 2 Q\n\\end{equation}")
    assert found.message == r"`\begin{align}` is not closed: `\end{equation}` on line 13 closes nothing"


def test_all_names_with_an_axis_that_is_too_much() -> None:
    signature = r"f \colon \reals^{\key} \to \reals^{\hid}"
    found = problem(rf"Let $b \in \reals^{{\seq}}$. \[ {signature}, \qquad f(x) = x \ndot{{\key}} W + b \]")
    assert found.code == "NT212"
    assert ("b", "seq") in [(o.label, o.shape) for o in found.operands]


def test_brackets_that_are_meant() -> None:
    found = problem(r"\[ A = \nfun{\seq}{softmax} Q \ndot{\key} K \]")
    assert found.hints == (r"softmax takes Q alone: did you mean \nfun{\seq}{softmax} (Q \ndot{\key} K)?",)
    assert [(o.label, o.shape) for o in found.operands] == [("Q", "key"), ("K", "seq × key")]
    assert not problem(r"\[ A = \nfun{\hid}{softmax} Q \ndot{\key} K \]").hints
