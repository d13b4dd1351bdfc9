"""Letters that run over labels: after `a \\in \\{i, f\\}` the family `W^a` has the members `W^i` and `W^f`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.shapes.entries import Entry
from ntdoc.syntax import ast


def label_letters(entries: Sequence[Entry]) -> frozenset[tuple[str, int]]:
    """The letters that run over labels, with the sections that say so."""
    return frozenset(
        (subject.full_name, entry.section)
        for entry in entries
        for chain in _chains(entry.parsed)
        if is_of_labels(chain)
        for subject in chain.subjects
        if isinstance(subject, ast.Symbol)
    )


def is_of_labels(chain: ast.Chain) -> bool:
    """Whether a statement is `a \\in \\{i, f, o\\}`."""
    if not chain.rest or chain.rest[0][0].kind != "in":
        return False
    right = chain.rest[0][1]
    if not isinstance(right, ast.TensorSet) or right.base.kind != "set" or right.shape.axes:
        return False
    return bool(right.base.items) and all(isinstance(item, ast.Symbol) for item in right.base.items)


def _chains(parsed: ast.Parsed) -> Iterator[ast.Chain]:
    if isinstance(parsed, ast.Chain):
        yield parsed
        yield from parsed.conditions
