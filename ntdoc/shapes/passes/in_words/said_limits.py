"""Limits in words, *as `a \\to 0`, `p` tends to `q`*, and `p \\to q` as `a` goes to zero: claims with `\\lim`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.patterns import names_in, reached
from ntdoc.source import Span
from ntdoc.syntax import ast, sets
from ntdoc.syntax.binding_ast import Limit
from ntdoc.syntax.cursor import Cursor, Unreadable
from ntdoc.syntax.statements import parse_inline
from ntdoc.syntax.symbols import ARROWS
from ntdoc.vocabulary import CLOSES, OPENS

_TENDS = regex(
    r"\s*(?:\$|\\\))\s*(?:(?:tends|goes|converges)\s+to(?:wards)?|approaches)\s+(?:\$|\\\()\s*", re.IGNORECASE
)
_WHEN = regex(
    r"\b(?:as|when|for|if|in\s+the\s+limit)\s+(?:the\s+)?(?:[a-z]+\s+){0,3}(?:\$|\\\()?\s*$", re.IGNORECASE
)
_ZERO, _INFINITY = r"(?:goes|tends)\s+to\s+zero", r"(?:(?:goes|tends)\s+to\s+infinity|grows)"
_LEADS = regex(  # what may stand between the condition and what tends
    rf"\s*(?:\$|\\\))?\s*(?:{_ZERO}|{_INFINITY}(?:\s+without\s+bounds?)?)?"
    rf"\s*(?:\$|\\\))?\s*(?:,\s*)?(?:the\s+)?(?:[a-z-]+\s+){{0,4}}(?:{OPENS})?\s*",
    re.IGNORECASE,
)
_FOLLOWS = regex(rf"\s*(?:{CLOSES})?\s*(?:,\s*)?(?:as|when|for|if)\s+(?:\$|\\\()\s*", re.IGNORECASE)
_TO_ZERO = regex(rf"\s*(?:\$|\\\))\s*{_ZERO}\b", re.IGNORECASE)
_TO_INFINITY = regex(
    rf"\s*(?:\$|\\\))\s*{_INFINITY}\b(?!\s+(?:by|from|to|with|like|as)\b)", re.IGNORECASE
)


def with_limits(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such words are claims of limits."""
    found = list(entries)
    for place, entry in enumerate(entries):
        arrow = _split(entry)
        in_words = _sides_in_words(entries, place) if arrow is None else None
        if arrow is None and in_words is None:
            continue
        behind = place + (1 if arrow is not None else 2)
        where = _before(entries, place) or (_behind(entries, behind) if behind < len(entries) else None)
        if where is None or where.variable is None:
            continue
        sides = in_words if arrow is None else _sides(*arrow, entry.parsed.span)
        if sides is None:
            continue
        left, right = sides
        name = where.variable.full_name
        if name in names_in(right) or name not in _made_of(left, entries[:place]):
            continue
        tends = ast.Relation("eq", "\\to", left.span._replace(start=left.span.end, end=right.span.start))
        limit = where.replace(body=left, span=left.span)
        span = entry.parsed.span if arrow is not None else left.span
        claim = ast.Chain((limit,), ((tends, right),), (0, 0), (), span)
        found[place] = replace(entry, parsed=claim, worded=False, assumed=False, supposed=False)
    return found


def _sides(before: Sequence[Token], behind: Sequence[Token], where: Span) -> tuple[ast.Expr, ast.Expr] | None:
    """The two sides of `p \\to q`, of their tokens."""
    left, right = (_formula(tokens, where) for tokens in (before, behind))
    return (left, right) if left is not None and right is not None else None


def _split(entry: Entry) -> tuple[Sequence[Token], Sequence[Token]] | None:
    """What stands on the two sides of the one arrow of a formula that is not read."""
    if not isinstance(entry.parsed, ast.Unread):
        return None
    tokens = entry.piece.tokens
    arrows = [i for i, token in enumerate(tokens) if token.kind is Kind.COMMAND and token.text in ARROWS]
    if len(arrows) != 1 or not 0 < arrows[0] < len(tokens) - 1:
        return None
    return tokens[: arrows[0]], tokens[arrows[0] + 1 :]


def _formula(tokens: Sequence[Token], where: Span) -> ast.Expr | None:
    """The one formula without a relation that some tokens are."""
    parsed = [statement for statement, _ in parse_inline(tokens, where)]
    chain = parsed[0] if len(parsed) == 1 else None
    if not isinstance(chain, ast.Chain) or chain.rest or chain.conditions or len(chain.subjects) != 1:
        return None
    body = chain.subjects[0]
    return None if isinstance(body, ast.TensorSet | ast.Shape) else body


def _sides_in_words(entries: Sequence[Entry], place: int) -> tuple[ast.Expr, ast.Expr] | None:
    """The two sides of *`p` tends to `q`*."""
    if place + 1 == len(entries):
        return None
    first, second = entries[place], entries[place + 1]
    left, right = alone(first), alone(second)
    if left is None or right is None or isinstance(left, ast.TensorSet) or isinstance(right, ast.TensorSet):
        return None
    words = _TENDS.fullmatch(sentences.between(first.parsed.span, second.parsed.span))
    return (left, right) if words and not first.negated else None


def _before(entries: Sequence[Entry], place: int) -> Limit | None:
    """Where a letter tends that the same sentence names right before."""
    if not place or entries[place - 1].sentence != entries[place].sentence:
        return None
    condition, entry = entries[place - 1], entries[place]
    if not _WHEN.search(sentences.before(condition.parsed.span)):
        return None
    leads = _LEADS.fullmatch(sentences.between(condition.parsed.span, entry.parsed.span))
    return _tending(condition) if leads else None


def _behind(entries: Sequence[Entry], place: int) -> Limit | None:
    """Where a letter tends that the same sentence names right behind what tends."""
    condition, entry = entries[place], entries[place - 1]
    if not _FOLLOWS.fullmatch(sentences.between(entry.parsed.span, condition.parsed.span)):
        return None
    return _tending(condition)


def _tending(entry: Entry) -> Limit | None:
    """A limit with no body: `k \\to \\infty`, or *`k` goes to infinity*, *`k` grows*."""
    span, letter = entry.parsed.span, alone(entry)
    nothing = ast.Number(0.0, 0, span)
    if isinstance(letter, ast.Symbol) and not letter.axes:
        after = sentences.after(span)
        if _TO_ZERO.match(after):
            return Limit(letter, nothing, 0, nothing, span)
        return Limit(letter, ast.Number(float("inf"), 0, span), 0, nothing, span) if _TO_INFINITY.match(after) else None
    if _split(entry) is None:
        return None
    try:
        return sets.limit(Cursor(entry.piece.tokens, span), nothing, span)
    except Unreadable:
        return None


def _made_of(node: ast.Expr, entries: Sequence[Entry]) -> set[str]:
    """The names in a formula, and in those that define them."""
    bodies: dict[str, tuple[ast.Operand, ...]] = {}
    for entry in entries:
        parsed = entry.parsed
        if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define"):
            continue
        subject = parsed.subjects[0]
        head = subject.factors[0] if isinstance(subject, ast.Juxtaposition) else subject
        if isinstance(head, ast.Symbol):
            bodies[head.full_name] = (parsed.rest[0][1],)
    return reached(names_in(node), lambda name: bodies.get(name, ()))
