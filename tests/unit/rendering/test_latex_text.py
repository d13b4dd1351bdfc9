"""A LaTeX document as one text with tokens: what is taken apart can be put together again."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from ntdoc.reading import read_text
from ntdoc.rendering.latex.marking import make_ready, without_commands
from ntdoc.rendering.latex.scan import Marked, without_comments
from ntdoc.rendering.latex.text import LatexText, latex_text


def text_of(body: str) -> LatexText:
    return latex_text(read_text(body, "a.tex", "latex"))


def shown(text: LatexText) -> str:
    """The text with `<n0>` for the tokens."""
    return re.sub(rf"{text.stem}([a-z]\d+)z", r"<\1>", text.text)


def test_mathematics_becomes_tokens() -> None:
    text = text_of(r"Let $x$ and \(y\), so \[ z \] and \begin{align} a &= b \end{align} end.")
    assert shown(text) == "Let <n0> and <n1>, so \n<s2>\n and \n<s3>\n end."
    assert [formula.mathematics.environment for formula in text.formulas] == ["$", "\\(", "\\[", "align"]


def test_a_token_does_not_become_part_of_a_command() -> None:
    assert shown(text_of(r"\item$x$ \textbf$y$")) == r"\item{<n0>} \textbf{<n1>}"


def test_headings_are_marked() -> None:
    text = text_of("\\section[s]{On $x$}\n\\subsection*{Two}\\label{a}")
    assert shown(text) == "\n\n\\section{<h0> On <n0>}\n\n\n\\section{<h1> Two}\\label{a}"
    assert [(section.command, section.starred) for section in text.sections] == [
        ("section", False), ("subsection", True),
    ]  # fmt: skip


def test_verbatim_is_left_as_it_is() -> None:
    latex = "\\verb|$x$ % \\section{a}| \\begin{verbatim}\n$y$ % \\ref{b}\n\\end{verbatim} \\url{a%b}"
    assert shown(text_of(latex)) == latex


def test_comments_go_as_in_tex() -> None:
    assert without_comments("a% x\n  b") == "ab"
    assert without_comments("a % x\n\nb") == "a \n\nb"
    assert without_comments(r"50\% % x") == r"50\% "


def test_directives_leave_no_paragraph_behind() -> None:
    assert shown(text_of("one\n% ntdoc: seed 1\ntwo")) == "one\ntwo"


def test_branches_that_are_not_taken_are_gone() -> None:
    switch = "\\newif\\ifblind\\blindtrue "
    assert shown(text_of(f"{switch}a \\ifblind b $x$\\else c $y$\\fi{{}} d")) == " a  b <n0>{} d"
    assert shown(text_of(f"{switch}one\n\\ifblind\ntwo\n\\else\nthree\n\\fi\nfour")) == " one\ntwo\nfour"
    nested = "a \\ifblind\\else b \\iffalse c \\else d \\fi e $x$\\fi f"
    assert [word for word in shown(text_of(switch + nested)).split() if word.isalpha()] == ["a", "f"]
    assert shown(text_of("\\iftoggle{a}{b}{c}")) == "\\iftoggle{a}{b}{c}"  # nothing says which
    assert shown(text_of("\\newtoggle{a}\\iftoggle{a}{b $x$}{c $y$}")) == "{}{}{}{c <n0>}"
    assert shown(text_of("\\ifnum 1=1 $x$\\else $y$\\fi")) == "\\ifnum 1=1 <n0>\\else <n1>\\fi"
    assert shown(text_of(f"{switch}\\section{{A \\ifblind B\\else C\\fi}}")) == " \n\n\\section{<h0> A B}"


def test_what_a_macro_drops_is_gone() -> None:
    hidden = r"\newcommand{\hide}[1]{}"
    assert shown(text_of(hidden + r"a\hide{b $x$ \[ y \]} c")) == hidden + r"a\hide{} c"
    inner = hidden + r"\newcommand{\keep}[2]{#2\hide{#1}}"
    assert shown(text_of(inner + r"a \keep{b $x$}{c $y$}")) == inner + r"a \keep{}{c <n0>}"


def test_macros_are_shown_as_switches_are_where_the_text_begins() -> None:
    text = (
        r"\newif\ifblind\newcommand{\me}[2]{\ifblind #1\else #2\fi}\blindtrue\begin{document}\me{We}{Ada $x$}"
        r"\blindfalse\me{I}{She $y$}\end{document}"
    )
    assert shown(text_of(text)) == r"\newcommand{\me}[2]{ #1}\begin{document}\me{We}{}\me{}{She <n0>}\end{document}"


def test_line_ends_of_windows() -> None:
    assert shown(text_of("a\r\n\r\n$x$\r\nb")) == "a\n\n<n0>\nb"


def test_tokens_of_others_mean_nothing() -> None:
    other = text_of("$x$").token("n")
    assert text_of(f"{other} $x$").stem not in other


def test_arguments_are_found() -> None:
    text = Marked(r"\a [x{]}y] {b{c}} \d % {e}")
    option = text.optional(2)
    assert option is not None
    assert text.of(option) == "x{]}y"
    group = text.argument(option.after)
    assert group is not None
    assert text.of(group) == "b{c}"
    assert text.argument(len(text.text) - 6) is None


def test_commands_are_taken_out_and_their_words_kept() -> None:
    assert without_commands(r"\x[o]{a} \xy{b} \verb|\x| \x*c", frozenset({"x"})) == r"{a} \xy{b} \verb|\x| c"


@given(st.text(alphabet="\\\\{}[]%$&~abegindtmz \n()*", max_size=80))
def test_any_text_is_made_ready(body: str) -> None:
    make_ready(text_of(body)).for_pandoc()


PIECES = [
    r"\begin{theorem}", r"\end{theorem}", "[", "]", "{", "}", r"\footnotemark", r"\footnotetext", r"\bibitem",
    r"\begin{thebibliography}", r"\end{thebibliography}", r"\newtheorem", r"\author", r"\title", r"\appendix", r"\item",
    r"\newcommand", r"\def", r"\let", r"\x", "$a$", "%", "\n", r"\begin{document}", r"\end{document}", r"\section",
    r"\bibliography", r"\begin{itemize}", r"\end{itemize}", r"\verb|", r"\begin{verbatim}", "#1", r"\numberwithin",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_any_commands_are_made_ready(body: str) -> None:
    make_ready(text_of(body)).for_pandoc()
