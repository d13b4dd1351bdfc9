"""What macros make in prose has the limit that mathematics has."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ntdoc.compiler import compile_text

_TENFOLD = "".join(
    rf"\newcommand{{\m{name}}}{{{10 * (chr(92) + 'm' + after)}}}" for name, after in pairwise("abcdefg")
)


@pytest.mark.parametrize(
    ("prose", "codes"),
    [
        (r"Text \ma", ["NT104"]),  # a million words
        (r"Text \md", []),
        (r"Text \mc", []),
        (r"Text \mc \mc \mc \mc \mc \mc \mc", ["NT104"]),  # one has room, and not all of them
        (r"\newcommand{\again}{x\again} Text \again", []),
        (r"\newcommand{\word}{word} \word \word", []),
    ],
)
def test_a_macro_that_makes_too_much_is_told_in_prose(prose: str, codes: list[str]) -> None:
    preamble = rf"\documentclass{{article}}{_TENFOLD}\newcommand{{\mg}}{{x}}"
    text = f"{preamble}\n\\begin{{document}}\n{prose}\n\\end{{document}}\n"
    assert [d.code for d in compile_text(text, "a.tex", "latex").diagnostics] == codes
