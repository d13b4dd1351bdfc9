"""Contraction of axes that are called differently, with a bar between their names: `A \\nbin{\\ax|\\bx}{\\cdot} B`.

It is the contraction over an axis `ax|bx`, to which `ax` of the left operand and `bx` of the right one are renamed.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.syntax.ast import Axis, Expr, ProductOperator, Rename
from ntdoc.syntax.axis_sets import try_axes_below
from ntdoc.syntax.colons import spread
from ntdoc.syntax.cursor import Cursor, Unreadable

_BAR = ("|", "vert", "mid")


def paired(below: Cursor) -> tuple[tuple[Axis, Axis], ...]:
    """The axes of the left and the right operand that are contracted with each other; none if no bar is there."""
    tokens = spread(_unstacked(below), (",", *_BAR))
    level = 0
    at: list[int] = []
    for i, token in enumerate(tokens):
        level += token.nests
        if level == 0 and token.kind in (Kind.CHAR, Kind.COMMAND) and token.text in _BAR:
            at.append(i)
    if len(at) != 1:
        return ()
    sides = (try_axes_below(part, below.where, below.depth, True) for part in (tokens[: at[0]], tokens[at[0] + 1 :]))
    left, right = (side or () for side in sides)
    if not left or len(left) != len(right):
        raise Unreadable("ntdoc does not read the axes below this operator", below.where)
    return tuple(zip(left, right, strict=True))


def _unstacked(below: Cursor) -> Sequence[Token]:
    """The tokens below an operator, without the `\\substack` in which the macros of the notation put them."""
    inner = Cursor(below.tokens, below.where, below.depth)
    if not inner.at(Kind.COMMAND, "substack"):
        return below.tokens
    inner.next()
    stacked = inner.argument()
    return stacked.tokens if inner.done else below.tokens


def axis_of(pair: tuple[Axis, Axis]) -> Axis:
    """The axis that two axes become."""
    left, right = pair
    return Axis(f"{left.name}|{right.name}", left.span.to(right.span))


def renamed(left: Expr, operator: ProductOperator, right: Expr) -> tuple[Expr, Expr]:
    """Both operands of a product with the axes that it is over."""
    if not operator.pairs:
        return left, right
    sides = []
    for body, own in ((left, 0), (right, 1)):
        pairs = tuple(((pair[own],), (axis_of(pair),)) for pair in operator.pairs)
        sides.append(Rename(body, pairs, body.span, operator.span))
    return sides[0], sides[1]
