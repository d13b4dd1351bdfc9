"""The rounds of the loops of algorithms: which are run, over which numbers, and from which values."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ntdoc.compiler import compile_text
from ntdoc.rendering.loop_rounds import rounds_html
from ntdoc.report import Round

HEAD = r"\documentclass{article}\usepackage{algorithm,algpseudocode}\begin{document}"
GIVEN = r"Let $B \in \mathbb{R}^{\mathsf{row} \times \mathsf{key}}$ and $n = |\mathsf{row}|$."


def rounds(steps: str, package: str = "algorithmic") -> list[list[Round]]:
    steps = steps.replace(" \\State", "\n\\State").replace(" \\End", "\n\\End")  # a line for each
    text = f"{HEAD}\n{GIVEN}\n\\begin{{algorithm}}\\begin{{{package}}}\n{steps}\n\\end{{{package}}}\\end{{algorithm}}"
    report = compile_text(text + "\n\\end{document}\n", "a.tex", "latex")
    return [list(s.example.rounds) for s in report.statements if s.example.rounds]


def values(found: list[Round], name: str) -> list[float]:
    return [float(v.array.data) for shown in found for v in shown.values if v.label == name]


def test_each_round_goes_on_from_the_one_before() -> None:
    (found,) = rounds(
        r"""\State $x \gets 3$
        \For{$t = 1, \ldots, 4$}
        \State $g \gets 2 x$
        \State $x \gets x - 0.25 g$
        \EndFor"""
    )
    assert [r.number for r in found] == [1, 2, 3, 4]
    assert values(found, "x") == [1.5, 0.75, 0.375, 0.1875]
    assert values(found, "g") == [6, 3, 1.5, 0.75]


def test_the_letter_picks_a_record() -> None:
    for head in (r"$i \in \{1, \ldots, n\}$", r"$i \in [n]$"):
        (found,) = rounds(rf"\State $s \gets 0$ \For{{{head}}} \State $s \gets s + B_{{\mathsf{{row}}(i)}}$ \EndFor")
        assert len(found) > 1
        assert found[-1].values[0].array.axes == ("key",)
        steps = [r.values[0].array.data for r in found]
        assert not any((one == other).all() for one, other in pairwise(steps))


def test_the_form_of_algorithm2e() -> None:
    text = rf"{HEAD} {GIVEN} \begin{{algorithm}} $z \gets 1$\; \For{{$i \gets 1$ \KwTo $n$}}{{ $z \gets 2 z$\; }}"
    report = compile_text(text + "\n\\end{algorithm}\\end{document}\n", "a.tex", "latex")
    (found,) = [s.example.rounds for s in report.statements if s.example.rounds]
    assert values(list(found), "z") == [2, 4, 8, 16][: len(found)]
    assert len(found) > 1


def test_a_loop_goes_on_from_the_loop_above() -> None:
    first, second = rounds(
        r"""\State $u \gets 1$ % \For{
        \For{$k = 2, 3, \dots, 5$} \State $u \gets 2u$ \EndFor
        \For{$t = 0, \dots, 99$} \State $u \gets u / 2$ \EndFor"""
    )
    assert values(first, "u") == [2, 4, 8, 16]
    assert [r.number for r in second] == [0, 1, 2, 99]
    assert values(second, "u")[:3] == [8, 4, 2]
    assert "⋮" in rounds_html(second)


@pytest.mark.parametrize(
    "steps",
    [
        r"\State $w \gets 8$ \For{$t = 1, \dots, 3$} \If{$w > 3$} \State $w \gets w / 2$ \EndIf \EndFor",
        r"\State $w \gets 8$ \If{$w > 3$} \State $w \gets 1$ \EndIf \For{$t = 1, \dots, 3$} \State $w \gets w$ \EndFor",
        r"\State $w \gets 8$ \While{$w > 3$} \For{$t = 1, \dots, 3$} \State $w \gets w / 2$ \EndFor \EndWhile",
        r"\State $w \gets 8$ \For{$j = 1, 2, 3$} \For{$t = 1, \dots, 3$} \State $w \gets w / 2$ \EndFor \EndFor",
        r"\State $w \gets 8$ \For{$t = 2, 4, \dots, 8$} \State $w \gets w / 2$ \EndFor",
        r"\State $w \gets 8$ \For{$t = 1, 4$} \State $w \gets w / 2$ \EndFor",
        r"\State $w \gets 8$ \For{each batch} \State $w \gets w / 2$ \EndFor",
        r"\State $w \gets 8$ \For{$t = 1, \dots, 3$} \State $w \gets w / 2$ \State $q \gets \mathrm{what}(w)$ \EndFor",
    ],
)
def test_what_a_loop_does_is_not_guessed(steps: str) -> None:
    assert rounds(steps) == []
