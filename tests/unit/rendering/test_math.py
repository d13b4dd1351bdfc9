"""Tokens to MathML: what the library lacks, what it refuses, what an attacker writes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntdoc.compiler import compile_text
from ntdoc.reading.document import Mathematics
from ntdoc.reading.tokens import KINDS, Kind, Token
from ntdoc.rendering.latex.tokens import parse_groups, plain_tokens, split_rows, tokens_to_latex, unparse
from ntdoc.rendering.math import latex_mathml, mathml, text_of
from ntdoc.source import Source, Span
from ntdoc.syntax.axes import KNOWN_COMMANDS


def plain(latex: str) -> str:
    """The characters that are seen of the MathML."""
    return re.sub(r"<[^>]*>", "", str(latex_mathml(latex, display=True)))


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\sum\limits_{\substack{\mathsf{a}\\\mathsf{b}}} X", "∑abX"),
        (
            r"\mathop{\underset{\substack{\mathsf{\vphantom{fg} ax}}}{\vphantom{fg}\mathrm{softmax}}} X",
            "softmaxaxX",
        ),
        (r"\vdotswithin{=}", "⋮"),
        (r"\mathmakebox[1em][r]{x} y", "xy"),
        (r"\mathord- x", "−x"),
        (r"\stackrel{a}{=}", "=a"),
        (r"\smash{x} \rlap{y} \ensuremath{z}", "xyz"),
        (r"x \label{eq:q} \notag", "x"),
        (r"\mathds{1}", "𝟙"),
        (r"x \tag{3}", "x(3)"),
        (r"\operatorname*{softmax}_{\mathsf{seq}} X", "softmaxseqX"),
        (r"\begin{pmatrix*}[r] 1 \end{pmatrix*}", "([r]1)"),
        (r"\begin{split} a &= b \\ c &= d \end{split}", "a=bc=d"),
        (r"a &= b & c &= d", "a=bc=d"),
    ],
)
def test_what_the_library_lacks_is_rewritten(latex: str, expected: str) -> None:
    assert "<code" not in latex_mathml(latex)
    assert plain(latex) == expected


def test_captioned_matrix_has_its_names_at_the_edges() -> None:
    latex = r"\mathsf{row}\begin{array}\mathsf{col}\\\begin{bmatrix}3&1\\2&4\end{bmatrix}\end{array}"
    html = str(latex_mathml(latex))
    assert html.index("row") < html.index("<mover>") < html.index("<mtable") < html.index("col")
    assert html.count("<mtr>") == 2
    assert html.count("<mtd>") == 4


def test_empty_side_of_a_captioned_matrix_is_left_out() -> None:
    html = str(latex_mathml(r"\mathsf{row}\begin{array}{}\\\begin{bmatrix}3\\2\end{bmatrix}\end{array}"))
    assert "<mover" not in html
    assert html.count("<mtr>") == 2


def test_an_operator_over_no_axis_has_nothing_below() -> None:
    assert "<munder" not in latex_mathml(r"X \mathbin{\underset{\substack{}}{\odot}} Y")
    assert "<munder" in latex_mathml(r"X \mathbin{\underset{\substack{\mathsf{a}}}{\odot}} Y")


def test_axis_names_are_plain_letters() -> None:
    assert '<mi class="nt-sans">seq</mi>' in latex_mathml(r"\mathsf{seq}")
    assert '<mi class="nt-sans" mathvariant="normal">s</mi>' in latex_mathml(r"\mathsf{s}")


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\mysterious", "mysterious"),
        (r"\sum_\mysterious {X}", "∑mysteriousX"),
        (r"X \mathbin{\underset{\mysterious}{\odot}} Y", "X⊙mysteriousY"),
        (r"X_{\first\to\second}", "Xfirst→second"),
        (r"\mathbb{R}^\mysterious", "ℝmysterious"),
        (r"\mysterious'", "mysterious′"),
    ],
)
def test_a_macro_that_nothing_defines_is_shown_as_an_axis(latex: str, expected: str) -> None:
    html = str(latex_mathml(latex))
    assert "merror" not in html
    assert plain(latex) == expected
    assert "nt-sans" in html


def test_a_macro_that_nothing_defines_is_an_axis_inside_words_too() -> None:
    span = Span(Source("x", ""), 0, 0)
    words = Token(Kind.TEXT, "over", span, ("over ", tuple(plain_tokens(r"\mysterious"))), "text")
    html = str(mathml((words,), display=True))
    assert "merror" not in html
    assert "nt-sans" in html


def test_a_macro_with_an_argument_that_nothing_defines_does_not_vanish() -> None:
    assert plain(r"\mysterious{x} + 1") == r"\mysteriousx+1"


@pytest.mark.parametrize("name", sorted(KNOWN_COMMANDS - {"cref", "ref", "textnormal", "tr"}))
def test_what_the_parser_knows_is_not_shown_as_an_axis_or_an_error(name: str) -> None:
    if name.isascii() and name.isalpha():
        html = str(latex_mathml(rf"a \{name}{{b}}{{c}}"))
        assert "merror" not in html
        assert "nt-sans" not in html or name in ("mathsf", "textsf")


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac",
        r"x_a_b",
        r"\begin{array}",
        "#",
        r"\sqrt" * 5000,
        "{" * 5000 + "x" + "}" * 5000,
        "x_" * 4000,
        r"\left(" * 4000,
    ],
)
def test_what_cannot_be_rendered_shows_its_source_or_something(latex: str) -> None:
    html = str(latex_mathml(latex))
    assert html.startswith(("<code", "<math"))


def test_unmatched_fences_are_shown_all_the_same() -> None:
    assert "<math" in latex_mathml(r"\left( \frac ab")
    assert "<math" in latex_mathml(r"c \right)")


@pytest.mark.parametrize(
    "latex",
    [
        r"\text{<script>alert(1)</script>}",
        "<script>",
        r"\operatorname{<img src=x onerror=alert(1)>}",
        r"\href{javascript:alert(1)}{x}",
        r'\color{red" onclick="alert(1)}x',
        r'\eqref{"><script>}',
        r"\unknown{<script>}",
        r"\text{&lt;script&gt;}",
        r"\<\>\&",
        r'\hspace{1em" onclick="x"}',
        "\\begin{<script>}x\\end{<script>}",
    ],
)
def test_nothing_of_the_author_becomes_markup(latex: str) -> None:
    html = str(latex_mathml(latex))
    assert not re.search(r"<(?!/?(?:m[a-z]+|code)\b)", html)
    assert not re.search(r"<[^>]*\bon\w+=", html)
    assert "href" not in re.sub(r">[^<]*<", "><", html)


@given(st.lists(st.builds(lambda k, t: (k, t), st.sampled_from(KINDS), st.text(max_size=5)), max_size=30))
def test_any_tokens_give_well_formed_harmless_markup(raw: list[tuple[Kind, str]]) -> None:
    span = Span(Source("x", ""), 0, 0)
    tokens = tuple(Token(kind, text, span, (text,) if kind is Kind.TEXT else ()) for kind, text in raw)
    for display in (True, False):
        html = str(mathml(tokens, display=display))
        assert not re.search(r"<(?!/?(?:m[a-z]+|code|span|b|i)\b)", html)
    tokens_to_latex(tokens)
    text_of(tokens)


@given(st.text(alphabet=r"\{}_^&abfrctext ()[]<>\"'", max_size=40))
def test_any_text_gives_something(latex: str) -> None:
    html = str(latex_mathml(latex))
    assert not re.search(r"<(?!/?(?:m[a-z]+|code|span|b|i)\b)", html)


def test_text_tokens_are_escaped_for_latex() -> None:
    span = Span(Source("x", ""), 0, 0)
    words = Token(Kind.TEXT, "", span, (r"50% of {a_b} & \x $ # ~ ^",), "text")
    assert "<code" not in mathml((words,), display=False)
    assert "50% of {a_b} &amp; \\x $ #" in mathml((words,), display=False).replace("\xa0", " ")


def test_mathematics_inside_words_is_mathematics() -> None:
    span = Span(Source("x", ""), 0, 0)
    words = Token(Kind.TEXT, "for", span, ("for all ", tuple(plain_tokens(r"\mathsf{s}"))), "text")
    html = str(mathml((words,), display=True))
    assert "for\xa0all" in html
    assert "nt-sans" in html


def test_a_space_that_is_written_is_seen() -> None:
    items = compile_text("$\\mathrm{relu}\\ S$, $\\mathrm{relu}~S$, $~a_{~b\\ }$\n", "a.md").document.items
    formulas = [str(mathml(i.tokens, display=False)) for i in items if isinstance(i, Mathematics)]
    assert formulas[0] == formulas[1] == "<math><mi>relu</mi><mtext>\xa0</mtext><mi>S</mi></math>"
    assert "mtext" not in formulas[2]
    assert text_of(next(i.tokens for i in items if isinstance(i, Mathematics))) == "relu~S"


def test_rows_split_outside_environments_only() -> None:
    rows = split_rows(plain_tokens(r"a \\ \begin{matrix}1\\2\end{matrix} \\ {b \\ c}"))
    assert len(rows) == 3


@pytest.mark.parametrize(
    "latex", [r"\frac {a}{b}_{c}^{d}", r"\begin{bmatrix}1&2\\ 3&4\end{bmatrix}", r"\text{words}x'"]
)
def test_unparsing_gives_the_latex_again(latex: str) -> None:
    assert unparse(parse_groups(plain_tokens(latex))) == latex


def test_a_prime_is_no_script_since_its_sign_is_a_raised_one() -> None:
    def plain(latex: str) -> str:
        return str(latex_mathml(latex)).replace(' lspace="0.07em" rspace="0"', "")

    assert plain("x'") == "<math><mrow><mi>x</mi><mo>′</mo></mrow></math>"
    assert "<mrow><mi>X</mi><mo>″</mo></mrow>" in plain("2 X''")
    assert re.search("<msup>.*<mi[^>]*>seq′</mi></mrow></msup>", plain(r"\mathbb{R}^{\mathsf{seq'}}"))
    assert plain("x'_1") == "<math><msub><mrow><mi>x</mi><mo>′</mo></mrow><mn>1</mn></msub></math>"
    assert plain("x'_{y'_1}") == plain("{x'}_{{y'}_1}")
    assert "<msup>" in plain("x^2")
    assert "<msubsup>" in plain("x_1^2")


def test_the_prime_of_an_axis_is_part_of_its_name() -> None:
    assert '<mi class="nt-sans">seq′</mi>' in latex_mathml(r"\mathsf{seq}'")
    assert '<mi class="nt-sans">seq″</mi>' in latex_mathml(r"X_{\mathsf{seq}''}")


@pytest.mark.parametrize(
    ("latex", "axes"),
    [
        (r"W \ndot{input} x", ["input"]),
        (r"\nsum{seq} X", ["seq"]),
        (r"\nfun{vocab}{softmax} Y", ["vocab"]),
        (r"\ndot{key, val'} Y", ["key", "val′"]),
        (r"h_{hidden \to hidden'}", ["hidden", "hidden′"]),
        (r"\ndot{\mathsf{key}} Y", ["key"]),
        (r"\nsum{i} X_i", []),
        (r"\sum_{\substack{i < jk \\ j \in S}} X_{ij}", []),
        (r"x_{n \to ab} + p_{a \to b}", []),
    ],
)
def test_axes_written_as_bare_words_look_like_axes(latex: str, axes: list[str]) -> None:
    items = compile_text(f"${latex}$\n", "a.md").document.items
    (formula,) = (item for item in items if isinstance(item, Mathematics))
    assert re.findall(r'<mi class="nt-sans"[^>]*>([^<]*)</mi>', str(mathml(formula.tokens, display=False))) == axes
