"""Sizes and indices behind a colon, `\\ax:n` and `\\ax:i`, as the notation was first written, and names in lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.syntax.ast import Expr
from ntdoc.syntax.axes import may_be_axis
from ntdoc.syntax.cursor import Cursor, Unreadable
from ntdoc.syntax.relations import opens
from ntdoc.syntax.symbols import UNION

_JOINTS = ("times", "×", *UNION)


def at_colon(cursor: Cursor) -> bool:
    return cursor.at_text(":", "colon")


def size(cursor: Cursor) -> Expr:
    """What stands behind the colon of an axis in a shape: `n`, `t-k+1`, or all of a range, `[n]`."""
    from ntdoc.syntax.expressions import expression

    cursor.next()
    written = cursor.upto(_end(cursor))
    bracket = written.optional()
    inner = bracket if bracket is not None and written.done else Cursor(written.tokens, written.where, written.depth)
    found = expression(inner)
    if not inner.done:
        raise Unreadable("this size is not an expression that ntdoc reads", inner.here)
    return found


def _end(cursor: Cursor) -> int:
    """The index after a size: at a comma, at the end of the list, or at a × before the next axis."""
    level = 0
    for i in range(cursor.position, len(cursor.tokens)):
        token = cursor.tokens[i]
        step = opens(token)
        if level == 0 and (step < 0 or token.text == "," or _joins(cursor, i)):
            return i
        level += step
    return len(cursor.tokens)


def _joins(cursor: Cursor, i: int) -> bool:
    if cursor.tokens[i].text not in _JOINTS:
        return False
    return may_be_axis(Cursor(cursor.tokens[i + 1 :], cursor.where, cursor.depth))


def spread(tokens: Sequence[Token], between: Sequence[str] = (",", ":")) -> Sequence[Token]:
    r"""The tokens with each axis in a command of its own, and what is no name outside of it.

    `\mathsf{ax:1, bx}`, which a macro may make of the words `ax:1, bx`, is `\mathsf{ax}:1, \mathsf{bx}`, and the tuple
    of axes `\mathsf{(ax, bx)}` is `(\mathsf{ax}, \mathsf{bx})`.
    """
    found: list[Token] = []
    copied = 0
    for i, token in enumerate(tokens):
        if token.kind is Kind.COMMAND and token.text in ("mathsf", "textsf"):
            close = _close(tokens, i + 1)
            if any(t.kind is Kind.CHAR and t.text in between for t in tokens[i + 2 : close]):
                found += tokens[copied:i]
                found += _apart(tokens[i : i + 2], tokens[i + 2 : close], tokens[close], between)
                copied = close + 1
    return [*found, *tokens[copied:]] if copied else tokens


def _close(tokens: Sequence[Token], opening: int) -> int:
    """The index of the brace that closes the group of a name; the opening if there is no group."""
    level = 0
    for i in range(opening, len(tokens)):
        level += tokens[i].nests
        if level <= 0:
            return i
    return opening


def _apart(opening: Sequence[Token], content: Sequence[Token], closing: Token, marks: Sequence[str]) -> Iterator[Token]:
    named = level = tuples = within = 0
    for token in content:
        level += token.nests
        plain = level == 0 and token.kind is Kind.CHAR
        between = plain and token.text in marks
        opens_tuple = plain and token.text == "(" and named == 0
        closes_tuple = plain and token.text == ")" and tuples > 0 and within == 0
        if plain and named == 1 and token.text in "()":
            within = max(0, within + (1 if token.text == "(" else -1))  # of an index within a name
        outside = between or opens_tuple or closes_tuple
        if named == 0 and not outside:
            yield from opening
            named = 1
        elif named == 1 and outside:
            yield closing
        if outside:
            named = -1 if closes_tuple or token.text == ":" else 0  # behind these stands no name
        tuples += opens_tuple - closes_tuple
        yield token
    if named == 1:
        yield closing
