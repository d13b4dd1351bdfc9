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
