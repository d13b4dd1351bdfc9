"""Expressions: one function for each rule of the grammar, lowest precedence first.

expression  :  ± product ± product …
product     :  factors op factors op …        (left-associative; a big operator reaches to the end of it)
factors     :  factor factor …                (juxtaposition: left open)
factor      :  atom scripts
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ntdoc.reading.tokens import OPENS, Kind, Token
from ntdoc.regex import regex
from ntdoc.source import Span
from ntdoc.syntax import apart, arrays, atoms, derivatives, missing, restrictions, scripts, sets, sums
from ntdoc.syntax.ast import (
    BigOperator,
    Braces,
    Derivative,
    Expr,
    Group,
    Juxtaposition,
    Product,
    ProductOperator,
    Sum,
    Symbol,
)
from ntdoc.syntax.axes import pass_empty
from ntdoc.syntax.axis_sets import axes_below, sized_axes_below
from ntdoc.syntax.binding_ast import Hole, SetOf
from ntdoc.syntax.cursor import Cursor, Malformed, Unreadable, lookahead
from ntdoc.syntax.symbols import (
    ARROWS,
    BARS,
    BIG_OPERATORS,
    CLOSING,
    MULTIPLICATION,
    RELATIONS,
)


def expression(cursor: Cursor) -> Expr:
    """A sum of products, each with its sign."""
    start = cursor.here
    terms: list[tuple[int, Expr]] = []
    sign = 1
    while (token := cursor.peek()) is not None and _sign(token):
        sign = -sign if cursor.next().text in ("-", "−") else sign
    signed = sign < 0
    terms.append((sign, product(cursor)))
    while (token := cursor.peek()) is not None and _sign(token):
        if token.text in ("pm", "mp", "±"):
            raise Unreadable("ntdoc does not read ±", token.span)
        cursor.next()
        sign = -1 if token.text in ("-", "−") else 1
        while (token := cursor.peek()) is not None and _sign(token):
            sign = -sign if cursor.next().text in ("-", "−") else sign
        terms.append((sign, product(cursor, first=False)))
    if len(terms) == 1 and not signed:
        return terms[0][1]
    return Sum(tuple(terms), start.to(cursor.end))


def _sign(token: Token) -> bool:
    return token.text in ("+", "-", "−", "pm", "mp", "±") and token.kind in (Kind.CHAR, Kind.COMMAND)


def product(cursor: Cursor, first: bool = True) -> Expr:
    """Factors joined by explicit operators, or the remainder of one such product by another, `E \\bmod n`."""
    start = cursor.here
    found = _product(cursor)
    while cursor.at(Kind.COMMAND, *REMAINDER):
        sign = cursor.next().span
        if not (first or isinstance(found, Group)):
            raise Unreadable("a remainder, of what is not clear without brackets", sign)  # `i + s \bmod n`
        pair = Group((found, _product(cursor)), (), "(", start.to(cursor.end))
        found = Juxtaposition((Symbol("mod", None, None, (), True, sign), pair), pair.span)
    return found


def _product(cursor: Cursor) -> Expr:
    start = cursor.here
    first = factors(cursor)
    rest: list[tuple[ProductOperator, Expr]] = []
    while (operator := _operator(cursor)) is not None:
        factor = factors(cursor)
        if operator.kind == "divide" and (slope := derivatives.by_slash(rest[-1][1] if rest else first, factor)):
            first, rest = (first, [*rest[:-1], (rest[-1][0], slope)]) if rest else (slope, rest)
            continue
        if operator.pairs:
            left = Product(first, tuple(rest), start.to(rest[-1][1].span)) if rest else first
            first, factor = apart.renamed(left, operator, factor)
            rest = []
        rest.append((operator, factor))
    return Product(first, tuple(rest), start.to(cursor.end)) if rest else first


def _operator(cursor: Cursor) -> ProductOperator | None:
    """An explicit operator of multiplication, with the axes below it."""
    token = cursor.peek()
    if token is None:
        return None
    if token.kind is Kind.CHAR or token.kind is Kind.COMMAND:
        if token.text in MULTIPLICATION:
            cursor.next()
            span = token.span
            below = _subscript(cursor) if cursor.at(Kind.SUB) else None
            return _product_operator(token.text, below, span.to(cursor.end) if below else span)
        if token.text in ("mathbin", "underset", "mathop", "mathrel"):
            return _underset_operator(cursor)
    return None


def operator_alone(cursor: Cursor) -> Product | None:
    """An operator with nothing on either side, as if there were holes; None, with nothing passed, if it is no such."""
    start = cursor.position
    operator = _operator(cursor)
    if operator is not None and cursor.done:
        left, right = apart.renamed(Hole(operator.span), operator, Hole(operator.span))
        return Product(left, ((operator, right),), operator.span)
    cursor.position = start
    return None


def _underset_operator(cursor: Cursor) -> ProductOperator | None:
    """`\\mathbin{\\underset{axes}{\\odot}}`, or None (with nothing consumed) if the operator is not a binary one."""
    saved = cursor.position
    token = cursor.next()
    if token.text == "underset":
        below = cursor.argument()
        symbol = cursor.argument()
        span = token.span.to(cursor.end)
        text = _single(symbol)
        if text is not None and text in MULTIPLICATION:
            return _product_operator(text, below, span)
    else:
        inner = cursor.argument()
        span = token.span.to(cursor.end)
        if inner.at(Kind.COMMAND, "underset"):
            inner.next()
            below = inner.argument()
            symbol = inner.argument()
            text = _single(symbol)
            if inner.done and text is not None and (text in MULTIPLICATION or token.text == "mathbin"):
                return _product_operator(text, below, span)
        elif inner.at(Kind.COMMAND, "mathop"):
            found = _operator(inner)  # `\\mathbin{\\mathop{\\odot}\\limits_{axes}}`
            if found is not None and inner.done:
                return found.replace(span=span)
        else:
            text = _single(inner)
            if text is not None and text in MULTIPLICATION:
                own = _subscript(cursor) if cursor.at(Kind.SUB) else None
                return _product_operator(text, own, span.to(cursor.end))
    cursor.position = saved
    return None


def _subscript(cursor: Cursor) -> Cursor:
    cursor.next()
    return cursor.argument()


_WEIGHTS = frozenset(["boldsymbol", "bm", "pmb", "mathbf"])


def _single(cursor: Cursor) -> str | None:
    """The text of the only token, or None."""
    if cursor.done:
        return None
    token = cursor.next()
    if token.kind is Kind.OPEN:
        cursor.position = 0
        inner = cursor.argument()
        return _single(inner) if cursor.done else None
    if token.kind is Kind.COMMAND and token.text in _WEIGHTS and not cursor.done:
        inner = cursor.argument()  # \boldsymbol\cdot
        return _single(inner) if cursor.done else None
    return token.text if cursor.done and token.kind in (Kind.CHAR, Kind.COMMAND) else None


def _product_operator(symbol: str, below: Cursor | None, span: Span) -> ProductOperator:
    kind = MULTIPLICATION.get(symbol, "other")
    if below is not None and pass_empty(below) and below.done:
        below = None  # `\\ndot{}` of a macro that makes names
    pairs = apart.paired(below) if below is not None and kind == "times" else ()
    if pairs:
        return ProductOperator("contract", symbol, tuple(map(apart.axis_of, pairs)), span, pairs)
    axes = axes_below(below) if below is not None else ()
    if axes and kind == "times":
        kind = "contract"
    return ProductOperator(kind, symbol, axes, span)


def factors(cursor: Cursor) -> Expr:
    """Factors side by side."""
    start = cursor.here
    found: list[Expr] = []
    while starts_factor(cursor):
        if at_big_operator(cursor):
            found.append(big_operator(cursor))
            break
        if derivatives.at_operator(cursor):
            found.append(derivatives.operator(cursor))
            break
        if found and _operator_follows(cursor):
            break
        if found and restrictions.at_restriction(cursor):
            found = [restrictions.restriction(cursor, _beside(found, start.to(cursor.end)), start)]
            continue
        if found and isinstance(slope := found[-1], Derivative) and restrictions.at_value(cursor):
            found[-1] = restrictions.at_own_value(cursor, slope, slope.span)
            continue
        if not (found and isinstance(found[-1], Symbol)) and (holds := sets.iverson(cursor)) is not None:
            found.append(scripts.scripted(cursor, holds, holds.span))
            continue
        found.append(atoms.factor(cursor))
    if found and restrictions.at_restriction(cursor):
        found = [restrictions.restriction(cursor, _beside(found, start.to(cursor.end)), start)]
    if not found:
        token = cursor.peek()
        if token is None:
            taken = _TAKEN.fullmatch(cursor.end.text)
            more = f": `{taken[1]}` takes an axis first, and here that is `{taken[2]}`" if taken else ""
            raise Malformed(f"an operand is missing here{more}", cursor.end)
        if token.text in ELLIPSIS_TEXTS:
            raise Unreadable("an ellipsis stands for something here", token.span)
        if token.kind is Kind.TEXT:
            raise Unreadable(f"the words “{token.text}” where a tensor should stand", token.span)
        raise missing.operand(cursor, token, _ends_argument(cursor))
    return _beside(found, start.to(cursor.end))


@lookahead
def _ends_argument(cursor: Cursor) -> bool:
    """Whether no factor stands behind what comes next: it is the last of an argument, or a sign or a prime follows."""
    cursor.next()
    return not starts_factor(cursor) or cursor.at_text(*BARS, *scripts.PRIMES)


def _beside(found: Sequence[Expr], span: Span) -> Expr:
    if len(found) == 1:
        return found[0]
    of_set = isinstance(found[0], Symbol) and found[0].base in _OF_SET
    return Juxtaposition(tuple(found if of_set else map(_in_brackets, found)), span)


def _in_brackets(factor: Expr) -> Expr:
    """Braces among factors close one expression, as other brackets do: `\\exp\\{ X + Y \\}`."""
    if isinstance(factor, Braces) and len(factor.items) == 1:
        return Group(factor.items, (), "(", factor.span)
    return factor


_OF_SET = frozenset(["max", "min", "sup", "inf", "argmax", "argmin"])  # which take a set


_TAKEN: Final = regex(r"(\\n(?:dot|cat|sum))\s*(\\?[A-Za-z]+|[^\s{}\\])")
REMAINDER = ("bmod", "mod")
ELLIPSIS_TEXTS = frozenset(["ldots", "cdots", "dots", "dotsc", "dotsb", "vdots", "ddots", "vdotswithin", "…"])


@lookahead
def _operator_follows(cursor: Cursor) -> bool:
    return _operator(cursor) is not None


def starts_factor(cursor: Cursor) -> bool:
    """Whether what comes next can begin a factor."""
    token = cursor.peek()
    if token is None or cursor.divided is not None:
        return False
    if token.kind in OPENS:
        return True
    if token.kind is Kind.TEXT:
        return atoms.is_identifier(token)
    if token.kind is Kind.CHAR:
        text = token.text
        if text in BARS:
            return "|" not in cursor.bars
        if atoms.begins_decimals(cursor):
            return True
        return not (
            text in RELATIONS or text in CLOSING or text in MULTIPLICATION or text in ",;:.+-−…!?&±" or text in ARROWS
        )
    if token.kind is Kind.COMMAND:
        text = token.text
        if text == "right" or text in CLOSING or text in RELATIONS or text in ARROWS or text in MULTIPLICATION:
            return False
        if text in ELLIPSIS_TEXTS or text in ("colon", "pm", "mp", "stackrel", "mathrel", "mathmakebox"):
            return False
        if text == "overset":
            return arrays.axis_above_follows(cursor) or atoms.remarked_follows(cursor)
        if text in ("rvert", "rVert", "rangle", "}", "rbrace", *REMAINDER):
            return False
        if text in ("mathbin", "underset"):
            return not _operator_follows(cursor) and not _relation_below(cursor)
        if text in ("|", "Vert"):
            return "‖" not in cursor.bars
        return True
    return False


@lookahead
def _relation_below(cursor: Cursor) -> bool:
    cursor.next()
    cursor.argument()
    text = _single(cursor.argument())
    return text is not None and text in RELATIONS


def at_big_operator(cursor: Cursor) -> bool:
    """Whether a big operator comes next."""
    token = cursor.peek()
    if token is None or token.kind not in (Kind.COMMAND, Kind.CHAR):
        return False
    if sums.optimum(cursor) is not None:
        return sums.over_index(cursor)
    return token.text in BIG_OPERATORS or (token.text in ("underset", "mathop") and _big_underset(cursor))


@lookahead
def _big_underset(cursor: Cursor) -> bool:
    """Whether `\\underset{…}{\\sum}`, `\\mathop{\\sum}` or the one in the other comes next."""
    return _big(cursor)[1] in BIG_OPERATORS


def _big(cursor: Cursor) -> tuple[Cursor | None, str | None]:
    """What is set below an operator, and which one it is."""
    if not cursor.at(Kind.COMMAND, "underset", "mathop"):
        return None, _single(cursor)
    inside = cursor.next().text == "mathop"
    below = None if inside else cursor.argument()
    within, operator = _big(cursor.argument())
    return below or within, operator


def _of_either_sign(cursor: Cursor) -> Expr:
    """A product that a minus may stand before: `\\sum_i -2 x_i`, as it is written by hand."""
    start, token = cursor.here, cursor.peek()
    if token is None or token.text not in ("-", "−") or token.kind is not Kind.CHAR:
        return product(cursor)
    cursor.next()
    return Sum(((-1, product(cursor)),), start.to(cursor.end))


def big_operator(cursor: Cursor) -> Expr:
    """`\\sum_{…}^{…}` and its relatives; the body is the rest of the product."""
    start = cursor.here
    above: Cursor | None = None
    below: Cursor | None = None
    if (found := sums.optimum(cursor, take=True)) is None:
        below, found = _big(cursor) if cursor.at(Kind.COMMAND, "underset", "mathop") else (None, cursor.next().text)
    operator = found or ""
    while cursor.at(Kind.SUB) or cursor.at(Kind.SUP) or cursor.at(Kind.COMMAND, "limits"):
        kind_of_script = cursor.next().kind
        if kind_of_script is Kind.SUB:
            below = cursor.argument()
        elif kind_of_script is Kind.SUP:
            above = cursor.argument()
    kind = operator if operator in ("max", "min") else BIG_OPERATORS[operator]
    if operator == "lim" and above is None:
        body = product(cursor)
        return sets.limit(below, body, start.to(cursor.end))
    if kind not in ("sum", "prod", "max", "min"):
        raise Unreadable(f"ntdoc does not read \\{operator}", start)
    axes = sized_axes_below(below) if below is not None and above is None else None
    sign = start.to(cursor.end)
    if cursor.at(Kind.CHAR, ",") or cursor.at_text(*ARROWS):
        raise Unreadable(f"\\{operator} without what it works on", sign)
    body = _of_either_sign(cursor)
    span = start.to(cursor.end)
    if below is None and isinstance(body, (Braces, SetOf)):  # over the elements of a set
        return Juxtaposition((Symbol(kind, None, None, (), True, sign), body), span)
    if below is None:
        raise Unreadable(f"\\{operator} without an axis or an index", sign)
    if axes is not None:
        sizes = tuple(sized.size for sized in axes)
        return BigOperator(kind, tuple(sized.axis for sized in axes), None, None, None, None, body, span, sizes)
    return sums.indexed(kind, below, above, body, span)
