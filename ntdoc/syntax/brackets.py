"""What stands in brackets of all kinds: arguments, sizes, norms, sets, what is rounded."""

from __future__ import annotations

from ntdoc.reading.tokens import BREAKS, Kind
from ntdoc.source import Span
from ntdoc.syntax import derivatives, expressions, sets
from ntdoc.syntax.ast import Axis, Bars, Braces, Expr, Group, Juxtaposition, Number, Size, Symbol
from ntdoc.syntax.axes import axis, may_be_axis
from ntdoc.syntax.binding_ast import Hole, SetOf
from ntdoc.syntax.cursor import Cursor, Malformed, Unreadable
from ntdoc.syntax.delimiters import is_operand
from ntdoc.syntax.dividers import dividers
from ntdoc.syntax.relations import relation_at
from ntdoc.syntax.symbols import ANGLE, BARS, OPENING, ROUNDING, UNION


def group(cursor: Cursor, closing: str | None = None) -> Group:
    """Brackets, with commas between items and what follows a `;` apart."""
    called = is_operand(cursor.last)
    opener = cursor.next()
    bracket = {"lbrack": "[", "lparen": "("}.get(opener.text, opener.text)
    closing = closing or OPENING[opener.text]
    lists: list[list[Expr]] = [[]]
    bars, cursor.bars = cursor.bars, ""
    outer, cursor.dividers = cursor.dividers, dividers(cursor.tokens, cursor.position)
    while not _closes(cursor, closing):
        if cursor.done:
            raise Malformed(f"this “{bracket}” is not closed", opener.span)
        if relation_at(cursor.tokens, cursor.position) is not None:  # `(= 3)`, `(\ge n_0)`
            raise Unreadable("a remark in brackets, which begins with a relation", cursor.here)
        lists[-1].append(_item(cursor))
        token = cursor.peek()
        if cursor.divided is not None:
            while (mark := cursor.divided) is not None:
                cursor.next()
                if mark == ";" and len(lists) == 1:
                    lists.append([])
        elif token is not None and token.kind is Kind.CHAR and token.text in ",;":
            cursor.next()
            if token.text == ";" and (len(lists) == 1 or ";" not in cursor.dividers.values()):
                lists.append([])
        elif not _closes(cursor, closing):
            if token is None:
                raise Malformed(f"this “{bracket}” is not closed", opener.span)
            if token.kind in BREAKS:
                raise Malformed(f"this “{bracket}” is not closed", opener.span)
            if token.text in (")", "]") and token.kind is Kind.CHAR:
                if len(lists[0]) == 2 and (not called or all(isinstance(end, Number) for end in lists[0])):
                    raise Unreadable("an interval where a tensor should stand", opener.span.to(token.span))
                raise Malformed(f"“{bracket}” is closed by “{token.text}”", token.span)
            raise Unreadable("ntdoc does not read what stands in this bracket", token.span)
    cursor.bars, cursor.dividers = bars, outer
    cursor.next()
    if len(lists) > 2:
        raise Unreadable("more than one semicolon in a bracket", opener.span.to(cursor.end))
    parameters = tuple(lists[1]) if len(lists) == 2 else ()
    return Group(tuple(lists[0]), parameters, bracket, opener.span.to(cursor.end))


def _item(cursor: Cursor) -> Expr:
    """An argument; `(·, ·)` and `\\mathord-` have holes in it."""
    token = cursor.peek()
    if token is not None and token.text in ("-", "−", "·", "cdot") and token.kind in (Kind.CHAR, Kind.COMMAND):
        following = cursor.tokens[cursor.position + 1] if cursor.position + 1 < len(cursor.tokens) else None
        if following is None or following.text in (",", ";", ")", "]"):
            cursor.next()
            return Hole(token.span)
    return expressions.expression(cursor)


def _closes(cursor: Cursor, closing: str) -> bool:
    if closing in ROUNDING.values():
        return cursor.at_text(*ROUNDING.values())
    return cursor.at_text(closing, {")": "rparen", "]": "rbrack"}.get(closing, closing))


def bars_around(cursor: Cursor, kind: str) -> Expr:
    behind = kind == "|" and is_operand(cursor.last)
    opener = cursor.next()
    closers = ("|", "vert", "rvert") if kind == "|" else ("|", "Vert", "rVert")
    outer, cursor.bars = cursor.bars, cursor.bars + kind
    if kind == "|" and (size := _size(cursor, opener.span, closers)) is not None:
        cursor.bars = outer
        return size
    if cursor.done or cursor.at_text(*closers):
        raise Unreadable("bars of which it is not clear what they close", opener.span)
    body = expressions.expression(cursor)
    cursor.bars = outer
    if not cursor.at_text(*closers):
        if behind:  # `x | y`
            raise Unreadable("a bar, as in conditional probability", opener.span)
        raise Malformed("this bar is not closed", opener.span)
    cursor.next()
    return Bars(body, kind == "‖", opener.span.to(cursor.end))


def _size(cursor: Cursor, opener: Span, closers: tuple[str, ...]) -> Size | None:
    """`|\\ax|`, where nothing but axes stands between the bars."""
    saved = cursor.position
    if may_be_axis(cursor) or cursor.at(Kind.COMMAND, "mathcal"):
        names: list[Axis] = []
        while (found := axis(cursor, loose=may_be_axis(cursor))) is not None:
            names.append(found)
            if not cursor.at_text("times", "×", ",", *UNION):
                break
            cursor.next()
        if names and cursor.at_text(*closers):
            cursor.next()
            return Size(tuple(names), opener.to(cursor.end))
    cursor.position = saved
    return None


def sized(cursor: Cursor) -> Expr:
    """`\\left( … \\right)` is the bracket that it draws."""
    token = cursor.next()
    delimiter = cursor.peek()
    if delimiter is None:
        raise Malformed("\\left has no bracket", token.span)
    if delimiter.text == ".":
        return derivatives.between_bars(cursor, token.span)
    if delimiter.text in OPENING:
        found = group(cursor, closing="right")
        _delimiter(cursor)
        return found.replace(span=token.span.to(cursor.end))
    if delimiter.text == "langle":
        found_angles = angles(cursor, "right")
        _delimiter(cursor)
        return found_angles.replace(span=token.span.to(cursor.end))
    if delimiter.text in ROUNDING:
        whole = rounded(cursor, "right")
        _delimiter(cursor)
        return whole.replace(span=token.span.to(cursor.end))
    if delimiter.text in ("{", "lbrace"):
        found_set = braced_set(cursor, "right")
        _delimiter(cursor)
        return found_set
    if delimiter.text in BARS or delimiter.text in ("|", "Vert", "lVert"):
        double = delimiter.kind is Kind.COMMAND and delimiter.text in ("|", "Vert", "lVert")
        cursor.next()
        bars, cursor.bars = cursor.bars, ""
        size = None if double else _size(cursor, token.span, ("right",))
        if size is None:
            body = expressions.expression(cursor)
            if not cursor.at_text("right"):
                raise Malformed("\\left is not closed by \\right", token.span)
            cursor.next()
        cursor.bars = bars
        _delimiter(cursor)
        span = token.span.to(cursor.end)
        if size is None and not double and isinstance(body, Bars) and not body.double:
            return body.replace(double=True, span=span)  # `\\left| \\left| x \\right| \\right|`
        return size.replace(span=span) if size is not None else Bars(body, double, span)
    raise Unreadable(f"ntdoc does not read the bracket \\left{delimiter.text}", delimiter.span)


def angles(cursor: Cursor, closing: str) -> Juxtaposition:
    """`\\langle A, B \\rangle`: what the document says that these brackets are, applied to what stands in them."""
    found = group(cursor, closing=closing)
    return Juxtaposition((Symbol(ANGLE, None, None, (), True, found.span), found), found.span)


def rounded(cursor: Cursor, closing: str) -> Juxtaposition:
    """`\\lfloor E \\rfloor`, `\\lceil E \\rceil`, and `\\lfloor E \\rceil`, which is the nearest integer."""
    name = "floor" if cursor.at_text("lfloor") else "ceil"
    like = ROUNDING[f"l{name}"]
    found = group(cursor, closing=closing)
    last = cursor.peek() if closing == "right" else cursor.tokens[cursor.position - 1]
    if last is not None and last.text in ROUNDING.values() and last.text != like:
        name = "round"
    return Juxtaposition((Symbol(name, None, None, (), True, found.span), found), found.span)


def _delimiter(cursor: Cursor) -> None:
    """The bracket after `\\right`."""
    if not cursor.done:
        cursor.next()


def braced_set(cursor: Cursor, closing: str = "}") -> Braces | SetOf:
    opener = cursor.next()
    items: list[Expr] = []
    closers = (closing,) if closing != "}" else ("}", "rbrace")
    by_condition = sets.set_by_condition(cursor, opener.span, closers)
    if by_condition is not None:
        if cursor.done:
            raise Malformed("this “{” is not closed", opener.span)
        cursor.next()
        return by_condition
    while not cursor.at_text(*closers):
        if cursor.done:
            raise Malformed("this “{” is not closed", opener.span)
        items.append(expressions.expression(cursor))
        if cursor.at(Kind.CHAR, ",", ";"):
            cursor.next()
        elif not cursor.at_text(*closers):
            raise Unreadable("ntdoc does not read this set", cursor.here)
    cursor.next()
    return Braces(tuple(items), opener.span.to(cursor.end))
