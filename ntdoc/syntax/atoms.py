"""Factors: numbers, names with their scripts, brackets, fractions, arrays, functions with axes below them."""

from __future__ import annotations

from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Span
from ntdoc.syntax import arrays, derivatives, expressions, names, sets
from ntdoc.syntax.ast import (
    Axis,
    AxisTerm,
    Bars,
    Braces,
    Expr,
    Fraction,
    Group,
    Juxtaposition,
    Number,
    Root,
    Size,
    Symbol,
)
from ntdoc.syntax.axes import axis, may_be_axis, starts_axis
from ntdoc.syntax.binding_ast import Hole, SetOf
from ntdoc.syntax.cursor import Cursor, Malformed, Unreadable
from ntdoc.syntax.dividers import dividers
from ntdoc.syntax.scripts import scripted
from ntdoc.syntax.symbols import (
    ACCENTS,
    ALIGNMENTS,
    ANGLE,
    BARS,
    CONDITION_WORDS,
    FUNCTIONS,
    GREEK,
    MATRICES,
    OPENING,
    SEPARATING_WORDS,
    STYLED,
    UNICODE_LETTERS,
    UPRIGHT,
)

_CONNECTIVES = frozenset(CONDITION_WORDS) | frozenset(SEPARATING_WORDS) | {"otherwise", "else", "const", "is", "on"}


def is_identifier(token: Token) -> bool:
    """Whether words set as text are a name: one word that joins nothing."""
    text = token.text
    return (
        token.font != "intertext"
        and bool(text)
        and not any(c.isspace() or c in "~,;:()." for c in text)
        and text[0].isalpha()
        and text.lower().rstrip(".") not in _CONNECTIVES
        and not any(not isinstance(piece, str) for piece in token.content)
    )


def factor(cursor: Cursor) -> Expr:
    """An atom with its scripts."""
    start = cursor.here
    token = cursor.peek()
    if token is None:
        raise Malformed("an operand is missing here", cursor.end)
    return scripted(cursor, _atom(cursor, token), start)


def _atom(cursor: Cursor, token: Token) -> Expr:
    kind, text = token.kind, token.text
    if kind is Kind.TEXT and token.font != "textsf":
        cursor.next()
        return Symbol(text, None, None, (), True, token.span)
    if kind is Kind.OPEN:
        return _braces(cursor, token)
    if kind is Kind.BEGIN:
        return _environment(cursor, token)
    if starts_axis(cursor):
        found = axis(cursor)
        assert found is not None
        if cursor.at(Kind.BEGIN):
            return arrays.named_array(cursor, found)
        return AxisTerm(found, found.span)
    if kind is Kind.CHAR:
        return _character(cursor, token)
    if kind is Kind.COMMAND:
        return _command(cursor, token)
    raise Unreadable("a script with nothing before it", token.span)


def _braces(cursor: Cursor, token: Token) -> Expr:
    inner = cursor.argument()
    if inner.done:  # {} only spaces, as in X{}_1
        return factor(cursor) if expressions.starts_factor(cursor) else Hole(token.span)
    if inner.at_text("-", "+", "·", "cdot") and len(inner.tokens) == 1:
        return Hole(token.span)
    body = expressions.expression(inner)
    if not inner.done:
        raise Unreadable("ntdoc does not read what stands in these braces", inner.here)
    return body


def _environment(cursor: Cursor, token: Token) -> Expr:
    if token.text == "cases" or token.text == "dcases":
        return arrays.cases(cursor)
    if token.text == "array":
        return arrays.named_array(cursor, None)
    if token.text in MATRICES:
        raise Unreadable("a matrix without axis names (ordinary matrix notation)", token.span)
    if token.text in ALIGNMENTS:
        raise Unreadable(f"the environment {token.text} in the middle of a formula", token.span)
    raise Unreadable(f"ntdoc does not read the environment {token.text}", token.span)


def _character(cursor: Cursor, token: Token) -> Expr:
    text = token.text
    if text.isdigit():
        return _number(cursor)
    if text in OPENING:
        return group(cursor)
    if text in BARS:
        return _bars(cursor, "|")
    if text == "∞":
        cursor.next()
        return Number(float("inf"), 0, token.span)
    if text == "∂":
        cursor.next()
        return derivatives.differential(cursor, token)
    if text in UNICODE_LETTERS:
        cursor.next()
        return Symbol(UNICODE_LETTERS[text], None, None, (), False, token.span)
    if text.isalpha():
        cursor.next()
        return Symbol(text, None, None, (), False, token.span)
    if text == "?":
        raise Unreadable("a question mark", token.span)
    raise Malformed(f"“{text}” cannot stand here", token.span)


def _number(cursor: Cursor) -> Number:
    start = cursor.here
    digits = ""
    while True:
        token = cursor.peek()
        if token is None or token.kind is not Kind.CHAR:
            break
        following = cursor.tokens[cursor.position + 1] if cursor.position + 1 < len(cursor.tokens) else None
        if token.text.isdecimal():
            digits += token.text
        elif token.text == "." and "." not in digits and following is not None and following.text.isdecimal():
            digits += "."
        else:
            break
        cursor.next()
    places = len(digits.partition(".")[2])
    try:
        value = float(digits)
    except ValueError:
        raise Unreadable("ntdoc does not read this number", start) from None
    return Number(value, places, start.to(cursor.end))


def group(cursor: Cursor, closing: str | None = None) -> Group:
    """Brackets, with commas between items and what follows a `;` apart."""
    opener = cursor.next()
    bracket = {"lbrack": "[", "lparen": "("}.get(opener.text, opener.text)
    closing = closing or OPENING[opener.text]
    lists: list[list[Expr]] = [[]]
    bars, cursor.bars = cursor.bars, ""
    outer, cursor.dividers = cursor.dividers, dividers(cursor.tokens, cursor.position)
    while not _closes(cursor, closing):
        if cursor.done:
            raise Malformed(f"this “{bracket}” is not closed", opener.span)
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
            if token.kind in (Kind.ALIGN, Kind.ROW):
                raise Malformed(f"this “{bracket}” is not closed", opener.span)
            if token.text in (")", "]") and token.kind is Kind.CHAR:
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
    return cursor.at_text(closing, {")": "rparen", "]": "rbrack"}.get(closing, closing))


def _bars(cursor: Cursor, kind: str) -> Expr:
    opener = cursor.next()
    closers = ("|", "vert", "rvert") if kind == "|" else ("|", "Vert", "rVert")
    outer, cursor.bars = cursor.bars, cursor.bars + kind
    if kind == "|" and (size := _size(cursor, opener.span, closers)) is not None:
        cursor.bars = outer
        return size
    body = expressions.expression(cursor)
    cursor.bars = outer
    if not cursor.at_text(*closers):
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
            if not cursor.at_text("times", "×", ",", "cup"):
                break
            cursor.next()
        if names and cursor.at_text(*closers):
            cursor.next()
            return Size(tuple(names), opener.to(cursor.end))
    cursor.position = saved
    return None


def _command(cursor: Cursor, token: Token) -> Expr:
    text = token.text
    if text in GREEK or text in FUNCTIONS:
        cursor.next()
        return Symbol(text, None, None, (), text in FUNCTIONS, token.span)
    match text:
        case "frac" | "dfrac" | "tfrac" | "cfrac":
            cursor.next()
            above, below = cursor.argument(), cursor.argument()
            span = token.span.to(cursor.end)
            return derivatives.fraction(above, below, span) or Fraction(_whole(above), _whole(below), span)
        case "sqrt":
            cursor.next()
            degree = cursor.optional()
            root = _whole(cursor.argument())
            return Root(root, _whole(degree) if degree else None, token.span.to(cursor.end))
        case "left":
            return _left(cursor)
        case "{" | "lbrace":
            return _set(cursor)
        case "lvert" | "vert":
            return _bars(cursor, "|")
        case "|" | "Vert" | "lVert":
            return _bars(cursor, "‖")
        case "infty":
            cursor.next()
            return Number(float("inf"), 0, token.span)
        case "partial":
            cursor.next()
            return derivatives.differential(cursor, token)
        case "nabla":
            cursor.next()
            return derivatives.gradient(cursor, token)
        case "lbrack" | "lparen":
            return group(cursor)
        case "langle":
            return _angles(cursor, "rangle")
        case "mathop" | "underset":
            return arrays.with_axes_below(cursor) or names.operator_name(cursor)
        case "underbrace" | "overbrace":
            return _braced(cursor)
        case "mathord" | "mathopen" | "mathclose" | "mathmakebox" | "boxed" | "mathnormal" | "ensuremath":
            return _wrapper(cursor, text)
    if text in UPRIGHT or text in STYLED or text in ACCENTS:
        return names.styled(cursor, text)
    if may_be_axis(cursor):  # a macro that nothing defines: an axis if used as one elsewhere, else unknown
        cursor.next()
        if cursor.at(Kind.BEGIN):
            return arrays.named_array(cursor, Axis(text, token.span))
        return AxisTerm(Axis(text, token.span), token.span)
    raise Unreadable(f"ntdoc does not read \\{text}", token.span)


def _whole(cursor: Cursor) -> Expr:
    body = expressions.expression(cursor)
    if not cursor.done:
        raise Unreadable("ntdoc does not read this", cursor.here)
    return body


def _wrapper(cursor: Cursor, text: str) -> Expr:
    """Commands that change the spacing or the frame of their argument, and not its meaning."""
    token = cursor.next()
    if text in ("mathmakebox",):
        while cursor.optional() is not None:
            pass
    inner = cursor.argument()
    if inner.at_text("-", "−", "cdot", "·") and len(inner.tokens) == 1:
        return Hole(token.span.to(cursor.end))
    if inner.done:
        return factor(cursor)
    return _whole(inner)


def _braced(cursor: Cursor) -> Expr:
    """`\\underbrace{E}_{words}`: E, with a remark on it."""
    cursor.next()
    body = _whole(cursor.argument())
    if cursor.at(Kind.SUB) or cursor.at(Kind.SUP):
        cursor.next()
        cursor.argument()
    return body


def _left(cursor: Cursor) -> Expr:
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
        angles = _angles(cursor, "right")
        _delimiter(cursor)
        return angles.replace(span=token.span.to(cursor.end))
    if delimiter.text in ("{", "lbrace"):
        found_set = _set(cursor, "right")
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
        return size.replace(span=span) if size is not None else Bars(body, double, span)
    raise Unreadable(f"ntdoc does not read the bracket \\left{delimiter.text}", delimiter.span)


def _angles(cursor: Cursor, closing: str) -> Juxtaposition:
    """`\\langle A, B \\rangle`: what the document says that these brackets are, applied to what stands in them."""
    found = group(cursor, closing=closing)
    return Juxtaposition((Symbol(ANGLE, None, None, (), True, found.span), found), found.span)


def _delimiter(cursor: Cursor) -> None:
    """The bracket after `\\right`."""
    if not cursor.done:
        cursor.next()


def _set(cursor: Cursor, closing: str = "}") -> Braces | SetOf:
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
