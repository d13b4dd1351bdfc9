"""Arrays as HTML."""

from __future__ import annotations

import math
import re
from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ntdoc.operations.array import NamedArray
from ntdoc.rendering.arrays import array_html, format_number, full_values, is_abridged
from tests.site_samples import named


def cells(html: str) -> list[str]:
    return [re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", html)]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"),
        (-0.0, "0"),
        (-2.5, "−2.5"),
        (1 / 3, "0.333333"),
        (1234567.0, "1.23457e6"),
        (1e-9, "1e−9"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "nan"),
        (True, "1"),
        (7, "7"),
        (1 - 2j, "1−2i"),
    ],
)
def test_numbers(value: complex, text: str) -> None:
    assert format_number(value) == text


@given(st.floats())
def test_a_number_has_at_most_six_significant_digits(value: float) -> None:
    digits = re.sub(r"e.*|[^0-9]", "", format_number(value)).lstrip("0")
    assert len(digits.rstrip("0")) <= 6


def test_matrix_has_the_names_of_its_axes_and_is_small() -> None:
    html = array_html(named("height width", [[3, 1, 4], [1, 5, 9], [2, 6, 5]]), "A")
    assert cells(html) == ["3", "1", "4", "1", "5", "9", "2", "6", "5"]
    assert "height" in html
    assert "<caption><span>width" in html
    assert 'title="height(2) width(3)"' in html
    assert len(html) < 1000


def test_vector_and_scalar() -> None:
    assert cells(array_html(named("seq", [1, 2]))) == ["1", "2"]
    assert "−1.5" in array_html(named("", -1.5))


def test_zeros_and_negatives_are_marked() -> None:
    html = array_html(named("seq", [0, -1, 1]))
    assert "<i>0</i>" in html
    assert "<b>−1</b>" in html


def test_three_axes_are_slices_and_four_a_grid() -> None:
    three = array_html(named("heads a b", np.zeros((2, 3, 2))))
    assert three.count("nt-slices") == 1
    assert "<figcaption><span>heads(1)</span></figcaption>" in three
    assert "<figcaption><span>heads(2)</span></figcaption>" in three
    four = array_html(named("batch heads a b", np.zeros((2, 2, 1, 1))))
    assert four.count("nt-slices") == 2
    assert "<figcaption><span>batch(2) heads(1)</span></figcaption>" in four


def test_long_axes_are_elided_and_the_full_values_are_there() -> None:
    array = named("seq", np.arange(30))
    html = array_html(array)
    assert "…" in cells(html)
    assert len(cells(html)) < 10
    assert is_abridged(array)
    assert "13, 14, 15" in full_values([("x", array)])


def test_slices_are_elided_only_if_there_are_several() -> None:
    assert "nt-more" not in array_html(named("heads a b", np.arange(20).reshape(5, 2, 2)))
    assert not is_abridged(named("heads a b", np.arange(8).reshape(2, 2, 2)))
    assert is_abridged(named("heads a b", np.arange(20).reshape(5, 2, 2)))  # on a phone
    array = named("heads a b", np.arange(24).reshape(6, 2, 2))
    assert "nt-more" in array_html(array)
    assert "heads(4)" not in array_html(array)
    assert is_abridged(array)


def test_entries_outside_of_a_condition_are_told_as_such() -> None:
    array = named("seq", [1, math.nan, 0.25])
    html = array_html(array, "left side", unsaid=True)
    assert cells(html) == ["1.00", "–", "0.25"]
    assert "–: outside of the condition" in html
    assert "nan: outside of the condition\n[1, nan, 0.25]" in full_values([("left side", array)], {"left side"})
    assert cells(array_html(array)) == ["1.00", "nan", "0.25"]


def test_rounded_values_are_there_in_full() -> None:
    array = named("seq", [1 / 3, 2])
    assert "0.3333" in cells(array_html(array))
    assert "[0.3333333333333333, 2]" in full_values([("x", array)])
    assert is_abridged(array)
    assert not is_abridged(named("seq", [0.5, -2]))


def test_numbers_of_one_array_have_the_same_decimals() -> None:
    assert cells(array_html(named("seq", [1.25, 2, 0]))) == ["1.25", "2.00", "0"]


def test_small_numbers_beside_large_ones_do_not_vanish() -> None:
    assert cells(array_html(named("seq", [1.23456e-7, 12])))[0] == "1.235e−7"


def test_axis_names_are_escaped() -> None:
    html = array_html(NamedArray(("<b>", '"x'), np.ones((1, 1))), "<i>")
    assert "<b>" not in html
    assert "<i>" not in html
    assert '""x' not in html


class _Balance(HTMLParser):
    """Checks that what must be closed is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@given(
    hnp.arrays(
        st.sampled_from([np.float64, np.float32, np.int64, np.bool_]),
        hnp.array_shapes(min_dims=0, max_dims=5, min_side=0, max_side=10).filter(
            lambda s: math.prod(s) < 500
        ),
    )
)
def test_any_array_is_shown(data: np.ndarray) -> None:
    parser = _Balance()
    parser.feed(array_html(NamedArray(tuple(f"a{i}" for i in range(data.ndim)), data)))
    assert parser.open == []


def test_full_values_are_escaped_and_bounded() -> None:
    html = full_values([("<b>", named("seq", np.zeros(20_000)))])
    assert "<b>" not in html
    assert len(html) < 1000


def test_primes_are_those_of_the_formulas() -> None:
    html = array_html(named("seq' key", [[1.0, 2.0]]), "x")
    assert re.sub(r"<[^>]*>", " ", html).split()[:2] == ["seq′", "key"]
    assert "aria-label=\"x, seq&#39; 1 by key 2\"" in html


def test_what_is_not_quite_a_whole_number_does_not_look_like_one() -> None:
    html = array_html(named("ax", [0.00046, math.cos(0.00046), 1.0, 0.5]), "A")
    assert cells(html) == ["0.0004600", "1.000", "1", "0.5000"]
