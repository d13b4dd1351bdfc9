"""How far an index of a definition by entries goes, where its display or its sentence says so.

`y_{\\ax(n)} = …, n = 1, …, N`; *`a_{\\ax(i)} = x_{\\ax(i)}` and `b_{\\ax(i)} = x_{\\ax(n+i)}` for `i \\le n`*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.steps import ends_of
from ntdoc.syntax import ast

ANY_ROW = -1
_FOR = regex(r"[$\\()\s]*,?\s*for\s+(?:(?:all|any|every|each)\s+)?[$\\()\s]*")
_AND = regex(r"[$\\()\s]*(?:,\s*and|,|and)\s+[$\\()\s]*")

_Ends = dict[tuple[int, int, str], ast.Expr]


def written_ends(entries: Sequence[Entry]) -> Mapping[tuple[int, int, str], ast.Expr]:
    """What letters that begin at 1 go up to, by formula, row and letter; and for `ANY_ROW`, what the last row says."""
    found: _Ends = {}
    once = _given_once(entries)
    for place, entry in enumerate(entries):
        if not isinstance(entry.parsed, ast.Chain):
            continue
        for chain in (entry.parsed, *entry.parsed.conditions) if entry.display else ():
            for letter, end in ends_of(chain):
                _add(found, entry, letter, end)
        for letter, end in ends_of(entry.parsed) if not entry.display else ():
            for at in _beside(entries, place, letter):
                _add(found, at, letter, end)
        for letter, end in _up_to(entry.parsed):
            for at in _beside(entries, place, letter):
                if _name(at) in once:  # and no other equation says what the rest of its entries are
                    _add(found, at, letter, end)
    return found


def _add(found: _Ends, at: Entry, letter: str, end: ast.Expr) -> None:
    for row in (at.piece.row, ANY_ROW):
        found[at.item, row, letter] = end


def _up_to(chain: ast.Chain) -> Iterator[tuple[str, ast.Expr]]:
    """`i \\\\le n`, which begins at 1 if `i` is an index."""
    match chain:
        case ast.Chain(subjects=(ast.Symbol(axes=()) as letter,), rest=((ast.Relation(kind="le"), end),)):
            if not isinstance(end, ast.Number | ast.TensorSet):
                yield letter.full_name, end


def _beside(entries: Sequence[Entry], place: int, letter: str) -> Iterator[Entry]:
    """The equations of entries at a letter right before what bounds it, in its row or its sentence."""
    last, join = entries[place], _FOR
    for entry in reversed(entries[:place]):
        if not _is_at(entry, letter):
            return
        if last.display and entry.row != last.row:
            return
        if not last.display:
            joined = join.fullmatch(sentences.between(entry.parsed.span, last.parsed.span))
            if entry.display or entry.sentence != last.sentence or joined is None:
                return
        yield entry
        last, join = entry, _AND


def _is_at(entry: Entry, letter: str) -> bool:
    left = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest else None
    return isinstance(left, ast.Index) and any(letter in names_in(place) for _, place in left.items)


def _name(entry: Entry) -> tuple[int, str]:
    """The tensor of whose entries an equation is, with its section."""
    left = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) else None
    head = next((part for part in walk(left) if isinstance(part, ast.Symbol)), None)
    return entry.section, head.full_name if isinstance(left, ast.Index) and head is not None else ""


def _given_once(entries: Sequence[Entry]) -> set[tuple[int, str]]:
    """The names of whose entries one equation of a section alone says what they are."""
    counted = Counter(_name(entry) for entry in entries)
    return {name for name, count in counted.items() if count == 1}
