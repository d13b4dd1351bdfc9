"""Sums over index variables: `\\sum_i`, `\\sum_{i=1}^n`, `\\sum_{i \\in I}`, `\\sum_{i,j}`, `\\sum_{k \\neq j}`."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Span
from ntdoc.syntax import atoms, expressions
from ntdoc.syntax.ast import BigOperator, Chain, Expr, Number, Relation, Symbol
from ntdoc.syntax.binding_ast import Among
from ntdoc.syntax.cursor import Cursor, Unreadable, split_commas
from ntdoc.syntax.symbols import RELATIONS

_NOTHING = {"sum": 0.0, "prod": 1.0, "max": -inf, "min": inf}  # what changes no sum, product …
_COMPARES = frozenset(["ne", "lt", "le", "gt", "ge"])


def indexed(kind: str, below: Cursor, above: Cursor | None, body: Expr, span: Span) -> Expr:
    """A big operator with indices below it."""
    if below.at(Kind.COMMAND, "substack"):
        below.next()
        below = below.argument()
    parts = split_commas(below.tokens)
    conditions = [part for part in parts[1:] if _compares(part) is not None and _begins_with(part, parts[0])]
    if conditions:  # \sum_{k=1, k \neq j}^n
        for part in conditions:
            body = _among(kind, Cursor(part, below.where, below.depth), body, span)
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
    variable = atoms.factor(below)
    if not isinstance(variable, Symbol):
        raise Unreadable("what stands below this sum is neither an axis nor an index", below.where)
    if below.done:
        high = expressions.expression(above) if above is not None else None
        return BigOperator(kind, (), variable, None, high, None, body, span)
    relation = below.next()
    bound = expressions.expression(below)
    if not below.done:
        raise Unreadable("what stands below this sum is neither an axis nor an index", below.where)
    if relation.text == "=":
        high = expressions.expression(above) if above is not None else None
        return BigOperator(kind, (), variable, bound, high, None, body, span)
    if relation.text in ("in", "∈"):
        return BigOperator(kind, (), variable, None, None, bound, body, span)
    raise Unreadable("what stands below this sum is neither an axis nor an index", below.where)


def _compares(part: Sequence[Token]) -> str | None:
    """How a condition compares an index, which it begins with: `k \\neq j`; None if it is none."""
    found = [RELATIONS.get(t.text, "") for t in part if t.kind in (Kind.CHAR, Kind.COMMAND) and t.text in RELATIONS]
    return found[0] if len(found) == 1 and found[0] in _COMPARES else None


def _begins_with(part: Sequence[Token], other: Sequence[Token]) -> bool:
    spoken = [next((t.text for t in tokens if t.text.isalnum()), "") for tokens in (part, other)]
    return spoken[0] == spoken[1] != ""


def _among(kind: str, below: Cursor, body: Expr, span: Span) -> Among:
    """The terms of a sum of which the index meets a condition."""
    start = below.here
    variable = atoms.factor(below)
    if not isinstance(variable, Symbol) or below.done:
        raise Unreadable("what stands below this sum is neither an axis nor an index", below.where)
    sign = below.next()
    bound = expressions.expression(below)
    if not below.done or sign.text not in RELATIONS:
        raise Unreadable("what stands below this sum is neither an axis nor an index", below.where)
    at = start.to(bound.span)
    condition = Chain((variable,), ((Relation(RELATIONS[sign.text], sign.text, sign.span), bound),), (0, 0), (), at)
    return Among(variable, body, condition, Number(_NOTHING[kind], 0, span), body.span)
