"""*If `X` is positive, then …*, *suppose that `X` has positive entries*: as *if `X > 0`* and *suppose that `X > 0`*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from ntdoc.shapes import signs
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.document.said import said_signs
from ntdoc.shapes.patterns import names_in, put_in_sets
from ntdoc.source import Span
from ntdoc.syntax import ast

_RELATIONS = {
    "positive": ("gt", ">"),
    "nonnegative": ("ge", "\\ge"),
    "negative": ("lt", "<"),
    "nonpositive": ("le", "\\le"),
}


def as_orders(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such words are orders: supposed in their sentence, or from there on."""
    found: list[Entry] = []
    free: set[str] = set()
    heard: dict[int, bool] = {}  # of sentences with such a condition, whether it is of free tensors alone
    for entry in entries:
        order = _as_order(entry)
        if is_of_words(order) and order.supposed:
            heard[entry.sentence] = heard.get(entry.sentence, True) and not free.isdisjoint(names_in(order.parsed))
        elif entry.worded and heard.get(entry.sentence) and said_signs.are_all(entry.parsed.span):
            order = replace(order, worded=False)  # under a condition that is a formula now
        free |= put_in_sets(entry.parsed)
        found.append(order)
    return found


def is_of_words(entry: Entry) -> bool:
    """Whether an order is one that words say, so that no sign of it is written."""
    parsed = entry.parsed
    return isinstance(parsed, ast.Chain) and any(r.span.start == r.span.end for r, _ in parsed.rest)


def _as_order(entry: Entry) -> Entry:
    letter, span = alone(entry), entry.parsed.span
    named = _named(entry.parsed)
    if entry.display or entry.cell or entry.negated:
        return entry
    if named is None and (not isinstance(letter, ast.Symbol) or letter.axes):
        return entry
    said = said_signs.of_letter(span, entry.sign)
    if said is None or (named is not None and said.local):
        return entry
    if not said.sign:
        return replace(entry, sign="") if entry.sign else entry
    if (ends := signs.ends(said.sign)) is not None:
        return _supposed(entry, _between(letter, ends), said.local) if isinstance(letter, ast.Symbol) else entry
    order = _order(said.sign, 0.0, span)
    if named is not None:  # *suppose that the determinant `d = …` is positive*
        ordered = named.replace(rest=(*named.rest, order), rows=(*named.rows, named.rows[-1]))
        return replace(entry, parsed=ordered, sign="")
    assert letter is not None
    return _supposed(entry, ast.Chain((letter,), (order,), (0, 0), (), span), said.local)


def _order(sign: str, number: float, span: Span) -> tuple[ast.Relation, ast.Number]:
    kind, text = _RELATIONS[sign]
    return ast.Relation(kind, text, span._replace(start=span.end)), ast.Number(number, 0, span)


def _between(letter: ast.Symbol, ends: tuple[float, float]) -> ast.Chain:
    """A letter between two numbers, one of which may be infinite."""
    (low, high), span = ends, letter.span
    if high == inf:
        return ast.Chain((letter,), (_order("nonnegative", low, span),), (0, 0), (), span)
    above = _order("nonpositive", high, span)
    if low == -inf:
        return ast.Chain((letter,), (above,), (0, 0), (), span)
    below = ast.Number(low, 0, span)
    return ast.Chain((below,), ((above[0], letter), above), (0, 0, 0), (), span)


def _supposed(entry: Entry, order: ast.Chain, local: bool) -> Entry:
    if not local:  # *all entries of `X`* bind nothing that is not known
        return replace(entry, parsed=order, local=False, assumed=True, sign="")
    return replace(entry, parsed=order, local=True, supposed=True, assumed=True, worded=False, sign="")


def _named(parsed: ast.Parsed) -> ast.Chain | None:
    """A definition of a letter by a formula, `d = …`."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return None
    (relation, right), (left,) = parsed.rest[0], parsed.subjects
    plain = isinstance(left, ast.Symbol) and not left.axes and relation.kind in ("eq", "define")
    return parsed if plain and not isinstance(right, ast.Number | ast.TensorSet) else None
