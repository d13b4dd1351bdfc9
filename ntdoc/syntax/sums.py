"""Sums over index variables, `\\sum_i`, `\\sum_{i=1}^n`, `\\sum_{i \\in I}`, `\\sum_{i,j}`, also under conditions.

`\\sum_{k \\neq j}`, `\\sum_{1 \\le i < j \\le n}`, `\\sum_{i \\colon X_{\\ax(i)} > 0}`: products and optima, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from ntdoc.nodes import walk
from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Span
from ntdoc.syntax import atoms, expressions
from ntdoc.syntax.ast import BigOperator, Chain, Expr, Index, Number, Relation, Sum, Symbol
from ntdoc.syntax.binding_ast import Among
from ntdoc.syntax.cursor import Cursor, Unreadable, is_spacing, lookahead, plain_text, split_commas
from ntdoc.syntax.listing import is_ellipsis
from ntdoc.syntax.relations import opens, relations_in
from ntdoc.syntax.symbols import BARS, RELATIONS, UPRIGHT

MOST_NESTED = 8  # maxima and minima
NOTHING = {"sum": 0.0, "prod": 1.0, "max": -inf, "min": inf}  # what changes no sum, product …
_COMPARES = frozenset(["ne", "lt", "le", "gt", "ge"])
_ORDERS = ("lt", "le")
_NEITHER = "what stands below this sum is neither an axis nor an index"


def indexed(kind: str, below: Cursor, above: Cursor | None, body: Expr, span: Span) -> Expr:
    """A big operator with indices below it."""
    if below.at(Kind.COMMAND, "substack"):
        below.next()
        below = below.argument()
    if (bar := _such_that(below.tokens)) is not None:
        letters = Cursor(_bare(below.tokens[:bar]), below.where, below.depth)
        body = _under(kind, _last(letters), below.tokens[bar + 1 :], body, span)
        return indexed(kind, letters, above, body, span)
    if above is None and (run := _run(below)) is not None:
        return BigOperator(kind, (), *run, None, body, span)
    parts = split_commas(below.tokens)
    conditions = [part for part in parts[1:] if _is_condition(part, parts[0])]
    if conditions:  # \sum_{k=1, k \neq j}^n
        for part in conditions:
            if _compares(part) is not None and _begins_with(part, parts[0]):
                body = _among(kind, Cursor(part, below.where, below.depth), body, span)
            else:
                body = _under(kind, _last(Cursor(parts[0], below.where, below.depth)), part, body, span)
        parts = [part for part in parts if not any(part is c for c in conditions)]
    if above is None and len(parts) > 1:
        for part in reversed(parts):
            body = indexed(kind, Cursor(part, below.where, below.depth), None, body, span)
        return body
    if conditions:
        below = Cursor(parts[0], below.where, below.depth)
    elif above is None and parts and _compares(parts[0]) is not None:
        among = _among(kind, Cursor(parts[0], below.where, below.depth), body, span)
        return BigOperator(kind, (), among.variable, None, None, None, among, span)
    if above is None and (bounds := _bounds(below)) is not None:
        return _between(kind, *bounds, body, span)
    variable = atoms.factor(below)
    if not isinstance(variable, Symbol):
        raise Unreadable(_NEITHER, below.where)
    if below.done:
        high = expressions.expression(above) if above is not None else None
        return BigOperator(kind, (), variable, None, high, None, body, span)
    relation = below.next()
    bound = expressions.expression(below)
    if not below.done:
        raise Unreadable(_NEITHER, below.where)
    if relation.text == "=":
        high = expressions.expression(above) if above is not None else None
        return BigOperator(kind, (), variable, bound, high, None, body, span)
    if relation.text in ("in", "∈"):
        return BigOperator(kind, (), variable, None, None, bound, body, span)
    raise Unreadable(_NEITHER, below.where)


def optimum(cursor: Cursor, take: bool = False) -> str | None:
    r"""Which of `\max`, `\min` and `\operatorname*{max}` comes next, if one does. `take` passes it."""
    saved = cursor.position
    found = None
    if cursor.at(Kind.COMMAND, "max", "min"):
        found = cursor.next().text
    elif cursor.at(Kind.COMMAND, *UPRIGHT):
        cursor.next()
        name = plain_text(cursor.argument().tokens) if cursor.at(Kind.OPEN) else ""
        found = name if name in ("max", "min") else None
    if found is None or not take:
        cursor.position = saved
    return found


def over_index(cursor: Cursor) -> bool:
    r"""Whether `\max_i E` or `\max_{i,j'} E` comes next, where E has the letters as indices: `X_{\ax(i),\bx(j')}`."""
    if _nesting(cursor) > MOST_NESTED:
        raise Unreadable("maxima and minima nested too deeply", cursor.here)
    return _has_letters(cursor)


@lookahead
def _has_letters(cursor: Cursor) -> bool:
    """Whether what the maximum that comes next is of has the letters below it as indices."""
    optimum(cursor, take=True)
    while cursor.at(Kind.COMMAND, "limits"):
        cursor.next()
    if not cursor.at(Kind.SUB):
        return False
    cursor.next()
    letters = _letters(cursor.argument())
    if cursor.at(Kind.SUP):
        cursor.next()
        cursor.argument()
    indices = (part for part in walk(expressions.product(cursor)) if isinstance(part, Index))
    named = {s.full_name for i in indices for s in walk(i.items) if isinstance(s, Symbol)}
    return bool(letters) and named.issuperset(letters)


def _nesting(cursor: Cursor) -> int:
    """How many maxima and minima may stand within the one that comes next: each is read twice, to see what it is."""
    level = count = 0
    for token in cursor.tokens[cursor.position :]:
        level += opens(token)
        if level == 0 and token.kind is Kind.CHAR and token.text in "+-−=,":
            break
        count += token.text in ("max", "min")
    return count


def _letters(below: Cursor) -> list[str]:
    """The letters that stand below an operator, with their primes; none if anything else does."""
    if (run := _run(below)) is not None:
        return [run[0].full_name]
    bar = _such_that(below.tokens)
    parts = split_commas(_bare(below.tokens[:bar]) if bar is not None else below.tokens)
    parts = [part for part in parts if part is parts[0] or not _is_condition(part, parts[0])]
    found: list[str] = []
    for part in parts:
        inner = Cursor(part, below.where, below.depth)
        if (bounds := _bounds(inner)) is not None:
            found += [letter.full_name for letter in bounds[0]]
            continue
        if not _is_letter(inner):
            return []
        letter = atoms.factor(inner)
        ended = inner.done or inner.at_text("=", "in", "∈") or _compares(part) is not None
        if not isinstance(letter, Symbol) or letter.axes or letter.sub is not None or not ended:
            return []
        found.append(letter.full_name)
    return found


def _is_letter(cursor: Cursor) -> bool:
    token = cursor.peek()
    return token is not None and token.kind is Kind.CHAR and token.text.isalpha()


def _such_that(tokens: Sequence[Token]) -> int | None:
    """The colon, or the bar, between indices and what they are to satisfy: `i \\colon X_{\\ax(i)} > 0`."""
    level, bars = 0, []
    for i, token in enumerate(tokens):
        level += opens(token)
        named = level == 0 and i and token.kind in (Kind.CHAR, Kind.COMMAND)
        if named and token.text in (":", "colon", "mid"):
            return i
        if named and token.text in BARS:
            bars.append(i)
    return bars[0] if len(bars) == 1 else None


def _bare(tokens: Sequence[Token]) -> Sequence[Token]:
    """`(i, j)` without its brackets."""
    inner = [token for token in tokens if not is_spacing(token)]
    return inner[1:-1] if inner and (inner[0].text, inner[-1].text) == ("(", ")") else inner


def _last(below: Cursor) -> Symbol:
    """The last of the letters that stand below an operator."""
    letter = atoms.factor(Cursor(split_commas(below.tokens)[-1], below.where, below.depth))
    if not isinstance(letter, Symbol):
        raise Unreadable(_NEITHER, below.where)
    return letter


def _under(kind: str, variable: Symbol, tokens: Sequence[Token], body: Expr, span: Span) -> Among:
    """The terms for which a condition holds."""
    from ntdoc.syntax.statements import condition

    found = condition(list(tokens), span)
    if found is None:
        raise Unreadable(_NEITHER, span)
    return Among(variable, body, found, Number(NOTHING[kind], 0, span), body.span)


def _is_condition(part: Sequence[Token], first: Sequence[Token]) -> bool:
    """Whether what stands behind a comma says which of the indices are meant, and is no index of its own."""
    if _compares(part) is not None and _begins_with(part, first):
        return True
    at = _relations(part)
    return len(at) == 1 and len(part[: at[0]]) > 1 and any(t.kind is Kind.SUB for t in part[: at[0]])


def _compares(part: Sequence[Token]) -> str | None:
    """How a condition compares an index, which it begins with: `k \\neq j`; None if it is none."""
    found = [RELATIONS.get(t.text, "") for t in part if t.kind in (Kind.CHAR, Kind.COMMAND) and t.text in RELATIONS]
    return found[0] if len(found) == 1 and found[0] in _COMPARES else None


def _begins_with(part: Sequence[Token], other: Sequence[Token]) -> bool:
    spoken = [next((t.text for t in tokens if t.text.isalnum()), "") for tokens in (part, other)]
    return spoken[0] == spoken[1] != ""


def _relations(tokens: Sequence[Token]) -> list[int]:
    return [i for i in relations_in(tokens) if tokens[i].text in RELATIONS]


def _run(below: Cursor) -> tuple[Symbol, Expr, Expr] | None:
    r"""The letter of `j = 1, \dots, n` or `j \in \{1, 2, \dots, n\}`, and its ends; None if it is no such run."""
    tokens, at = [t for t in below.tokens if not is_spacing(t)], _relations(below.tokens)
    place = next((i for i, t in enumerate(tokens) if t.text in ("=", "in", "∈")), 0)
    if len(at) != 1 or not place or not any(is_ellipsis(t) for t in tokens):
        return None
    values = [t for t in tokens[place + 1 :] if t.text not in ("left", "right")]
    if tokens[place].text != "=":
        if [values[0].text, values[-1].text] not in (["{", "}"], ["lbrace", "rbrace"]):
            return None
        values = values[1:-1]
    *listed, dots, last = split_commas(values) if values else ([], [])
    numbers = ["".join(t.text for t in part) for part in listed]
    first = int(numbers[0]) if numbers and numbers[0].isdecimal() else None
    counted = first is not None and numbers == [str(first + i) for i in range(len(numbers))]
    if not (len(dots) == 1 and is_ellipsis(dots[0]) and last and (counted or len(listed) == 1)):
        return None
    cursors = [Cursor(part, below.where, below.depth) for part in (tokens[:place], listed[0], last)]
    letter, low, high = (expressions.expression(cursor) for cursor in cursors)
    ended = all(cursor.done for cursor in cursors)
    return (letter, low, high) if ended and isinstance(letter, Symbol) and not letter.axes else None


def _bounds(below: Cursor) -> tuple[list[Symbol], Expr, Expr, list[str]] | None:
    """The letters of `1 \\le i < j \\le n`, between what they are, and the orders; None if it is no such chain."""
    at = _relations(below.tokens)
    orders = [RELATIONS[below.tokens[i].text] for i in at]
    if len(at) < 2 or not all(order in _ORDERS for order in orders):
        return None
    ends = zip([-1, *at], [*at, len(below.tokens)], strict=True)
    cursors = [Cursor(below.tokens[a + 1 : b], below.where, below.depth) for a, b in ends]
    sides = [expressions.expression(cursor) for cursor in cursors]
    letters = [side for side in sides[1:-1] if isinstance(side, Symbol)]
    if not all(cursor.done for cursor in cursors) or len(letters) != len(sides) - 2:
        return None
    return letters, sides[0], sides[-1], orders


def _between(
    kind: str, letters: list[Symbol], low: Expr, high: Expr, orders: list[str], body: Expr, span: Span
) -> Expr:
    """The sum over all letters, each from the least that it may be to just before the next, the last one outermost."""
    for place, letter in enumerate(letters):
        above = sum(order == "lt" for order in orders[: place + 1])
        after: Expr = letters[place + 1] if place + 1 < len(letters) else high
        first = _shifted(low, above)
        last = _shifted(after, -1 if orders[place + 1] == "lt" else 0)
        body = BigOperator(kind, (), letter, first, last, None, body, span)
    return body


def _shifted(end: Expr, by: int) -> Expr:
    if not by:
        return end
    if isinstance(end, Number):
        return end.replace(value=end.value + by)
    return Sum(((1, end), (1 if by > 0 else -1, Number(float(abs(by)), 0, end.span))), end.span)


def _among(kind: str, below: Cursor, body: Expr, span: Span) -> Among:
    """The terms of a sum of which the index meets a condition."""
    start = below.here
    variable = atoms.factor(below)
    if not isinstance(variable, Symbol) or below.done:
        raise Unreadable(_NEITHER, below.where)
    sign = below.next()
    bound = expressions.expression(below)
    if not below.done or sign.text not in RELATIONS:
        raise Unreadable(_NEITHER, below.where)
    at = start.to(bound.span)
    condition = Chain((variable,), ((Relation(RELATIONS[sign.text], sign.text, sign.span), bound),), (0, 0), (), at)
    return Among(variable, body, condition, Number(NOTHING[kind], 0, span), body.span)
