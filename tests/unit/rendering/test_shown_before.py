"""What a reader of the page has seen already is not shown again."""

from __future__ import annotations

import re

from ntdoc.compiler import compile_text
from ntdoc.rendering.layout import plan
from ntdoc.rendering.page import make_page
from ntdoc.report import Report
from tests.unit.rendering.test_page import html_of, page_of, words

REPEATED = r"""
Let $X \in \reals^{\mathsf{a} \times \mathsf{b} \times \mathsf{c}}$.

$$ Y = X + 1 $$

$$ Z = X + Y $$

$$ Z \in \reals^{\mathsf{a} \times \mathsf{b} \times \mathsf{c}} $$
"""


def test_a_large_array_is_shown_once_on_a_page() -> None:
    html = html_of(page_of(compile_text(REPEATED, "note.md")))
    second = html[html.index('id="Z"') :]
    before = html[: html.index('id="Z"')]
    assert words(before).count("the same as at") == 0
    assert 'the same as at <a href="#Y" title="line 4">line 4</a>' in second
    assert second.count("the same as at") == 1  # X; of Y, and in the claim Z, the table says where it is
    assert "value" not in words(second).replace("full values", "")
    folded = make_page(d := compile_text(REPEATED, "note.md"), (site := plan(Report((d,)))).pages[0], site, fold=True)
    assert "the same as at" not in html_of(folded)


DERIVED = r"""
Let $x \in \reals^{\mathsf{a}}$ and $c \in \reals$.

$$
\begin{aligned}
\sum_{\mathsf{a}} (x + x) &= \sum_{\mathsf{a}} 2 x \\
&= 2 \sum_{\mathsf{a}} x \\
&= 2 \sum_{\mathsf{a}} (x + 0 c) \\
&= 3 \sum_{\mathsf{a}} x \\
\sum_{\mathsf{a}} (x + x) &= \sum_{\mathsf{a}} 2 x
\end{aligned}
$$
"""


def test_a_step_of_a_derivation_shows_no_symbols_again() -> None:
    html = html_of(page_of(compile_text(DERIVED, "note.md")))
    first, second, third, wrong, other = html.split('class="nt-row"')[1:]
    tables = [row.count('<table class="nt-symbols"') for row in (first, second, third, wrong, other)]
    assert tables == [1, 0, 1, 1, 0]  # the third has a symbol more, the fourth is wrong
    assert "symbols and inputs as at line 6" in words(second)
    assert "symbols and inputs as at" in words(other)
    assert "both sides = " in words(second)
    assert "left side" not in words(second)
    assert "left side = " in words(wrong)
    assert "right side = " in words(wrong)


CALLED = r"""
Let $B \in \reals^{\mathsf{a}}$.

$$ \mathrm{roll} \colon \reals^{\seq[n]} \to \reals^{\seq[n-|\kernel|+1]\times\kernel} $$

$$ f(A) = A + \sum_{\mathsf{a}} B $$

$$ g(A) = A + \sum_{\mathsf{b}} B $$

$$ h(A) = 2 g(A) $$
"""


def test_sizes_name_their_axes_and_what_has_no_value_was_not_called() -> None:
    html = html_of(page_of(compile_text(CALLED, "note.md")))
    assert "ℝ seq[n] → ℝ seq[n-|kernel|+1] × kernel" in words(html)
    assert re.findall(r'nt-results"><div class="nt-value"><span class="nt-label"><math><mi>(\w+)', html) == ["f"]


def test_inputs_of_what_has_no_value_are_folded_up() -> None:
    document = r"""
Let $X \in \reals^{\mathsf{a}\times\mathsf{b}\times\mathsf{c}}$.

$$ Y = \sum_{\mathsf{d}} X $$

$$ Z = 2 X $$
"""
    html = html_of(page_of(compile_text(document, "note.md")))
    wrong, right = html[html.index('id="Y"') : html.index('id="Z"')], html[html.index('id="Z"') :]
    assert '<summary>inputs</summary>' in wrong
    assert "<summary>inputs</summary>" not in right
    assert "the same as at" not in right  # what is folded up has not been seen


def test_of_a_long_line_what_is_marked_is_in_sight() -> None:
    text = "".join(f"the {word} word of the line " for word in ("first", "second", "third")) + "$1 + 1 = 3$"
    line = words(html_of(page_of(compile_text(text, "note.md"))).partition("<pre>")[2].partition("</pre>")[0])
    assert len(line) < 70
    assert line.startswith("1 …")


def test_a_second_place_in_the_same_line_is_marked_in_it() -> None:
    text = r"$$ A = \nmatrix{\ax}{}{1 \\ 3} $$" + "\n\n" + r"$$ 2 A = \nmatrix{\ax}{}{2 \\ 7} $$" + "\n"
    html = html_of(page_of(compile_text(text, "note.md")))
    (line,) = re.findall(r"<pre>(.*?)</pre>", html)
    assert re.findall(r"<mark>(.*?)</mark>", line) == ["7"]
    assert "".join(re.findall(r'<mark class="nt-second">(.*?)</mark>', line)) == r"\nmatrix{\ax}{}{2 \\ }"
    assert re.sub(r"<[^>]*>", "", line).endswith(r"$$ 2 A = \nmatrix{\ax}{}{2 \\ 7} $$")


def test_what_is_stated_in_the_same_line_is_marked_in_it_too() -> None:
    text = "Let $X \\in \\reals^{\\ax}$.\n\n$$ Y = 2 X \\in \\reals^{\\bx} $$\n"
    html = html_of(page_of(compile_text(text, "note.md")))
    (line,) = re.findall(r"<pre>(.*?)</pre>", html)
    assert re.findall(r"<mark>(.*?)</mark>", line) == ["2 X"]
    assert re.findall(r'<mark class="nt-second">(.*?)</mark>', line) == [r"\reals^{\bx}"]
    assert "stated here: bx" in words(html)


def test_what_is_declared_in_the_statement_itself_has_no_link_to_it() -> None:
    html = html_of(page_of(compile_text("$$ a = 2 $$\n\n$$ b = a + 1 $$\n", "note.md")))
    assert "result scalar ℝ here" in words(html)
    assert "line 1" in words(html)


def test_a_set_and_what_stands_above_it_are_one() -> None:
    text = r"$$ f \colon \reals^{\seq'\times\key} \to \reals^{\key} $$"
    html = html_of(page_of(compile_text(text, "note.md")))
    assert '<span class="nt-set">ℝ<sup>seq′ × key</sup></span> → <span class="nt-set">ℝ<sup>key</sup></span>' in html


def test_what_rounding_leaves_of_zero_is_not_shown() -> None:
    text = "Let $X \\in \\reals^{\\ax\\times\\bx}$.\n\n$$ \\nsum{\\ax} (X - \\nfun{\\ax}{mean} X) = 0 $$\n"
    html = html_of(page_of(compile_text(text, "note.md")))
    assert "both sides = 0" in words(html)
    assert "left side" not in words(html)


def test_sides_that_differ_are_both_shown() -> None:
    text = "Let $X \\in \\reals^{\\ax}$.\n\n$$ \\nsum{\\ax} X^2 \\ge 0 $$\n"
    html = html_of(page_of(compile_text(text, "note.md")))
    assert "left side = " in words(html)
    assert "right side = 0" in words(html)


def test_an_axis_has_no_row_where_its_size_stands_in_another() -> None:
    text = "Let $X \\in \\reals^{\\ax\\times\\bx}$.\n\n$$ y = \\nsum{\\ax} X $$\n\n$$ c = |\\ax| $$\n"
    html = html_of(page_of(compile_text(text, "note.md")))
    table, other = html[html.index('id="y"') : html.index('id="c"')], html[html.index('id="c"') :]
    assert re.search(r"ax \[\d\] × bx \[\d\]", words(table))
    assert "<td>axis</td>" not in table
    assert "<td>axis</td>" in other


def test_what_is_said_of_a_place_stands_below_it() -> None:
    html = html_of(page_of(compile_text("Here $$ 2 \\ge 1, \\quad 2 = 3 $$\n", "a.md")))
    assert 'class="nt-label" style="--nt-at:27"' in html


IN_NUMBERS = r"""
$$ A = \nmatrix{\mathsf{row}}{\mathsf{col}}{1 & -2 \\ 3 & 4} \in \reals^{\mathsf{row}\times\mathsf{col}} $$

$$ 2 A = \nmatrix{\mathsf{row}}{\mathsf{col}}{2 & -4 \\ 6 & 8} $$

$$ \nsum{\mathsf{row}} A = \nmatrix{}{\mathsf{col}}{1 + 3 & 2} $$
"""


def test_numbers_that_stand_in_the_formula_are_not_shown_again() -> None:
    html = html_of(page_of(compile_text(IN_NUMBERS, "note.md")))
    first, second, third = html.split('<div class="nt-display">')[1:]
    assert "nt-array" not in first.partition("nt-more-of-it")[0]
    assert second.count('class="nt-value"') == 1  # A, which the formula only names
    assert "both sides" in words(third)  # 1 + 3 is still to be added up


def test_what_is_wrong_is_shown_beside_what_is_written() -> None:
    html = html_of(page_of(compile_text(IN_NUMBERS.replace("8", "9"), "note.md")))
    assert "left side" in words(html)


def test_the_second_part_of_a_chain_does_not_say_the_first_again() -> None:
    html = html_of(page_of(compile_text(IN_NUMBERS, "note.md")))
    first, second = re.findall(r'<span class="nt-part">(.*?)</math>', html, re.DOTALL)
    assert words(first).startswith("A")  # of which the whole equation stands above
    assert words(second).startswith("∈")


def test_the_type_of_a_function_that_is_defined_has_no_samples() -> None:
    text = "$$ f \\colon \\reals^{\\mathsf{a}} \\to \\reals^{\\mathsf{a}} $$\n\n"
    assert "nt-array" in html_of(page_of(compile_text(text, "note.md")))
    html = html_of(page_of(compile_text(text + "$$ f(x) = 2 x $$\n", "note.md")))
    assert "nt-array" not in html.split('<div class="nt-display">')[1]
