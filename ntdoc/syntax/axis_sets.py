"""Lists of axes and shapes (Definition 3 of the paper): what stands below an operator, and the exponent of ℝ.

list  :  item , item …         (`\\times`, `\\cup` and row ends join as commas do)
item  :  part ∩ part ∖ part …  (∩ and ∖ bind tighter, left-associative)
part  :  axis, an axis with its size, ∅, or a list in brackets with stars behind it
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Span
from ntdoc.syntax import colons, extents
from ntdoc.syntax.ast import Axis, Expr, Shape, SizedAxis, Symbol
from ntdoc.syntax.axes import axis, marks, unknown_macro
from ntdoc.syntax.colons import spread
from ntdoc.syntax.cursor import Cursor, Unreadable, is_spacing, plain_text, split
from ntdoc.syntax.symbols import EMPTY, MEET, MINUS, UNION

_JOINTS = ("times", "×", ",", *UNION)
_BEHIND = "an axis with something behind it that is not read (a size stands in brackets, or behind a colon)"


def axes_below(cursor: Cursor, letter: bool = True) -> tuple[Axis, ...]:
    """The axes below an operator: `\\batch,\\layer`, `\\height \\\\ \\width`, `\\mathcal{S} \\cup \\mathcal{T}`.

    Raises Unreadable if what stands there is something else.
    """
    found = try_axes_below(cursor.tokens, cursor.where, cursor.depth, letter)
    if found is None:
        raise Unreadable("what stands below this operator is not a list of axes", cursor.where)
    return found


def try_axes_below(tokens: Sequence[Token], where: Span, depth: int, letter: bool = False) -> tuple[Axis, ...] | None:
    """The same, or None if something else stands there; a single letter is an axis only with `letter`."""
    found = _below(Cursor(spread(tokens), where, depth), _Below(letter))
    return tuple(sized.axis for sized in found) if found is not None else None


def sized_axes_below(cursor: Cursor) -> tuple[SizedAxis, ...] | None:
    """The axes below a big operator, with the sizes that are written behind them; None if something else is there."""
    return _below(Cursor(spread(cursor.tokens), cursor.where, cursor.depth), _Below(False, sized=True))


def _below(cursor: Cursor, place: _Below) -> tuple[SizedAxis, ...] | None:
    where, depth = cursor.where, cursor.depth
    if cursor.at(Kind.COMMAND, "substack"):
        cursor.next()
        inner = cursor.argument()
        return _below(Cursor(inner.tokens, where, depth), place) if cursor.done else None
    result: list[SizedAxis] = []
    for part in split(cursor.tokens[cursor.position :], Kind.ROW):
        inner = Cursor(part, where, depth)
        found = _list(inner, place)
        if found is None or not inner.done:
            return None
        result.extend(found)
    return tuple(result)


def shape(cursor: Cursor) -> Shape:
    """The exponent of a set of tensors: `\\seq \\times \\key`, `\\seq[n-|\\kernel|+1]`, `\\seq:n`, `\\emptyset`.

    Raises Unreadable for the positional shapes of ordinary notation, `n \\times d_k`.
    """
    inner = Cursor(spread(cursor.tokens), cursor.where, cursor.depth)
    found = _list(inner, _Exponent())
    if found is None or not inner.done:
        unknown = unknown_macro(cursor)
        why = f"nothing defines \\{unknown}" if unknown else "this shape has no axis names (ordinary matrix notation)"
        raise Unreadable(_BEHIND if not unknown and _stops_behind_axis(inner) else why, inner.here)
    return Shape(tuple(found), cursor.where)


def _stops_behind_axis(cursor: Cursor) -> bool:
    """Whether reading a shape came to what belongs to an axis in sans serif, `\\mathsf{seq}{n}`, and is no size."""
    passed = [token for token in cursor.tokens[: cursor.position] if not is_spacing(token)]
    named = any(t.font == "textsf" or (t.kind is Kind.COMMAND and t.text in ("mathsf", "textsf")) for t in passed)
    return named and passed[-1].text not in _JOINTS


def shape_argument(cursor: Cursor) -> Shape | None:
    """One shape behind a name, as in `\\rec(\\mathcal{S} \\cup \\mathcal{T})`; None if something else is there."""
    start = cursor.here
    found = _part(cursor, _Below(False)) if not cursor.done else None
    return Shape(tuple(found), start.to(cursor.end)) if found is not None else None


class _Below:
    """Below an operator only axes can stand, and below a big one they may have their sizes, `\\sum_{\\seq[n]}`."""

    def __init__(self, letter: bool, sized: bool = False) -> None:
        self.letter = letter
        self.sized = sized

    def axis(self, cursor: Cursor) -> SizedAxis | None:
        found = axis(cursor, loose=True, letter=self.letter)
        return SizedAxis(found, _size(cursor) if self.sized else None) if found is not None else None


class _Exponent:
    """In an exponent a plain letter is a number, and an axis may have its size in brackets or behind a colon."""

    def axis(self, cursor: Cursor) -> SizedAxis | None:
        found = axis(cursor, loose=not cursor.at(Kind.CHAR))
        return SizedAxis(found, _places(cursor) or _size(cursor)) if found is not None else None


def _places(cursor: Cursor) -> Symbol | None:
    """The size of an axis that is cut to a range of its places, `\\seq(t-b:t)`: as many as there are of them.

    It is a size of its own, which is named by the range: two that are cut alike have the same.
    """
    inside = cursor.tokens[cursor.position + 1 :]
    end = next((i for i, token in enumerate(inside) if token.text == ")" and token.kind is Kind.CHAR), None)
    if end is None or not cursor.at(Kind.CHAR, "(") or not any(t.text in (":", "colon") for t in inside[:end]):
        return None
    start = cursor.next().span
    cursor.position += end
    return Symbol(plain_text(inside[:end]), None, None, (), False, start.to(cursor.next().span))


def _size(cursor: Cursor) -> Expr | None:
    """The size in brackets or after a colon behind an axis, if there is one."""
    bracket = cursor.optional()
    if bracket is not None:
        return extents.size(bracket)
    return colons.size(cursor) if colons.at_colon(cursor) else None


def _list(cursor: Cursor, place: _Below | _Exponent) -> list[SizedAxis] | None:
    """Items up to the end or to a closing bracket; None if one of them is no axis."""
    found: list[SizedAxis] = []
    while not cursor.done and not cursor.at(Kind.CHAR, ")"):
        if cursor.at_text(*_JOINTS):
            cursor.next()
            continue
        item = _item(cursor, place)
        if item is None:
            return None
        found.extend(item)
    return found


def _item(cursor: Cursor, place: _Below | _Exponent) -> list[SizedAxis] | None:
    found = _part(cursor, place)
    while found is not None and cursor.at_text(*MEET, *MINUS):
        meets = cursor.next().text in MEET
        other = _part(cursor, place)
        if other is None:
            return None
        axes = tuple(sized.axis for sized in other)
        found = [sized.replace(axis=_cut(sized.axis, axes, meets)) for sized in found]
    return found


def _cut(one: Axis, axes: tuple[Axis, ...], meets: bool) -> Axis:
    """An axis, or a letter for several, cut down to others or without them."""
    if not meets:
        return one.replace(without=(*one.without, *axes))
    if one.within is not None:
        raise Unreadable("an intersection of three shapes", one.span)
    return one.replace(within=axes)


def _part(cursor: Cursor, place: _Below | _Exponent) -> list[SizedAxis] | None:
    if cursor.at_text(*EMPTY):
        cursor.next()
        return []
    if cursor.at(Kind.CHAR, "("):
        cursor.next()
        inner = Cursor(cursor.tokens, cursor.where, cursor.depth + 1)  # refuses brackets that are too deep
        inner.position = cursor.position
        found = _list(inner, place)
        cursor.position = inner.position
        if found is None or not cursor.at(Kind.CHAR, ")"):
            return None
        cursor.next()
        behind = marks(cursor)
        return [sized.replace(axis=_marked(sized.axis, behind)) for sized in found] if behind else found
    if cursor.at(Kind.OPEN):  # braces around a whole list: {\batch,\layer}
        saved = cursor.position
        group = cursor.argument()
        if not cursor.at(Kind.SUP) and not cursor.at_text("'", "prime"):
            nested = _list(group, place)
            if nested is not None and group.done:
                return nested
        cursor.position = saved
    found_axis = place.axis(cursor)
    return [found_axis] if found_axis is not None else None


def _marked(one: Axis, behind: str) -> Axis:
    """`(\\mathcal{S} \\cup \\mathcal{T})^*`: the star belongs to each."""
    return one.replace(
        name=one.name + behind,
        without=tuple(_marked(a, behind) for a in one.without),
        within=tuple(_marked(a, behind) for a in one.within) if one.within is not None else None,
    )
