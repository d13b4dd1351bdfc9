"""Words that point back to an example, or to a thing of which a paragraph has given numbers."""

import pytest

from ntdoc.shapes.document.referring import points_to, points_to_example
from ntdoc.source import Source, Span

GIVEN = "On the path with three nodes, $d = 1$.\n\nOn the star, $d = 2$.\n\n"


@pytest.mark.parametrize(
    ("words", "back"),
    [
        ("In the example, ", True),
        ("It is known. For our small example it is ", True),
        ("On the path above ", True),
        ("For example, ", False),
        ("In the next example, ", False),
        ("In the example below, ", False),
        ("In the second example, ", False),
        ("As said above, ", False),
        ("In the example it was one. Here ", False),
    ],
)
def test_which_words_point_back(words: str, back: bool) -> None:
    text = f"{words}$m = 4$."
    source = Source("paper.md", text)
    start = text.index("m = 4")
    assert points_to_example(Span(source, start, start + 5)) is back


@pytest.mark.parametrize(
    ("words", "found"),
    [("On the path above ", [1]), ("On the star above ", [2]), ("On the grid above ", []), ("In the example ", [1, 2])],
)
def test_to_which_numbers(words: str, found: list[int]) -> None:
    text = f"{GIVEN}{words}$m = 4$."
    source = Source("paper.md", text)

    def span(formula: str) -> Span:
        start = text.index(formula)
        return Span(source, start, start + len(formula))

    assert [n for n in (1, 2) if points_to(span("m = 4"), span(f"d = {n}"))] == found
