"""`\\frac{1}{|X|} \\sum_{x \\in X} A_{\\ax(x)}`: what an index runs over is a set, and bars around it are its size.

So it is of `\\ax[X]`, where the set of the indices stands for their number. Another section may have an `X` that is a
tensor: bars around that are its absolute values, and here no tensor is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast


def as_sizes(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which `|X|` is the size of the axis that has the indices."""
    measured = {(e.section, name) for e in entries for part in walk(e.parsed) if (name := _between_bars(part))}
    if not measured:
        return list(entries)
    axes: dict[int, dict[str, ast.Axis]] = {}
    of_axis: dict[tuple[int, str], set[str]] = {}  # the sets whose indices an axis has
    for entry in entries:
        for axis, name in _sets(entry.parsed):
            axes.setdefault(entry.section, {}).setdefault(name, axis)
            of_axis.setdefault((entry.section, axis.name), set()).add(name)
    own = {(e.section, s.full_name) for e in entries for s in _bound(e.parsed)}
    found = {
        section: {
            name: axis
            for name, axis in sets.items()
            if (section, name) in measured - own and of_axis[section, axis.name] == {name}
        }
        for section, sets in axes.items()
    }
    return [_with_sizes(entry, found.get(entry.section, {})) for entry in entries]


def _between_bars(node: object) -> str:
    """The name that stands alone between single bars; nothing if that is no such thing."""
    if not isinstance(node, ast.Bars) or node.double or not isinstance(node.body, ast.Symbol) or node.body.axes:
        return ""
    return node.body.full_name


def _sets(parsed: ast.Parsed) -> Iterator[tuple[ast.Axis, str]]:
    """The sets of indices that a statement names, each with the axis that has them."""
    for part in walk(parsed):
        if isinstance(part, ast.SizedAxis) and isinstance(part.size, ast.Symbol):
            yield part.axis, part.size.full_name
        elif isinstance(part, ast.BigOperator) and isinstance(part.domain, ast.Symbol) and part.variable is not None:
            items = [item for inner in walk(part.body) if isinstance(inner, ast.Index) for item in inner.items]
            letter = part.variable.full_name
            at = (a for a, place in items if isinstance(place, ast.Symbol) and place.full_name == letter)
            yield from ((axis, part.domain.full_name) for axis in at)


def _bound(parsed: ast.Parsed) -> Iterator[ast.Symbol]:
    """What a statement begins with: names that its section says something of."""
    for subject in parsed.subjects if isinstance(parsed, ast.Chain) and parsed.rest else ():
        if isinstance(subject, ast.Symbol):
            yield subject


def _with_sizes(entry: Entry, sets: Mapping[str, ast.Axis]) -> Entry:
    def change(node: Node) -> Node:
        axis = sets.get(_between_bars(node))
        return node if axis is None or not isinstance(node, ast.Bars) else ast.Size((axis,), node.span)

    return replace(entry, parsed=rewritten(entry.parsed, change)) if sets else entry
