"""Names with an arrow below them that renames nothing, for it is between two words: `L_{\\mathrm{i}\\to\\mathrm{t}}`.

It is a label if a statement says what the name with just this arrow is, and the document has neither of the words as
an axis anywhere: what is renamed has an axis that comes from somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast

_Name = tuple[str, str]


def with_arrows_as_labels(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which each such arrow is a part of the name above it."""
    said = {name: axes for entry in entries for name, axes in _said(entry.parsed)}
    if not said:
        return list(entries)
    known = {axis for entry in entries for axis in _axes(entry.parsed)}
    labels = {name for name, axes in said.items() if not known & axes}
    return [replace(entry, parsed=_labelled(entry.parsed, labels)) for entry in entries] if labels else list(entries)


def _said(parsed: ast.Parsed) -> Iterator[tuple[_Name, set[str]]]:
    """What a statement declares or defines with an arrow below it, and the words beside the arrow."""
    if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind in ("eq", "define", "in"):
        for subject in parsed.subjects:
            if (name := _name(subject)) is not None and isinstance(subject, ast.Rename):
                yield name, {axis.name for pair in subject.pairs for side in pair for axis in side}


def _axes(parsed: ast.Parsed) -> Iterator[str]:
    """The axes that stand anywhere but beside an arrow."""
    renamed = {
        id(axis)
        for part in walk(parsed)
        if isinstance(part, ast.Rename)
        for pair in part.pairs
        for side in pair
        for axis in side
    }
    yield from (part.name for part in walk(parsed) if isinstance(part, ast.Axis) and id(part) not in renamed)


def _name(node: object) -> _Name | None:
    if not isinstance(node, ast.Rename) or not isinstance(node.body, ast.Symbol):
        return None
    if node.body.sub is not None or node.body.axes or len(node.pairs) != 1:
        return None
    return node.body.full_name, "→".join(",".join(axis.name for axis in side) for side in node.pairs[0])


def _labelled(parsed: ast.Parsed, labels: set[_Name]) -> Any:
    def labelled(node: Any) -> Node:
        name = _name(node)
        if name is None or name not in labels:
            return cast(Node, node)
        return cast(Node, node.body.replace(sub=ast.Script(name[1], None, node.script, ()), span=node.span))

    return rewritten(parsed, labelled)
