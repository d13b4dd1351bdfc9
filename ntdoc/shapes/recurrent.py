"""Recurrences over the entries of tensors, `h_{\\ax(t)} = a h_{\\ax(t-1)} + …`: what is a part of which.

Equations that say what the entries of one tensor are, or of several that need each other, as `c` and `h` of an LSTM,
are one `Recurrence`. The first of them that is displayed defines its tensor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.shapes.entries import Entry
from ntdoc.shapes.patterns import in_scripts, names_in, shifted
from ntdoc.shapes.scope import Tensor
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Line, Place, Recurrence


class _Entries(NamedTuple):
    """`y_{\\ax(i)} = …`: of what tensor, at which of its entries, and what they are."""

    entry: Entry
    name: str
    at: dict[str, Place]
    right: ast.Operand
    simple: bool  # nothing follows in its chain

    @property
    def runs(self) -> bool:
        """Whether it is about more than one entry."""
        return any(place.letter is not None for place in self.at.values())


class _Use(NamedTuple):
    """An entry of a tensor in an equation about entries: how far from there it is, along each axis.

    None is for an index that is no letter of the left side with a number. Where nothing is moved it is `plain`.
    """

    name: str
    steps: dict[str, int | None]

    @property
    def plain(self) -> bool:
        return all(step == 0 for step in self.steps.values())


def recurrences(entries: list[Entry]) -> tuple[list[Entry], dict[int, Tensor]]:
    """The same statements, and what those define that are parts of recurrences; which cannot be read is marked so."""
    found: dict[int, list[_Entries]] = defaultdict(list)
    ends = _sizes(entries)
    for entry in entries:
        for line in _by_entries(entry, ends):
            found[entry.section].append(line)
    parts: dict[int, Tensor] = {}
    unread: dict[int, str] = {}
    whole = _defined(entries) if found else set()
    for here in found.values():
        lines = [line for line in here if line.name not in whole]
        running = _running(lines)
        for group in _groups(running):
            own = [line for line in lines if line.name in group]
            chosen, reason = _chosen(own, [line for line in running if line.name in group], group)
            if reason:
                unread |= {line.entry.index: reason for line in own if line in running}
            if not chosen:
                continue
            beside = _ranges_beside(entries, chosen)
            order = _order([line for line in chosen if line in running], group)
            rows = tuple(_line(line, beside.get(line.entry.index, ())) for line in chosen)
            for name in group:
                of_name = [line.entry for line in chosen if line.name == name]
                first = min(of_name, key=lambda entry: (not entry.display, entry.index))
                body = Recurrence(name, rows, order, first.parsed.span)
                tensor = Tensor(name, body, (), None, first, first.parsed.span)
                parts |= {entry.index: tensor for entry in of_name}
    return [_unread(e, unread[e.index]) if e.index in unread else e for e in entries], parts


def _by_entries(entry: Entry, ends: Collection[tuple[str, str]]) -> Iterator[_Entries]:
    """`y_{\\ax(i)} = E`; `y_{\\ax(1)} = z_{\\ax(1)} = E` says where both begin."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return
    if entry.negated or entry.worded or any(r.kind not in ("eq", "define") for r, _ in parsed.rest[:1]):
        return
    sides = (parsed.subjects[0], *(operand for _, operand in parsed.rest))
    several = len(sides) > 2 and all(_is_fixed(side) for side in sides[:-1])
    for left in sides[:-1] if several else sides[:1]:
        if isinstance(left, ast.Index) and isinstance(left.body, ast.Symbol) and not left.body.axes:
            right = sides[-1] if several else sides[1]
            again = any(isinstance(p, ast.Symbol) and p.full_name == left.body.full_name for p in walk((right,)))
            at = {axis.name: _place(axis, index, () if again else ends) for axis, index in left.items}
            places = {axis: place for axis, place in at.items() if place is not None}
            if len(places) == len(left.items):
                yield _Entries(entry, left.body.full_name, places, right, several or len(sides) == 2)


def _is_fixed(side: ast.Operand) -> bool:
    return isinstance(side, ast.Index) and all(isinstance(index, ast.Number) for _, index in side.items)


def _place(axis: ast.Axis, index: ast.Expr, ends: Collection[tuple[str, str]]) -> Place | None:
    """The place of an index: a number, a letter that runs, or the end, each with a number added to it."""
    letter, more = shifted(index)
    if letter is None:
        return None if more is None else Place(axis, None, None, more)
    if more is None:
        return None
    if (axis.name, letter.full_name) in ends:
        return Place(axis, None, letter, more)
    return Place(axis, letter, None, more)


# --- which tensors need each other ---


def _running(lines: Sequence[_Entries]) -> list[_Entries]:
    """The equations about many entries: those that are displayed, or for want of any those in sentences."""
    found = [line for line in lines if line.runs]
    displayed = {line.name for line in found if line.entry.display}
    return [line for line in found if line.entry.display or line.name not in displayed]


def _groups(running: Sequence[_Entries]) -> list[tuple[str, ...]]:
    """The names of tensors whose entries are made of entries of each other, and only of those at other indices.

    What is made of another at the same index comes after it.
    """
    names = tuple(dict.fromkeys(line.name for line in running))
    edges: dict[str, set[str]] = {name: set() for name in names}
    plain: dict[str, set[str]] = {name: set() for name in names}
    for line in running:
        for use in _uses(line, names):
            edges[line.name].add(use.name)
            if use.plain:
                plain[line.name].add(use.name)
    if not any(edges.values()):
        return []
    reach, still = _closed(edges), _closed(plain)
    round_ = [name for name in names if name in reach[name]]
    groups = dict.fromkeys(tuple(n for n in names if n in reach[name] and name in reach[n]) for name in round_)
    found = [group for group in groups if not any(name in still[name] for name in group)]
    return [
        tuple(sorted(group, key=lambda name: len(still[name] & {*group}))) for group in found
    ]  # what needs most last


def _closed(edges: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """What can be reached from each name in one step or more."""
    found = {name: set(there) for name, there in edges.items()}
    for middle in found:
        for name in found:
            if middle in found[name]:
                found[name] |= found[middle]
    return found


def _uses(line: _Entries, names: Collection[str]) -> list[_Use]:
    """The entries of tensors in the right side of an equation; a tensor as a whole is a use that is not moved."""
    found = []
    inside = set(in_scripts(line.right))
    for part in walk((line.right,)):
        if isinstance(part, ast.Index) and isinstance(part.body, ast.Symbol) and part.body.full_name in names:
            inside.add(id(part.body))
            there = {axis.name: index for axis, index in part.items}
            found.append(_Use(part.body.full_name, {a: _step(place, there.get(a)) for a, place in line.at.items()}))
    bare = (p for p in walk((line.right,)) if isinstance(p, ast.Symbol) and id(p) not in inside)
    return found + [_Use(p.full_name, dict.fromkeys(line.at, 0)) for p in bare if p.full_name in names]


def _step(place: Place, index: ast.Expr | None) -> int | None:
    """How far an index is from that of the left side."""
    if place.letter is None or index is None or not names_in(index):
        return 0
    letter, more = shifted(index)
    if letter is None or more is None or letter.full_name != place.letter.full_name:
        return None
    return more - place.more


# --- what says what ---


def _chosen(lines: Sequence[_Entries], running: Sequence[_Entries], group: Sequence[str]) -> tuple[list[_Entries], str]:
    """The equations that a recurrence is made of: those that run, and those that say where it begins.

    None if something else says what the tensors are: then it says something of them. If nothing says in what order
    they are found, or if it is not read, the second says so.
    """
    uses = {line.entry.index: _uses(line, group) for line in running}
    found = []
    for name in group:
        own = [line for line in running if line.name == name]
        if len(group) == 1 and any(_is_explicit(line) and not uses[line.entry.index] for line in own):
            return [], ""
        moved = [(line, use) for line in running for use in uses[line.entry.index] if not use.plain]
        steps = [use.steps for _, use in moved if use.name == name]
        axes = set().union(*(line.at for line in own))
        fixed = [line for line in lines if line.name == name and not line.runs and line.at.keys() <= axes]
        near = [use.steps for line, use in moved if name in (line.name, use.name)]
        first = _where_it_begins(fixed, own, near)
        begun = first or any(_begins(line, group) or not _is_whole(line) for line in own)
        if not begun and not all(line.entry.display for line in own):
            return [], ""
        if not begun and any(step is None for there in steps for step in there.values()):
            return [], f"an equation that {name} is to solve"
        if not all(line.simple for line in (*own, *first)):
            return [], f"a recurrence over the entries of {name}"
        found += [*own, *first]
    return found, ""


def _order(running: Sequence[_Entries], group: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """The axes along which entries follow each other, and whether upwards: one if that is enough, else all of them."""
    steps = [use.steps for line in running for use in _uses(line, group) if not use.plain]
    axes = list(dict.fromkeys(axis for line in running for axis in line.at))
    if any(axis not in line.at for line in running for axis in axes):
        return ()
    for axis in axes:
        along = [step[axis] for step in steps]
        for sign in (1, -1):
            if all(n is not None and n * sign < 0 for n in along):
                return ((axis, sign),)
    found = []
    for axis in axes:
        signs = {0 if n is None else (n < 0) - (n > 0) for there in steps if (n := there[axis]) != 0 or n is None}
        if len(signs) != 1 or 0 in signs:
            return ()
        found.append((axis, signs.pop()))
    return tuple(found)


def _is_whole(line: _Entries) -> bool:
    """Whether an equation is about all entries of a tensor, as far as its left side says."""
    return all(place.letter is not None for place in line.at.values())


def _is_explicit(line: _Entries) -> bool:
    """Whether an equation alone says what all entries are."""
    parsed = line.entry.parsed
    return _is_whole(line) and isinstance(parsed, ast.Chain) and not parsed.conditions


def _where_it_begins(
    fixed: Sequence[_Entries], own: Sequence[_Entries], steps: Sequence[Mapping[str, int | None]]
) -> list[_Entries]:
    """Of the equations of single entries those that a recurrence needs: so many at an end as it goes back."""
    if not fixed or not steps:
        return []
    nearest: dict[tuple[tuple[str, bool, int], ...], _Entries] = {}
    for line in sorted(fixed, key=lambda line: (not line.entry.display, line.entry.index)):
        key = tuple((axis, place.end is None, place.more) for axis, place in sorted(line.at.items()))
        nearest.setdefault(key, line)
    found = list(nearest.values())
    for axis in dict.fromkeys(axis for line in found for axis in line.at):
        taken = [step[axis] for step in steps if step.get(axis, 0) != 0]
        back = max((1 if s is None else -s for s in taken), default=0)
        ahead = max((1 if s is None else s for s in taken), default=0)
        at = {line.entry.index: line.at[axis] for line in found if axis in line.at}
        known = [
            *at.values(),
            *(place for line in own if (place := line.at.get(axis)) is not None and place.letter is None),
        ]
        numbers = [place.more for place in known if place.end is None]
        last = [place.more for place in known if place.end is not None]
        starts = range(min(numbers), min(numbers) + max(back, 0)) if numbers else range(0)
        stops = range(max(last) - max(ahead, 0) + 1, max(last) + 1) if last else range(0)
        if not taken:  # along this axis every entry has a beginning of its own
            starts, stops = range(min(numbers, default=0), max(numbers, default=-1) + 1), range(0)
        out = [i for i, place in at.items() if place.more not in (stops if place.end is not None else starts)]
        found = [line for line in found if line.entry.index not in out]
    return found


def _begins(line: _Entries, group: Collection[str]) -> bool:
    """Whether an equation says itself that it is not for the first entry, or what that is."""
    parsed = line.entry.parsed
    cases = [part for part in walk((line.right,)) if isinstance(part, ast.Cases)]
    rows = [row for part in cases for row, _ in part.branches]
    said = isinstance(parsed, ast.Chain) and bool(parsed.conditions)
    return said or any(not names_in(row) & set(group) for row in rows)


def ends_in(entries: Sequence[Entry]) -> set[str]:
    """The letters that stand for a number of entries: `n = |\\ax|`."""
    chains = (entry.parsed for entry in entries if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest)
    sizes = (c for c in chains if c.rest[0][0].kind == "eq" and any(isinstance(part, ast.Size) for part in walk(c)))
    parts = (part for c in sizes for part in (*c.subjects, *(operand for _, operand in c.rest)))
    return {part.full_name for part in parts if isinstance(part, ast.Symbol)}


def _sizes(entries: Sequence[Entry]) -> set[tuple[str, str]]:
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


def _defined(entries: Sequence[Entry]) -> set[str]:
    """The names of which an equation says what they are as a whole."""
    chains = (entry.parsed for entry in entries if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest)
    defining = (chain for chain in chains if chain.rest[0][0].kind in ("eq", "define"))
    return {s.full_name for chain in defining for s in chain.subjects if isinstance(s, ast.Symbol)}


# --- as one ---


def _ranges_beside(entries: Sequence[Entry], lines: Sequence[_Entries]) -> dict[int, tuple[ast.Chain, ...]]:
    """What stands in the row of an equation and says over what its letters run: `t = 2, \\ldots, n`."""
    rows: dict[object, list[ast.Chain]] = defaultdict(list)
    for entry in entries:
        parsed = entry.parsed
        if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind == "range":
            rows[entry.row].append(parsed)
    return {line.entry.index: tuple(rows[line.entry.row]) for line in lines if line.entry.row in rows}


def _line(line: _Entries, beside: tuple[ast.Chain, ...]) -> Line:
    parsed = line.entry.parsed
    assert isinstance(parsed, ast.Chain)
    return Line(line.name, tuple(line.at.values()), line.right, (*parsed.conditions, *beside), parsed.span)


def _unread(entry: Entry, reason: str) -> Entry:
    span = entry.parsed.span
    return replace(entry, parsed=ast.Unread(reason, False, span, span, entry.piece.row))
