"""Words that say which axes something has: they declare it so, whichever way they say it."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text
from ntdoc.report import DocumentReport, Status

AXES = r"$$ \ndef{\seq}{seq} \ndef{\val}{val} \ndef{\feat}{feat} $$"
SHAPE, LIST = r"$\seq \times \val$", r"$\seq$ and $\val$"

# `@` is the name, `%` a shape, `&` a list of axes.
DECLARED = """
Let @ be a tensor of shape %.
Let @ be a tensor that has shape %.
Let @ be a tensor whose shape is %.
Let @ be a tensor whose axes are &.
Let @ be a tensor that has the axes &.
Let @ be a tensor with two axes: &.
Let @ be a % tensor.
Let @ be a %-shaped tensor.
Let @ be a kernel over %.
Let @ be the filters indexed by &.
Let @ have two axes, &.
Let the shape of @ be %.
Let the axes of @ be &.
@'s shape is %.
Let @ denote the values, with shape %.
Let @ denote the matrix of values, which has shape %.
Let @ be the values, a tensor of shape %.
Let @ be the (learned) weights having shape %.
Let @ be random features whose shape is %.
Let @ stand for the values; it has shape %.
Let @ be the values. It has shape %.
Let @ be the values. They have shape %.
Let @ be the values. Their axes are &.
@ has two axes, &.
@ is a % tensor.
The values @ are a tensor with shape %.
The values @ form a tensor of shape %.
The input is a % tensor @.
The input, @, has shape %.
The input, @, is a tensor of shape %.
@, the node features, is a tensor of shape %.
The values are stored in a tensor @, whose shape is %.
The values are stored in a tensor @ that has axes &.
The values are stored in @, a % tensor.
Suppose @ to have shape %.
Take @ to be a tensor of shape %.
The layer receives values @, shape %.
Consider the outputs @ along &.
Write @ for the values, a tensor over &.
Write @ for random features whose shape is %.
We denote by @ the values, with shape %.
We denote the node features by @; it is a tensor with axes &.
With @ being a tensor of shape %, we define the following.
Let @ and $U$ be tensors of shape %.
Let @, $T$ and $U$ be three tensors, each with shape %.
The tensors $U$ and @ have the same shape, %.
The shapes of $U$ and @ are $\\seq$ and %, respectively.
Let $U$ be a tensor of shape $\\seq$ and @ one of shape %.
Let $U$ be a vector along $\\seq$ and @ a tensor with axes &.
"""

# The words say which axes there are, in a way of their own: nothing is wrong, and nothing is computed.
ONLY_SAID = """
Let @ be the attention weights, computed once, with the axes &.
Since @ is a tensor of shape %, we may write
$U$ has shape $\\seq$, and @ %.
"""

# The axes are those of something else.
OF_ANOTHER = """
Let @ be the product of a matrix with axes &.
Let @ be the sum over all tensors with axes &.
We multiply @ by a tensor of shape %.
Let @ be a sum over &.
We use @, and then a % tensor.
"""


def compiled(sentence: str, use: str) -> DocumentReport:
    said = sentence.replace("@", "$V$").replace("%", SHAPE).replace("&", LIST)
    return compile_text(f"{AXES}\n\n{said}\n\n$$\n{use}\n$$\n", "a.md")


@pytest.mark.parametrize("sentence", DECLARED.strip().splitlines())
def test_words_declare_the_shape(sentence: str) -> None:
    report = compiled(sentence, r"A = V \ndot{\seq} V")
    assert not report.problems
    value = report.statements[-1].value
    assert value is not None
    assert value.axes == ("val",)
    wrong = compiled(sentence, r"A = V \ndot{\feat} V")
    assert [d.code for d in wrong.problems] == ["NT203"]


@pytest.mark.parametrize("sentence", ONLY_SAID.strip().splitlines())
def test_words_that_are_not_read_declare_no_error(sentence: str) -> None:
    report = compiled(sentence, r"A = V \ndot{\seq} V")
    assert not report.problems
    assert report.statements[-1].status is Status.SKIPPED
    assert "which axes V has" in (report.statements[-1].reason or "")


@pytest.mark.parametrize("sentence", OF_ANOTHER.strip().splitlines())
def test_a_shape_of_another_thing_is_not_taken(sentence: str) -> None:
    last = compiled(sentence, r"A = V \ndot{\seq} V").statements[-1]
    assert last.status is not Status.EVALUATED
