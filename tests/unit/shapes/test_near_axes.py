"""An axis that is lacking, and one that is spelt nearly as it is."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text
from ntdoc.diagnostics import Diagnostic

GIVEN = r"""Let $G \in \reals^{\mathsf{expert} \times \mathsf{feat}}$, $H \in \reals^{\mathsf{expert'}}$
and $W \in \reals^{\mathsf{feats} \times \mathsf{out}}$.

"""


def problem(formula: str) -> Diagnostic:
    (found,) = compile_text(f"{GIVEN}$$\n{formula}\n$$\n", "note.md").problems
    assert found.code == "NT203"
    return found


def test_a_slip_in_the_axis_of_an_operation() -> None:
    found = problem(r"P = \operatorname*{softmax}_{\mathsf{exprt}} G")
    assert found.hints == ("did you mean `expert`?",)
    assert [(e.span.text, e.text) for e in found.edits] == [("exprt", "expert")]


@pytest.mark.parametrize(("axis", "hints"), [("sek", ("did you mean `seq`?",)), ("sxk", ()), ("key", ())])
def test_a_slip_in_an_axis_of_three_letters_is_asked_for_and_not_mended(axis: str, hints: tuple[str, ...]) -> None:
    text = f"Let $X \\in \\reals^{{\\seq\\times\\val}}$.\n\n$$\nY = \\nsum{{\\{axis}}} X\n$$\n"
    (found,) = compile_text(text, "note.md").problems
    assert (found.hints, found.edits) == (hints, ())


def test_with_two_operands_either_may_be_the_slip() -> None:
    found = problem(r"Y = G \odot_{\mathsf{feat}} W")
    assert found.hints == ("is `feats` of W the same axis as `feat`?",)
    assert found.edits == ()


@pytest.mark.parametrize(
    "formula",
    [
        r"P = \sum_{\mathsf{expert''}} H",  # another prime is another axis
        r"P = \sum_{\mathsf{e}} G",
        r"P = \sum_{\mathsf{seq}} G",
    ],
)
def test_another_axis_is_no_slip(formula: str) -> None:
    assert problem(formula).hints == ()


def test_the_declaration_is_shown_and_not_a_later_definition() -> None:
    text = GIVEN + "$$\nP = \\sum_{\\mathsf{seq}} W\n$$\n\n$$\nW = 2 \\otimes 3\n$$\n"
    (found,) = compile_text(text, "note.md").problems
    assert [(place.span.line, place.message) for place in found.related] == [(2, "`W` is declared here")]


def lacking(formula: str) -> Diagnostic:
    text = f"Let $x^t \\in \\reals^{{\\inp}}$ and $U \\in \\reals^{{\\inp\\times\\hid}}$.\n\n$$\n{formula}\n$$\n"
    (found,) = (d for d in compile_text(text, "note.md").diagnostics if d.code == "NT203")
    return found


def test_one_operand_on_both_sides_is_named_once() -> None:
    assert lacking(r"W = U \ndot{\key} U").message == "axis `key` is not an axis of U"
    assert lacking(r"W = U \ndot{\key} (2 U)").message == "axis `key` is not an axis of U, nor of (2 U)"


def test_what_is_declared_is_called_as_it_stands_there() -> None:
    found = lacking(r"\begin{aligned} r^{t} &= U \ndot{\inp} x^t \\ h^{t} &= U \ndot{\inp} (2 r^{t}) \end{aligned}")
    assert [r.message for r in found.related] == ["`r^t` is declared here"]


def test_a_long_operand_is_called_by_its_side() -> None:
    text = (
        r"For $Q \in \reals^{\name{key}}$, $K \in \reals^{\name{seq}\times\name{key}}$, $V \in \reals^{\name{seq}}$:"
        "\n\n"
        r"$$A = \left(\frac{Q \ndot{\name{key}} K + 1 + 1 + 1 + 1 + 1 + 1}{2}\right) \ndot{\name{key}} V$$"
    )
    (found,) = compile_text(text, "note.md").problems
    assert found.message == "axis `key` is not an axis of the left operand, nor of V"
    assert [o.label for o in found.operands] == ["V", "the left operand"]
    assert found.label == "the left operand has no axis `key`"
