"""What the claims that fail have in common."""

from __future__ import annotations

from ntdoc.compiler import compile_text
from ntdoc.diagnostics import Related

HEAD = r"Let $x \in \reals^{\ax}$ and $s = \nsum{\ax} x$." + "\n\n"
WRONG = r"$$ m = 2 s $$" + "\n\n"  # the mean, as all that follows takes it
CLAIMS = r"""$$ m |\ax| = \nsum{\ax} x $$

$$ \nsum{\ax} (x - m) = 0 $$

$$ \nsum{\ax} (x - m)^2 = \nsum{\ax} x^2 - |\ax| m^2 $$
"""


def related_of(text: str) -> list[tuple[Related, ...]]:
    return [d.related for d in compile_text(text, "a.md").problems]


def test_three_claims_that_fail_show_the_definition_that_they_share() -> None:
    first, *others = related_of(HEAD + WRONG + CLAIMS + "\n$$ s - \\nsum{\\ax} x = 0 $$\n")
    assert len(others) == 2
    assert [place.span.text.strip() for place in first] == ["m = 2 s"]
    assert first[0].message == "the 3 claims that fail all rest on m, and no equation that holds does"
    assert not any("rest on" in place.message for places in others for place in places)


def test_what_an_equation_that_holds_rests_on_is_not_to_blame() -> None:
    shown = related_of(HEAD + WRONG + CLAIMS + "\n$$ m - 2 s = 0 $$\n")
    assert len(shown) == 3
    assert not any("rest on" in place.message for places in shown for place in places)


def test_two_claims_may_be_wrong_each_by_itself() -> None:
    shown = related_of(HEAD + WRONG + CLAIMS.rpartition("$$ \\nsum")[0])
    assert len(shown) == 2
    assert not any("rest on" in place.message for places in shown for place in places)


def test_right_definitions_have_nothing_in_common() -> None:
    assert related_of(HEAD + r"$$ m = s / |\ax| $$" + "\n\n" + CLAIMS) == []
