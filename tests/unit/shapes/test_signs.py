"""What several orders of one number come to."""

from __future__ import annotations

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from ntdoc.shapes import signs

NUMBERS = st.integers(-5, 5).map(float)
LOWS, HIGHS = NUMBERS | st.just(-inf), NUMBERS | st.just(inf)
SAID = ("positive", "nonnegative", "negative", "unit")


@given(LOWS, HIGHS)
def test_the_ends_are_read_as_they_were_written(low: float, high: float) -> None:
    assert signs.ends(signs.between(low, high)) == (low, high)


@given(LOWS, HIGHS, LOWS, HIGHS)
def test_of_two_orders_that_can_both_hold_both_do(low: float, high: float, least: float, most: float) -> None:
    if low < high and least < most:
        both = signs.ends(signs.sharpest(signs.between(low, high), [signs.between(least, most)]))
        room = max(low, least) < min(high, most)
        assert both == ((max(low, least), min(high, most)) if room else (low, high))


def test_a_number_above_zero_says_more_than_a_sign() -> None:
    assert signs.sharpest("positive", ["2.0 .. inf"]) == "2.0 .. inf"
    assert signs.sharpest("2.0 .. inf", ["positive"]) == "2.0 .. inf"
    assert signs.ends(signs.sharpest("positive", [signs.between(-inf, 3.0)])) == (0.0, 3.0)
    assert signs.sharpest("negative", [signs.between(2.0, inf)]) == "negative"  # nothing is both


def test_without_numbers_a_sign_stays_unless_another_says_more() -> None:
    assert signs.sharpest("nonnegative", ["negative", "positive"]) == "positive"
    assert [signs.sharpest(sign, []) for sign in SAID] == [*SAID]
    assert signs.sharpest("", ["", "unit"]) == "unit"


def test_as_text() -> None:
    assert signs.text(signs.between(2.0, inf)) == " ≥ 2"
    assert signs.text(signs.between(-inf, 0.5)) == " ≤ 0.5"
    assert signs.text(signs.between(-1.0, 1.0)) == ", -1 to 1"
    assert signs.text("positive") == " > 0"
    assert signs.text("") == ""
