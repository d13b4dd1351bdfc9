"""An index that is out of range within a function is one mistake, however often and with what sizes it is called."""

from __future__ import annotations

from ntdoc.compiler import compile_text

HEAD = (
    "$$\n\\ndef{\\seq}{seq}\\ndef{\\key}{key}\n$$\n\n<!-- ntdoc: size \\seq = 4, \\key = 3 -->\n\n"
    "$$\nx \\in \\reals^{\\seq}, \\quad w \\in \\reals^{\\key}\n$$\n\n"
)


def found(text: str) -> tuple[list[tuple[int, str | None]], dict[str, tuple[str, str | None]]]:
    """Where NT211 is reported and for what, and the statements that are wrong or blocked."""
    report = compile_text(HEAD + text, "note.md")
    errors = [(d.span.line, d.statement) for d in report.diagnostics]
    assert {d.code for d in report.diagnostics} <= {"NT211"}
    return errors, {
        s.id: (s.status.value, s.reason) for s in report.statements if s.status.value in ("error", "blocked")
    }


def test_a_function_that_is_wrong_blocks_its_calls() -> None:
    text = (
        "$$\nf(v) = v_{\\seq(9)}, \\quad v \\in \\reals^{\\seq}\n$$\n\n"
        "$$\na = f(x)\n$$\n\n$$\nb = f(w_{\\key\\to\\seq})\n$$\n\n$$\nc = 2 a\n$$\n"
    )
    errors, wrong = found(text)
    assert errors == [(12, "f")]
    blocked = ("blocked", "needs f (line 12), which is in error")
    assert wrong["f"] == ("error", None)
    assert wrong["a"] == wrong["b"] == blocked
    assert wrong["c"][0] == "blocked"


def test_a_function_that_is_right_for_other_sizes_is_wrong_once() -> None:
    text = (
        "$$\nf(v) = v_{\\seq(9)}, \\quad v \\in \\reals^{\\seq[n]}\n$$\n\n"
        "$$\na = f(x)\n$$\n\n$$\nb = f(w_{\\key\\to\\seq})\n$$\n"
    )
    errors, wrong = found(text)
    assert errors == [(12, "a")]
    assert wrong == {"a": ("error", None), "b": ("blocked", "goes wrong in the same way as a (line 16)")}


def test_two_slips_of_one_kind_are_two() -> None:
    errors, _ = found("$$\na = x_{\\seq(9)}\n$$\n\n$$\nb = x_{\\seq(8)}\n$$\n")
    assert errors == [(12, "a"), (16, "b")]
