"""Words behind many blanks, as deep in lists, are read as fast as others."""

from __future__ import annotations

from time import process_time

from ntdoc.compiler import compile_text
from ntdoc.shapes.document.said import said_ranges


def test_a_list_may_be_nested_deeply() -> None:
    text = "\n".join(f"{'  ' * depth}- a $x=1$" for depth in range(80))
    begin = process_time()
    report = compile_text(text, "a.md")
    assert len(report.statements) == 80
    assert process_time() - begin < 4  # of which most was once spent on the blanks: more than 6


def test_words_are_understood_behind_many_blanks() -> None:
    near, far = "\nbe greater than 1", "\n" + " " * 200 + "be   greater than 1"
    assert said_ranges.said(far) == said_ranges.said(near) != ""


def test_a_list_of_formulas_may_have_no_full_stop() -> None:
    text = "\n".join(f"- Given $x \\in \\reals^\\ax$ we set $y={n}x$,\n  which is $4$ million" for n in range(40))
    begin = process_time()
    report = compile_text(text, "a.md")
    assert len(report.statements) >= 40
    assert process_time() - begin < 4  # it once took as many times longer as there are formulas before a comma
