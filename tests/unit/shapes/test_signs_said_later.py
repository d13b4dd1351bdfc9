"""A sign that is said after a declaration holds for the sample that is shown with it, as for all that follows."""

from __future__ import annotations

import numpy as np
import pytest

from ntdoc.compiler import compile_text

MACROS = "$$ \\ndef{\\a}{a} $$\n\n"


@pytest.mark.parametrize(
    ("said", "sign"),
    [
        ("Let $f \\in \\reals^{\\a}$, $f > 0$, be counts.", 1),
        ("Let $f \\in \\reals^{\\a}$ with $f < 0$.", -1),
        ("$$ f \\in \\reals^{\\a}, \\quad f > 0 $$", 1),
    ],
)
def test_the_sample_shown_has_the_sign_that_is_said(said: str, sign: int) -> None:
    shown = [s.value for s in compile_text(MACROS + said, "a.md").statements]
    assert len(shown) == 2
    for value in shown:
        assert value is not None
        assert np.all(sign * np.asarray(value.data) > 0)


def test_a_sign_of_another_paragraph_is_another_one() -> None:
    text = MACROS + "Let $f \\in \\reals^{\\a}$.\n\n# Later\n\nHere $f > 0$."
    first, *_ = (s.value for s in compile_text(text, "a.md").statements)
    assert first is not None
    assert np.any(np.asarray(first.data) < 0)
