"""About how broad a formula is."""

from __future__ import annotations

import pytest

from ntdoc.rendering.breadth import ems_of
from ntdoc.rendering.math import latex_mathml


@pytest.mark.parametrize(
    ("latex", "least", "most"),
    [
        ("x", 0.5, 1),
        (r"\frac{a + b + c + d}{2}", 5, 7.5),
        (r"a \log (b) + \text{for~all } c", 7, 14),  # entities of HTML are in it
        ("a + b + c + d + e + f", 9, 13),
    ],
)
def test_it_is_about_right(latex: str, least: float, most: float) -> None:
    assert least <= ems_of(str(latex_mathml(latex))) <= most


def test_what_is_no_mathematics_has_none() -> None:
    assert ems_of("<code>") == 0
