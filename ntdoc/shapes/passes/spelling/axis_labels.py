"""Names that have the name of an axis below them, `W_{\\key}` and `W_{\\val}`, where the document says what they are.

`W_{\\key} \\in \\reals^{…}` makes `W_{\\key}` a name if there is no `W` alone, of which the axis might remind. A `W`
that is made of such names, `L = L_{\\key} + L_{\\val}`, reminds of nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast

_Name = tuple[str, str]


def with_axes_as_labels(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which the axis below each such name is a part of it."""
    named = {name for entry in entries for name in _said(entry.parsed)}
    if not named:
        return list(entries)
    symbols = [part for entry in entries for part in walk(entry.parsed) if isinstance(part, ast.Symbol)]
    alone = {symbol.full_name for symbol in symbols if not symbol.axes}
    alone -= {name for entry in entries if (name := _made_of_labelled(entry.parsed, named)) is not None}
    named = {name for name in named if name[0] not in alone}
    return [replace(entry, parsed=_with_labels(entry.parsed, named)) for entry in entries] if named else list(entries)


def _said(parsed: ast.Parsed) -> set[_Name]:
    """What a statement declares or defines with an axis below it."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define", "in"):
        return set()
    return {name for subject in parsed.subjects if (name := _name(subject)) is not None}


def _made_of_labelled(parsed: ast.Parsed, named: set[_Name]) -> str | None:
    """The name alone that an equation makes of names with an axis below it: `L` of `L = L_{\\key} + L_{\\val}`."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return None
    subject, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if not isinstance(subject, ast.Symbol) or subject.axes or relation.kind not in ("eq", "define"):
        return None
    parts = {name for part in walk(right) if (name := _name(part)) in named and name is not None}
    return subject.full_name if any(base == subject.full_name for base, _ in parts) else None


def _name(node: object) -> _Name | None:
    if not isinstance(node, ast.Symbol) or node.under or node.roman or len(node.axes) != 1 or node.sub is not None:
        return None
    axis = node.axes[0]
    return None if axis.variable else (node.full_name, axis.name)


def _with_labels(parsed: ast.Parsed, named: set[_Name]) -> Any:
    def labelled(node: Any) -> Node:
        if _name(node) not in named:
            return cast(Node, node)
        axis = node.axes[0]
        return cast(Node, node.replace(axes=(), sub=ast.Script(axis.name, None, axis.span, ())))

    return rewritten(parsed, labelled)
