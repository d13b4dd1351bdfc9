"""Factors: numbers, names with their scripts, brackets, fractions, arrays, functions with axes below them."""

from __future__ import annotations

from itertools import takewhile

from ntdoc.reading.tokens import Kind, Token
from ntdoc.syntax import arrays, binomials, brackets, derivatives, exponents, expressions, names, recurring, scripts
from ntdoc.syntax.ast import (
    Axis,
    AxisTerm,
    Expr,
    Fraction,
    Number,
    Root,
    Symbol,
)
from ntdoc.syntax.axes import KNOWN_COMMANDS, axis, may_be_axis, pass_empty, starts_axis
from ntdoc.syntax.binding_ast import Hole
from ntdoc.syntax.cursor import Cursor, Malformed, Unreadable, lookahead, takes_arguments
from ntdoc.syntax.symbols import (
    ACCENTS,
    ALIGNMENTS,
    BARS,
    CONDITION_WORDS,
    FUNCTIONS,
    GREEK,
    MATRICES,
    OPENING,
    ROUNDING,
    SEPARATING_WORDS,
    STYLED,
    UNICODE_LETTERS,
    UPRIGHT,
    VERBS,
)

_CONNECTIVES = (
    frozenset(CONDITION_WORDS) | frozenset(SEPARATING_WORDS) | {"otherwise", "else", "const", "is", "on"}
) - frozenset(VERBS)


def is_identifier(token: Token) -> bool:
    """Whether words set as text are a name: one word that joins nothing, or a verb, where no clause can begin."""
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
    return scripts.scripted(cursor, _atom(cursor, token), start)


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
        empty = pass_empty(cursor)
        if empty and cursor.at(Kind.BEGIN):
            return arrays.named_array(cursor, None)
        found = None if empty else axis(cursor)
        if found is None:
            raise Malformed("an axis needs a name", token.span)
        size = arrays.size_beside(cursor)
        if cursor.at(Kind.BEGIN):
            return arrays.named_array(cursor, found, size)
        if arrays.axis_above_follows(cursor):
            return arrays.with_axis_above(cursor, found, size)
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
    if token.text.rstrip("*") in ("cases", "dcases"):
        return arrays.cases(cursor)
    if token.text == "array":
        return arrays.named_array(cursor, None)
    if token.text in MATRICES:
        if (column := arrays.listed(cursor)) is not None:
            return column
        raise Unreadable("a matrix without axis names (ordinary matrix notation)", token.span)
    if token.text in ALIGNMENTS:
        raise Unreadable(f"the environment {token.text} in the middle of a formula", token.span)
    raise Unreadable(f"ntdoc does not read the environment {token.text}", token.span)


def _character(cursor: Cursor, token: Token) -> Expr:
    text = token.text
    if text.isdigit() or begins_decimals(cursor):
        return _number(cursor)
    if text in OPENING:
        return brackets.group(cursor)
    if text in BARS:
        return brackets.bars_around(cursor, "|")
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
    if text == "#":
        raise Malformed("“#” cannot stand here", token.span)
    raise Unreadable(f"ntdoc does not read “{text}”", token.span)


def begins_decimals(cursor: Cursor) -> bool:
    """`.37`, without the 0 before the point."""
    behind = cursor.tokens[cursor.position + 1 : cursor.position + 2]
    return cursor.at(Kind.CHAR, ".") and bool(behind) and behind[0].text.isdecimal()


def _number(cursor: Cursor) -> Number:
    start = cursor.here
    digits = ""
    while True:
        token = cursor.peek()
        if token is not None and token.kind is Kind.OPEN and (mark := _comma(cursor, digits)) is not None:
            digits += mark
            for _ in range(3):
                cursor.next()
            continue
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
    if power := exponents.passed(cursor, digits):
        return Number(float(f"{digits}e{power}"), max(places - power, 0), start.to(cursor.end))
    if cursor.at(Kind.COMMAND, "%"):
        cursor.next()
        value, places = value / 100, places + 2
    token = cursor.peek()
    if places > 1 and token is not None and token.text in ("ldots", "dots", "…"):  # `3.14159\\ldots`, cut off
        cursor.next()
        value = recurring.value(digits)
    return Number(value, places, start.to(cursor.end))


def _comma(cursor: Cursor, digits: str) -> str | None:
    """What `{,}` is in a number: nothing between thousands, `65{,}536`, or the point of a decimal, `0{,}5`."""
    behind = cursor.tokens[cursor.position + 1 : cursor.position + 3]
    if [t.text for t in behind] != [",", "}"] or "." in digits:
        return None
    group = "".join(t.text for t in takewhile(lambda t: t.text.isdecimal(), cursor.tokens[cursor.position + 3 :]))
    if not group:
        return None
    return "" if len(group) == 3 and not digits.startswith("0") else "."


def _command(cursor: Cursor, token: Token) -> Expr:
    text = token.text
    if text in GREEK or text in FUNCTIONS:
        cursor.next()
        if text == "det" and cursor.at(Kind.BEGIN, *MATRICES):
            return arrays.determinant(cursor, token.span)
        if text == "arg" and cursor.at(Kind.COMMAND, "max", "min"):
            text += cursor.next().text  # `\\arg\\max` is set as one operator
        return Symbol(text, None, None, (), text in FUNCTIONS, token.span.to(cursor.end))
    match text:
        case "frac" | "dfrac" | "tfrac" | "cfrac":
            cursor.next()
            above = _of_fraction(cursor, text)
            if cursor.done:
                raise Malformed(f"\\{text} has one argument, where it takes two", token.span.to(cursor.end))
            below = _of_fraction(cursor, text)
            span = token.span.to(cursor.end)
            return derivatives.fraction(above, below, span) or Fraction(_whole(above), _whole(below), span)
        case "binom" | "dbinom" | "tbinom":
            cursor.next()
            return binomials.binomial(_whole(cursor.argument()), _whole(cursor.argument()), token.span.to(cursor.end))
        case "sqrt":
            cursor.next()
            degree = cursor.optional()
            root = _whole(cursor.argument())
            return Root(root, _whole(degree) if degree else None, token.span.to(cursor.end))
        case "left":
            return brackets.sized(cursor)
        case "{" | "lbrace":
            return brackets.braced_set(cursor)
        case "lvert" | "vert":
            return brackets.bars_around(cursor, "|")
        case "|" | "Vert" | "lVert":
            return brackets.bars_around(cursor, "‖")
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
            return brackets.group(cursor)
        case "langle":
            return brackets.angles(cursor, "rangle")
        case "lfloor" | "lceil":
            return brackets.rounded(cursor, ROUNDING[text])
        case "overset" | "underset" if remarked_follows(cursor):
            return _remarked(cursor)
        case "mathop" | "underset":
            return arrays.with_axes_below(cursor) or names.operator_name(cursor)
        case "overset" if arrays.axis_above_follows(cursor):
            return arrays.with_axis_above(cursor, None)
        case "underbrace" | "overbrace":
            return _braced(cursor)
        case "mathord" | "mathopen" | "mathclose" | "mathmakebox" | "boxed" | "mathnormal" | "ensuremath":
            return _wrapper(cursor, text)
    if text in UPRIGHT or text in STYLED or text in ACCENTS:
        return names.styled(cursor, text)
    if _starred(cursor):
        raise Unreadable(f"nothing defines \\{text}*", token.span)
    if may_be_axis(cursor):  # a macro that nothing defines: an axis if used as one elsewhere, else unknown
        cursor.next()
        if cursor.at(Kind.BEGIN):
            return arrays.named_array(cursor, Axis(text, token.span))
        return AxisTerm(Axis(text, token.span), token.span)
    raise Unreadable(f"ntdoc does not read \\{text}", token.span)


@lookahead
def _starred(cursor: Cursor) -> bool:
    """Whether a macro that nothing defines has stars of its own, and arguments: `\\mel**{a}{H}{b}`."""
    unknown = cursor.next().text not in KNOWN_COMMANDS and cursor.at(Kind.CHAR, "*")
    while cursor.at(Kind.CHAR, "*"):
        cursor.next()
    return unknown and cursor.at(Kind.OPEN)


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


@lookahead
def remarked_follows(cursor: Cursor) -> bool:
    """Whether a term with words above or below it comes next: `\\overset{\\text{fit}}{- L}`."""
    if not cursor.at(Kind.COMMAND, "overset", "underset"):
        return False
    cursor.next()
    words, term = cursor.argument(), cursor.argument()
    return bool(words.tokens) and all(t.kind is Kind.TEXT for t in words.tokens) and len(term.tokens) > 2


def _remarked(cursor: Cursor) -> Expr:
    """`\\overset{\\text{words}}{E}`: E, with a remark on it."""
    cursor.next()
    cursor.argument()
    return _whole(cursor.argument())


def _braced(cursor: Cursor) -> Expr:
    """`\\underbrace{E}_{words}`: E, with a remark on it."""
    cursor.next()
    body = _whole(cursor.argument())
    if cursor.at(Kind.SUB) or cursor.at(Kind.SUP):
        cursor.next()
        cursor.argument()
    return body


def _of_fraction(cursor: Cursor, owner: str) -> Cursor:
    r"""An argument of `\frac`. In `\frac{a}\sqrt{b}` it is the root sign alone, at which TeX stops."""
    token = cursor.peek()
    bare = token is not None and token.kind is Kind.COMMAND and takes_arguments(token)
    given = cursor.argument()
    if token is not None and bare and token.span.text == f"\\{token.text}":  # else a macro stands for both
        shown = " ".join(token.span.to(cursor.end).text.split())
        raise Malformed(f"\\{owner} takes \\{token.text} alone: write `{{{shown}}}`", token.span.to(cursor.end))
    return given
