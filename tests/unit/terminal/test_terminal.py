"""What people see at a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntdoc.compiler import compile_text
from ntdoc.diagnostics import Diagnostic, Operand, Related
from ntdoc.rendering.reports.cells import printable, width
from ntdoc.rendering.reports.style import coloured
from ntdoc.rendering.reports.terminal import render_brief, render_diagnostic, render_report, render_summary
from ntdoc.report import DocumentReport, Report
from ntdoc.source import Source, Span
from tests.unit.terminal import reports


def underlined(drawn: str) -> str:
    """What stands over the carets of a drawing without wide characters."""
    lines = drawn.splitlines()
    row = next(i for i, line in enumerate(lines) if "^" in line and not line[:1].isdigit())
    start, end = lines[row].index("^"), lines[row].rindex("^") + 1
    return lines[row - 1][start:end]


@pytest.mark.parametrize("notes", [False, True])
def test_a_whole_report(golden: Callable[[str, str], None], notes: bool) -> None:
    text = render_report(reports.report(), notes=notes, columns=80, seconds=0.1234)
    golden("report-notes.txt" if notes else "report.txt", text + "\n")


def test_a_coloured_diagnostic(golden: Callable[[str, str], None]) -> None:
    drawn = render_diagnostic(reports.lacks_axis(reports.source()), columns=80, paint=coloured)
    golden("diagnostic-coloured.txt", drawn + "\n")
    plain = render_diagnostic(reports.lacks_axis(reports.source()), columns=80)
    assert re.sub(r"\x1b\[[0-9;]*m", "", drawn) == plain


def test_no_problem_has_a_short_summary() -> None:
    document = reports.report().documents[0]
    clean = Report((DocumentReport(document.document, document.statements[:1], ()),))
    assert render_report(clean) == "no problems: 1 statement in 1 document (1 declared)"
    empty = Report((DocumentReport(document.document, (), ()),))
    assert render_report(empty) == "nothing to check: 0 statements in 1 document"


def test_the_summary_counts() -> None:
    assert render_summary(reports.report(), seconds=2.0) == (
        "2 errors: 6 statements in 1 document (1 declared, 1 evaluated, 1 failed, 1 error, 2 skipped), 2.00 s"
    )


def test_numbers_that_are_too_wide_go_on_below_row_by_row() -> None:
    operand = Operand("X", "batch[2] × chans[3]", "[[0.84, 1.26, 1.52], [-0.62, -1.7, 1.61]]")
    drawn = render_diagnostic(replace(reports.note(reports.source()), operands=(operand,)), columns=60)
    assert drawn.splitlines()[-2:] == [
        "  = X : batch[2] × chans[3] = [[0.84, 1.26, 1.52],",
        "                               [-0.62, -1.7, 1.61]]",
    ]


def test_brief_is_one_line_that_editors_understand() -> None:
    assert render_brief(reports.does_not_hold(reports.source())) == (
        "notes/attention.md:31:8: error[NT301]: the sides differ: written 6, computed 5"
    )


def test_related_lines_far_away_and_in_other_files_get_their_own_excerpt() -> None:
    here, there = Source("a.md", "x = y\n" + "\n" * 40 + "y = 1\n"), Source("b.md", "\n\n  y = 2\n")
    diagnostic = Diagnostic(
        "NT403",
        "two definitions",
        Span(here, 0, 5),
        related=(
            Related(reports.span(here, "y = 1"), "far away"),
            Related(reports.span(there, "y = 2"), "elsewhere"),
        ),
    )
    lines = render_diagnostic(diagnostic).splitlines()
    assert [line.strip() for line in lines if "md:" in line] == [
        "--> a.md:1:1",
        "::: a.md:42:1",
        "::: b.md:3:3",
    ]
    assert "   |   ----- elsewhere" in lines


def test_carets_stand_under_wide_combining_and_tabbed_text() -> None:
    text = "\t注e\u0301意 x = 1"
    where = Source("a.md", text)
    row = render_diagnostic(Diagnostic("NT301", "m", reports.span(where, "x = 1"))).splitlines()[-1]
    # a tab of 4, two wide characters, one accented letter and a space stand before it
    assert row == "  | " + " " * (4 + 2 + 1 + 2 + 1) + "^^^^^"


def test_an_empty_span_and_one_past_the_end_have_one_caret() -> None:
    where = Source("a.md", "x = \n")
    for start, end, column in ((2, 2, 2), (4, 5, 4), (5, 5, 0)):
        drawn = render_diagnostic(Diagnostic("NT108", "m", Span(where, start, end))).splitlines()
        assert drawn[-1] == "  | " + " " * column + "^"


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_long_line_is_cut_around_the_span(columns: int) -> None:
    where = Source("a.md", "a + " * 300_000 + "here" + " + b" * 300_000)
    diagnostic = Diagnostic("NT301", "m", reports.span(where, "here"), label="computed 1")
    drawn = render_diagnostic(diagnostic, columns=columns)
    assert max(map(len, drawn.splitlines())) <= columns
    assert underlined(drawn) == "here"
    assert drawn.endswith("^^^^ computed 1")


def test_a_long_label_is_wrapped() -> None:
    where = Source("a.md", "x" * 30)
    label = "the words of this label go on and on, far beyond the right edge of so narrow a terminal"
    drawn = render_diagnostic(Diagnostic("NT301", "m", Span(where, 25, 30), label=label), columns=50)
    assert max(map(len, drawn.splitlines())) <= 50
    assert " ".join(line.removeprefix("  | ").strip() for line in drawn.splitlines()[5:]) == label


def test_a_document_cannot_send_escapes_to_the_terminal() -> None:
    where = Source("a\x1b]0;b.md", "x = \x1b[2J\x9b1m\u202e y\x07")
    diagnostic = Diagnostic(
        "NT301",
        "no \x1b[31m\n red",
        Span(where, 0, 5),
        label="\x1b",
        hints=("\x1b",),
        related=(Related(Span(where, 1, 2), "\x9b"),),
    )
    drawn = render_diagnostic(diagnostic)
    assert all(line.isprintable() for line in drawn.split("\n"))
    assert "␛[2J" in drawn


def test_a_file_without_text_has_no_excerpt() -> None:
    drawn = render_diagnostic(
        Diagnostic("NT101", "not UTF-8", Span(Source("a.png", ""), 0, 0), label="binary")
    )
    assert drawn == "error[NT101]: not UTF-8\n --> a.png:1:1\n  binary"


@given(st.text(max_size=60), st.data())
def test_any_span_of_any_text_can_be_drawn(text: str, data: st.DataObject) -> None:
    where = Source("a.md", text)
    spans = []
    for _ in range(3):
        start = data.draw(st.integers(0, len(text)))
        spans.append(Span(where, start, data.draw(st.integers(start, len(text)))))
    related = tuple(Related(s, label) for s, label in zip(spans[1:], ("first", ""), strict=True))
    diagnostic = Diagnostic("NT301", "m", spans[0], label="here", related=related)
    drawn = render_diagnostic(diagnostic, columns=data.draw(st.integers(30, 90)))
    assert all(printable(line) == line for line in drawn.split("\n"))
    if text:
        assert "^" in drawn
        assert "here" in drawn


@given(st.text())
def test_printable_text_stays_on_its_line(text: str) -> None:
    shown = printable(text)
    assert len(shown) == len(text)
    assert len(shown.splitlines()) <= 1
    assert width(shown) >= 0


def test_several_reasons_are_a_list_each_with_its_place() -> None:
    text = "".join(f"$$\n{tex}\n$$\n\n" for tex in (r"Q K^\top", r"\int x", r"W K^\top"))
    report = Report((compile_text(text, "note.md"),))
    lines = render_report(report).splitlines()
    at = lines.index("skipped: 3 statements not checked")
    assert [line.partition(": ")[0] for line in lines[at + 1 : at + 3]] == ["  note.md:2:1", "  note.md:6:1"]
    assert lines[at + 1].endswith(", and 1 more")


def test_what_is_blocked_is_named_with_what_it_needs() -> None:
    head = "Let $x \\in \\reals^{\\ax}$.\n\n$$ y_0 = \\nsum{\\bx} x $$\n\n"
    one = render_report(Report((compile_text(head + "$$ z = 2 y_0 $$\n", "note.md"),))).splitlines()
    assert "blocked: 1 statement not checked: needs y_0 (line 3), which is in error (at note.md:5:4)" in one
    more = "".join(f"$$ y_{n + 1} = 2 y_{n} $$\n\n" for n in range(8))
    lines = render_report(Report((compile_text(head + more, "note.md"),))).splitlines()
    at = lines.index("blocked: 8 statements not checked")
    assert lines[at + 1] == "  note.md:5:4: needs y_0 (line 3), which is in error"
    assert lines[at + 6] == "  and for 3 other reasons"


def test_the_codes_that_occur_are_those_that_are_explained() -> None:
    text = "$$ 1 = 2 $$\n\nLet $x \\in \\reals^{\\ax}$.\n\n$$ y = \\nsum{\\bx} x $$\n\n$$ 2 = 3 $$\n"
    assert "what a code means: ntdoc explain NT301, or NT203" in render_report(Report((compile_text(text, "n.md"),)))


def test_where_all_is_skipped_nothing_was_checked() -> None:
    report = Report((compile_text("$$ y = Q K^\\top $$", "note.md"),))
    assert render_summary(report) == "nothing was checked: 1 statement in 1 document (1 skipped)"
    assert render_summary(Report((compile_text("no", "note.md"),))).startswith("nothing to check: 0 statements")


def test_the_summary_says_how_many_statements_several_errors_are_in() -> None:
    def summary(text: str) -> str:
        return render_summary(Report((compile_text(text, "notes.md"),)))

    declared = "$$ \\ndef{\\seq}{seq} $$\n\nLet $X \\in \\reals^{\\seq}$.\n\n"
    assert summary(f"{declared}$$ Y = X + a + b $$").startswith("2 errors in 1 statement: 2 statements in 1 document")
    assert summary(f"{declared}$$ Y = X + a $$\n\n$$ Z = X + b $$").startswith("2 errors: 3 statements")
    outside = "\n\n<!-- ntdoc: please -->\n"
    assert summary(f"{declared}$$ Y = X + a + b $${outside}").startswith("3 errors (2 of them in 1 statement): ")
    assert summary(f"{declared}$$ Y = X + a $$\n\n$$ Z = X + b $${outside}").startswith(
        "3 errors (1 of them in no statement): 3 statements"
    )
