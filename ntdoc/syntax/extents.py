"""What stands in the square brackets behind an axis: its size in a shape, and its index in a subscript.

size   :  n, or all that the index runs over, `..n`, `1..n` or `[n]`
index  :  i
"""

from __future__ import annotations

from ntdoc.reading.tokens import Kind
from ntdoc.source import Span
from ntdoc.syntax.ast import Expr, Number
from ntdoc.syntax.axes import starts_axis
from ntdoc.syntax.cursor import Cursor, Unreadable


def size(bracket: Cursor) -> Expr:
    """The size that a bracket in a shape gives.

    Raises Unreadable for index sets that are no range from 1 on, such as `3..n` and `[m] \\times [n]`.
    """
    from ntdoc.syntax.expressions import expression

    saved = bracket.position
    if bracket.at(Kind.OPEN):
        braces = bracket.argument()
        if bracket.done:
            return size(braces)
        bracket.position = saved
    if bracket.at(Kind.CHAR, "["):
        inner = bracket.optional()
        if inner is not None and bracket.done:
            return size(inner)
        if bracket.at_text("times", "×"):
            raise Unreadable("an axis whose indices are tuples", bracket.where)
        if starts_axis(bracket):
            raise Unreadable("an axis whose indices have a unit", bracket.where)
        bracket.position = saved
    begins = _pass_dots(bracket)
    found = expression(bracket)
    if not begins and _pass_dots(bracket):
        if not isinstance(found, Number) or found.value != 1:
            raise Unreadable("an axis whose indices do not begin at 1", bracket.where)
        found = expression(bracket)
    if not bracket.done:
        raise Unreadable("this size is not an expression that ntdoc reads", bracket.here)
    return found


def index(bracket: Cursor) -> Expr:
    """The index that a bracket in a subscript gives. Raises Unreadable for a range of them."""
    from ntdoc.syntax.expressions import expression

    if _pass_dots(bracket):
        raise _part(bracket.where)
    found = expression(bracket)
    if _pass_dots(bracket) or bracket.at(Kind.CHAR, ":"):
        raise _part(bracket.where)
    if not bracket.done:
        raise Unreadable("ntdoc does not read this index", bracket.here)
    return found


def _part(span: Span) -> Unreadable:
    return Unreadable("a range of indices, which makes a part of a tensor", span)


def _pass_dots(cursor: Cursor) -> bool:
    """Whether `..` comes next; it is passed."""
    saved = cursor.position
    for _ in "..":
        if not cursor.at(Kind.CHAR, "."):
            cursor.position = saved
            return False
        cursor.next()
    return True
