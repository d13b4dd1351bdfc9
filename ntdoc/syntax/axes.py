"""Axis names, lists of axes and shapes (Definitions 1 and 3 of the paper)."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Span
from ntdoc.syntax.ast import Axis, Expr, Shape, SizedAxis
from ntdoc.syntax.cursor import Cursor, Unreadable, plain_text, split
from ntdoc.syntax.symbols import (
    ACCENTS,
    ARROWS,
    BIG_OPERATORS,
    ELLIPSES,
    FUNCTIONS,
    GREEK,
    MULTIPLICATION,
    RELATIONS,
    SIZING,
    SPACING,
    STYLED,
    UPRIGHT,
)

KNOWN_COMMANDS = (
    GREEK
    | FUNCTIONS
    | SPACING
    | SIZING
    | ACCENTS
    | STYLED
    | UPRIGHT
    | ELLIPSES
    | ARROWS
    | frozenset(RELATIONS)
    | frozenset(MULTIPLICATION)
    | frozenset(BIG_OPERATORS)
    | frozenset(
        [
            "frac",
            "dfrac",
            "tfrac",
            "sqrt",
            "left",
            "right",
            "mathop",
            "mathbin",
            "mathrel",
            "mathord",
            "mathopen",
            "mathclose",
            "underset",
            "overset",
            "substack",
            "stackrel",
            "partial",
            "infty",
            "top",
            "prime",
            "dagger",
            "ddagger",
            "langle",
            "rangle",
            "lvert",
            "rvert",
            "lVert",
            "rVert",
            "lfloor",
            "rfloor",
            "lceil",
            "rceil",
            "{",
            "}",
            "|",
            "emptyset",
            "varnothing",
            "pm",
            "mp",
            "forall",
            "exists",
            "neg",
            "mathsf",
            "nabla",
            "cfrac",
            "binom",
            "underbrace",
            "overbrace",
            "boxed",
            "colon",
            "pmod",
            "bmod",
            "mod",
            "not",
            "restriction",
            "mathmakebox",
            "tag",
            "ref",
            "eqref",
            "cref",
            "textstyle",
            "textsf",
            "mathnormal",
            "lbrace",
            "rbrace",
            "lbrack",
            "rbrack",
            "vert",
            "Vert",
            "backslash",
            "aleph",
            "Re",
            "Im",
            "angle",
            "triangle",
            "square",
            "S",
            "dag",
            "ddag",
            "cdotp",
            "ldotp",
            "sharp",
            "flat",
            "natural",
            "complement",
            "intercal",
            "dotplus",
            "xrightarrow",
            "xleftarrow",
            "uparrow",
            "downarrow",
            "updownarrow",
        ]
    )
)

_PRIMES = {"'": "'", "’": "'", "′": "'", "prime": "'"}
_STARS = {"*": "*", "ast": "*", "star": "*", "dagger": "†", "dag": "†", "†": "†", "ddagger": "‡", "‡": "‡"}


def starts_axis(cursor: Cursor) -> bool:
    """Whether an axis set in sans serif comes next (a macro that nothing defines is one only where an axis must be)."""
    return cursor.at(Kind.COMMAND, "mathsf", "textsf") or (
        (token := cursor.peek()) is not None and token.kind is Kind.TEXT and token.font == "textsf"
    )


def may_be_axis(cursor: Cursor) -> bool:
    token = cursor.peek()
    if token is None:
        return False
    return starts_axis(cursor) or (token.kind is Kind.COMMAND and token.text not in KNOWN_COMMANDS)


def axis(cursor: Cursor, loose: bool = False, letter: bool = False) -> Axis | None:
    """One axis with its primes, subscripts and stars, or None if none comes next.

    `loose` is for places where only an axis can stand (below an operator, in an exponent of ℝ): there words set
    upright, a macro that nothing defines, and a run of plain letters are axes too; with `letter` a single one is.
    """
    variable = False
    start = cursor.here
    if starts_axis(cursor):
        token = cursor.next()
        if token.kind is Kind.TEXT:
            name = token.text
        else:
            inner = cursor.argument()
            name = plain_text(inner.tokens)
    elif cursor.at(Kind.COMMAND, "mathcal", "mathscr"):
        cursor.next()
        name, variable = plain_text(cursor.argument().tokens), True
    elif loose and cursor.at(Kind.OPEN):
        saved = cursor.position
        inner = cursor.argument()
        found = axis(inner, loose)
        if found is None or not inner.done:
            cursor.position = saved
            return None
        name, variable = found.name, found.variable
    elif loose and cursor.at(Kind.TEXT):
        name = cursor.next().text
    elif loose and cursor.at(Kind.COMMAND, "mathrm", "operatorname", "mathit", "mathtt"):
        cursor.next()
        name = plain_text(cursor.argument().tokens)
    elif loose and (token_ := cursor.peek()) and token_.kind is Kind.COMMAND and token_.text not in KNOWN_COMMANDS:
        name = cursor.next().text
    elif loose:
        name = _letters(cursor)
        if len(name) < 2 and not (letter and name):
            cursor.position -= len(name)
            return None
    else:
        return None
    name += _marks(cursor)
    if not name:
        return None
    return Axis(name, start.to(cursor.end), variable)


def _letters(cursor: Cursor) -> str:
    name = ""
    while (token := cursor.peek()) is not None and token.kind is Kind.CHAR and token.text.isalpha():
        name += cursor.next().text
    return name


def _marks(cursor: Cursor) -> str:
    """Primes, subscripts and stars behind the name of an axis."""
    marks = ""
    while True:
        token = cursor.peek()
        if token is None:
            return marks
        if token.kind is Kind.CHAR and token.text in _PRIMES:
            cursor.next()
            marks += "'"
        elif token.kind is Kind.SUP:
            saved = cursor.position
            cursor.next()
            text = plain_text(cursor.argument().tokens)
            if text and all(c in _PRIMES or c in _STARS for c in text):
                marks += "".join(_PRIMES.get(c) or _STARS[c] for c in text)
            else:
                cursor.position = saved
                return marks
        elif token.kind is Kind.SUB:
            cursor.next()
            marks += "_" + plain_text(cursor.argument().tokens)
        else:
            return marks


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
    cursor = Cursor(tokens, where, depth)
    if cursor.at(Kind.COMMAND, "substack"):
        cursor.next()
        inner = cursor.argument()
        if not cursor.done:
            return None
        return try_axes_below(inner.tokens, where, depth, letter)
    result: list[Axis] = []
    for part in split(cursor.tokens[cursor.position :], Kind.ROW):
        inner = Cursor(part, where, depth)
        while not inner.done:
            if inner.at_text(",", "times", "×", "cup", "∪"):
                inner.next()
                continue
            if inner.at_text("emptyset", "varnothing", "∅"):
                inner.next()
                continue
            if inner.at(Kind.OPEN):  # braces around a whole list: {\batch,\layer}
                saved = inner.position
                group = inner.argument()
                nested = try_axes_below(group.tokens, group.where, group.depth, letter)
                if nested is not None and not inner.at(Kind.SUP) and not inner.at_text("'", "prime"):
                    result.extend(nested)
                    continue
                inner.position = saved
            if inner.at(Kind.CHAR, "(", ")"):
                inner.next()
                if inner.at(Kind.SUP) and result:  # (\mathcal{S} \cup \mathcal{T})^*: the star belongs to each
                    marks = _marks(inner)
                    result = [Axis(a.name + marks, a.span, a.variable) for a in result]
                continue
            found = axis(inner, loose=True, letter=letter)
            if found is None:
                return None
            result.append(found)
    return tuple(result)


def shape(cursor: Cursor) -> Shape:
    """The exponent of a set of tensors: `\\seq \\times \\key`, `\\seq[n-|\\kernel|+1], \\kernel`, `\\emptyset`.

    Raises Unreadable for the positional shapes of ordinary notation, `n \\times d_k`.
    """
    from ntdoc.syntax.expressions import expression

    axes: list[SizedAxis] = []
    while not cursor.done:
        if cursor.at_text("times", "×", ",", "cup", "∪", "(", ")"):
            cursor.next()
            continue
        if cursor.at_text("emptyset", "varnothing", "∅"):
            cursor.next()
            continue
        if cursor.at(Kind.OPEN):
            saved = cursor.position
            inner = cursor.argument()
            if not cursor.at(Kind.SUP) and not cursor.at_text("'", "prime"):
                axes.extend(shape(inner).axes)
                continue
            cursor.position = saved
        found = axis(cursor, loose=not cursor.at(Kind.CHAR))
        if found is None:
            raise Unreadable("this shape has no axis names (ordinary matrix notation)", cursor.here)
        size: Expr | None = None
        bracket = cursor.optional()
        if bracket is not None:
            size = expression(bracket)
            if not bracket.done:
                raise Unreadable("this size is not an expression that ntdoc reads", bracket.here)
        axes.append(SizedAxis(found, size))
    return Shape(tuple(axes), cursor.where)
