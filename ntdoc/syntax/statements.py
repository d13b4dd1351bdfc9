"""Pieces → chains of relations, signatures, and what could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ntdoc.nodes import walk
from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Span
from ntdoc.syntax import ellipses, logic, maps, missing, pseudocode, worded
from ntdoc.syntax.ast import (
    Chain,
    Expr,
    Group,
    Number,
    Operand,
    Parsed,
    Relation,
    Symbol,
    TensorSet,
    Unread,
)
from ntdoc.syntax.binding_ast import Gap
from ntdoc.syntax.congruences import as_remainders
from ntdoc.syntax.constants import without_constant
from ntdoc.syntax.cursor import Cursor, Malformed, Unreadable, spanned, split_commas
from ntdoc.syntax.domains import begins_domain, tensor_set
from ntdoc.syntax.expressions import expression
from ntdoc.syntax.layout import settled
from ntdoc.syntax.listing import has_dots, listed, without_runs
from ntdoc.syntax.products_of_sets import in_products
from ntdoc.syntax.relations import relations_in, top_level, top_relations, trimmed
from ntdoc.syntax.rows import Piece, display_rows, pieces
from ntdoc.syntax.shape_conditions import about_shapes, shape_set
from ntdoc.syntax.signatures import signatures, spans_of
from ntdoc.syntax.symbols import ALIGNMENTS, ARROWS, BARS, ELLIPSES, MAPS

OPEN = "[)"
"""The brackets of a range that has no end, `2, 3, \\ldots`."""

_OTHERWISE = ("", "otherwise", "else", "if otherwise", "elsewhere", "other", "o.w", "o/w", "ow")
_ANNOTATING = ("stackrel", "overset", "underset")
_UNALIGNED = {"equation", "equation*", "gather", "gather*", "multline", "multline*", "$$", "\\[", "displaymath"}


def parse_display(tokens: Sequence[Token], environment: str, where: Span) -> Sequence[tuple[Parsed, Piece]]:
    """The statements of a display, each with the piece that it was read from.

    A row that begins with a relation adds to the chain of the row above it: the piece is then the first one.
    """
    return _display(tuple(tokens), environment, where)


def parse_inline(tokens: Sequence[Token], where: Span) -> Sequence[tuple[Parsed, Piece]]:
    """The statements of an inline formula."""
    return _inline(tuple(tokens), where)


# What the words around a formula say is asked of it in many places, and each begins with what the formula is.
@lru_cache(maxsize=1 << 12)
def _display(tokens: tuple[Token, ...], environment: str, where: Span) -> tuple[tuple[Parsed, Piece], ...]:
    laid_out = settled(tokens, environment)
    rows = maps.in_one_cell(display_rows(laid_out))
    aligned = environment not in _UNALIGNED or any(t.kind is Kind.BEGIN and t.text in ALIGNMENTS for t in laid_out)
    return tuple(_parse(pieces(rows, aligned), where))


@lru_cache(maxsize=1 << 12)
def _inline(tokens: tuple[Token, ...], where: Span) -> tuple[tuple[Parsed, Piece], ...]:
    if not trimmed(tokens):
        return ()
    return tuple(_parse(pieces(display_rows(settled(tokens)), aligned=False), where))


def _parse(found: list[Piece], where: Span) -> list[tuple[Parsed, Piece]]:
    result: list[tuple[Parsed, Piece]] = []
    steps: set[int] = set()
    for piece in maps.as_equations(found):
        span = spanned(piece.tokens, where)
        if piece.row in steps:
            continue
        try:
            if pseudocode.is_step(span):
                steps.add(piece.row)
                raise Unreadable(pseudocode.STEP, span)
            if piece.continues and result:
                above = _above(result, piece)
                previous, first = result[above]
                if isinstance(previous, Unread):
                    result.append((_after_gap(piece, span, where), piece))
                    continue
                if isinstance(previous, Chain):
                    rest = _links(piece.tokens, top_relations(piece.tokens), span, gaps=True)
                    joined = previous.replace(
                        rest=previous.rest + rest,
                        rows=previous.rows + (piece.row,) * len(rest),
                        conditions=previous.conditions + _conditions(piece, where),
                        span=previous.span.to(span),
                    )
                    result[above] = (joined, first.followed_by(piece))
                    continue
            result.extend((parsed, piece) for parsed in _statements(piece, span, where))
        except Unreadable as problem:
            result.append((Unread(problem.reason, problem.malformed, problem.span, span, piece.row), piece))
        except RecursionError:
            result.append((Unread("the formula is nested too deeply", False, span, span, piece.row), piece))
    return result


def _above(found: list[tuple[Parsed, Piece]], piece: Piece) -> int:
    """Where the statement stands that a row goes on with: in its own column, and not what is said beside that."""
    if piece.column is not None:
        for number in range(len(found) - 1, -1, -1):
            if found[number][1].column == piece.column:
                return number
    return len(found) - 1


def _after_gap(piece: Piece, span: Span, where: Span) -> Parsed:
    """A row that goes on with one that could not be read: what follows it can be held against it."""
    reason = "it goes on with a row that could not be read"
    rest = _links(piece.tokens, top_relations(piece.tokens), span, gaps=True)
    if any(isinstance(operand, TensorSet) for _, operand in rest):
        return Unread(reason, False, span, span, piece.row)
    gap = Gap(reason, False, span, span)
    return Chain((gap,), rest, (piece.row,) * (1 + len(rest)), _conditions(piece, where), span)


def _conditions(piece: Piece, where: Span) -> tuple[Chain, ...]:
    parsed = (condition(list(tokens), where) for tokens in piece.conditions)
    return tuple(chain for chain in parsed if chain is not None)


def condition(tokens: Sequence[Token], where: Span) -> Chain | None:
    """A condition as a chain; None for words alone, as `otherwise`. Raises Unreadable."""
    body = trimmed(worded.formula_of(tokens))
    words = " ".join(t.text for t in tokens if t.kind is Kind.TEXT).strip(" .,()").lower()
    if not body:
        if words in _OTHERWISE:
            return None
        raise Unreadable(f"ntdoc does not read the condition “{words}”", spanned(tokens, where))
    if words.startswith(logic.UNLESS):
        body = logic.denied(body)
    span = spanned(body, where)

    def simple(part: Sequence[Token]) -> Chain:
        parity = worded.parity_of(part)
        part = trimmed([t for t in part if t.kind is not Kind.TEXT] if parity else part)
        if not part or (parity and relations_in(part)):
            raise Unreadable("ntdoc does not read this condition", span)
        if not parity:
            return _chain(part, 0, spanned(part, where), ())
        value = expression(Cursor(part, where))
        return Chain((value,), ((Relation("parity", parity, span), value),), (0, 0), (), span)

    return logic.joined(body, span, simple) or simple(body)


def _statements(piece: Piece, span: Span, where: Span) -> tuple[Parsed, ...]:
    if found := signatures(piece.tokens, span):
        return found
    conditions = _conditions(piece, where)
    if parts := in_products(piece.tokens, top_relations(piece.tokens)):
        begins = (span.start, *(part[0].span.start for part in parts[1:]))
        spans = (Span(span.source, at, span.end) for at in begins)  # each has its own
        return tuple(_chain(part, piece.row, at, conditions) for part, at in zip(parts, spans, strict=True))
    return _one_each(_chain(piece.tokens, piece.row, span, conditions))


def _one_each(chain: Chain) -> tuple[Chain, ...]:
    """`h_0, c_0 = 0` and `(a, b) = (1, X)` as a statement about each name.

    Not `Q, K = f(X)`: what is computed may be several things, one for each.
    """
    if len(chain.rest) != 1 or chain.rest[0][0].kind not in ("eq", "define"):
        return (chain,)
    relation, right = chain.rest[0]
    names: Sequence[Operand] = chain.subjects
    values: Sequence[Operand] = (right,) * len(names)
    if len(names) == 1 and isinstance(names[0], Group) and isinstance(right, Group):
        names, values = names[0].items, right.items
    elif any(isinstance(part, Symbol | Group) for part in walk(right)):
        return (chain,)
    if not 1 < len(names) == len(values) or not all(isinstance(name, Symbol) for name in names):
        return (chain,)
    return tuple(
        chain.replace(subjects=(name,), rest=((relation, value),), span=span)
        for name, value, span in zip(names, values, spans_of(chain.span, names), strict=True)
    )


def _chain(tokens: Sequence[Token], row: int, span: Span, conditions: tuple[Chain, ...]) -> Chain:
    tokens = as_remainders(tokens)
    relations = top_relations(tokens)
    at = relations[0][0] if relations else None
    head = trimmed(tokens[:at]) if at is not None else trimmed(tokens)
    shifted = without_constant(head) if at is not None else None
    head = head if shifted is None else shifted
    if not head and at is not None:
        raise Unreadable("it goes on with a formula that stands outside of it", span)
    if at is None and missing.is_operator_alone(head):
        raise Unreadable("an operator without what it works on", span)
    about = _about_shapes(tokens, head, relations, span, row, conditions)
    if about is not None:
        return about
    if any(text in MAPS for _, _, text, _ in relations):
        raise Unreadable("a map without a name", span)
    parts = split_commas(head) if at is not None else [head]
    if relations and relations[0][1] == "in":
        parts = listed(parts)
    if relations and relations[0][1] == "drawn" and sum(head[i].text in BARS for i in top_level(head)) % 2:
        raise Unreadable("a bar, as in conditional probability", spanned(head, span))
    subjects = tuple(_operand(part, None, spanned(part, span)) for part in parts)
    rest = _listed_entries(tokens, relations, span) or _links(tokens, relations, span)
    if shifted is not None and rest[0][0].kind == "eq":
        rest = ((rest[0][0].replace(kind="shifted"), rest[0][1]), *rest[1:])
    return Chain(subjects, rest, (row,) * (1 + len(rest)), conditions, span)


def _about_shapes(
    tokens: Sequence[Token],
    head: list[Token],
    relations: list[tuple[int, str, str, int]],
    span: Span,
    row: int,
    conditions: tuple[Chain, ...],
) -> Chain | None:
    """A chain whose sides are sets of axes; None if it is not certain that they are."""
    ends = [*(start for start, *_ in relations[1:]), len(tokens)]
    bodies = [trimmed(tokens[after:end]) for (_, _, _, after), end in zip(relations, ends, strict=False)]
    if not relations or not any(about_shapes(side) for side in (head, *bodies)):
        return None
    sides = [shape_set(side, spanned(side, span)) for side in (head, *bodies) if side]
    links: list[tuple[Relation, Operand]] = []
    for (start, kind, text, after), side in zip(relations, sides[1:], strict=False):
        if side is not None:
            links.append((Relation(kind, text, spanned(tokens[start:after], span)), side))
    if sides[0] is None or len(links) < len(relations):
        return None
    return Chain((sides[0],), tuple(links), (row,) * (1 + len(links)), conditions, span)


def _links(
    tokens: Sequence[Token], relations: list[tuple[int, str, str, int]], span: Span, gaps: bool = False
) -> tuple[tuple[Relation, Operand], ...]:
    """The relations with the operands after them; with `gaps`, one that cannot be read does not hide the others."""
    links: list[tuple[Relation, Operand]] = []
    ends = [*(start for start, *_ in relations[1:]), len(tokens)] if relations else []
    for (start, kind, text, after), end in zip(relations, ends, strict=True):
        relation_span = spanned(tokens[start:after], span)
        body = trimmed(tokens[after:end])
        reason = text if tokens[start].text in _ANNOTATING else ""
        whole = spanned(body, span)
        if kind == "eq" and (shifted := without_constant(body)) is not None:
            kind, body = "shifted", trimmed(shifted)
        if not body:
            raise Malformed("the right side of this relation is missing", relation_span)
        if kind == "eq" and has_dots(without_runs(body)):
            links.append((Relation("range", text, relation_span), _range(body, span)))
            continue
        if kind == "eq" and (counted := _counted(body, span)) is not None:
            links.append((Relation("range", text, relation_span), counted))
            continue
        try:
            operand = _operand(body, kind, spanned(body, span))
            if kind == "shifted" and not isinstance(operand, Symbol | Number):
                operand = operand.replace(span=whole)  # what is shown of it has the constant
        except Unreadable as problem:
            if not gaps:
                raise
            operand = Gap(problem.reason, problem.malformed, problem.span, spanned(body, span))
        links.append((Relation(kind, text, relation_span, reason), operand))
    return tuple(links)


def _listed_entries(
    tokens: Sequence[Token], relations: list[tuple[int, str, str, int]], span: Span
) -> tuple[tuple[Relation, Operand], ...]:
    """`= (x_1, \\ldots, x_n) \\in S`: an ellipsis in brackets does not hide the set behind it; nothing of any other."""
    if [kind for _, kind, *_ in relations] != ["eq", "in"]:
        return ()
    (start, kind, text, after), (end, *_) = relations
    body = trimmed(tokens[after:end])
    if not body or not has_dots(body) or len(split_commas(body)) > 1:
        return ()
    whole = spanned(body, span)
    gap = Gap("an ellipsis stands for something here", False, whole, whole)
    return (Relation(kind, text, spanned(tokens[start:after], span)), gap), *_links(tokens, relations[1:], span)


def _range(tokens: list[Token], span: Span) -> Expr:
    """`1, \\ldots, n`."""
    parts = [p for p in split_commas(tokens) if not (len(p) == 1 and (p[0].text in ELLIPSES or p[0].text == "…"))]
    if len(parts) < 2 or len(split_commas(tokens)) != len(parts) + 1:
        raise ellipses.unread(tokens, spanned(tokens, span))
    ends = []
    for part in (parts[0], parts[-1]):
        cursor = Cursor([t for t in part if t.text not in ("'", "prime")], span)  # 1, 1', …, L, L'
        ends.append(expression(cursor))
        if not cursor.done:
            raise Unreadable("ntdoc does not read this range", cursor.here)
    last = split_commas(tokens)[-1]
    endless = len(last) == 1 and (last[0].text in ELLIPSES or last[0].text == "…")
    return Group(tuple(ends), (), OPEN if endless else "[", spanned(tokens, span))


def _counted(tokens: list[Token], span: Span) -> Expr | None:
    """`1, 2, 3`: a range that is written out."""
    if not all(t.text.isdecimal() or t.text == "," or t.kind is Kind.COMMAND for t in tokens):
        return None
    parts = ["".join(t.text for t in part if t.text.isdecimal()) for part in split_commas(tokens)]
    numbers = [int(part) for part in parts if part and len(part) < 6]
    if len(parts) < 2 or numbers != list(range(numbers[0] if numbers else 0, len(parts) + (numbers or [0])[0])):
        return None
    where = spanned(tokens, span)
    return Group((Number(numbers[0], 0, where), Number(numbers[-1], 0, where)), (), "[", where)


def _operand(tokens: list[Token], relation: str | None, span: Span) -> Operand:
    cursor = Cursor(tokens, span)
    if relation in ("in", "subset") or begins_domain(cursor):
        found: Operand = tensor_set(cursor)
    else:
        found = expression(cursor)
    if not cursor.done:
        token = cursor.peek()
        assert token is not None
        if token.text in (")", "]", "}") or token.kind is Kind.CLOSE:
            raise Malformed(f"“{token.text}” closes nothing", token.span)
        if token.kind is Kind.COMMAND and token.text == "right":
            raise Malformed("\\right without \\left", token.span)
        if token.text in ARROWS:
            raise Unreadable("an arrow that begins no signature", token.span)
        if token.kind is Kind.CHAR and token.text == "|":
            raise Unreadable("a bar, as in conditional probability", token.span)
        if token.text in ELLIPSES:
            raise Unreadable("an ellipsis stands for something here", token.span)
        if token.kind is Kind.TEXT:
            raise Unreadable(f"the words “{token.text}” in the middle of a formula", token.span)
        text = " ".join(token.span.text.split())
        raise Unreadable(f"ntdoc does not read the formula from `{text}` on", token.span)
    return found
