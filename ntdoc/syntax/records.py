"""Letters that stand for whole records in a subscript: `X_s`, `D_{s^*,t}`, the part of a record that a shape has."""

from __future__ import annotations

from ntdoc.reading.tokens import Kind
from ntdoc.syntax.ast import Axis
from ntdoc.syntax.axes import marks
from ntdoc.syntax.axis_sets import try_axes_below
from ntdoc.syntax.binding_ast import RecordIndex
from ntdoc.syntax.cursor import Cursor
from ntdoc.syntax.symbols import UNION

_STARS = "*†‡"
MOST = 6  # letters in one subscript


def record_letters(inner: Cursor) -> tuple[RecordIndex, ...] | None:
    """The letters of a subscript, or None if it is something else."""
    cursor = Cursor(inner.tokens, inner.where, inner.depth)
    found: list[RecordIndex] = []
    while not cursor.done:
        letter = _letter(cursor)
        if letter is None or len(found) == MOST:
            return None
        found.append(letter)
        if cursor.done:
            break
        if not cursor.at_text(",", *UNION):
            return None
        cursor.next()
    return tuple(found) or None


def _letter(cursor: Cursor) -> RecordIndex | None:
    start = cursor.here
    if cursor.at(Kind.COMMAND, "mathopen"):
        cursor.next()
        if not cursor.argument().done:
            return None
    delimited = cursor.at(Kind.COMMAND, "left")
    if delimited:
        cursor.next()
        if not cursor.at(Kind.CHAR, "."):
            return None
        cursor.next()
    token = cursor.peek()
    if token is None or token.kind is not Kind.CHAR or not (token.text.isalpha() and token.text.islower()):
        return None
    cursor.next()
    behind = marks(cursor) if not cursor.at(Kind.SUB) else ""
    name = token.text + behind.rstrip(_STARS)
    mark = behind[len(behind.rstrip(_STARS)) :]
    within: tuple[Axis, ...] | None = None
    if delimited:
        if not cursor.at(Kind.COMMAND, "right"):
            return None
        cursor.next()
        if not cursor.at_text("|", "vert", "rvert"):
            return None
        cursor.next()
    elif cursor.at_text("|", "vert", "restriction", "upharpoonright"):
        cursor.next()
    else:
        return RecordIndex(name, mark, None, start.to(cursor.end))
    if not cursor.at(Kind.SUB):
        return None
    cursor.next()
    below = cursor.argument()
    within = try_axes_below(below.tokens, below.where, below.depth)
    if within is None:
        return None
    return RecordIndex(name, mark, within, start.to(cursor.end))
