"""A hint says by which small factor two sides differ, and none where there is no such factor."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

START = r"""
Let $y, z \in \reals^{\cols}$.

$$ L = \frac12 \nsum{\cols} (z - y)^2 $$
"""


def hints(claim: str) -> list[str]:
    """The hints of the one problem of a claim."""
    (found,) = compile_text(f"{START}\n$$ {claim} $$\n", "p.md").problems
    assert found.code == "NT301"
    return list(found.hints)


@pytest.mark.parametrize(
    ("claim", "hint"),
    [
        (r"\frac{\partial L}{\partial z} = 2 (z - y)", "the right side is 2 times the left one: a factor"),
        (r"\frac{\partial L}{\partial z} = \frac{z - y}{4}", "the left side is 4 times the right one: a factor"),
        (r"\frac{\partial L}{\partial y} = z - y", "the two sides differ in their sign alone"),
        (r"\frac{\partial L}{\partial y} = 2 (z - y)", "the right side is minus 2 times the left one: a factor"),
        (r"y \odot y = |\cols| y \odot y", "the right side is 3 times the left one, and |cols| is 3 here: a factor"),
    ],
)
def test_a_small_factor_is_named(claim: str, hint: str) -> None:
    (found,) = hints(claim)
    assert found.startswith(hint)


@pytest.mark.parametrize(
    "claim",
    [
        r"\frac{\partial L}{\partial z} = z - 2 y",  # another one in each entry
        r"\frac{\partial L}{\partial z} = 1.37 (z - y)",
        r"\nsum{\cols} \nmatrix{\cols}{}{1 \\ 2 \\ 3} = 12",  # a number that is written
        r"z - y = z - y + 1",
    ],
)
def test_there_is_no_hint_without_one(claim: str) -> None:
    assert hints(claim) == []
