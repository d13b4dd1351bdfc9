"""`\\pi^* = …` names a tensor: the star marks axes only where no equation says what the starred tensor is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from ntdoc.nodes import Node, walk
from ntdoc.shapes.entries import Entry
from ntdoc.syntax import ast

_SAYS = ("eq", "define", "approx", "in")


def named(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which a star that belongs to a name is its superscript."""
    names = {(s.body.full_name, s.mark) for entry in entries for s in _given(entry) if isinstance(s.body, ast.Symbol)}
    if not names:
        return list(entries)
    return [replace(entry, parsed=_named(entry.parsed, names)) for entry in entries]


def _given(entry: Entry) -> Iterator[ast.Star]:
    """The starred names of which an entry says what they are, without a word of axes with stars."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in _SAYS:
        return
    stars = [subject for subject in parsed.subjects if isinstance(subject, ast.Star)]
    for part in walk(parsed.rest) if stars else ():
        if isinstance(part, ast.Star | ast.Derivative | ast.Differential):
            return
        if isinstance(part, ast.Axis) and (part.name.endswith(("*", "†", "‡")) or part.variable):
            return
    yield from stars


def _named(item: Any, names: set[tuple[str, str]]) -> Any:
    if type(item) is tuple:
        return tuple([_named(part, names) for part in item])
    if not isinstance(item, Node) or not any(isinstance(part, ast.Star) for part in walk(item)):
        return item
    if isinstance(item, ast.Star) and isinstance(symbol := item.body, ast.Symbol):
        if symbol.sup is None and (symbol.full_name, item.mark) in names:
            return symbol.replace(sup=ast.Script(item.mark, None, item.span), span=item.span)
        return item.replace(body=_named(symbol, names))
    return item.replace(**{f.name: _named(getattr(item, f.name), names) for f in fields(item)})  # type: ignore[arg-type]
