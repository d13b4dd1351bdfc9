"""`\\delta_{ij}` is 1 where `i = j`, and 0 elsewhere, if nothing says what else it is (the Kronecker delta).

Its two letters are indices elsewhere in the statement, or of a sum in it. Where they are of an axis and its twin, it is
the identity of these, `I_{\\ax,\\ax'}`: a square one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import index_letters
from ntdoc.shapes.sizes import stem
from ntdoc.source import Span
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
    named = (s for s in heads if isinstance(s, ast.Symbol) and s.base == _DELTA and s.sub is not None)
    return any(len({*_letters(s)}) != 1 for s in named)  # `\\delta_{ii} = 1` says no more of it


def _with_indicators(entry: Entry) -> Entry:
    known = index_letters(entry.parsed) | {
        part.variable.full_name
        for part in walk(entry.parsed)
        if isinstance(part, ast.BigOperator) and part.variable is not None
    }

    axes = axes_of_letters(entry.parsed)

    def equal(node: Node) -> Node:
        letters = _letters(node)
        if not isinstance(node, ast.Symbol) or not letters or not known >= {*letters}:
            return node
        one, other = (ast.Symbol(letter, None, None, (), False, node.span) for letter in letters)
        return of_equal(one, other, axes, node.span)

    return replace(entry, parsed=rewritten(entry.parsed, equal))


def axes_of_letters(parsed: ast.Parsed) -> dict[str, Axis]:
    """The axes that letters are indices of in a statement."""
    indices = (part for part in walk(parsed) if isinstance(part, ast.Index))
    return {x.full_name: axis for index in indices for axis, x in index.items if isinstance(x, ast.Symbol)}


def of_equal(one: ast.Expr, other: ast.Expr, axes: Mapping[str, Axis], span: Span) -> ast.Expr:
    """What is 1 where two indices are equal: of letters for an axis and its twin, the entries of the identity."""
    twins = [axes[x.full_name] for x in (one, other) if isinstance(x, ast.Symbol) and x.full_name in axes]
    if len({axis.name for axis in twins}) == 2 and len({stem(axis.name) for axis in twins}) == 1:
        square = ast.Symbol("I", None, None, tuple(twins), False, span)
        return ast.Index(square, tuple(zip(twins, (one, other), strict=True)), span)
    same = ast.Relation("eq", "=", span)
    return Indicator(ast.Chain((one,), ((same, other),), (0, 0), (), span), span)
