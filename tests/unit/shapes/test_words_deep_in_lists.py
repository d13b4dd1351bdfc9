"""Words behind many blanks, as deep in lists, are read as others; `benchmarks.growth` tells how fast."""

from __future__ import annotations

from ntdoc.compiler import compile_text
from ntdoc.shapes.document.said import said_ranges


def test_a_list_may_be_nested_deeply() -> None:
    text = "\n".join(f"{'  ' * depth}- a $x=1$" for depth in range(80))
    report = compile_text(text, "a.md")
    assert len(report.statements) == 80


def test_words_are_understood_behind_many_blanks() -> None:
    near, far = "\nbe greater than 1", "\n" + " " * 200 + "be   greater than 1"
    assert said_ranges.said(far) == said_ranges.said(near) != ""


def test_a_list_of_formulas_may_have_no_full_stop() -> None:
    text = "\n".join(f"- Given $x \\in \\reals^\\ax$ we set $y={n}x$,\n  which is $4$ million" for n in range(40))
    report = compile_text(text, "a.md")
    assert len(report.statements) >= 40
