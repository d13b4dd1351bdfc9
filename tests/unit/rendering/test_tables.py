"""The table of symbols goes with the numbers beside it."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (r"\mathrm{pick} \colon \reals^{\seq[n]} \times [n] \to \reals, \quad |\seq| = 4", "pick.signature"),
        (r"\mathrm{cut} \colon \reals^{\seq[k n]} \to \reals^{\seq[n]}, \quad k = 2", "cut.signature"),
    ],
)
def test_an_axis_has_the_size_that_it_has_in_the_example(text: str, statement: str) -> None:
    report = compile_text(f"$$\n{text}\n$$\n", "note.md")
    (found,) = (s for s in report.statements if s.id == statement)
    (axis,) = (u for u in found.symbols if u.role == "axis")
    sizes = {n for part in found.example.inputs for a, n in part.array.sizes.items() if a == axis.name}
    assert len(sizes) == 1
    assert axis.shape == ((axis.name, *sizes),)
