"""What an infinite value is called."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

LARGE = "the value is too large for double precision"


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("9^{9^{9^9}}", LARGE),
        (r"10^{400} + 1", LARGE),
        (r"\exp 1000", LARGE),
        (r"2 \cdot 10^{200} \cdot 10^{200}", LARGE),
        ("1/0", "the value is infinite"),
        ("0^{-1}", "the value is infinite"),
        (r"\log 0", "the value is infinite"),
        ("10^{400} + 1/0", "the value is infinite"),
    ],
)
def test_a_number_that_is_too_large_is_not_called_infinite(formula: str, message: str) -> None:
    report = compile_text(f"Let $x \\in \\reals^{{\\seq}}$.\n\n$$\nz = {formula}\n$$\n", "a.md")
    (found,) = report.diagnostics
    assert (found.code, found.message) == ("NT302", message)
