"""No text whatever makes ntdoc raise."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ntdoc.compiler import compile_text
from ntdoc.diagnostics import Diagnostic
from ntdoc.report import DocumentReport, Status

PIECES = [
    "$", "$$", r"\[", r"\]", r"\begin{align*}", r"\end{align*}", r"\begin{cases}", r"\end{cases}", r"\\", "&",
    "{", "}", "(", ")", "[", "]", "|", "_", "^", "'", ",", ";", ":", "=", "+", "-", "*", "/", "<", ">", r"\in",
    r"\to", r"\colon", r"\times", r"\odot", r"\ndot{\ax}", r"\nfun{\ax}{softmax}", r"\nfun{\ax}{argmax}",
    r"\nsum{\ax}", r"\sum_{i=1}^{n}", r"\sum_i", r"\prod", r"\frac{X}{Y}", r"\sqrt", r"\name{a}", r"\mathsf{b}",
    r"\ndef{\ax}{ax}", r"\reals", r"\mathbb{R}", r"^{\ax\times\bx}", r"\{0,1\}",
    r"\nmatrix{\ax}{\bx}{1&2\\3&4}", r"X_{\ax\to\bx}", r"X_{\ax(i)}", r"X_{(\ax,\bx)\to\name{c}}", "X", "Y",
    "f", "f(X)", "X^2", "X^{l}", r"\partial", r"\infty", r"\vdots", r"\cdots", r"\text{where}", r"\text{if }",
    r"\mathrm{FFN}", r"\left(", r"\right)", r"\left.", r"\newcommand{\x}[1]{#1#1}", r"\x{\x{\x{X}}}",
    r"\def\y{\y}", r"\y", "1", "2.5", "0", "-1", r"|\ax|", r"|\ax| = 3", r"[n-|\ax|+1]", "\n", "\n\n", " ",
    "# Title\n", "if ", "where ", "let ", "for any ", "not ", "<!-- ntdoc: ", "-->", "% ntdoc: ", "size ",
    "skip ", "seed 1", "```\n", "`", r"\input{x}", r"\iffalse", r"\fi", r"\verb|", "é", "𝒳", "\u2028", "\r\n",
    "\x00", "\ufeff",
]  # fmt: skip

unhurried = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
pieces = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
mathematics = st.lists(st.sampled_from(PIECES[5:]), max_size=25).map(lambda found: "$$\n" + " ".join(found) + "\n$$\n")


def check(report: DocumentReport) -> None:
    """A report that a renderer can trust."""
    ids = [s.id for s in report.statements]
    assert len({*ids}) == len(ids)
    for statement in report.statements:
        assert 0 <= statement.span.start <= statement.span.end <= len(statement.span.source.text)
        if statement.status in (Status.BLOCKED, Status.SKIPPED):
            assert statement.reason
        if statement.status in (Status.FAILED, Status.ERROR):
            assert statement.reason or any(d.statement == statement.id for d in report.diagnostics)
    for diagnostic in report.diagnostics:
        assert isinstance(diagnostic, Diagnostic)
        assert diagnostic.message
        assert diagnostic.span.start <= diagnostic.span.end


@unhurried
@given(pieces, st.sampled_from(["markdown", "latex"]))
@example(text="{" * 10_000, format="markdown")
@example(text="$$" + "(" * 3_000 + "$$", format="markdown")
@example(text="$$" + r"\frac{" * 400 + "$$", format="latex")
def test_pieces_of_mathematics_in_any_order(text: str, format: str) -> None:
    check(compile_text(text, "any", format))


@unhurried
@given(mathematics)
def test_any_display(text: str) -> None:
    check(compile_text("$$ \\ndef{\\ax}{ax} \\ndef{\\bx}{bx} $$\n\nLet $X \\in \\reals^{\\ax}$.\n\n" + text, "any"))


@unhurried
@given(st.text(max_size=200), st.sampled_from(["markdown", "latex"]))
def test_any_characters(text: str, format: str) -> None:
    check(compile_text(text, "any", format))
