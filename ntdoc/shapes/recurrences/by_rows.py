"""Tensors whose entries several rows give, each some of them: `v_{\\ax(1)} = s`, `v_{\\ax(t)} = …`, `t > 1`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.document.entry_lines import EntryLine
from ntdoc.shapes.patterns import shifted
from ntdoc.syntax import ast


def by_rows(lines: Sequence[EntryLine], conditional: Collection[int]) -> list[list[EntryLine]]:
    """The rows of a display that together say what the entries of a tensor are, and none of them alone.

    `conditional` are the statements that are said under a condition, or for a range.
    """
    found = []
    for name in dict.fromkeys(line.name for line in lines):
        own = [line for line in lines if line.name == name]
        here = [line for line in own if _is_beside(line, own[0])]
        if here[:1] == own[:1] and len(here) > 1 and any(line.runs for line in here):
            special = [line for line in here if not line.runs]
            if all(not line.runs or line.entry.index in conditional or _leaves_out(line, special) for line in here):
                found.append(here)
    return found


def _is_beside(line: EntryLine, first: EntryLine) -> bool:
    """Whether two equations stand in one display or one sentence, or sentences give a tensor entries with them."""
    one, two = line.entry, first.entry
    if (line.display and one.item == two.item) or (one.sentence == two.sentence and not (one.display or two.display)):
        return True
    conditions = [e.parsed.conditions for e in (one, two) if isinstance(e.parsed, ast.Chain)]
    return all(conditions) and one.gives and two.gives


def _leaves_out(line: EntryLine, special: Sequence[EntryLine]) -> bool:
    """Whether an equation cannot be about entries that a row beside it is about: `v_t = s_t - s_{t-1}` beside `v_1`."""
    moved = [
        (axis.name, letter.full_name, more)
        for part in walk((line.right,))
        for axis, index in (part.items if isinstance(part, ast.Index) else ())
        for letter, more in (shifted(index),)
        if letter is not None and more is not None
    ]
    for other in special:
        for axis, place in other.at.items():
            own = line.at.get(axis)
            if place.letter is None and own is not None and own.letter is not None:
                steps = [(at, more - own.more) for at, name, more in moved if name == own.letter.full_name]
                if place.end is None and any(place.more + step < 1 for _, step in steps):
                    return True
                if place.end is not None and any(place.more + step > 0 and at == axis for at, step in steps):
                    return True
    return False
