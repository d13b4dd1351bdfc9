"""Which record a message speaks of."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

MACROS = r"$$ \ndef{\seq}{seq} $$" + "\n\n"


@pytest.mark.parametrize(
    ("left", "range_said", "place"),
    [
        (r"x_{\seq(t)}", r"t = 2, \ldots, n", "at t = 2"),
        (r"x_{\seq(t)}", r"t = 3, \ldots, n", "at t = 3"),
        (r"x_{\seq(t)}", r"t = 1, \ldots, n", "at t = 1"),
        (r"x_{\seq(t)}", r"1 \le t \le n", "at t = 1"),
    ],
)
def test_a_letter_begins_where_it_is_said_to(left: str, range_said: str, place: str) -> None:
    text = (
        r"Let $x \in \reals^{\seq}$ and $n = |\seq|$. Then"
        + "\n\n"
        + rf"$$ {left} = 2 x_{{\seq(t)}}, \quad {range_said} $$"
    )
    (problem,) = compile_text(MACROS + text, "notes.md").problems
    assert place in problem.message


def test_an_axis_that_only_a_macro_makes_is_written_by_its_name() -> None:
    text = r"$$ \newcommand{\inverse}[2]{\operatorname*{inv}_{\mathsf{#1}, \mathsf{#2}}} $$" + "\n\n"
    (note,) = compile_text(text + r"$$ \text{P}(C) = \inverse{in}{out}(C) $$", "notes.md").diagnostics
    assert note.hints == (r"say it, as in: where $|\mathsf{in}| = |\mathsf{out}|$",)


def test_a_label_that_is_a_word_runs_over_nothing() -> None:
    text = r"$$ \begin{aligned} \tau_\mathrm{zeta} &\in \reals_{>0} \\ x &= 2 \tau_\mathrm{slow} \end{aligned} $$"
    found = [d.message for d in compile_text(MACROS + text, "notes.md").problems if d.code == "NT407"]
    assert found == [r"\tau_\mathrm{zeta} is declared, and \tau_\mathrm{slow} is used, which is not"]
    text = text.replace(r"\mathrm{zeta}", r"\zeta")
    found = [d.message for d in compile_text(MACROS + text, "notes.md").problems if d.code == "NT407"]
    assert found == [r"\tau_\zeta is declared for every \zeta, and only \tau_\mathrm{slow} is used"]
