"""Rows that are one formula for several indices: `X^1 = f(X^0)`, `X^2 = f(X^1)`, …, and one of them that differs.

A row is put down as its leaves and the operators between them, in reading order. An index is put down as what it is
to the index of the left side, so that the rows of a pattern are the same text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import Node, fields_of
from ntdoc.report import Kind
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.syntax import ast

_ENOUGH = 3  # of fewer rows nobody can tell which is the odd one, unless dots say that they go on alike
_INDEX = re.compile(r"([(\[{]?)(?:(\d+)|([A-Za-z]+))?([+\-−]\d+)?('*)([)\]}]?)")
_TAG = "@"


class Piece(NamedTuple):
    """A leaf or an operator; `indices` are those of a leaf, as written, and as what they are to the left side's."""

    kind: str  # `leaf` or `operator`
    text: str
    span: Span | None = None  # of what may differ
    indices: tuple[tuple[str, str], ...] = ()


class Row(NamedTuple):
    """A definition as a row of a pattern."""

    judged: Judged
    pieces: tuple[Piece, ...]

    @property
    def pattern(self) -> tuple[str, ...]:
        """What stands in it but for operators and indices."""
        return tuple(p.text if p.kind == "leaf" else "" for p in self.pieces)

    @property
    def follows(self) -> bool:
        """Whether something on the right has the index of the left."""
        return any(_TAG in relative for piece in self.pieces for _, relative in piece.indices)


def odd_rows(judged: Sequence[Judged], dots: Sequence[tuple[int, int]]) -> Iterator[tuple[Judged, Diagnostic]]:
    """The rows that differ in one operator from those beside them, or in one index across `dots`.

    `dots` are the rows of nothing but dots: the display in which each is, and its place in the document.
    """
    alike: dict[tuple[object, ...], list[Row]] = {}
    for j in judged:
        if j.kind is Kind.DEFINITION and j.role.entry.display and (row := _row(j)) is not None:
            base = taken_apart(j.name or "").form if "_" in (j.name or "") or "^" in (j.name or "") else None
            alike.setdefault((j.role.entry.item, base, row.pattern), []).append(row)
    for (item, *_), rows in alike.items():
        between = [place for at, place in dots if at == item]
        first, last = rows[0].judged.role.entry.index, rows[-1].judged.role.entry.index
        if any(first < place < last for place in between):
            yield from _across(rows, between)
        elif len(rows) >= _ENOUGH:
            yield from _odd(rows)


def _odd(rows: Sequence[Row]) -> Iterator[tuple[Judged, Diagnostic]]:
    for row in rows:
        others = [other for other in rows if other is not row]
        if any(_differences(others[0], other) for other in others[1:]):
            continue
        found = [_differences(row, other) for other in others]
        if all(len(f) == 1 and f[0][0].kind == "operator" for f in found):
            yield row.judged, _told(*found[0][0], f"the {len(others)} rows like this one have", others[0])
            return


def _across(rows: Sequence[Row], dots: Sequence[int]) -> Iterator[tuple[Judged, Diagnostic]]:
    """Dots say that what stands after them goes on like what stands before."""
    before = [row for row in rows if row.judged.role.entry.index < max(dots)]
    for row in (row for row in rows if row not in before):
        found = _differences(row, before[0])
        if len(found) == 1 and (found[0][0].kind == "operator" or _is_of_the_left(found[0])):
            yield row.judged, _told(*found[0], "the row before the dots has", before[0])


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
    """Whether both of two pieces have the index of the left side, so that one has it with a slip."""
    return all(any(_TAG in relative for _, relative in piece.indices) for piece in found)


def _row(judged: Judged) -> Row | None:
    parsed = judged.role.entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or len(parsed.subjects) != 1:
        return None
    left = parsed.subjects[0]
    if not isinstance(left, ast.Symbol):
        return None
    apart = taken_apart(left.full_name)
    tags = (*apart.sub, *apart.sup) or (apart.base,)
    row = Row(judged, tuple(_pieces(parsed.rest[0][1], tags)))
    return row if row.follows else None


def _pieces(node: object, tags: tuple[str, ...]) -> Iterator[Piece]:
    match node:
        case ast.Symbol():
            apart = taken_apart(node.full_name)
            indices = tuple((text, _relative(text, tags)) for text in (*apart.sub, *apart.sup))
            yield Piece("leaf", apart.base, node.span, indices)
        case ast.Number():
            yield Piece("leaf", node.span.text)
        case ast.Sum():
            before: Span | None = None
            for sign, term in node.terms:
                if before is not None or sign < 0:
                    start = node.span.start if before is None else before.end
                    between = term.span._replace(start=start, end=term.span.start)
                    yield Piece("operator", "+" if sign > 0 else "-", _stripped(between))
                yield from _pieces(term, tags)
                before = term.span
        case ast.Product():
            yield from _pieces(node.first, tags)
            for operator, factor in node.rest:
                yield Piece("operator", operator.kind, operator.span)
                yield from _pieces(factor, tags)
        case ast.Axis() | ast.Script():
            return
        case tuple():
            for part in node:
                yield from _pieces(part, tags)
        case Node():
            if not isinstance(node, ast.Rename):
                yield Piece("leaf", type(node).__name__)
            for part in fields_of(node):
                yield from _pieces(part, tags)


def _stripped(span: Span) -> Span:
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
