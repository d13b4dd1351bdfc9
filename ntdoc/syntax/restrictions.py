"""Values at a point, `E|_{X=U}`: the bar, and the names below it."""

from __future__ import annotations

from ntdoc.reading.tokens import Kind
from ntdoc.source import Span
from ntdoc.syntax import atoms, expressions
from ntdoc.syntax.ast import Derivative, Expr, Restricted, Symbol
from ntdoc.syntax.cursor import Cursor, Unreadable, lookahead, split, split_commas
from ntdoc.syntax.symbols import BARS

_WITHOUT_VALUE = "a bar that does not say at which value"


@lookahead
def at_restriction(cursor: Cursor) -> bool:
    """Whether a bar with `X = U` below it comes next."""
    return _at_bar(cursor) and any(t.text == "=" and t.kind is Kind.CHAR for t in cursor.argument().tokens)


@lookahead
def at_value(cursor: Cursor) -> bool:
    """Whether a bar with anything below it comes next."""
    return _at_bar(cursor) and bool(cursor.argument().tokens)


def _at_bar(cursor: Cursor) -> bool:
    """Whether a bar with a subscript comes next; passes over both signs."""
    token = cursor.peek()
    if token is None or not (token.text in BARS or token.text in ("vert", "rvert")) or "|" in cursor.bars:
        return False
    following = cursor.position + 1
    if following >= len(cursor.tokens) or cursor.tokens[following].kind is not Kind.SUB:
        return False
    cursor.next()
    cursor.next()
    return True


def restriction(cursor: Cursor, body: Expr, start: Span) -> Restricted:
    """A body, the bar behind it, and the values below that."""
    return Restricted(body, values_below(cursor), start.to(cursor.end))


def at_own_value(cursor: Cursor, slope: Derivative, start: Span) -> Expr:
    """A derivative by one letter, and the bar with a value of it: `\\frac{df}{dx}|_a`; at `x` it is itself."""
    bar = cursor.next().span
    cursor.next()
    below = cursor.argument()
    value = expressions.expression(below)
    letter = slope.by[0]
    if not below.done or len(slope.by) != 1 or not isinstance(letter, Symbol):
        raise Unreadable(_WITHOUT_VALUE, bar)
    if isinstance(value, Symbol) and value.full_name == letter.full_name:
        return slope
    return Restricted(slope, ((letter, value),), start.to(cursor.end))


def values_below(cursor: Cursor) -> tuple[tuple[Symbol, Expr], ...]:
    """The bar, and the names below it with their values."""
    bar = cursor.next().span
    if not cursor.at(Kind.SUB):
        raise Unreadable(_WITHOUT_VALUE, bar)
    cursor.next()
    below = cursor.argument()
    items: list[tuple[Symbol, Expr]] = []
    for part in split_commas(below.tokens):
        sides = split(part, Kind.ALIGN)
        inner = Cursor([t for side in sides for t in side], below.where, below.depth)
        name = atoms.factor(inner)
        if not isinstance(name, Symbol) or name.axes or not inner.at(Kind.CHAR, "="):
            raise Unreadable(_WITHOUT_VALUE, below.where)
        inner.next()
        items.append((name, expressions.expression(inner)))
        if not inner.done:
            raise Unreadable(_WITHOUT_VALUE, below.where)
    if not items:
        raise Unreadable(_WITHOUT_VALUE, below.where)
    return tuple(items)
