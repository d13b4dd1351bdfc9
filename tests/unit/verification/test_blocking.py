"""What a statement is blocked by is called what it is: an error, or only not checked."""

from __future__ import annotations

from ntdoc.compiler import compile_text
from ntdoc.report import SAME_ERROR

HEAD = "$$\n\\ndef{\\seq}{seq}\\ndef{\\key}{key}\n$$\n\n$$\nA \\in \\reals^{\\seq}\n$$\n\n"


def reasons(text: str) -> dict[str, str | None]:
    return {s.id: s.reason for s in compile_text(HEAD + text, "note.md").statements if s.status.value == "blocked"}


def test_what_rests_on_an_error_says_so() -> None:
    found = reasons("$$\nx = \\nsum{\\key} A\n$$\n\n$$\ny = 2x\n$$\n")
    assert found == {"y": "needs x (line 10), which is in error"}


def test_what_rests_on_what_is_skipped_says_so_however_far_it_is() -> None:
    skipped = "$$\nx = \\mathfrak{S} \\rtimes 2\n$$\n\n"
    found = reasons(skipped + "$$\ny = 2x\n$$\n\n$$\nw = y + 1\n$$\n")
    assert found == {"y": "needs x (line 10), which is not checked", "w": "needs y (line 14), which is not checked"}


def test_of_several_causes_each_is_called_what_it_may_be() -> None:
    text = "$$\nx = \\mathfrak{S} \\rtimes 2\n$$\n\n$$\ny = \\nsum{\\key} A\n$$\n\n$$\nw = x + y\n$$\n"
    assert reasons(text) == {"w": "needs x (line 10), y (line 14), which are in error or not checked"}


def test_a_set_behind_what_is_blocked_is_so_for_the_same_reason() -> None:
    skipped = "$$\nx = \\mathfrak{S} \\rtimes 2\n$$\n\n$$\ny = 2x \\in \\reals\n$$\n"
    assert set(reasons(skipped).values()) == {"needs x (line 10), which is not checked", SAME_ERROR}


def test_a_set_behind_an_error_has_no_step() -> None:
    text = "$$\nb = \\nsum{\\seq} A = \\nsum{\\key} A \\in \\reals\n$$\n"
    (last,) = [s for s in compile_text(HEAD + text, "note.md").statements if s.reason]
    assert last.reason == "by its shape, held against an earlier side, for want of what stands between"
