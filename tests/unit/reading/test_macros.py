"""Macro expansion, and where the tokens that come out of it point."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from ntdoc.reading import latex, read_text
from ntdoc.reading.shared import read_shared
from ntdoc.source import SharedFile
from tests.unit.reading.shown import formula, formulas, mathematics, problems, tex


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\newcommand{\a}{x}\a", "x"),
        (r"\newcommand*\a[2]{#2#1}\a bc", "cb"),
        (r"\newcommand{\a}[2][d]{#1#2}\a{x}\a[e]{y}", "dxey"),
        (r"\def\a#1#2{#2#1}\a{xy}z", "zxy"),
        (r"\def\a#1;{#1}\frac\a1", r"\frac \a 1"),
        (r"\newcommand{\a}{x}\let\b\a\renewcommand{\a}{y}\a\b", "yx"),
        (r"\let\b=\frac\renewcommand{\frac}{y}\b12", r"\frac 12"),
        (r"\newcommand{\frac}{y}\let\frac\undefined\frac12", r"\frac 12"),
        (r"\let\b\name\let\name\undefined\newcommand{\name}[1]{y#1}\b x\name{z}", "xyz"),  # the class had it
        (r"\newcommand{\a}{x}\providecommand{\a}{y}\providecommand{\b}{z}\a\b", "xz"),
        (
            r"\DeclareMathOperator{\a}{a\,b}\DeclareMathOperator*{\b}{b}\a\b",
            r"\operatorname {a\, b}\operatorname* {b}",
        ),
        (
            r"\DeclarePairedDelimiter{\n}{|}{|}\n{a}\n*{b}\n[\big]{c}",
            r"\left |a\right |\left |b\right |\left |c\right |",
        ),
        (r"\newcommand{\mk}[2]{\newcommand{#1}[1]{#2##1}}\mk\a{x}\a y", "xy"),
        (r"\newcommand{\nc}{\newcommand}\nc{\a}{x}\a", "x"),
        (r"\newenvironment{a}{\begin{x}}{\end{y}}z", "z"),
        (r"\NewDocumentCommand{\a}{O{d} m}{#1#2}\a{x}\a[y]{z}", "dxyz"),
        (
            r"\newcommand{\ok}{\begin{cases}}\newcommand{\ko}{\end{cases}}\ok a \ko",
            r"\begin{cases}a\end{cases}",
        ),
        (r"\unknown{a} \other", r"\unknown {a}\other"),
    ],
)
def test_expansion(text: str, expected: str) -> None:
    assert formula(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\ndef{\time}{time}\time", r"\mathsf {time}"),
        (r"\name{time}", r"\mathsf {time}"),
        (r"A \ndot{\name{t}} B", r"A\mathbin {\underset {\substack {\mathsf {t}}}{\odot }}B"),
        (r"\nfun{\name{t}}{max} A", r"\mathop {\underset {\substack {\mathsf {t}}}{\mathrm {max}}}A"),
        (r"\nsum{a \\ b} A", r"\sum \limits _{\substack {a\\b}}A"),
        (r"\reals^\time", r"\mathbb {R}^\time"),
        (
            r"\nmatrix{a}{b}{1 & 2}",
            r"a\begin{array}b\\\begin{bmatrix}1&2\end{bmatrix}\end{array}",
        ),
        (r"\newcommand{\reals}{R}\reals", "R"),
        (r"\renewcommand{\name}[1]{\star_{#1}}\name{t}", r"\mathsf {t}"),
        (r"\renewcommand{\name}[2]{#1#2}\name{t}u", "tu"),
        (r"\newcommand{\name}[1]{#1}\renewcommand{\name}[1]{#1#1}\name{t}", "tt"),
    ],
)
def test_the_notation_is_always_known(text: str, expected: str) -> None:
    assert formula(text) == expected


def test_definitions_hold_for_the_rest_of_the_document() -> None:
    text = "$\\a$ $\\newcommand{\\a}{x}$ $\\a$\n\n$$\\def\\a{y}$$\n\n\\ndef{\\b}{bee}\n\n$\\a\\b$"
    assert formulas(text) == [r"\a", "", "x", "D ", r"y\mathsf {bee}"]


def test_spans_of_what_macros_make() -> None:
    text = "$\\newcommand{\\o}[1]{(\\i{#1})}\\newcommand{\\i}[1]{#1+1}$ then $a \\o{bc} \\i d$"
    (_, item) = mathematics(read_text(text, "a.md"))
    assert tex(item.tokens) == "a(bc+1)d+1"
    assert [token.span.text for token in item.tokens] == [
        "a", "\\o{bc}", "b", "c", "\\o{bc}", "\\o{bc}", "\\o{bc}", "d", "\\i d", "\\i d",
    ]  # fmt: skip


def test_too_few_arguments() -> None:
    assert problems("$\\newcommand{\\a}[2]{#1}$ and $x + \\a{y}$ and $\\a1 2$") == [("NT105", 1, 35)]
    assert problems("$\\newcommand{\\a}[1]{#1}$ and $\\frac{\\a}{2}$", "latex") == [("NT105", 1, 37)]


@pytest.mark.parametrize(
    ("definition", "column"),
    [
        (r"\newcommand{\a}{\bar{#1}}", 22),
        (r"\newcommand{\a}[1]{#1#3}", 22),
        (r"\def\a{##1#2}", 11),
        (r"\NewDocumentCommand{\a}{}{#1}", 27),
    ],
)
def test_a_parameter_that_is_not_there(definition: str, column: int) -> None:
    """It is told where the macro is defined, and nowhere else."""
    for format in ("latex", "markdown"):
        assert problems(rf"{definition} and $x = \a{{y}}{{z}}{{u}}$", format) == [("NT115", 1, column)]
    assert formulas(r"\newcommand{\b}{\bar{#1}} $\b{y}$", "latex") == [r"\bar {y}"]


@pytest.mark.parametrize(
    "definition",
    [
        r"\newcommand{\a}[2]{\newcommand{#1}[1]{##1 #2}}",
        r"\newcommand{\a}[1]{\def\b##1{##1 #1}}",
        r"\newcommand{\a}[2][x]{#1#2}",
        r"\newcommandx{\a}[1]{\def\b{#1}}",  # of a package
        r"\def\a#1.{#1}",
        r"\newcommand{\a}{\#1}",
        r"{\catcode`\#=12 \gdef\a{#1}}",
        r"\newcommand{\a}[\n]{#1}",
    ],
)
def test_parameters_of_definitions_within(definition: str) -> None:
    assert problems(definition, "latex") == []


def test_expansion_is_bounded() -> None:
    names = [f"\\x{chr(97 + n)}" for n in range(26)] + [f"\\y{chr(97 + n)}" for n in range(8)]
    doubling = "".join(f"\\def{a}{{{b}{b}}}" for a, b in pairwise(names))
    text = f"$${doubling}$$\n\nthen $\\xa$ again $\\xa$ and $\\nsum{{a}} b$"
    assert [code for code, _, _ in problems(text)] == ["NT104", "NT104"]
    assert formulas(text)[1:] == ["", "", r"\sum \limits _{\substack {a}}b"]


@pytest.mark.parametrize("bomb", [r"\def\a{\a}\a", r"\def\a#1{\a{#1#1}}\a x", r"\def\a{x\b}\def\b{\a}\a"])
def test_endless_recursion_ends(bomb: str) -> None:
    assert [code for code, _, _ in problems(f"$${bomb}$$")] == ["NT104"]


@pytest.mark.parametrize(
    "bomb",
    [
        r"\newenvironment{a}{$\begin{a}}{\end{a}$}\begin{a}x\end{a}",
        r"\newenvironment{a}{$\begin{b}}{$}\newenvironment{b}{$\begin{a}}{$}\begin{a}x\end{a}",
        r"\newenvironment{a}{\[\def\c{\c\c}\c}{\]}\begin{a}x\end{a}",
    ],
)
def test_environments_without_end_end(bomb: str) -> None:
    assert {code for code, _, _ in problems(bomb, "latex")} <= {"NT102", "NT103", "NT104"}


def test_environments_of_environments_stay_small() -> None:
    names = [f"x{chr(97 + n)}" for n in range(26)]
    doubling = "".join(
        rf"\newenvironment{{{b}}}{{$\begin{{{a}}}\begin{{{a}}}}}{{\end{{{a}}}\end{{{a}}}$}}" for a, b in pairwise(names)
    )
    text = rf"\newenvironment{{xa}}{{$}}{{$}}{doubling}\begin{{xz}}y\end{{xz}}"
    assert {code for code, _, _ in problems(text, "latex")} <= {"NT102", "NT103", "NT104"}


def test_an_environment_without_its_argument_says_so() -> None:
    text = r"\newenvironment{a}[1]{\textbf{#1}\[}{\]} \begin{a}"
    assert problems(text, "latex") == [("NT105", 1, 42)]


def test_a_search_in_vain_is_not_repeated_without_end() -> None:
    text = "$$\\newcommand{\\a}[1][b]{#1}" + "\\a[" * 5_000 + "$$"
    assert [code for code, _, _ in problems(text)] == ["NT104"]


def test_shared_files_are_read_once_for_their_content(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    read: list[str] = []
    genuine = latex.read_definitions

    def counting(source, path, root, macros):  # type: ignore[no-untyped-def]
        read.append(source.text)
        return genuine(source, path, root, macros)

    monkeypatch.setattr(latex, "read_definitions", counting)
    one, two = (SharedFile(tmp_path / name, name, tmp_path) for name in ("one.tex", "two.tex"))
    one.path.write_text("\\newcommand{\\a}{x}")
    two.path.write_text("\\let\\b\\a")
    for _ in range(3):  # three documents
        assert {*read_shared([one, two]).macros} == {"a", "b"}
    assert len(read) == 2
    two.path.write_text("\\let\\c\\a\\input{three}")
    (tmp_path / "three.tex").write_text("\\newcommand{\\d}{y}")
    assert {*read_shared([one, two]).macros} == {"a", "c", "d"}
    (tmp_path / "three.tex").write_text("\\newcommand{\\e}{y}")
    assert {*read_shared([one, two]).macros} == {"a", "c", "e"}


def test_a_branch_that_never_ends_says_so() -> None:
    assert problems("\\newif\\ifdraft a \\ifdraft b $x$\n\nc", "latex") == [("NT102", 1, 18)]
    assert problems("\\newif\\ifdraft\\newcommand{\\note}{\\ifdraft a}\\begin{document}b\\end{document}", "latex") == []


def test_a_switch_is_no_command_of_its_name() -> None:
    assert formulas("\\newif\\ifdraft $\\draft{x} + \\ifdraft y\\else z\\fi$", "latex") == ["\\draft {x}+z"]
