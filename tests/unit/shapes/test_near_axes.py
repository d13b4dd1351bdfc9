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
