"""What macros make in prose has the limit that mathematics has."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ntdoc.compiler import compile_text
from ntdoc.reading.lengths import length_of
from ntdoc.reading.meanings import Macro
from ntdoc.reading.tokenizer import tokenize
from ntdoc.source import Source

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


def test_macros_that_go_deep_are_followed_in_prose() -> None:
    names = ["z" + "".join(chr(97 + int(digit)) for digit in str(i)) for i in range(5001)]
    chain = "".join(rf"\newcommand{{\{name}}}{{\{after}}}" for name, after in pairwise(names))
    text = rf"\documentclass{{article}}{chain}\newcommand{{\{names[-1]}}}{{x}}" + "\n"
    text += rf"\begin{{document}}Text \{names[0]} here.\end{{document}}" + "\n"
    assert compile_text(text, "a.tex", "latex").diagnostics == ()


@pytest.mark.parametrize(
    ("bodies", "length"),
    [
        ({"a": r"\b\c", "b": "xyz", "c": r"\b\b"}, 2 + 3 + 2 + 3 + 3),  # `\b` is counted wherever it stands
        ({"a": r"\b", "b": r"x\a"}, 1 + 2 + 1),  # then it has come back to itself
        ({"a": "x"}, 1),
    ],
)
def test_what_a_macro_makes_is_counted_without_making_it(bodies: dict[str, str], length: int) -> None:
    macros = {name: Macro(tuple(tokenize(Source("a.tex", body), body))) for name, body in bodies.items()}
    assert length_of(macros["a"], macros) == length
