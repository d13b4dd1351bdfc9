"""Rows before dots and as many after them, as `T^1`, `X^1`, `\\vdots`, `T^L`, `X^L`: the same names stand in both.

A chain may begin and end otherwise. But where one block has `f^1` in two of its rows, and the other has `f^L` in one
and `g^L` in the other, the second `f^1` stands for `g^1`. So does it where one block has `f^{1'}`, and the other `f^L`
in both rows; and where all else is the same and both blocks have `f` and `g`, but the one `f` where the other has `g`,
or `f` twice in one row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.report import Kind
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.verification.lints.siblings import Piece, Row, row_of
from ntdoc.verification.words import is_in_words

Block = dict[str, Row]  # by the family of the left side
_APART = ("except", "without", "omit", "lack", "has no", "have no")  # the words say that the blocks are not alike
_SHARED = ("shar", "tied", "tying", "reus", "same", "twice")  # the words say that both rows have one


def odd_blocks(judged: Sequence[Judged], dots: Sequence[tuple[int, int]]) -> Iterator[tuple[Judged, Diagnostic]]:
    """The rows that have another name than their like across `dots`: the display of each, and its place."""
    for item, place in dots:
        if sum(at == item for at, _ in dots) > 1:
            continue
        rows = [j for j in judged if j.kind is Kind.DEFINITION and j.role.entry.item == item]
        before = _block(j for j in rows if j.role.entry.index < place)
        after = _block(j for j in rows if j.role.entry.index > place)
        for family in before.keys() & after.keys():
            for own, other in ((before, after), (after, before)):
                yield from _odd(family, own, other, own is before)


def _block(rows: Iterator[Judged]) -> Block:
    """The last row of each family."""
    found: Block = {}
    for j in rows:
        row = row_of(j)
        if row is not None and j.name is not None:
            found[taken_apart(j.name).base] = row
    return found


def _odd(family: str, own: Block, other: Block, first: bool) -> Iterator[tuple[Judged, Diagnostic]]:
    row, like = own[family], other[family]
    if [p.kind for p in row.pieces] != [p.kind for p in like.pieces]:
        return
    differ = [(a, b) for a, b in zip(row.pieces, like.pieces, strict=True) if a.text != b.text]
    if not differ and (found := _unprimed(row, like, own)) is not None:
        here, there = found
        assert here.span is not None
        assert there.span is not None
        message = f"{here.span.text} stands here in two rows, and beyond the dots {there.span.text} in one of them"
        related = (Related(like.judged.span, "the row like this"),)
        yield row.judged, Diagnostic("NT410", message, here.span, label="a prime is missing", related=related)
    if len(differ) != 1 or differ[0][0].kind != "leaf" or any(is_in_words(word, row.judged.span) for word in _APART):
        return
    here, there = differ[0]
    if here.span is None or there.span is None or not here.indices or len(here.indices) != len(there.indices):
        return
    instead = _count(here, own) > 1 and _count(there, own) == 0 and _count(here, other) == 1 == _count(there, other)
    swapped = first and _count(here, other) == 1 < _count(there, other)  # of the two rows that differ it is either
    doubled = _times(here, row) > 1 == _times(here, like) and not _times(there, row)
    if instead or ((swapped or doubled) and _are_else_one(family, own, other)):
        twice = "twice in one row" if doubled else "in two rows"
        message = f"{here.span.text} stands here {twice}, and beyond the dots {there.span.text} in one of the places"
        related = (Related(like.judged.span, "the row like this"),)
        yield row.judged, Diagnostic("NT410", message, here.span, label=f"not {there.text}", related=related)


def _unprimed(row: Row, like: Row, own: Block) -> tuple[Piece, Piece] | None:
    """`f^L` where the row like this has `f^{1'}`, if another row of the block has this very `f^L`."""
    differ = [(a, b) for a, b in zip(row.pieces, like.pieces, strict=True) if _relations(a) != _relations(b)]
    if any(is_in_words(word, row.judged.span) for word in _SHARED):
        return None
    if len(differ) != 1 or differ[0][0].kind != "leaf":
        return None
    here, there = differ[0]
    lacks = [f"{index}'" for index in _relations(here)] == _relations(there)
    pieces = [p for other in own.values() if other is not row for p in other.pieces]
    again = any((p.kind, p.text, p.indices) == (here.kind, here.text, here.indices) for p in pieces)
    return (here, there) if lacks and again and len(_relations(here)) == 1 else None


def _relations(piece: Piece) -> list[str]:
    return [relative for _, relative in piece.indices]


def _are_else_one(family: str, own: Block, other: Block) -> bool:
    """Whether all other rows of two blocks, of which there are some, are the same but for the index."""
    rows = [(own[name], other[name]) for name in own.keys() & other.keys() if name != family]
    sides = ([[(p.text, _relations(p)) for p in row.pieces] for row in pair] for pair in rows)
    return bool(rows) and all(one == other for one, other in sides)


def _times(piece: Piece, row: Row) -> int:
    """How often a name stands in a row, whatever its index."""
    return sum(p.kind == "leaf" and p.text == piece.text for p in row.pieces)


def _count(piece: Piece, block: Block) -> int:
    """In how many rows of a block a name stands, whatever its index."""
    return sum(any(p.kind == "leaf" and p.text == piece.text for p in row.pieces) for row in block.values())
