"""Means over chances: `\\mathbb{E}_{\\epsilon \\sim D}[X]`, with the names that they are taken over."""

from __future__ import annotations

from ntdoc.reading.tokens import Kind
from ntdoc.source import Span
from ntdoc.syntax import atoms, brackets
from ntdoc.syntax.ast import Bars, Chain, Expr, Group
from ntdoc.syntax.binding_ast import Moment
from ntdoc.syntax.cursor import Cursor, Unreadable, split_commas
from ntdoc.syntax.symbols import OPENING

_LIMITS = ("limits", "nolimits", "displaylimits")
_BARS = ("|", "vert", "lvert", "Vert", "lVert")


def expectation(cursor: Cursor, span: Span) -> Moment:
    """What stands behind an `\\mathbb{E}`: what it is over, and a bracket or a norm of which it is taken.

    Raises Unreadable if it is anything else.
    """
    try:
        over = _over(cursor)
        body = _body(cursor)
    except Unreadable as problem:
        raise unread(span) from problem
    if body is None:
        raise unread(span)
    return Moment("mean", over, (body,), span.to(cursor.end))


def unread(span: Span) -> Unreadable:
    return Unreadable("ntdoc does not read \\mathbb{E} here", span)


def _over(cursor: Cursor) -> tuple[Chain, ...]:
    from ntdoc.syntax.statements import condition

    while cursor.at(Kind.COMMAND, *_LIMITS):
        cursor.next()
    if not cursor.at(Kind.SUB):
        return ()
    cursor.next()
    inner = cursor.argument()
    parts = (condition(part, inner.where) for part in split_commas(inner.tokens))
    return tuple(part for part in parts if part is not None)


def _body(cursor: Cursor) -> Expr | None:
    if cursor.at_text(*_BARS):
        return atoms.factor(cursor)
    body: Expr | None = None
    if cursor.at(Kind.COMMAND, "left"):
        body = brackets.sized(cursor)
    elif cursor.at_text(*OPENING):
        body = brackets.group(cursor)
    if isinstance(body, Group):
        return body.items[0] if len(body.items) == 1 and not body.parameters else None
    return body if isinstance(body, Bars) else None
