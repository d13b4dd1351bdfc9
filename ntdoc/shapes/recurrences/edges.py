"""Where a recurrence over entries begins: which of the equations about single entries, or about edges, it needs."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.document.entry_lines import EntryLine, Use, uses
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Place


def where_it_begins(edges: Sequence[EntryLine], own: Sequence[EntryLine], moved: Sequence[Use]) -> list[EntryLine]:
    """The equations that a recurrence begins with: so many at an end of an axis as it goes back along it.

    The rest say something of what it comes to.
    """
    if not edges or not moved:
        return []
    found = _without_repetitions(edges)
    ends = {axis: _ends(axis, found, own, moved) for line in found for axis in line.at}
    at = {line.entry.index: [_is_at(place, *ends[axis]) for axis, place in _fixed(line)] for line in found}
    found = [line for line in found if any(at[line.entry.index])]
    return [
        line for line in found if not any(_is_said_by(line, other, corner=all(at[line.entry.index])) for other in found)
    ]


def _fixed(line: EntryLine) -> list[tuple[str, Place]]:
    return [(axis, place) for axis, place in line.at.items() if place.letter is None]


def _without_repetitions(edges: Sequence[EntryLine]) -> list[EntryLine]:
    """The first equation about the same places, displayed if there is one; more if they hold under conditions."""
    nearest: dict[frozenset[tuple[str, bool, bool, int]], list[EntryLine]] = {}
    for line in sorted(edges, key=lambda line: (not line.display, line.entry.index)):
        places = frozenset((axis, p.letter is None, p.end is None, p.more) for axis, p in line.at.items())
        same = nearest.setdefault(places, [])
        if all(_is_conditional(other) for other in same):
            same.append(line)
    return [line for same in nearest.values() for line in same]


def _ends(axis: str, edges: Sequence[EntryLine], own: Sequence[EntryLine], moved: Sequence[Use]) -> tuple[range, range]:
    """Which numbers along an axis are at its beginning, and which, added to its size, at its end."""
    taken = [use.farthest.get(axis, step) for use in moved if (step := use.steps.get(axis, 0)) != 0]
    back = max((1 if s is None else -s for s in taken), default=0)
    ahead = max((1 if s is None else s for s in taken), default=0)
    places = [place for line in (*edges, *own) if (place := line.at.get(axis)) is not None and place.letter is None]
    numbers = [place.more for place in places if place.end is None]
    last = [place.more for place in places if place.end is not None]
    if not taken:  # along this axis every entry has a beginning of its own
        return range(min(numbers, default=0), max(numbers, default=-1) + 1), range(0)
    starts = range(min(numbers), min(numbers) + max(back, 0)) if numbers else range(0)
    stops = range(max(last) - max(ahead, 0) + 1, max(last) + 1) if last else range(0)
    return starts, stops


def _is_at(place: Place, starts: range, stops: range) -> bool:
    return place.more in (stops if place.end is not None else starts)


def _is_said_by(line: EntryLine, other: EntryLine, *, corner: bool) -> bool:
    """Whether an equation before this one, in another formula, says already what these entries are.

    One that goes on along an edge needs the corner that it begins with.
    """
    if other.entry.index >= line.entry.index or other.entry.item == line.entry.item or _is_conditional(other):
        return False
    if len(_fixed(other)) >= len(_fixed(line)) or (corner and uses(other, (other.name,))):
        return False
    return all(place.letter is not None or _is_the_same(place, line.at.get(axis)) for axis, place in other.at.items())


def _is_the_same(place: Place, other: Place | None) -> bool:
    return (
        other is not None
        and other.letter is None
        and (place.end is None, place.more) == (other.end is None, other.more)
    )


def _is_conditional(line: EntryLine) -> bool:
    parsed = line.entry.parsed
    return isinstance(parsed, ast.Chain) and bool(parsed.conditions)
