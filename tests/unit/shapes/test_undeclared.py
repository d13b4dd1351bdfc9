"""Names that nothing declares: what may be meant."""

from __future__ import annotations

from ntdoc.compiler import compile_text
from ntdoc.report import Status

MACROS = "$$ \\ndef{\\a}{a} $$\n\nLet $X \\in \\reals^{\\a}$.\n\n"


def test_what_may_be_meant_by_a_command_that_nothing_defines() -> None:
    def reasons(text: str) -> list[str | None]:
        return [s.reason for s in compile_text(text, "note.md").statements if s.status is Status.SKIPPED]

    assert reasons(MACROS + r"$$ Y = \sofmax X $$") == [
        r"nothing defines \sofmax: did you mean \operatorname{softmax}?"
    ]
    assert reasons(MACROS + r"$$ Y = \arcsn X $$") == [r"nothing defines \arcsn: did you mean \arcsin?"]
    assert reasons(MACROS + r"$$ Y = \nfunn{\a}{softmax} X $$") == [r"nothing defines \nfunn: did you mean \nfun?"]
    assert reasons(MACROS + r"$$ Y = X \ndott{\a} X $$") == [r"nothing defines \ndott: did you mean \ndot?"]
    assert reasons(MACROS + r"$$ Y = X + \delt $$") == [r"nothing defines \delt: did you mean \delta?"]
    assert reasons(MACROS + r"$$ Y = \dett X $$") == [r"nothing defines \dett: did you mean \det?"]
    assert reasons(MACROS + r"$$ Y = X + \dett $$") == [r"nothing defines \dett"]
    assert reasons(MACROS + r"$$ Y = \frca{X}{2} $$") == [r"nothing defines \frca: did you mean \frac?"]
    assert reasons(MACROS + r"$$ Y = \boint X $$") == [r"nothing defines \boint"]
    for below in (r"_{\a}", r"\limits_{\a}", "_i", "_{i,j}"):
        assert reasons(MACROS + rf"$$ Y = \softmax{below} X $$") == [
            r"nothing defines \softmax: did you mean \operatorname{softmax}?"
        ]
    assert reasons(MACROS + r"$$ Y = X + \a $$") == ["the name of an axis where a tensor should stand"]
    found = compile_text(MACROS + r"$$ Y = \nfun{\a}{softmx} X $$", "note.md")
    assert [d.hints for d in found.diagnostics] == [("did you mean softmax?",)]


def test_a_member_of_a_family_without_a_range_before_a_bracket() -> None:
    text = MACROS + r"Let $c_i \in \reals$." + "\n\n" + "$$ Y = c_1 (2 X) $$\n\n$$ Z_f = f(X) $$"
    found = compile_text(text, "note.md")
    assert [s.reason for s in found.statements if s.status is Status.SKIPPED] == [
        "a member of a family that ntdoc does not follow"
    ]
    assert [d.message for d in found.problems] == ["f is not declared"]


def test_a_power_is_no_part_of_the_name_that_is_not_declared() -> None:
    def marked(formula: str) -> list[str]:
        return [d.span.text for d in compile_text(f"{MACROS}$$ Y = {formula} $$", "note.md").problems]

    assert marked("c^2") == ["c"]
    assert marked("3 c_1^{2} + 1") == ["c_1"]
    assert marked("c ^ { 2 }") == ["c"]
    assert marked("c^2_1") == ["c^2_1"]
    assert marked(r"\newcommand{\sq}[1]{#1^2} \sq{c}") == [r"\sq{c}"]


def test_an_entry_written_as_in_a_program() -> None:
    def told(entry: str) -> list[str]:
        return [d.message for d in compile_text(f"{MACROS}$$ Y = {entry} $$", "note.md").problems]

    assert told(r"X_{\a=2} - X_{\a(2)}") == []
    assert told(r"X_{\b=2}") == ["axis `b` is not an axis of X"]
    assert told(r"Q_{\a=2}") == ["Q is not declared"]



def test_letters_with_a_name_are_no_spelling_variants_of_each_other() -> None:
    def hints(formula: str) -> list[tuple[str, ...]]:
        text = "$$ \\theta, \\pi, \\Phi, V \\in \\reals^{\\ax{seq}} $$\n\n"
        return [d.hints for d in compile_text(f"{text}$$ Y = {formula} $$", "note.md").problems]

    assert hints(r"2 \eta + V") == [()]
    assert hints(r"2 \phi + V") == [()]
    assert hints("2 v") == [("did you mean V?",)]
    assert hints("2 w") == [()]


def test_of_a_function_with_axes_its_name_is_marked() -> None:
    def marked(formula: str) -> list[str]:
        return [d.span.text for d in compile_text(f"{MACROS}$$ Y = {formula} $$", "note.md").problems]

    assert marked(r"\nfun{\a}{sofmax} X") == ["sofmax"]
    assert marked(r"\nfun{\a}{ sofmax } X") == ["sofmax"]
    assert marked(r"\operatorname{sofmax} X") == [r"\operatorname{sofmax}"]
