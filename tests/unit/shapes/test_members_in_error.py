"""Members of families that are nowhere, and recurrences that are wrong: the cause is said, nothing blocks itself."""

from __future__ import annotations

from ntdoc.compiler import compile_text
from ntdoc.report import Status

MACROS = r"$$ \ndef{\a}{a} \ndef{\b}{b} \ndef{\c}{c} $$" + "\n\n"


def test_a_member_that_has_no_declaration_is_undeclared() -> None:
    text = r"""$$
f^l \colon \reals^{\a} \to \reals^{\b} \\
f^l(X) = W^{l,1} \ndot{\a} X + W^{l,Q} \ndot{\a} X
$$
where
$$
W^{l,2} \in \reals^{\b \times \a}, \quad W^{l,Q} \in \reals^{\b \times \a}
$$
"""
    right = compile_text(MACROS + text.replace("l,2", "l,1"), "family.md")
    assert not right.problems
    wrong = compile_text(MACROS + text, "family.md")
    assert [(d.code, d.message) for d in wrong.problems] == [("NT201", "W^l,1 is not declared")]


def test_a_recurrence_is_not_blocked_by_itself() -> None:
    text = r"""$$
W \in \reals^{\a \times \b}, \quad |\a| = |\b| \\
h^0 \in \reals^{\a} \\
h^t = (W \ndot{\a} h^{t-1})_{\b\to\a}, \quad t = 1, \ldots, n
$$
"""
    assert not compile_text(MACROS + text, "recurrence.md").problems
    report = compile_text(MACROS + text.replace(r"\ndot{\a}", "+"), "recurrence.md")
    assert [d.code for d in report.problems] == ["NT208"]
    assert Status.BLOCKED not in {s.status for s in report.statements}


def test_a_shape_renamed_to_one_of_another_number_of_axes_is_no_crash() -> None:
    text = r"Let $f \colon \reals^{\mathcal{S}} \to \reals^{\mathcal{T}}$. Then" + "\n\n"
    text += r"$$ \partial f(A; H) = D(A) \ndot{\mathcal{S}^*} H_{\mathcal{T} \to \mathcal{S}^*} $$"
    report = compile_text(MACROS + text + "\n\nand $x \\in \\reals^{\\a}$\n", "shapes.md")
    assert not {Status.VERIFIED, Status.FAILED} & {s.status for s in report.statements if s.display}
