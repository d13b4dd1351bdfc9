"""`X_+` of a tensor `X`, of which nothing else is said, is its positive part `\\max(X, 0)`.

Where there is an `X_-`, too, they may be two things of one kind: the positive example and the negative one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import related
from ntdoc.syntax import ast

_MINUS = frozenset({"-", "−"})


def as_maxima(entries: Sequence[Entry]) -> list[Entry]:
    """The entries with the larger of a tensor and zero for its positive part."""
    symbols = [part for entry in entries for part in walk(entry.parsed) if isinstance(part, ast.Symbol)]
    meant = {symbol.base for symbol in symbols if _has_sub(symbol, "+")}
    if not meant:
        return list(entries)
    meant -= {symbol.base for symbol in symbols if any(_has_sub(symbol, minus) for minus in _MINUS)}
    said = [symbol for entry in entries for symbol in related(entry.parsed)]
    meant &= {symbol.full_name for symbol in said}
    meant -= {symbol.base for symbol in said if _has_sub(symbol, "+")}
    return [replace(entry, parsed=_with_maxima(entry.parsed, meant)) for entry in entries]


def _has_sub(symbol: ast.Symbol, sign: str) -> bool:
    return symbol.sub is not None and symbol.sub.text == sign and symbol.sup is None and not symbol.axes


def _with_maxima(parsed: ast.Parsed, meant: set[str]) -> ast.Parsed:
    def change(part: Any) -> Node:
        if not isinstance(part, ast.Symbol) or part.base not in meant or not _has_sub(part, "+"):
            return cast(Node, part)
        largest = ast.Symbol("max", None, None, (), True, part.span)
        both = ast.Group((part.replace(sub=None), ast.Number(0.0, 0, part.span)), (), "(", part.span)
        return ast.Juxtaposition((largest, both), part.span)

    return cast(ast.Parsed, rewritten(parsed, change))
