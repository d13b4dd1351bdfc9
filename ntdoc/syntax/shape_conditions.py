"""Conditions on shapes: `\\mathcal{S} \\cap \\shp Z = \\emptyset`, `\\mathcal{R} \\supseteq \\mathcal{S}`."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import CLOSES, OPENS, Kind, Token
from ntdoc.source import Span
from ntdoc.syntax.axes import axis, marks, may_be_axis
from ntdoc.syntax.binding_ast import ShapeSet
from ntdoc.syntax.cursor import Cursor, Unreadable, plain_text
from ntdoc.syntax.symbols import EMPTY, MEET, MINUS, UNION

_JOINTS = dict.fromkeys(UNION, "union") | dict.fromkeys(MEET, "meet") | dict.fromkeys(MINUS, "minus")
_SETS = frozenset([*_JOINTS, *EMPTY])
_SHAPE_OF = ("shp", "shape", "Shp", "axes")


def about_shapes(tokens: Sequence[Token]) -> bool:
    """Whether an operand is certainly a set, and none of numbers."""
    level = 0
    for i, token in enumerate(tokens):
        level += (token.kind in OPENS) - (token.kind in CLOSES)
        if level == 0 and token.kind in (Kind.COMMAND, Kind.CHAR):
            if token.text in _SETS:
                return True
            if names_shape(tokens, i):
                return True
    return False


def names_shape(tokens: Sequence[Token], i: int) -> bool:
    """Whether `\\operatorname{shp}` stands at an index."""
    if tokens[i].kind is not Kind.COMMAND or tokens[i].text not in ("operatorname", "mathrm"):
        return False
    following = tokens[i + 1 : i + 2 + max(map(len, _SHAPE_OF)) + 1]
    if not following or following[0].kind is not Kind.OPEN:
        return False
    close = next((k for k, token in enumerate(following) if token.kind is Kind.CLOSE), None)
    return close is not None and plain_text(following[:close]) in _SHAPE_OF


def shape_set(tokens: Sequence[Token], span: Span, depth: int = 0) -> ShapeSet | None:
    """A set of axes, or None if the tokens are something else."""
    cursor = Cursor(tokens, span, depth)
    try:
        found = _union(cursor)
    except Unreadable:
        return None
    return found if cursor.done else None


def _union(cursor: Cursor) -> ShapeSet | None:
    """Unions and differences; an intersection binds tighter."""
    found = _meet(cursor)
    while found is not None and cursor.at_text(*UNION, *MINUS):
        kind = _JOINTS[cursor.next().text]
        found = _joined(kind, found, _meet(cursor))
    return found


def _meet(cursor: Cursor) -> ShapeSet | None:
    found = _term(cursor)
    while found is not None and cursor.at_text(*MEET):
        cursor.next()
        found = _joined("meet", found, _term(cursor))
    return found


def _joined(kind: str, one: ShapeSet, other: ShapeSet | None) -> ShapeSet | None:
    return ShapeSet(kind, (), None, (one, other), one.span.to(other.span)) if other is not None else None


def _term(cursor: Cursor) -> ShapeSet | None:
    from ntdoc.syntax.atoms import factor

    start = cursor.here
    if cursor.done:
        return None
    if cursor.at_text(*EMPTY):
        cursor.next()
        return ShapeSet("axes", (), None, (), start)
    if cursor.at(Kind.COMMAND, "operatorname", "mathrm") and names_shape(cursor.tokens, cursor.position):
        cursor.next()
        cursor.argument()
        body = factor(cursor)
        return ShapeSet("shape", (), body, (), start.to(cursor.end))
    if cursor.at(Kind.CHAR, "("):
        cursor.next()
        found = _union(cursor)
        if found is None or not cursor.at(Kind.CHAR, ")"):
            return None
        cursor.next()
        behind = marks(cursor)
        return _marked(found, behind) if found is not None and behind else found
    if cursor.at(Kind.OPEN):
        inner = cursor.argument()
        return shape_set(inner.tokens, inner.where, inner.depth)
    one = axis(cursor, loose=may_be_axis(cursor))
    return ShapeSet("axes", (one,), None, (), start.to(cursor.end)) if one is not None else None


def _marked(found: ShapeSet, behind: str) -> ShapeSet | None:
    """`(\\mathcal{S} \\cup \\mathcal{T})^*`; the shape of a tensor has no name to star."""
    if found.body is not None:
        return None
    parts = [_marked(part, behind) for part in found.parts]
    if any(part is None for part in parts):
        return None
    return found.replace(axes=tuple(a.replace(name=a.name + behind) for a in found.axes), parts=tuple(parts))
