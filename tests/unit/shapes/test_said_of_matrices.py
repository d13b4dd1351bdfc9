"""What the words near a declaration say of a matrix, and what they do not."""

from __future__ import annotations

import pytest

from ntdoc.shapes.document.said.said_of_matrices import Said, said
from ntdoc.source import Source, Span

SYMMETRIC = Said(alike=True)
POSITIVE = Said(definite=1)
BOTH = Said(alike=True, definite=1)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A covariance $P \\in S$ is given.", POSITIVE),
        ("Let $P \\in S$ be symmetric and positive definite.", BOTH),
        ("Let $P \\in S$ be symmetric and negative semi-definite.", Said(alike=True, definite=-1)),
        ("There is $P \\in S$, a symmetric matrix of weights.", SYMMETRIC),
        ("There are $P \\in S$ and $Q \\in S$, both symmetric.", SYMMETRIC),
        ("Let $P \\in S$ and $Q \\in S$, where $n > 1$, both positive definite.", POSITIVE),
        ("Let $P \\in S$, where $Q$ and $P$ are symmetric.", SYMMETRIC),
        ("Let \\(P \\in S\\), where \\(Q\\) and \\(P\\) are symmetric.", SYMMETRIC),
        ("Let $P \\in S$. We assume that $P$ is positive definite.", POSITIVE),
        ("Let $P \\in S$. They are symmetric matrices.", SYMMETRIC),
        ("Let $P \\in S$. If $P$ is symmetric, all is well.", None),
        ("Let $P \\in S$. Then $P$ is symmetric.", None),
        ("Let $P \\in S$, where $P$ is symmetric if $n = 1$.", None),
        ("Let $P \\in S$, which is not symmetric.", None),
        ("Let $P \\in S$ be a skew-symmetric matrix.", None),
        ("Let $P \\in S$ be the cross-covariance.", None),
        ("Let $P \\in S$ be the covariance between two days.", None),
        ("Let $P \\in S$ be a covariance with inverse $Q$.", POSITIVE),
        ("Let $P \\in S$ be the covariance with the target.", None),
        ("Let $P \\in S$ be the covariance of $x$ and $y$.", None),
        ("Let $P \\in S$ be the covariance matrix of $x$ with $y$.", None),
        ("Let $P \\in S$, the covariance of $x$ with $y$, be given.", None),
        ("Let $P \\in S$ be the covariance of $x$, and $y$ a number.", POSITIVE),
        ("Let $P \\in S$ be the gain and the covariance.", None),
        ("Let $P \\in S$, a weight, and let $Q \\in S$ be symmetric.", None),
        ("Let $P \\in S$, a symmetric matrix $Q \\in S$ and more.", None),
        ("A not necessarily symmetric matrix $P \\in S$ is given.", None),
        ("Let $P \\in S$.\n\nIt is symmetric.", None),
        ("Let $P \\in S$ and $f = g$. It is symmetric.", None),
    ],
)
def test_words_near_a_declaration(text: str, found: Said | None) -> None:
    source, start = Source("paper.md", text), text.index("P \\in S")
    assert said("P", Span(source, start, start + len("P \\in S"))) == found
