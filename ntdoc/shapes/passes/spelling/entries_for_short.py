r"""*We write `x_t` for `x_{\time(t)}`*, or `x_t = x_{\time(t)}`: from there on the short name stands for the entry.

So it does at other indices, `x_{t+1}` and `x_1`, in its own section and in those after it. A name of another letter,
`u_t = x_{\time(t)}`, is a family that is defined so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from ntdoc.nodes import Node, rewritten
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import related
from ntdoc.syntax import ast


class _Short(NamedTuple):
    """The base of a short name, and the tensor and the axis of which it is an entry."""

    base: str
    of: ast.Symbol
    axis: ast.Axis
    at: Entry


def as_entries(entries: Sequence[Entry]) -> list[Entry]:
    """The entries with these in the place of their short names, if nothing else gives those a meaning."""
    found = [meant for entry in entries if (meant := _short(entry)) is not None]
    if not found:
        return list(entries)
    said = [(e.index, s) for e in entries for s in related(e.parsed) if s.sub is not None]
    own = {meant.at.index for meant in found}
    others = {symbol.base for index, symbol in said if index not in own}
    short = {s.base: s for s in found if s.base not in others and sum(o.base == s.base for o in found) == 1}
    return [replace(e, parsed=_with_entries(e, short)) for e in entries] if short else list(entries)


def _short(entry: Entry) -> _Short | None:
    match entry.parsed:
        case ast.Chain(
            subjects=(ast.Symbol(sub=ast.Script(expr=ast.Symbol() as letter), sup=None, axes=()) as name,),
            rest=((ast.Relation(kind="eq" | "define"), ast.Index(body=ast.Symbol() as of, items=((axis, at),))),),
            conditions=(),
        ):
            own = isinstance(at, ast.Symbol) and at.full_name == letter.full_name and of.full_name == name.base
            if own and not axis.variable:
                return _Short(name.base, of, axis, entry)
    return None


def _with_entries(entry: Entry, short: dict[str, _Short]) -> ast.Parsed:
    parsed = entry.parsed
    if any(meant.at.index == entry.index for meant in short.values()) and isinstance(parsed, ast.Chain):
        return ast.Chain((parsed.rest[0][1],), (), (0,), (), parsed.span)  # it says how that is written, and no more

    def change(part: Any) -> Node:
        if not isinstance(part, ast.Symbol) or part.sub is None or part.sub.expr is None or part.axes:
            return cast(Node, part)
        meant = short.get(part.base)
        if meant is None or entry.index < meant.at.index or entry.section < meant.at.section or part.sup is not None:
            return cast(Node, part)
        return ast.Index(meant.of.replace(span=part.span), ((meant.axis, part.sub.expr),), part.span)

    return cast(ast.Parsed, rewritten(parsed, change))
