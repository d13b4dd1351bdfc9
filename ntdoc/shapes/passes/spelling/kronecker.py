"""`\\delta_{ij}` is 1 where `i = j`, and 0 elsewhere, if nothing says what else it is (the Kronecker delta).

Its two letters are indices elsewhere in the statement, or of a sum in it. Where they are of an axis and its twin, it is
the identity of these, `I_{\\ax,\\ax'}`: a square one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import index_letters
from ntdoc.shapes.sizes import stem
from ntdoc.syntax import ast
from ntdoc.syntax.ast import Axis
from ntdoc.syntax.binding_ast import Indicator

_DELTA = "delta"


def as_indicators(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, with such deltas as conditions; none of them if the document says what `\\delta` is with indices."""
    having = {entry.index for entry in entries if any(map(_letters, walk(entry.parsed)))}
    if not having or any(map(_names_delta, entries)):
        return list(entries)
    return [_with_indicators(entry) if entry.index in having else entry for entry in entries]


def _letters(symbol: Node) -> tuple[str, ...]:
    """The two letters below a delta, `ij` or `i,j`; nothing if it is anything else."""
    if not isinstance(symbol, ast.Symbol) or symbol.base != _DELTA:
        return ()
    if symbol.sub is None or symbol.sup is not None or symbol.axes:
        return ()
    text = "".join(symbol.sub.text.split())
    found = tuple(text.split(",")) if "," in text else tuple(text)
    return found if len(found) == 2 and all(len(x) == 1 and x.isalpha() and x.isascii() for x in found) else ()


def _names_delta(entry: Entry) -> bool:
    """Whether a statement defines or declares a delta with something below it."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest:
        return False
    heads = [s.factors[0] if isinstance(s, ast.Juxtaposition) else s for s in parsed.subjects]
    return any(isinstance(s, ast.Symbol) and s.base == _DELTA and s.sub is not None for s in heads)


def _with_indicators(entry: Entry) -> Entry:
    known = index_letters(entry.parsed) | {
        part.variable.full_name
        for part in walk(entry.parsed)
        if isinstance(part, ast.BigOperator) and part.variable is not None
    }

    axes = dict[str, Axis]()
    for part in walk(entry.parsed):
        if isinstance(part, ast.Index):
            axes.update((x.full_name, axis) for axis, x in part.items if isinstance(x, ast.Symbol))

    def equal(node: Node) -> Node:
        letters = _letters(node)
        if not isinstance(node, ast.Symbol) or not letters or not known >= {*letters}:
            return node
        one, other = (ast.Symbol(letter, None, None, (), False, node.span) for letter in letters)
        twins = [axes[letter] for letter in letters if letter in axes]
        if len({axis.name for axis in twins}) == 2 and len({stem(axis.name) for axis in twins}) == 1:
            square = ast.Symbol("I", None, None, tuple(twins), False, node.span)
            return ast.Index(square, tuple(zip(twins, (one, other), strict=True)), node.span)
        same = ast.Relation("eq", "=", node.span)
        return Indicator(ast.Chain((one,), ((same, other),), (0, 0), (), node.span), node.span)

    return replace(entry, parsed=rewritten(entry.parsed, equal))
