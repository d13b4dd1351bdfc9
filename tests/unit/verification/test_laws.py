"""Laws: what is open in a claim, which instances count, and how small a counterexample becomes."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text
from ntdoc.diagnostics import Diagnostic
from ntdoc.report import Statement, Status

MACROS = r"""
$$ \newcommand{\shp}{\operatorname{shp}} \ndef{\a}{a} \ndef{\b}{b} $$

"""


def checked(text: str) -> tuple[Statement, list[Diagnostic]]:
    report = compile_text(f"{MACROS}{text}\n", "law.md")
    return report.statements[-1], list(report.problems)


def status(law: str) -> Status:
    return checked(f"$$ {law} $$")[0].status


@pytest.mark.parametrize(
    "law",
    [
        r"X + Y = Y + X",
        r"X \ndot{\a} (Y \odot c) = c \odot X \ndot{\a} Y",
        r"\nfun{\a}{softmax} (X + c) = \nfun{\a}{softmax} X",  # a small letter that needs no axis is a number
        r"\nsum{\mathcal{S} \cup \mathcal{T}} X = \nsum{\mathcal{S}} \nsum{\mathcal{T} \setminus \mathcal{S}} X",
        r"X_{\a\to\b} = I_{\a,\b} \ndot{\a} X",
        r"(X - Y)_s = X_s - [Y]_s",
        r"|X + Y| \le |X| + |Y|",
        r"\|X + Y\| \le \|X\| + \|Y\|",  # of one space
        r"(X \odot Y)^* = X^* \odot Y^*",
        r"X \ndot{\mathcal{S}} (Y \ndot{\mathcal{U}} Z) = (X \ndot{\mathcal{S}} Y) \ndot{\mathcal{U}} Z"
        r"\quad \text{if $\mathcal{S} \cap \shp Z = \mathcal{U} \cap \shp X = \emptyset$}",
    ],
)
def test_what_holds_is_verified(law: str) -> None:
    assert status(law) is Status.VERIFIED


@pytest.mark.parametrize(
    ("law", "code"),
    [
        (r"X \ndot{\a} X = \bigl(\nsum{\a} X\bigr)^2", "NT301"),
        (r"\nsum{\mathcal{S}} X = \nsum{\mathcal{S}} X^2", "NT301"),
        (r"X - Y = Y - X", "NT301"),
        (r"|X + Y| = |X| + |Y|", "NT301"),
        (r"\|X + Y\| = \|X\| + \|Y\|", "NT301"),
        (r"(X \odot Y)_s = X_s + [Y]_s", "NT301"),
        (r"X \ndot{\a} Y = X \odot Y", "NT204"),
        (r"X \ndot{\mathcal{S}} Y = X \odot Y", "NT204"),  # but for shapes without axes
        (r"X_{\a\to\b} \odot Y = Y \ndot{\b} X_{\a\to\b}", "NT204"),
        (r"\nsum{\a} \nsum{\a} X = \nsum{\a} X", "NT203"),
    ],
)
def test_what_does_not_hold_is_refuted(law: str, code: str) -> None:
    statement, problems = checked(f"$$ {law} $$")
    assert statement.status in (Status.FAILED, Status.ERROR)
    assert [d.code for d in problems] == [code]


@pytest.mark.parametrize(
    ("law", "shown"),
    [
        (r"X + Y = X - Y", {"X": "scalar = 0", "Y": "scalar = 1"}),
        (r"\nsum{\a} (X \odot Y) = \nsum{\a} X \odot \nsum{\a} Y", {"X": "a[2] = [0, 1]", "Y": "a[2] = [1, 0]"}),
        (r"\nsum{\mathcal{S}} X = 2 \nsum{\mathcal{S}} X", {"S": "∅", "X": "scalar = 1"}),
    ],
)
def test_a_counterexample_is_as_small_as_can_be(law: str, shown: dict[str, str]) -> None:
    _, (problem,) = checked(f"$$ {law} $$")
    assert {o.label: o.text for o in problem.operands} == shown


def test_functions_known_by_their_signature_are_any_smooth_function() -> None:
    signature = r"f \colon \mathbb{R}^{\mathcal{S}} \to \mathbb{R}^{\mathcal{T}}"
    assert checked(rf"$$ f(X) \odot Y = Y \odot f(X) \qquad {signature} $$")[1] == []
    assert [d.code for d in checked(rf"$$ f(-X) = -f(X) \qquad {signature} $$")[1]] == ["NT301"]


def test_functions_are_never_open() -> None:
    codes = {d.code for d in checked(r"$$ f(X, Y) \ndot{\a} Z = Z \ndot{\a} f(X, Y) $$")[1]}
    assert "NT202" in codes


def test_a_letter_of_the_section_is_not_open() -> None:
    declared = "## One\n\nLet $X \\in \\mathbb{{R}}^{{\\b}}$.\n\n"
    text = declared + "{between}$$ X_{{\\a\\to\\b}} = I_{{\\a,\\b}} \\ndot{{\\a}} X $$"
    assert {d.code for d in checked(text.format(between=""))[1]} == {"NT208", "NT203"}
    statement, problems = checked(text.format(between="## Two\n\n"))
    assert problems == []
    assert statement.status is Status.VERIFIED


def test_what_is_in_error_elsewhere_is_not_excused_by_a_false_law() -> None:
    text = "## One\n\nLet $X \\in \\mathbb{R}^{\\b}$.\n\n## Two\n\n$$ X_{\\a\\to\\b} = 2 X_{\\a\\to\\b} $$"
    assert {d.code for d in checked(text)[1]} == {"NT208"}


def test_the_example_is_the_counterexample() -> None:
    statement, _ = checked(r"$$ \nsum{\a} (X \odot Y) = \nsum{\a} X \odot \nsum{\a} Y $$")
    shown = {x.label: x.array.data.tolist() for x in (*statement.example.inputs, *statement.example.results)}
    assert shown == {"X": [0, 1], "Y": [1, 0], "left side": 0, "right side": 1}
    assert statement.reason is not None


def test_a_verified_law_says_on_what_it_was_checked() -> None:
    statement, _ = checked(r"$$ X \ndot{\mathcal{S}} Y = Y \ndot{\mathcal{S}} X $$")
    assert statement.reason == "on 12 samples of 6 choices of shapes, largest difference 0"
    assert {x.label for x in statement.example.inputs} == {"X", "Y"}


def test_a_supposition_in_prose_is_no_claim() -> None:
    assert compile_text(f"{MACROS}Suppose that $X \\odot Y = X + Z$.\n", "law.md").problems == ()
    assert compile_text(f"{MACROS}If $X \\odot Y = X + Z$, all is well.\n", "law.md").problems == ()
    supposed, problems = checked("Suppose that\n\n$$ X \\ndot{\\a} X = X \\ndot{\\a} Y $$")
    assert (supposed.status, problems) == (Status.SKIPPED, [])
    assert compile_text(f"{MACROS}For any $X$ and $Y$, $|X| + |Y| = |X + Y|$.\n", "law.md").problems != ()
    assert compile_text(f"{MACROS}This is so with $\\|X\\| < 2$.\n", "law.md").problems == ()
    assert compile_text(f"{MACROS}Clearly $X - Y = Y - X$.\n", "law.md").problems != ()


LIFTED = (
    "Let $f \\colon \\reals^{\\mathcal{S}} \\to \\reals^{\\mathcal{T}}$ and "
    "$$ D(X) = \\frac{\\partial f(X)}{\\partial X^*} $$\n\nThen\n\n"
)


@pytest.mark.parametrize(
    ("law", "code"),
    [
        # S, R and T are different letters, and only where they are one shape does this say anything
        (
            r"X \ndot{\mathcal{S}} (Y \ndot{\mathcal{U}} Z) = (X \ndot{\mathcal{R}} Y) \ndot{\mathcal{U}} Z"
            r"\quad \text{if $\mathcal{S} \cap \shp Z = \mathcal{U} \cap \shp X = \emptyset$}",
            "NT204",
        ),
        (r"\nsum{\mathcal{S}} X \odot I_{\mathcal{S},\mathcal{S}} = X", "NT209"),
        (r"I_{\a,\a} \ndot{\a} X = X_{\a\to\a}", "NT209"),
    ],
)
def test_a_law_that_fits_only_by_chance_is_wrong(law: str, code: str) -> None:
    statement, problems = checked(f"$$ {law} $$")
    assert statement.status in (Status.ERROR, Status.FAILED)
    assert [d.code for d in problems] == [code]


def test_a_step_that_no_shapes_make_well_formed_is_the_one_in_error() -> None:
    text = LIFTED + r"$$ \partial f(X) = D(X) \ndot{\mathcal{S}} \partial X_{\mathcal{S}\to\mathcal{S}^*} $$"
    statement, problems = checked(text)
    assert statement.status is Status.ERROR
    assert [d.code for d in problems] == ["NT203"]
    right = text.replace(r"\ndot{\mathcal{S}}", r"\ndot{\mathcal{S}^*}")
    assert checked(right)[0].status is Status.VERIFIED


@pytest.mark.parametrize(
    "law",
    [
        r"\nsum{\mathcal{S}} X = \nsum{\mathcal{S} \cap \mathcal{T}} \nsum{\mathcal{S} \setminus \mathcal{T}} X",
        r"X_{\mathcal{S}\to\mathcal{T}} \ndot{\mathcal{T}} Y_{\mathcal{S}\to\mathcal{T}} = X \ndot{\mathcal{S}} Y",
    ],
)
def test_letters_that_may_overlap_are_no_mistake(law: str) -> None:
    statement, problems = checked(f"$$ {law} $$")
    assert not problems
    assert statement.status is Status.VERIFIED
