"""A table of shapes behind the text that it sums up: its rows are held against what other sections say of their names.

A table may as well open a model of its own, with other shapes. It sums up if its section says nothing else of the name,
and the text has spoken of most of its names before. Of what the text goes on with below, it declares what was declared
with other axes before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast


def recalled(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which such rows recall what was said."""
    rows = defaultdict[int, list[Entry]](list)
    for entry in entries:
        if entry.cell and entry.again and _declared(entry):
            rows[entry.section].append(entry)
    found = list(entries)
    for table in rows.values():
        for at in _recalling(table, entries):
            found[at] = replace(found[at], recalls=True)
    return found


def _recalling(table: list[Entry], entries: Sequence[Entry]) -> Iterator[int]:
    """Where among the entries the rows stand that recall what was said."""
    first, section = table[0], table[0].section
    names = {name for row in table for name in _declared(row)}
    above = [entry for entry in entries[: first.index] if entry.section != section]
    beside = [entry for entry in entries if entry.section == section and not entry.cell]
    below = [entry for entry in entries[first.index :] if entry.section != section]
    said = names & _names(above)
    has_subsections = first.heads and bool(below) and not below[0].heads
    if has_subsections or len(said) < 3 or 2 * len(said) < len(names):
        return
    meant = said - _names(beside) - set(_of_several(above))
    declared = {name: axes for entry in above for name, axes in _declared(entry).items()}
    same = {n: axes == declared[n] for row in table for n, axes in _declared(row).items() if n in declared}
    apart = [axes ^ declared[n] for row in table for n, axes in _declared(row).items() if not same.get(n, True)]
    agrees = any(same.values()) and (len(apart) < 2 or len({*apart}) > 1)  # of another model all have an axis more
    for row in table:
        own = _declared(row).keys()
        if agrees and own <= meant and (own.isdisjoint(_names(below)) or all(same.get(name, True) for name in own)):
            yield row.index


def _names(entries: Sequence[Entry]) -> frozenset[str]:
    return names_in(tuple(entry.parsed for entry in entries))


def _of_several(above: Sequence[Entry]) -> Iterator[str]:
    """The names that two sections say to be in other sets, or that they define, and none says in which set they are."""
    sets: dict[str, frozenset[str]] = {}
    sections: dict[str, int] = {}
    for entry in above:
        for name, axes in _declared(entry).items():
            if sets.setdefault(name, axes) != axes:
                yield name
        for name in _defined(entry):
            if name not in sets and sections.setdefault(name, entry.section) != entry.section:
                yield name


def _defined(entry: Entry) -> tuple[str, ...]:
    """The name on the left of an equation."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define"):
        return ()
    return tuple(s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol))


def _declared(entry: Entry) -> dict[str, frozenset[str]]:
    """The names that a membership says the axes of."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or parsed.rest[0][0].kind != "in":
        return {}
    right = parsed.rest[0][1]
    if not isinstance(right, ast.TensorSet) or not all(isinstance(s, ast.Symbol) for s in parsed.subjects):
        return {}
    axes = frozenset(sized.axis.name for sized in right.shape.axes)
    return {s.full_name: axes for s in parsed.subjects if isinstance(s, ast.Symbol)}
