"""Differentials, derivatives written as fractions, and values at a point: `\\partial E`, `E|_{X=U}`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Span
from ntdoc.syntax import atoms, expressions, restrictions
from ntdoc.syntax.ast import (
    Derivative,
    Differential,
    Expr,
    Fraction,
    Group,
    Index,
    Juxtaposition,
    Number,
    Product,
    ProductOperator,
    Rename,
    Restricted,
    Star,
    Symbol,
)
from ntdoc.syntax.binding_ast import Gradient
from ntdoc.syntax.cursor import Cursor, Malformed, Unreadable, lookahead
from ntdoc.syntax.literals import is_number
from ntdoc.syntax.symbols import FUNCTIONS, UPRIGHT

FRACTIONS = frozenset({"frac", "dfrac", "tfrac", "cfrac"})
WITHOUT_LETTER = "a gradient that does not say in what"
MOST = 8
"""How often in a row an expression may be differentiated."""


def differential(cursor: Cursor, token: Token) -> Differential | Gradient | Derivative:
    """What `\\partial` stands before: the next factor, or all that a big operator reaches. `\\partial_X E` is by X."""
    if cursor.at(Kind.SUB):
        return gradient(cursor, token)
    if cursor.at(Kind.SUP):
        raise Unreadable("a higher differential", token.span)
    return Differential(_body(cursor, token.span), None, token.span.to(cursor.end))


def gradient(cursor: Cursor, token: Token) -> Differential | Gradient | Derivative:
    """`\\nabla_X E`, or `\\nabla f(x)`, which is by the argument of the function; `\\nabla^2` is the Hessian."""
    order = _order(cursor)
    if not cursor.at(Kind.SUB):
        found = _by_argument(cursor, token)
        return found if order is None else _hessian_by_argument(found, order)
    cursor.next()
    below = cursor.argument()
    by = atoms.factor(below)
    if not below.done or not _may_vary(by):
        raise Unreadable("a gradient that does not say in what", below.where)
    order = order or _order(cursor)
    body = _body(cursor, token.span, by)
    if order is None:
        return Differential(body, by, token.span.to(cursor.end))
    if isinstance(body, Symbol) and cursor.at_text("(", "left", "bigl", "Bigl", "big", "Big"):
        called = atoms.factor(cursor)
        body = Juxtaposition((body, called), body.span.to(called.span))
    return _hessian(body, by, order, token.span.to(cursor.end))


def _hessian(body: Expr, by: Expr, order: int, span: Span) -> Derivative:
    """The second derivative by a tensor and its twin, of which the statement says what mark its axes have."""
    if order != 2:
        raise Unreadable("ntdoc does not read this derivative", span)
    return Derivative(body, (by, Star(by, "", by.span)), False, None, span)


def _hessian_by_argument(found: Gradient, order: int) -> Derivative | Gradient:
    if isinstance(found.argument, Group) and not found.argument.items:
        return found.replace(order=order)
    letter = found.argument.items[0] if isinstance(found.argument, Group) else None
    if not isinstance(letter, Symbol) or not _may_vary(letter):
        raise Unreadable("a Hessian at what is no letter", found.span)
    whole = Juxtaposition((found.function, found.argument), found.function.span.to(found.argument.span))
    return _hessian(whole, letter, order, found.span)


def _by_argument(cursor: Cursor, token: Token) -> Gradient:
    function = atoms.factor(cursor) if expressions.starts_factor(cursor) else None
    behind = cursor.position
    written = atoms.factor(cursor) if isinstance(function, Symbol) and expressions.starts_factor(cursor) else None
    group = written
    while isinstance(group, Rename | Index | Star):
        group = group.body
    called = isinstance(group, Group) and group.bracket == "(" and len(group.items) == 1 and not group.parameters
    of_call = isinstance(function, Symbol) and isinstance(written, Symbol) and function.name in FUNCTIONS
    if of_call:  # `\\nabla \\log p(x)`
        cursor.position, written = behind, None
    if isinstance(function, Symbol) and not function.axes and written is None:
        return Gradient(function, Group((), (), "(", function.span), token.span.to(cursor.end))
    if not isinstance(function, Symbol) or written is None or not called:
        raise Unreadable(WITHOUT_LETTER, token.span)
    return Gradient(function, written, token.span.to(cursor.end))


def _body(cursor: Cursor, at: Span, by: Expr | None = None) -> Expr:
    if expressions.at_big_operator(cursor):
        return expressions.big_operator(cursor)
    if at_operator(cursor):
        return operator(cursor)
    if not expressions.starts_factor(cursor):
        raise Unreadable("ntdoc does not read this derivative", at)
    first, start = atoms.factor(cursor), cursor.position
    number, fraction = is_number(first), by is not None and isinstance(first, Fraction) and not _is_in(by, first)
    if not (number or fraction) or not expressions.starts_factor(cursor):
        return first
    # A number does not vary, nor does a fraction before what does: they go with what is differentiated.
    rest = _body(cursor, at, by)
    if number or (by is not None and _is_in(by, rest)):
        return Juxtaposition((first, rest), first.span.to(rest.span))
    cursor.position = start
    return first


def _is_in(letter: Expr, expression: Expr) -> bool:
    """Whether an expression is made of a letter, as it is written."""
    return isinstance(letter, Symbol) and any(
        isinstance(part, Symbol) and part.name == letter.name for part in walk(expression)
    )


# --- fractions of differentials ---


def fraction(above: Cursor, below: Cursor, span: Span) -> Expr | None:
    """A derivative written as a fraction, or None. Raises Unreadable for one that is not read."""
    over = _again(above)
    mark = _mark(over)
    if mark is None or (mark == "d" and _has_fraction(below)):
        return None
    order = _order(over)
    if mark == "d" and over.done and _below(_again(below)) is None:
        return None
    if over.done:
        raise Unreadable("ntdoc does not read this derivative", span)
    if mark == "d" and not expressions.starts_factor(over):
        return None  # `d \\odot x`, of a tensor with this name
    by = _below(_again(below))
    if by is None and (mark == "d" or _mark(_again(below)) is None):  # of a differential by something else
        return None
    body = expressions.product(over)
    if by is None or not over.done:
        if mark == "d" and not _has_fraction(above):  # what has fractions is not read twice at every level
            return None
        raise Unreadable("ntdoc does not read this derivative", span)
    plain = _fraction_of_products(above, body, by, span) if mark == "d" and order is None else None
    return Derivative(body, _by(by, order, span), mark != "∂", plain, span)


def _has_fraction(cursor: Cursor) -> bool:
    return any(token.text in FRACTIONS and token.kind is Kind.COMMAND for token in cursor.tokens)


def _fraction_of_products(above: Cursor, body: Expr, by: list[Expr], span: Span) -> Fraction:
    """What it is if the d is the name of a tensor."""
    letter = Symbol("d", None, None, (), False, above.tokens[0].span)
    top = Product(letter, ((ProductOperator("times", "cdot", (), body.span), body),), above.where)
    bottom = Juxtaposition(tuple(part for factor in by for part in (letter, factor)), span)
    return Fraction(top, bottom, span)


def by_slash(left: Expr, right: Expr) -> Expr | None:
    """`\\partial E / \\partial X`, the fraction as it is written in a line; None for a quotient of anything else."""
    if isinstance(left, Juxtaposition):
        if (called := _of_call(left)) is not None:
            return by_slash(called, right)
        last = by_slash(left.factors[-1], right)
        return left.replace(factors=(*left.factors[:-1], last), span=left.span.to(right.span)) if last else None
    if not (isinstance(left, Differential) and isinstance(right, Differential) and left.by is right.by is None):
        return None
    if not _may_vary(right.body):
        return None
    return Derivative(left.body, (right.body,), False, None, left.span.to(right.span))


def _of_call(left: Juxtaposition) -> Expr | None:
    """`c\\, \\partial f(x)` with the call as what is differentiated, as it is above a bar."""
    *before, slope, argument = left.factors
    if not isinstance(slope, Differential) or slope.by is not None or not isinstance(slope.body, Symbol):
        return None
    if not isinstance(argument, Group) or argument.bracket != "(":
        return None
    call = Juxtaposition((slope.body, argument), slope.body.span.to(argument.span))
    whole = slope.replace(body=call, span=slope.span.to(argument.span))
    return left.replace(factors=(*before, whole)) if before else whole


@lookahead
def at_operator(cursor: Cursor) -> bool:
    """Whether `\\frac{\\partial}{\\partial X}` comes next, a derivative of what follows."""
    token = cursor.peek()
    if token is None or token.kind is not Kind.COMMAND or token.text not in FRACTIONS:
        return False
    cursor.next()
    above, below = cursor.argument(), cursor.argument()
    if _mark(above) is None:
        return False
    _order(above)
    return above.done and _mark(below) is not None and expressions.starts_factor(below)


class _Sign(NamedTuple):
    """`\\frac{\\partial}{\\partial X}`: what it is by, and whether it is written with a `d`."""

    by: tuple[Expr, ...]
    total: bool
    span: Span


def operator(cursor: Cursor) -> Derivative | Restricted:
    """`\\frac{\\partial}{\\partial X} E`: like a big operator it reaches over the whole product to its right.

    A bar with a value of `X`, at either end, is of the derivative.
    """
    sign = _sign(cursor)
    if restrictions.at_restriction(cursor):
        return _at_values(cursor, sign, sign.span)
    if not expressions.starts_factor(cursor):
        raise Unreadable("a derivative of nothing", sign.span)
    body = expressions.product(cursor)
    span = sign.span.to(cursor.end)
    if isinstance(body, Restricted) and {name.full_name for name, _ in body.items} == _names(sign.by):
        return body.replace(body=Derivative(body.body, sign.by, sign.total, None, span), span=span)
    return Derivative(body, sign.by, sign.total, None, span)


def _names(letters: Sequence[Expr]) -> set[str]:
    return {letter.full_name for letter in letters if isinstance(letter, Symbol)}


def _sign(cursor: Cursor) -> _Sign:
    start = cursor.next().span
    above, below = cursor.argument(), cursor.argument()
    span = start.to(cursor.end)
    mark = _mark(above)
    order = _order(above)
    by = _below(below)
    if by is None:
        raise Unreadable("ntdoc does not read this derivative", span)
    return _Sign(_by(by, order, span), mark != "∂", span)


def _again(cursor: Cursor) -> Cursor:
    return Cursor(cursor.tokens, cursor.where, cursor.depth)


def _mark(cursor: Cursor) -> str | None:
    """Passes over the sign of a differential: `∂`, a slanted `d`, or an upright one (`D`)."""
    token = cursor.peek()
    if token is None:
        return None
    if token.text in ("partial", "∂") and token.kind in (Kind.CHAR, Kind.COMMAND):
        cursor.next()
        return "∂"
    if token.kind is Kind.CHAR and token.text == "d":
        cursor.next()
        return "d"
    if token.kind is Kind.TEXT and token.text == "d":
        cursor.next()
        return "D"
    if token.kind is Kind.COMMAND and token.text in UPRIGHT:
        saved = cursor.position
        cursor.next()
        inner = cursor.argument()
        if len(inner.tokens) == 1 and inner.tokens[0].text == "d":
            return "D"
        cursor.position = saved
    return None


def _order(cursor: Cursor) -> int | None:
    """`^2` behind the sign, or None."""
    if not cursor.at(Kind.SUP):
        return None
    at = cursor.next().span
    inner = cursor.argument()
    written = expressions.expression(inner)
    if not isinstance(written, Number) or written.value not in range(1, MOST + 1):
        raise Unreadable("a derivative of no definite order", at)
    return int(written.value)


def _below(cursor: Cursor) -> list[Expr] | None:
    """What stands behind the signs of a denominator, or None if that is no product of differentials."""
    found: list[Expr] = []
    while not cursor.done:
        if _mark(cursor) is None or len(found) == MOST or not expressions.starts_factor(cursor):
            return None  # a sign before nothing, or the d of a product: `d \\odot x`
        found.append(_out_of_brackets(atoms.factor(cursor)))
    return found if found and all(_may_vary(by) for by in found) else None


def _out_of_brackets(node: Expr) -> Expr:
    """The name in `(a^f)^*`, whose brackets only tell the star from the script."""
    if isinstance(node, Star):
        return node.replace(body=_out_of_brackets(node.body))
    alone = isinstance(node, Group) and node.bracket == "(" and len(node.items) == 1 and not node.parameters
    return node.items[0] if isinstance(node, Group) and alone and isinstance(node.items[0], Symbol) else node


def _may_vary(node: Expr) -> bool:
    """Whether something can be differentiated by: a name, starred, renamed or at an index."""
    inner = node.body if isinstance(node, Star | Index | Rename) else node
    return isinstance(inner, Symbol) and not inner.axes


def _by(found: list[Expr], order: int | None, span: Span) -> tuple[Expr, ...]:
    """One for each differentiation: `\\partial x^2` is two by `x`. Raises Unreadable where the orders differ."""
    letters: list[Expr] = []
    for by in found:
        power = by.sup.expr if isinstance(by, Symbol) and by.sup is not None else None
        if order is not None and order > 1 and isinstance(by, Symbol) and isinstance(power, Number):
            letters.extend([by.replace(sup=None)] * int(min(power.value, MOST + 1)))
        else:
            letters.append(by)
    if len(letters) != (order or 1):
        raise Unreadable("a derivative whose orders above and below differ", span)
    return tuple(letters)


# --- values at a point ---


def between_bars(cursor: Cursor, start: Span) -> Expr:
    """`\\left. E \\right|_{X=U}`, from the point on."""
    cursor.next()
    bars, cursor.bars = cursor.bars, ""
    sign = _sign(cursor) if _at_sign_alone(cursor) else None
    body = expressions.expression(cursor) if sign is None else None
    cursor.bars = bars
    if not cursor.at_text("right"):
        raise Malformed("\\left is not closed by \\right", start)
    cursor.next()
    if not cursor.at_text("|", "vert", "rvert"):
        raise Unreadable("ntdoc does not read the bracket \\left.", start)
    if body is not None:
        return restrictions.restriction(cursor, body, start)
    assert sign is not None
    return _at_values(cursor, sign, start)


@lookahead
def _at_sign_alone(cursor: Cursor) -> bool:
    """Whether `\\frac{d}{dt}` comes next, and nothing that it is of before the bracket ends."""
    if not at_operator(cursor):
        return False
    _sign(cursor)
    return cursor.at_text("right")


def _at_values(cursor: Cursor, sign: _Sign, start: Span) -> Restricted:
    """The bar behind the sign of a derivative, and what is derived behind that: `\\frac{d}{dt} |_{t=0} E`."""
    values = restrictions.values_below(cursor)
    body = expressions.product(cursor) if expressions.starts_factor(cursor) else None
    if body is None:
        raise Unreadable("a derivative of nothing", sign.span)
    derived = Derivative(body, sign.by, sign.total, None, start.to(cursor.end))
    return Restricted(derived, values, start.to(cursor.end))
