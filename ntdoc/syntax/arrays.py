"""Arrays as the paper writes them (`\\nmatrix`), recognised by their layout in plain LaTeX, and `cases`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.source import Span
from ntdoc.syntax import expressions
from ntdoc.syntax.ast import Axis, Cases, Chain, Expr, Group, Juxtaposition, Matrix, Symbol
from ntdoc.syntax.axes import axis, pass_empty
from ntdoc.syntax.axis_sets import try_axes_below
from ntdoc.syntax.cursor import Cursor, Malformed, Unreadable, is_spacing, lookahead, plain_text, split
from ntdoc.syntax.relations import is_operator, relation_at
from ntdoc.syntax.symbols import MATRICES

_DECIMAL_COMMA: Final = regex(r"[-+−]?\d+(?:,|\{,\})\d+")
COLUMN = "matrix"  # the bracket of a list that is written as a matrix


def named_array(cursor: Cursor, row: Axis | None, size: int | None = None) -> Matrix:
    """`row \\begin{array} column \\\\ \\begin{bmatrix} cells \\end{bmatrix} \\end{array}`.

    The name of the row may also stand in the array, before the matrix, in a cell of its own or not. Beside a matrix
    that is not in an array it is the name of the only axis, whether the numbers stand below each other or not.
    """
    start = row.span if row is not None else cursor.here
    name, content, span = cursor.environment()
    span = start.to(span)
    if name in MATRICES:
        listed = _cells(content, span, cursor.depth)
        lies = len(listed) == 1 and len(listed[0]) > 1  # a vector, for which nobody names the side without an axis
        return Matrix(None, row, listed, span, (None, size)) if lies else Matrix(row, None, listed, span, (size, None))
    rows = [[t for cell in split(line, Kind.ALIGN) for t in cell] for line in split(content, Kind.ROW)]
    while len(rows) > 2 and not rows[-1]:
        rows.pop()
    if name != "array" or len(rows) != 2:
        raise Unreadable(f"ntdoc does not read this {name}", span)
    header, body = (Cursor(line, span, cursor.depth + 1) for line in rows)
    column = _edge(header)
    across = _size(header) if column is not None else None
    if not header.done:
        raise Unreadable("the name above this array is no axis", header.here)
    if row is None and not body.at(Kind.BEGIN):
        row = _edge(body)
        size = size_beside(body) if row is not None else None
    if not body.at(Kind.BEGIN, *MATRICES):
        raise Unreadable(f"ntdoc does not read this {name}", span)
    _, cells, inner_span = body.environment()
    if not body.done:
        raise Unreadable(f"ntdoc does not read this {name}", body.here)
    return Matrix(row, column, _cells(cells, inner_span, cursor.depth), span, (size, across))


def size_beside(cursor: Cursor) -> int | None:
    """The size behind an axis beside an array, `\\ax[2] \\begin{bmatrix} …`; else None, with nothing passed."""
    saved = cursor.position
    size = _size(cursor)
    if size is None or cursor.at(Kind.BEGIN) or axis_above_follows(cursor):
        return size
    cursor.position = saved
    return None


def _size(cursor: Cursor) -> int | None:
    """A number in square brackets; None, with nothing passed, if something else comes next."""
    saved = cursor.position
    bracket = cursor.optional()
    digits = plain_text(bracket.tokens) if bracket is not None else ""
    if digits.isdecimal():
        return int(digits)
    cursor.position = saved
    return None


def with_axes_below(cursor: Cursor) -> Matrix | None:
    """A vector with its axis below it, `\\underset{ax}{\\begin{bmatrix} … \\end{bmatrix}}`, or a matrix with two.

    None, with nothing passed, if it is something else.
    """
    saved = cursor.position
    start = cursor.next()
    if start.text == "underset":
        below, inner = cursor.argument(), cursor.argument()
        axes = try_axes_below(below.tokens, below.where, below.depth) if inner.at(Kind.BEGIN, *MATRICES) else None
        if axes:
            _, content, span = inner.environment()
            cells = _cells(content, span, cursor.depth)
            if not inner.done or len(axes) > 2 or (len(axes) == 1 and len(cells) > 1 and len(cells[0]) > 1):
                raise Unreadable("a matrix without axis names (ordinary matrix notation)", span)
            upright = len(axes) == 1 and len(cells) > 1
            row, column = axes if len(axes) == 2 else (axes[0], None) if upright else (None, axes[0])
            return Matrix(row, column, cells, start.span.to(cursor.end))
    cursor.position = saved
    return None


@lookahead
def axis_above_follows(cursor: Cursor) -> bool:
    """Whether `\\overset{ax}{\\begin{bmatrix} … \\end{bmatrix}}` comes next."""
    if not cursor.at(Kind.COMMAND, "overset"):
        return False
    cursor.next()
    cursor.argument()
    return cursor.argument().at(Kind.BEGIN, *MATRICES)


def with_axis_above(cursor: Cursor, row: Axis | None, size: int | None = None) -> Matrix:
    """`row \\overset{column}{\\begin{bmatrix} … \\end{bmatrix}}`, as `\\nmatrix` looks on the page."""
    start = row.span if row is not None else cursor.here
    cursor.next()
    above, inner = cursor.argument(), cursor.argument()
    column = _edge(above)
    across = _size(above) if column is not None else None
    _, content, span = inner.environment()
    if not inner.done or not above.done:
        raise Unreadable("the name above this array is no axis", above.where)
    return Matrix(row, column, _cells(content, span, cursor.depth), start.to(cursor.end), (size, across))


def listed(cursor: Cursor) -> Group | None:
    """A whole side of a relation that is a matrix of one column or row, as the list of its entries.

    None, with nothing passed, if it is something else.
    """
    saved = cursor.position
    if saved == 0 or all(is_spacing(t) for t in cursor.tokens[:saved]):
        _, content, span = cursor.environment()
        try:
            cells = _cells(content, span, cursor.depth) if cursor.done else ()
        except Malformed as problem:  # an entry that is left empty, as zeros are
            raise Unreadable(problem.reason, problem.span) from None
        if len(cells) > 1 and all(len(row) == 1 for row in cells):
            return Group(tuple(row[0] for row in cells), (), COLUMN, span)
        if len(cells) == 1 and len(cells[0]) > 1:
            return Group(cells[0], (), COLUMN, span)
    cursor.position = saved
    return None


def determinant(cursor: Cursor, start: Span) -> Expr:
    """`\\det \\begin{bmatrix} … \\end{bmatrix}`: a number, for which the rows and columns need no names."""
    _, content, span = cursor.environment()
    row, column = Axis("1", span), Axis("2", span)
    matrix = Matrix(row, column, _cells(content, span, cursor.depth), span)
    head = Symbol("det", None, None, (row, column), True, start)
    return Group((Juxtaposition((head, matrix), start.to(span)),), (), "(", start.to(span))


def _edge(cursor: Cursor) -> Axis | None:
    """The name of an axis at the edge of an array, if there is one."""
    return None if cursor.done or pass_empty(cursor) else axis(cursor, loose=True)


def _cells(content: Sequence[Token], span: Span, depth: int) -> tuple[tuple[Expr, ...], ...]:
    rows = split(content, Kind.ROW)
    while rows and not rows[-1]:
        rows.pop()
    result = []
    for row in rows:
        entries = []
        for cell in split(row, Kind.ALIGN):
            inner = Cursor(cell, span, depth + 1)
            if inner.done:
                raise Malformed("an entry of this array is empty", row[0].span if row else span)
            if inner.at(Kind.COMMAND, "ldots", "cdots", "vdots", "ddots", "dots"):
                raise Unreadable("an array with an ellipsis", inner.here)
            if len(cell) == 1 and is_operator(cell[0]):
                raise Unreadable("an entry of an array that is a sign alone", inner.here)
            entries.append(expressions.expression(inner))
            if not inner.done:
                raise Unreadable(_unread_entry(cell), inner.here)
        result.append(tuple(entries))
    return tuple(result)


def _unread_entry(cell: Sequence[Token]) -> str:
    tokens = [t for t in cell if not is_spacing(t)]
    shown = " ".join(tokens[0].span.to(tokens[-1].span).text.split())
    if _DECIMAL_COMMA.fullmatch(shown):
        return f"the entry `{shown}` has a comma: ntdoc reads decimals with a point"
    return f"ntdoc does not read the entry `{shown}`"


def cases(cursor: Cursor) -> Cases:
    """`\\begin{cases} value & condition \\\\ … \\end{cases}`."""
    from ntdoc.syntax.statements import condition

    _, content, span = cursor.environment()
    branches: list[tuple[Expr, Chain | None]] = []
    for row in split(content, Kind.ROW):
        if not row:
            continue
        cells = split(row, Kind.ALIGN)
        while len(cells) > 1 and all(is_spacing(t) for t in cells[0]):  # of an alignment at its left edge
            cells = cells[1:]
        if cells[0] and relation_at(cells[0], 0) is not None:
            raise Unreadable("cases that each have a relation of their own", span)
        inner = Cursor(cells[0], span, cursor.depth + 1)
        value = expressions.expression(inner)
        if inner.at(Kind.CHAR, ",", ".", ";"):
            inner.next()
        rest = list(inner.tokens[inner.position :]) + [t for cell in cells[1:] for t in cell]
        branches.append((value, condition(rest, span)))
    if not branches:
        raise Unreadable("cases without a row", span)
    return Cases(tuple(branches), span)
