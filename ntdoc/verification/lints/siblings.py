"""Rows that are one formula for several indices: `X^1 = f(X^0)`, `X^2 = f(X^1)`, …, and one of them that differs.

A row is put down as its leaves and the operators between them, in reading order. An index is put down as what it is
to the index of the left side, so that the rows of a pattern are the same text.

Signs carry meaning: what one reaction uses up another makes, series alternate, and the last equation is that of the
boundary. So a row is held against others only within a layer: a contraction with weights of the row's own, and what
is added to it; where dots say that rows go on alike, what is added to a function of the row's own, too. Functions are
rows of one pattern if they take the same: `f(X; W, b) = …`, of which `W` and `b` are the weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import Node, fields_of, walk
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.words import is_in_words

_ENOUGH = 3  # of fewer rows nobody can tell which is the odd one, unless dots say that they go on alike
_INDEX = regex(r"([(\[{]?)(?:(\d+)|([A-Za-z]+))?([+\-−]\d+)?('*)([)\]}]?)")
_TAG = "@"
_SUBTRACTED = (  # the words say that it is no slip
    *("subtract", "minus", "negat", "opposite", "inhibit", "remov", "revers", "invers", "invert", "undo", "threshold"),
    *("exceed", "what is above", "turned", "the other way", "taken away", "taken off", "sign "),
)


class Piece(NamedTuple):
    """A leaf or an operator; `indices` are those of a leaf, as written, and as what they are to the left side's."""

    kind: str  # `leaf`, `sign` or `operator`
    text: str
    span: Span | None = None  # of what may differ
    indices: tuple[tuple[str, str], ...] = ()
    layer: bool = False  # a leaf or operator of a layer, or a sign in a sum that begins with one
    block: bool = False  # a sign in a sum that begins with a function of the row's own, `f^2(X^1) + X^1`


class Row(NamedTuple):
    """A definition as a row of a pattern."""

    judged: Judged
    pieces: tuple[Piece, ...]
    key: tuple[object, ...]  # what rows of one pattern share: all that stands in them but operators and indices
    function: bool = False


def odd_rows(judged: Sequence[Judged], dots: Sequence[tuple[int, int]]) -> Iterator[tuple[Judged, Diagnostic]]:
    """The rows that differ in one operator from those beside them, or in one operator or index across `dots`.

    `dots` are the rows of nothing but dots: the display in which each is, and its place in the document.
    """
    displays: dict[int, list[Judged]] = {}
    for j in judged:
        if j.kind is Kind.DEFINITION and j.role.entry.display:
            displays.setdefault(j.role.entry.item, []).append(j)
    for item, definitions in displays.items():
        between = [place for at, place in dots if at == item]
        rows = [row_of(j) for j in definitions]
        for before, after in _of_one_key(rows):
            first, second = before.judged.role.entry.index, after.judged.role.entry.index
            if any(first < place < second for place in between):
                yield from _across(before, after, rows.index(after) - rows.index(before) == 1)
        alike: dict[tuple[object, ...], list[Row]] = {}
        for row in rows:
            if row is not None:
                alike.setdefault(row.key, []).append(row)
        for pattern in alike.values():
            if len(pattern) >= _ENOUGH:
                yield from _odd(pattern)


def _of_one_key(rows: Sequence[Row | None]) -> Iterator[tuple[Row, Row]]:
    """Each row with the nearest one of its pattern before it: there may be others between, as in `T^1`, `X^1`, …"""
    last: dict[tuple[object, ...], Row] = {}
    for row in rows:
        if row is not None:
            if row.key in last:
                yield last[row.key], row
            last[row.key] = row


def _odd(rows: Sequence[Row]) -> Iterator[tuple[Judged, Diagnostic]]:
    for row in rows:
        others = [other for other in rows if other is not row]
        if any(_differences(others[0], other) for other in others[1:]):
            continue
        found = [_differences(row, other) for other in others]
        if all(len(f) == 1 and _is_slip(row, *f[0]) for f in found):
            yield row.judged, _told(*found[0][0], f"the {len(others)} rows like this one have", others[0])
            return


def _across(before: Row, after: Row, adjacent: bool) -> Iterator[tuple[Judged, Diagnostic]]:
    """Dots say that what stands after them goes on like what stands before; if rows stand between, in its signs."""
    found = _differences(after, before)
    if len(found) != 1:
        return
    piece, other = found[0]
    odd = piece.kind == other.kind == "sign" and piece.block and other.block
    odd = odd or _is_alone(piece, other, after, before) or _is_slip(after, piece, other)
    if odd or (adjacent and piece.layer and _is_of_the_left(found[0])):
        yield after.judged, _told(*found[0], "the row before the dots has", before)


def _is_alone(piece: Piece, other: Piece, row: Row, like: Row) -> bool:
    """Whether a name is the same in two places of the one row, and in the other has another index in one of them.

    So is `X^{L-2}` in `f^L(X^{L-1}) + X^{L-2}`, where the first row is `f^1(X^0) + X^0`.
    """
    same = ("leaf", other.text, other.indices)
    places = [at for at, p in enumerate(like.pieces) if (p.kind, p.text, p.indices) == same]
    kin = {row.pieces[i].indices for i in places if row.pieces[i] is not piece}
    return piece.kind == "leaf" and len(places) > 1 and len(kin) == 1 and bool(piece.indices)


def _is_slip(row: Row, piece: Piece, other: Piece) -> bool:
    """Whether a piece is another sign in a layer, or no contraction where others have one, and no scaling either."""
    if piece.kind == other.kind == "sign":
        return piece.layer and not is_subtracted_in_words(row.judged.span)
    if row.function:
        return piece.kind == "sign" and other.layer  # a product by entries is a contraction over no axis
    if piece.span is None or other.text != "contract" or not other.layer:
        return False
    at = row.pieces.index(piece)
    shapes = {use.span: use.typed.shape for use in row.judged.notebook.uses if use.typed is not None}
    weights, scaled = ((span := p.span) and shapes.get(span) for p in (row.pieces[at - 1], row.pieces[at + 1]))
    return bool(weights and scaled) and not set(weights or ()) <= set(scaled or ())


def is_subtracted_in_words(span: Span) -> bool:
    """Whether the words near a formula say that something is subtracted."""
    return any(is_in_words(word, span) for word in _SUBTRACTED)


def stands_in(judged: Judged, other: Judged) -> Span | None:
    """The one name in which two rows of a pattern differ, if its family stands elsewhere in the row, too.

    So it is a slip: in `X^3 = W^3 b^2 + b^3`, beside `X^2 = W^2 X^1 + b^2`. An input of another name begins anew.
    """
    row, like = row_of(judged), row_of(other)
    if row is None or like is None or [p.kind for p in row.pieces] != [p.kind for p in like.pieces]:
        return None
    differ = [a for a, b in zip(row.pieces, like.pieces, strict=True) if a.kind == "leaf" and a.text != b.text]
    if len(differ) != 1 or [p.text for p in row.pieces if p.span is not None].count(differ[0].text) < 2:
        return None
    return differ[0].span


def _told(piece: Piece, other: Piece, others: str, row: Row) -> Diagnostic:
    assert piece.span is not None
    assert other.span is not None
    message = f"{piece.span.text} stands here, where {others} {other.span.text}"
    label = f"not {other.span.text}"
    return Diagnostic("NT410", message, piece.span, label=label, related=(Related(row.judged.span, "a row like this"),))


def _differences(row: Row, other: Row) -> list[tuple[Piece, Piece]]:
    """Where two rows of one pattern differ: in an operator, or in an index that is neither the same nor moves along."""
    return [
        (a, b)
        for a, b in zip(row.pieces, other.pieces, strict=True)
        if a.text != b.text
        or len(a.indices) != len(b.indices)
        or any(x[0] != y[0] and x[1] != y[1] for x, y in zip(a.indices, b.indices, strict=True))
    ]


def _is_of_the_left(found: tuple[Piece, Piece]) -> bool:
    """Whether both of two pieces have the index of the left side, so that one has it with a slip.

    Of the one before it and the one after it neither is a slip for the other: so are the two ends of a chain.
    """
    directions = [re.findall(rf"{_TAG}([+-])", " ".join(relative for _, relative in piece.indices)) for piece in found]
    return bool(directions[0]) and directions[0] == directions[1]


def row_of(judged: Judged) -> Row | None:
    """A definition of one name, or of a function with weights, by one formula as a row of a pattern."""
    parsed = judged.role.entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or len(parsed.subjects) != 1:
        return None
    left = parsed.subjects[0]
    if isinstance(judged.binding, Function) and judged.binding.extras:
        letters, weights = judged.binding.letters, frozenset(x.full_name for x in judged.binding.extras)
        pieces = tuple(_Row("", (), weights).pieces(judged.binding.body, layer=False))
        return Row(judged, pieces, (letters, *_leaves(pieces)), function=True)
    if not isinstance(left, ast.Symbol):
        return None
    apart = taken_apart(left.full_name)
    scripts = apart.parts
    labels = (taken_apart(part.full_name) for part in walk(parsed.rest[0][1]) if isinstance(part, ast.Symbol))
    gate = not scripts or any(apart.base in name.parts for name in labels)  # `f_t` is made of `W^f`
    tags = (*scripts, apart.base) if gate else scripts
    pieces = tuple(_Row("" if gate else apart.base, tags).pieces(parsed.rest[0][1], layer=False))
    form = (len(apart.sub), len(apart.sup)) if gate else apart.form
    return Row(judged, pieces, (form, *_leaves(pieces)))


def pieces_of(function: Function) -> tuple[Piece, ...]:
    """The body of a function, of which the weights are what stands behind the semicolon, or has its index."""
    apart = taken_apart(function.name)
    letters = letters_in(function.name)
    symbols = (part.full_name for part in walk(function.body) if isinstance(part, ast.Symbol))
    weights = {name for name in symbols if letters & letters_in(name)} | {x.full_name for x in function.extras}
    return tuple(_Row("", apart.parts, frozenset(weights)).pieces(function.body, layer=False))


def _leaves(pieces: Sequence[Piece]) -> Iterator[str]:
    return (p.text if p.kind == "leaf" else "" for p in pieces)


class _Row:
    """The left side, to which all indices of the right are put into relation."""

    def __init__(self, base: str, tags: tuple[str, ...], weights: frozenset[str] = frozenset()) -> None:
        self.base, self.tags, self.weights = base, tags, weights

    def pieces(self, node: object, layer: bool) -> Iterator[Piece]:
        match node:
            case ast.Symbol():
                apart = taken_apart(node.full_name)
                indices = tuple((text, _relative(text, self.tags)) for text in apart.parts)
                yield Piece("leaf", apart.base, node.span, indices, layer)
            case ast.Number():
                yield Piece("leaf", node.span.text)
            case ast.Sum():
                begins = self._is_layer(node.terms[0][1])
                block = self._is_block(node.terms[0][1])
                before: Span | None = None
                for sign, term in node.terms:
                    if before is not None or sign < 0:
                        start = node.span.start if before is None else before.end
                        between = term.span._replace(start=start, end=term.span.start)
                        yield Piece("sign", "+" if sign > 0 else "-", stripped(between), (), begins, block)
                    yield from self.pieces(term, layer or begins)
                    before = term.span
            case ast.Product():
                layer = layer or self._is_layer(node)
                yield from self.pieces(node.first, layer)
                for operator, factor in node.rest:
                    yield Piece("operator", operator.kind, operator.span, layer=layer)
                    yield from self.pieces(factor, layer)
            case ast.Axis() | ast.Script():
                return
            case tuple():
                for part in node:
                    yield from self.pieces(part, layer)
            case Node():
                if not isinstance(node, ast.Rename):
                    yield Piece("leaf", type(node).__name__)
                for part in fields_of(node):
                    yield from self.pieces(part, layer)

    def _is_layer(self, node: ast.Expr) -> bool:
        """`W^2 \\ndot{\\hid} X^1` in the row of `X^2`: a contraction with what has the index of the left.

        Or any product with a weight: `X \\odot g` in `f(X; g, b)`.
        """
        parts = list(walk(node))
        kinds = {part.kind for part in parts if isinstance(part, ast.ProductOperator)}
        return bool(kinds if self.weights else kinds & {"contract"}) and any(self._is_own(part) for part in parts)

    def _is_block(self, node: ast.Expr) -> bool:
        """`f^2(X^1)` in the row of `X^2`: a function with the index of the left of something."""
        return isinstance(node, ast.Juxtaposition) and self._is_own(node.factors[0])

    def _is_own(self, node: object) -> bool:
        if not isinstance(node, ast.Symbol):
            return False
        name, own = taken_apart(node.full_name), f"{_TAG}+0"
        indexed = name.base != self.base and any(own in _relative(x, self.tags) for x in name.parts)
        return indexed or node.full_name in self.weights


def stripped(span: Span) -> Span:
    """A span without the blanks around it."""
    text = span.text
    start = span.start + len(text) - len(text.lstrip())
    return span._replace(start=start, end=start + len(text.strip()))


def _relative(text: str, tags: tuple[str, ...]) -> str:
    """An index as what it is to one of the left side: of `X^3` a `2` is `@-1`, of `X^L` an `L'` is `@'`."""
    found = _INDEX.fullmatch(text)
    if found is None:
        return text
    opening, number, letter, offset, primes, closing = found.groups()
    shift = int((offset or "0").replace("−", "-"))
    for tag in tags:
        own = _INDEX.fullmatch(tag)
        if own is None or (own[3] or None) != letter:
            continue
        if letter is None:
            if number is None or own[2] is None:
                continue
            shift += int(number) - int(own[2])
        shift -= int((own[4] or "0").replace("−", "-"))
        return f"{opening}{_TAG}{shift:+d}{primes}{closing}"
    return text
