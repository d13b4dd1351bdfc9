"""Which mark stands beside which row of a display."""

from __future__ import annotations

import re

import pytest

from ntdoc.compiler import compile_text
from ntdoc.rendering.display_rows import DisplayRow, joined
from ntdoc.rendering.layout import plan
from ntdoc.rendering.page import make_page
from ntdoc.report import Report

DECLARED = "Let $x \\in \\reals^{\\time}$ and $n = |\\time|$.\n\n"
ROWS = r"""
m &= \frac{1}{n} \nsum{\time} x \\
\nsum{\time} x &= 2 n m \\
\nsum{\time} x &= n \cdot m \\
\nsum{\place} x &= n m
""".strip()


def block(display: str) -> str:
    """The HTML of the only display of a document."""
    report = compile_text(DECLARED + display + "\n", "note.md")
    site = plan(Report((report,)))
    fragments = make_page(report, site.pages[0], site).fragments.values()
    return next(str(f.html) for f in fragments if f.block)


def marks(html: str) -> list[tuple[int, str]]:
    """Of every mark that stands beside an equation: the rows of the equation, and the status that it says."""
    tops = re.findall(r'<div class="nt-top">(.*?)</math></div>(.*?)</header>', html, re.DOTALL)
    return [(equation.count("<mtr>") or 1, re.findall(r"</span>(\w+)</span>", head)[0]) for equation, head in tops]


@pytest.mark.parametrize(
    "display",
    [
        f"$$ {ROWS} $$",
        f"$$ \\begin{{aligned}} {ROWS} \\end{{aligned}} $$",
        f"$$ \\begin{{split}} {ROWS} \\end{{split}}. $$",
        f"\\begin{{equation}} \\begin{{aligned}} {ROWS}, \\end{{aligned}} \\end{{equation}}",
        f"$$ \\begin{{gathered}} \\begin{{aligned}} {ROWS} \\end{{aligned}} \\end{{gathered}} $$",
    ],
)
def test_every_row_has_its_own_mark(display: str) -> None:
    html = block(display)
    assert marks(html) == [(1, "evaluated"), (1, "failed"), (1, "verified"), (1, "error")]
    assert html.count('<div class="nt-statement nt-failed"') == html.count('<div class="nt-statement nt-error"') == 1


def test_what_stands_behind_the_rows_stays_with_the_last() -> None:
    html = block(f"$$ \\begin{{aligned}} {ROWS} \\end{{aligned}} \\qquad \\text{{as above}}. $$")
    assert "as above" in html.rsplit('class="nt-top"', 1)[1].replace("\u00a0", " ")


def test_the_lines_of_one_equation_stay_together() -> None:
    html = block(r"$$ \begin{split} m = \frac{1}{n} (& \nsum{\time} x \\ & + 0) \end{split} $$")
    assert marks(html) == [(2, "evaluated")]


def test_beside_several_statements_stands_what_is_worst_of_them() -> None:
    html = block(r"$$ m = \nsum{\time} x, \quad 2 m = 3 \nsum{\time} x $$")
    assert [status for _, status in marks(html)] == ["failed"]
    assert "1 of 2" in html
    evaluated, failed = (html.index(f'data-ntdoc-status="{s}"') for s in ("evaluated", "failed"))
    assert html.index("nt-top") < html.index("</header>") < evaluated < failed
    assert html.count("nt-part") == 2


def test_beside_several_statements_that_hold_stands_the_first() -> None:
    html = block(r"$$ m = \nsum{\time} x, \quad 2 m = 2 \nsum{\time} x $$")
    assert [status for _, status in marks(html)] == ["evaluated"]


def parts(display: str) -> list[str]:
    """The text of the formulas that stand beside the marks of a block, its wide spaces as `_`."""
    shown = re.findall(r'<span class="nt-part">(.*?)</span>', block(display))
    spaced = [re.sub(r'<mspace width="[12]em"/>', "_", part).replace("\u00a0", " ") for part in shown]
    return [re.sub(r"<[^>]*>", "", part) for part in spaced]


@pytest.mark.parametrize(
    ("display", "shown"),
    [
        (r"c = 3, \qquad \int_0^1 t\,dt = 4, \quad Q K", ["c=3", "∫01tdt=4", "QK"]),
        (r"c = 3, \qquad \int_0^1 t\,dt = 4 \quad Q K", ["c=3", "∫01tdt=4_QK"]),
        (r"c = 3, \qquad Q = 2, \quad = 2", ["c=3", "Q=2", "2,_=2"]),
        (r"c = 3, \quad c^2 > 0 \quad \text{if } c > 0, \quad b = 2", ["c=3", "c2&gt;0_if c&gt;0", "b=2"]),
        (r"Q, \quad K, \qquad c = 3", ["Q,_K", "c=3"]),
    ],
)
def test_a_part_is_shown_as_its_author_writes_it(display: str, shown: list[str]) -> None:
    assert parts(f"$$ {display} $$") == shown


def test_a_row_that_goes_on_stands_with_the_row_above() -> None:
    html = block(r"\begin{align} m &= \frac{1}{n} \Bigl( \nsum{\time} x \\ &\quad + 0 \Bigr) \end{align}")
    assert html.count('<section class="nt-row"') == 1
    assert html.index("nt-goes-on") < html.index("nt-symbols")  # the equation before what is said of it


def test_rows_of_one_equation_stay_apart_where_both_have_numbers() -> None:
    first, second, third = DisplayRow((), "1"), DisplayRow((), ""), DisplayRow((), "2")
    assert joined([first, second, third], [["said"], [], []]) == [([first, second], ["said"]), ([third], [])]
    assert joined([second, third], [["said"], []]) == [([second, third], ["said"])]
    assert joined([second, third], [[], ["said"]]) == [([second], []), ([third], ["said"])]
