"""Messages name tensors as the document does, in fonts, with accents, and behind macros."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text
from ntdoc.naming import name_tex

DOCUMENT = r"""\documentclass{article}
\usepackage{amsmath,namedtensor}
\ndef{\ax}{ax}
\newcommand{\vx}{\mathbf{x}}
\begin{document}
Let $\mathbf{x}_0, \hat{\theta} \in \reals^{\ax}$ and
\begin{align}
  %s .
\end{align}
\end{document}
"""


def told(formula: str) -> str:
    report = compile_text(DOCUMENT % formula, "paper.tex", "latex")
    said = [text for d in report.problems for text in (d.message, d.label, *d.hints, *(o.label for o in d.operands))]
    return "\n".join([*said, *(s.reason for s in report.statements if s.reason)])


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        (r"y &= \mathbf{z}_0 + 1", r"\mathbf{z}_0 is not declared"),
        (r"y &= \mathbf{W}_{t-1} + 1", r"\mathbf{W}_{t-1} is not declared"),
        (r"y &= \vx_1 + 1", r"\vx_1 is not declared"),
        (r"y &= \overline{\mathbf{A}}(\vx_0)", r"\overline{\mathbf{A}} is not declared"),
        (r"\tilde{y} &= \nsum{\ax} \mathtt{a\_word}", r"\mathtt{a\_word} is not declared"),
        (r"\hat{\theta} &= \vx_0 + 1 \\ \bar{y} &= \hat{\thetta}", r"\hat{\thetta} is not declared"),
    ],
)
def test_names_are_those_of_the_document(formula: str, written: str) -> None:
    assert written in told(formula)
    assert "(" not in written


def test_what_needs_a_name_says_it_as_it_is_written() -> None:
    assert r"needs \bar{y}" in told(r"\bar{y} &= \mathbf{z} \\ r &= 2 \bar{y}")


def test_a_greek_letter_below_an_accent_is_a_letter() -> None:
    assert name_tex("hat(theta)_1") == r"\hat{\theta}_{1}"


def test_a_greek_letter_is_written_as_a_command_or_as_itself() -> None:
    assert r"\eta_t is not declared" in told(r"y &= \eta_t + 1")
    assert r"\varphi_{t+1} is not declared" in told(r"y &= \varphi_{t+1} + 1")
    assert "η_1 is not declared" in told("y &= η_1 + 1")
    assert r"needs \beta" in told(r"\beta &= \mathbf{z} \\ r &= 2 \beta")


def test_an_axis_that_is_called_like_a_letter_is_none() -> None:
    document = DOCUMENT.replace(r"\ndef{\ax}{ax}", r"\ndef{\ax}{ax}\ndef{\dax}{delta}")
    (found,) = compile_text(document % r"\delta &= 2 \nsum{\dax} \hat{\theta}", "paper.tex", "latex").problems
    assert "`delta`" in found.message


@pytest.mark.parametrize(
    ("formula", "hint"),
    [
        (r"\mathbf{weights} &= \vx_0 \\ y &= \mathbf{weigths}", r"did you mean \mathbf{weights}?"),
        (r"W_{\text{train}} &= \vx_0 \\ y &= w_{\text{train}}", "did you mean W_train?"),
        (r"\mathbf{W} &= \vx_0 \\ y &= \mathbf{u}", ""),  # they have no more than the font in common
        (r"\phi &= \vx_0 \\ y &= g_\phi(\vx_0)", ""),
    ],
)
def test_what_may_be_meant_is_alike_without_its_font(formula: str, hint: str) -> None:
    text = told(formula)
    assert hint in text if hint else "did you mean" not in text


def test_words_that_begin_like_a_letter_are_words() -> None:
    assert "by its numbers" in told(r"\nu &= 2 \\ \nu + 1 &= 3")


def names(formula: str) -> dict[str, str]:
    """How the symbols of the formulas are set in tables, without spaces."""
    report = compile_text(DOCUMENT % formula, "paper.tex", "latex")
    found = {use.name: use.tex for s in report.statements for use in s.symbols}
    assert all(s.tex == found[s.name] for s in report.symbols if s.name in found)
    assert all(x.tex == found[x.label] for s in report.statements for x in s.example.inputs if x.label in found)
    return {name: tex.replace(" ", "") for name, tex in found.items()}


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (r"\mu_\mathcal{B}", "mu_mathcalB"),
        (r"\sigma_{\mathcal{B}}^2", "sigma_mathcalB^2"),
        (r"\theta^*", "theta*"),
        (r"\mathbf{h}^\dagger", "mathbf(h)†"),
        (r"\mu_{\mathbf x}", "mu_x"),
        (r"w_\theta", "w_theta"),
        (r"\hat{\mathbf{y}}_{i}", "hat(y)_i"),
    ],
)
def test_a_symbol_is_shown_as_it_is_written(written: str, name: str) -> None:
    assert f"needs {written}" in told(rf"{written} &= \mathbf{{z}} \\ r &= 2 {written}")
    plain = str.maketrans("", "", "{} ")
    assert names(rf"{written} &= \vx_0 \\ r &= 2 {written}")[name].translate(plain) == written.translate(plain)



def test_a_symbol_behind_a_macro_is_shown_as_the_macro_says() -> None:
    assert names(r"y &= \vx_0")["mathbf(x)_0"] == r"\mathbf{x}_0"


def test_a_call_is_shown_with_its_symbols() -> None:
    report = compile_text(r"Let $\mathcal{L}(x_\mathcal{B}) = x_\mathcal{B} + 1$.", "a.md", "markdown")
    assert {s.example.call.replace(" ", "") for s in report.statements} == {r"\mathcal{L}(x_\mathcal{B})"}


def test_marks_of_a_name_stand_above_it() -> None:
    assert name_tex("theta*") == r"\theta^{*}"
    assert name_tex("mathbf(h)†") == r"\mathbf{h}^{\dagger }"
