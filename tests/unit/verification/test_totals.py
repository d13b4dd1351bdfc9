"""Equations for sums that no entries of a set of numbers fulfil."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

MACROS = r"$$ \ndef{\seq}{seq} \ndef{\ax}{ax} $$" + "\n\n"


@pytest.mark.parametrize(
    ("numbers", "codes"),
    [
        (r"\{0, 2\}", ["NT304"]),
        (r"\{0, 3, 6\}", ["NT304"]),
        (r"\{2, 3\}", ["NT304"]),
        (r"\{0, \frac{2}{3}\}", ["NT304"]),
        (r"\{0, -2\}", ["NT304"]),
        (r"\{0, 1\}", []),
        (r"\{0, 1, 2\}", []),
        (r"\{-1, 1\}", []),
        (r"\{-2, 3\}", []),
        (r"\{0, \frac{1}{2}\}", []),
        (r"\{0, 0.25, 0.75\}", []),
        (r"\{\frac{1}{3}, \frac{2}{3}\}", []),
        (r"[0, 1]", []),
        (r"[2, 3]", []),
        (r"\reals", []),
    ],
)
def test_a_sum_of_one(numbers: str, codes: list[str]) -> None:
    text = rf"\begin{{align*}} T &\in {numbers}^{{\seq\times\ax}} & \nsum{{\ax}} T &= 1 \end{{align*}}" + "\n"
    assert [d.code for d in compile_text(MACROS + text, "notes.md").problems] == codes


@pytest.mark.parametrize(
    "words",
    [
        r"For no $T \in \{0, 2\}^{\ax}$ is $\nsum{\ax} T = 1$.",
        r"Let $T \in \{0, 2\}^{\ax}$. It is impossible that $\nsum{\ax} T = 1$.",
        r"Let $T \in \{0, 2\}^{\ax}$. Is there one with $\nsum{\ax} T = 2$?",
        r"Let $T \in \{0, 2\}^{\ax}$ with $\nsum{\ax} T = 2$.",
    ],
)
def test_what_the_words_deny(words: str) -> None:
    assert not any(d.code == "NT304" for d in compile_text(MACROS + words, "notes.md").problems)
