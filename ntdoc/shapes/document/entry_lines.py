"""Equations about entries, `y_{\\ax(i)} = …`: of what tensor, at which places, and of which entries they are made."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.shapes.document.conditions.sum_bounds import Bounds, Distance, bounds_of, by_a_number, nearest
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said.exchanges import exchanged
from ntdoc.shapes.patterns import in_scripts, operands, shifted
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Place


class EntryLine(NamedTuple):
    """`y_{\\ax(i)} = …`: of what tensor, at which of its entries, and what they are."""

    entry: Entry
    name: str
    at: dict[str, Place]
    right: ast.Operand

    @property
    def whole(self) -> bool:
        """Whether it is about all entries, as far as its left side says."""
        return all(place.letter is not None for place in self.at.values())

    @property
    def display(self) -> bool:
        return self.entry.display

    @property
    def runs(self) -> bool:
        """Whether it is about more than one entry."""
        return any(place.letter is not None for place in self.at.values())


class Use(NamedTuple):
    """An entry of a tensor in an equation about entries: how far from there it is, along each axis.

    None is for an index that is no letter of the left side with a number. Where nothing is moved it is `plain`.
    """

    name: str
    steps: dict[str, int | None]
    summed: bool = False  # it is a term of a sum over entries before this one, or behind it, of which there may be none
    farthest: Mapping[str, int | None] = MappingProxyType({})  # of the terms of a sum, of which steps say the nearest

    @property
    def plain(self) -> bool:
        return all(step == 0 for step in self.steps.values())


def by_entries(entry: Entry, ends: Collection[tuple[str, str]], free: Collection[str]) -> Iterator[EntryLine]:
    """`y_{\\ax(i)} = E`; `y_{\\ax(1)} = z_{\\ax(1)} = E` says where both begin."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return
    if entry.negated or entry.worded or any(r.kind not in ("eq", "define") for r, _ in parsed.rest[:1]):
        return
    if len(parsed.rest) == 1 and exchanged(parsed.subjects[0], parsed.rest[0][1]) is not None:
        return  # it is symmetric: of two entries neither comes first
    rest = parsed.rest[:-1] if declares(parsed, free) else parsed.rest
    sides = (parsed.subjects[0], *(operand for _, operand in rest))
    several = len(sides) > 2 and all(_is_of_an_end(side, ends) for side in sides[:-1])
    for left in sides[:-1] if several else sides[:1]:
        if isinstance(left, ast.Index) and isinstance(left.body, ast.Symbol) and not left.body.axes:
            right = sides[-1] if several else sides[1]
            again = any(isinstance(p, ast.Symbol) and p.full_name == left.body.full_name for p in walk((right,)))
            at = {axis.name: _place(axis, index, () if again else ends) for axis, index in left.items}
            places = {axis: place for axis, place in at.items() if place is not None}
            if len(places) == len(left.items):
                yield EntryLine(entry, left.body.full_name, places, right)


def declares(parsed: ast.Chain, free: Collection[str]) -> bool:
    """Whether a chain ends by saying what its last side is: `h_{\\ax(0)} = v \\in \\reals^{\\bx}`."""
    if len(parsed.rest) < 2:
        return False
    (_, right), (relation, stated) = parsed.rest[-2:]
    named = isinstance(right, ast.Symbol) and right.full_name in free
    return named and relation.kind == "in" and isinstance(stated, ast.TensorSet)


def _is_of_an_end(side: ast.Operand, ends: Collection[tuple[str, str]]) -> bool:
    """Whether a side is an entry, or those of an edge: `h_{\\ax(0)}`, `D_{\\ax(i),\\bx(0)}`."""
    places = [_place(axis, index, ends) for axis, index in side.items] if isinstance(side, ast.Index) else []
    return any(place is not None and place.letter is None for place in places)


def _place(axis: ast.Axis, index: ast.Expr, ends: Collection[tuple[str, str]]) -> Place | None:
    """The place of an index: a number, a letter that runs, or the end, each with a number added to it."""
    if (last := _from_size(axis, index)) is not None:
        return last
    letter, more = shifted(index)
    if letter is None:
        return None if more is None else Place(axis, None, None, more)
    if more is None:
        return None
    if (axis.name, letter.full_name) in ends:
        return Place(axis, None, letter, more)
    return Place(axis, letter, None, more)


def _from_size(axis: ast.Axis, index: ast.Expr) -> Place | None:
    """The end where it is written as the size of the axis: `|\\ax|` and `|\\ax| - 1`."""
    more: int | None = 0
    if isinstance(index, ast.Sum) and len(index.terms) == 2 and index.terms[0][0] > 0:
        (_, index), (sign, added) = index.terms
        number = shifted(added)[1] if isinstance(added, ast.Number) else None
        more = None if number is None else sign * number
    own = isinstance(index, ast.Size) and [a.name for a in index.axes] == [axis.name]
    return Place(axis, None, index, more) if own and isinstance(index, ast.Size) and more is not None else None


def uses(line: EntryLine, names: Collection[str]) -> list[Use]:
    """The entries of tensors in the right side of an equation; a tensor as a whole is a use that is not moved."""
    found = []
    inside, bounds = set(in_scripts(line.right)), bounds_of(line.right)
    for part in walk((line.right,)):
        if isinstance(part, ast.Index) and isinstance(part.body, ast.Symbol) and part.body.full_name in names:
            inside.add(id(part.body))
            there, near = {axis.name: index for axis, index in part.items}, bounds.get(id(part), {})
            steps = {a: step(place, there.get(a), near) for a, place in line.at.items()}
            some = {a: along for a, p in line.at.items() if (along := _some(p, there.get(a), near)) is not None}
            summed = any(step(p, there.get(a), {}) is None is not steps[a] for a, p in line.at.items() if a not in some)
            steps |= {a: along.least for a, along in some.items()}
            found.append(Use(part.body.full_name, steps, summed, {a: along.most for a, along in some.items()}))
    bare = (p for p in walk((line.right,)) if isinstance(p, ast.Symbol) and id(p) not in inside)
    return found + [Use(p.full_name, dict.fromkeys(line.at, 0)) for p in bare if p.full_name in names]


def step(place: Place, index: ast.Expr | None, bounds: Bounds) -> int | None:
    """How far an index is from that of the left side; at least so far, where it is the letter of a sum with bounds."""
    if place.letter is None:
        return 0
    if index is None:
        return None
    letter, more = shifted(index)
    if letter is None or more is None:
        return None
    if letter.full_name != place.letter.full_name:
        return nearest(letter.full_name, more - place.more, bounds, place.letter.full_name)
    return more - place.more


def _some(place: Place, index: ast.Expr | None, bounds: Bounds) -> Distance | None:
    """How far the entries of a sum are whose letter runs over numbers, `\\sum_{k=1}^{2} y_{\\ax(t-k)}`."""
    if place.letter is None or index is None:
        return None
    return by_a_number(index, bounds, place.letter.full_name, place.more)


def ends_in(entries: Sequence[Entry]) -> set[str]:
    """The letters that stand for a number of entries: `n = |\\ax|`."""
    chains = (entry.parsed for entry in entries if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest)
    sizes = (c for c in chains if c.rest[0][0].kind == "eq" and any(isinstance(part, ast.Size) for part in walk(c)))
    parts = (part for c in sizes for part in operands(c))
    return {part.full_name for part in parts if isinstance(part, ast.Symbol)}


def sizes_in(entries: Sequence[Entry]) -> set[tuple[str, str]]:
    """The letters that are said to be the size of an axis: `\\reals^{\\ax[n]}`, `|\\ax| = n`."""
    found = set()
    for entry in entries:
        for part in walk(entry.parsed):
            if isinstance(part, ast.Shape):
                sized = ((s.axis.name, s.size) for s in part.axes if isinstance(s.size, ast.Symbol))
                found |= {(axis, size.full_name) for axis, size in sized}
    named = ends_in(entries)
    axes = {axis.name for e in entries for part in walk(e.parsed) if isinstance(part, ast.Size) for axis in part.axes}
    return found | {(axis, name) for axis in axes for name in named}
