"""Dots between two vectors that come to a number: *with `f = (1, 2)` and `g = (3, 4)` we get `f \\cdot g = 11`*.

A dot multiplies entry by entry here. Where that makes a vector and the text says one number, the product of vectors of
other books may be meant: what does not hold is tried so.
"""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.shapes.claims.rereadings import as_claim
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast


def with_dot_products(session: Session, claim: Judged) -> Iterator[Judged]:
    """A claim that a dot between two vectors along one axis comes to a number, contracted over that."""
    left, shape = claim.left, claim.value.shape if claim.value is not None else None
    if claim.right is None or not numeric.is_number(claim.right) or not shape or len(shape) != 1:
        return
    if not isinstance(left, ast.Product) or len(left.rest) != 1 or left.rest[0][0].symbol != "cdot":
        return
    operator, other = left.rest[0]
    named = {side.full_name for side in (left.first, other) if isinstance(side, ast.Symbol)}
    vectors = {use.name for use in claim.notebook.uses if use.typed is not None and use.typed.shape == shape}
    if len(named) != 2 or not named <= vectors:
        return
    axes = tuple(ast.Axis(axis, operator.span) for axis in shape)
    contracted = operator.replace(kind="contract", symbol="ndot", axes=axes)
    yield from as_claim(session, claim, left.replace(rest=((contracted, other),)), claim.right)
