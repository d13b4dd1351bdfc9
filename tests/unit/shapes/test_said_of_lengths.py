"""Which words near a declaration say that vectors have length 1."""

from __future__ import annotations

import pytest

from ntdoc.shapes.document.said.said_of_lengths import are_unit_vectors, goes_on, says_of_all
from ntdoc.source import Source, Span


def span_of(formula: str, source: Source) -> Span:
    start = source.text.index(formula)
    return Span(source, start, start + len(formula))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Of unit vectors $u \\in S$ it is", True),
        ("Of unit vectors $w \\in S$ and $u \\in S$ it is", True),
        ("A normalised vector $u \\in S$ is given.", True),
        ("Let $u \\in S$ be a unit vector.", True),
        ("Let \\(u \\in S\\) be of norm one.", True),
        ("Let $u \\in S$ be a unit vector if $n = 1$.", False),
        ("Let $u \\in S$ be a vector that is not a unit vector.", False),
        ("A not normalised vector $u \\in S$ is given.", False),
        ("The units of vectors $u \\in S$ are metres.", False),
    ],
)
def test_unit_vectors(text: str, said: bool) -> None:
    assert are_unit_vectors(span_of("u \\in S", Source("paper.md", text))) is said


@pytest.mark.parametrize(
    ("between", "said", "of_all"),
    [
        ("$ be embeddings. They are unit vectors, $", True, True),
        ("$. Its rows have norm one, $", True, False),
        ("$ be data. They have unit length, $v = 1$ and $", True, True),
        ("$. They are unit vectors if $", False, False),
        ("$. They are not unit vectors, $", False, False),
        ("$. It is normalised, so $", False, False),
        ("$. Then $", False, False),
        ("$ be data. We train. They are unit vectors, $", False, False),
        ("$.\n\nThey are unit vectors, $", False, False),
    ],
)
def test_the_sentence_after_a_declaration(between: str, said: bool, of_all: bool) -> None:
    source = Source("paper.md", f"Let $U \\in S{between}U = 1$.")
    declared, formula = span_of("U \\in S", source), span_of("U = 1", source)
    assert goes_on(declared, formula) is said
    assert says_of_all(declared, formula) is of_all
