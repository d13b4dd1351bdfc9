"""Decimals that go on: those whose digits repeat are fractions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntdoc.syntax import recurring


def test_digits_that_repeat_are_a_fraction() -> None:
    assert recurring.value("0.999") == 1
    assert recurring.value("0.33") == 1 / 3
    assert recurring.value("2.55") == float(Fraction(23, 9))
    assert recurring.value("0.1666") == 1 / 6
    assert recurring.value("12.1212") == 12 + 12 / 99


def test_other_digits_are_cut_off() -> None:
    assert recurring.value("3.14159") == pytest.approx(3.141595)
    assert recurring.value("1.41") == pytest.approx(1.415)


@given(st.integers(0, 50), st.integers(0, 99), st.text("0123456789", min_size=3, max_size=3))
def test_it_lies_where_its_digits_say(whole: int, first: int, block: str) -> None:
    digits = f"{whole}.{first}{block}{block}"
    low, last = Fraction(digits), Fraction(1, 10 ** len(digits.partition(".")[2]))
    assert low - last / 10**6 <= Fraction(recurring.value(digits)) <= low + last * (1 + Fraction(1, 10**6))
