"""What is said of a formula that is not read, and of one that is wrong besides."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text
from ntdoc.report import DocumentReport, Status

MACROS = "$$ \\ndef{\\a}{a} $$\n\nLet $X \\in \\reals^{\\a}$.\n\n"


def checked(formula: str) -> DocumentReport:
    return compile_text(f"{MACROS}$$ {formula} $$\n", "note.md")


def reasons(formula: str) -> list[str | None]:
    return [s.reason for s in checked(formula).statements if s.status is Status.SKIPPED]


@pytest.mark.parametrize("dots", ["...", r"\ldots"])
def test_three_full_stops_are_an_ellipsis(dots: str) -> None:
    assert reasons(rf"Y = g(X, g({dots}))") == ["an ellipsis stands for something here"]
    assert reasons(rf"Y = X + {dots} + X") == ["an ellipsis stands for something here"]
    assert [d.message for d in checked(rf"Y = g(X, g({dots})").problems] == ["this “(” is not closed"]
    assert not checked(rf"Y_{{\a(i)}} = 2 X_{{\a(i)}}, \quad i = 1, {dots}, |\a|").problems


def test_full_stops_at_the_end_close_a_sentence() -> None:
    assert not reasons("Y = X...")


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        (r"\mathsf{day}{n}", "an axis with something behind it that is not read"),
        (r"\a \times \mathsf{day}^{\text{in} + 1}", "an axis with something behind it that is not read"),
        (r"n \times d", "this shape has no axis names (ordinary matrix notation)"),
        (r"\mathsf{day} \times d", "this shape has no axis names (ordinary matrix notation)"),
    ],
)
def test_what_is_not_read_of_a_shape(shape: str, reason: str) -> None:
    (said,) = reasons(rf"Z \in \reals^{{{shape}}}")
    assert said is not None
    assert said.startswith(reason)


def test_a_map_with_a_name_and_one_without() -> None:
    assert reasons(r"g \in \reals^{\a} \mapsto \reals") == []
    assert reasons(r"x \in \reals^{\a} \mapsto x^2") == ["a map without a name"]
    assert reasons(r"\reals^{\a} \mapsto \reals") == ["a map without a name"]


def test_words_in_the_conditions_of_cases() -> None:
    cases = r"Y = \begin{cases} X & X > 0 ~\text{%s} \\ 0 & X \le 0 ~\text{%s} \end{cases}"
    assert reasons(cases % ("(lit)", "(if lit)")) == ["the words “(if lit)” in the middle of a formula"]
    assert reasons(cases % ("(lit)", "(half-lit)")) == []
    assert reasons(cases % ("by chance", "by chance")) == ["the words “by chance” in the middle of a formula"]
    assert reasons(cases % ("by and large", "")) == ["ntdoc does not read the words in this condition"]
    assert not checked(cases % ("by and large", "")).problems
