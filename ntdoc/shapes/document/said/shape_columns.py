"""Shapes in a column of a table that is headed so, of what stands in their rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.reading.document import Mathematics
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document import listed_axes, sentences
from ntdoc.shapes.document.cells import bare, is_in_table, rows_of
from ntdoc.shapes.document.items_before import one_chain
from ntdoc.shapes.document.said.said_shapes import Shaped
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import split_commas
from ntdoc.syntax.relations import trimmed

_HEADS = regex(r"(?:(?:the|its|named|tensor)\s+)*(?:shapes?|axes|axis)\s*$", re.IGNORECASE)
_OF_RESULTS = regex(
    r"(?:(?:the|its)\s+)?(?:outputs?|results?|resulting)(?:\s+tensor)?\s+(?:shapes?|axes)\s*$", re.IGNORECASE
)
_LISTED = regex(sentences.LISTED)
_NEAR = 12  # items of a row


def in_column(items: Sequence[object], at: int) -> Shaped | None:
    """A shape in a column that is headed so, of what stands in its row: `| \\(X\\) | \\(\\seq \\times \\key\\) |`."""
    item = items[at]
    if not isinstance(item, Mathematics) or item.display or not is_in_table(item):
        return None
    if (found := listed_axes.read(items, at)) is None:
        return None
    rows = rows_of(item.span)
    row = next((row for row in rows[1:] if any(_holds(cell, item.span) for cell in row)), ())
    place = next((n for n, cell in enumerate(row) if _holds(cell, item.span)), None)
    if place is None or place >= len(rows[0]):
        return None
    others = [cell for cell in row if cell is not row[place]]
    near = [i for i in items[max(0, at - _NEAR) : at + _NEAR] if isinstance(i, Mathematics)]
    if _HEADS.match(bare(rows[0][place])):
        named = next(filter(None, (_names(near, cell) for cell in others)), None)
    elif _OF_RESULTS.match(bare(rows[0][place])):
        named = _result(near, others)
    else:
        return None
    if named is None:
        return None
    first, own = named
    start = item.inner._replace(end=item.inner.start)
    inner = first.inner.to(found.item.inner) if first.span.start < item.span.start else found.item.inner
    tokens = (*own, Token(Kind.COMMAND, "in", start), *found.tokens)
    return Shaped(replace(found.item, inner=inner, tokens=tokens), found.last, again=True)


def _result(formulas: Sequence[Mathematics], cells: Sequence[Span]) -> tuple[Mathematics, list[Token]] | None:
    """The one formula of a row, of which a column of *output shapes* speaks: with others it may be of any."""
    own = [formula for formula in formulas if any(_holds(cell, formula.span) for cell in cells)]
    chain = one_chain(own[0]) if len(own) == 1 else None
    if chain is None or len(chain.subjects) != 1:
        return None
    side = chain.rest[-1][1] if chain.rest else chain.subjects[0]
    if isinstance(side, ast.TensorSet) or (chain.rest and chain.rest[-1][0].kind not in ("eq", "define")):
        return None
    return own[0], [t for t in own[0].tokens if side.span.start <= t.span.start and t.span.end <= side.span.end]


def _names(formulas: Sequence[Mathematics], cell: Span) -> tuple[Mathematics, list[Token]] | None:
    """The first formula of a cell, and the names before its sign or of all that it lists: *`V`, `U`*, and no words."""
    own = [formula for formula in formulas if _holds(cell, formula.span)]
    if not own or not _LISTED.fullmatch(bare(cell)):
        return None
    tokens: list[Token] = []
    for formula in (part for whole in own for part in _parts(whole)):
        chain = one_chain(formula)
        if chain is None or (chain.rest and len(own) > 1):
            return None
        for name in chain.subjects:
            if not isinstance(name, ast.Symbol):
                return None
            tokens += [Token(Kind.CHAR, ",", name.span)] if tokens else []
            tokens += [t for t in formula.tokens if name.span.start <= t.span.start and t.span.end <= name.span.end]
    return own[0], tokens


def _parts(formula: Mathematics) -> list[Mathematics]:
    """The names of `V, U`, each as a formula; any other as it is."""
    if one_chain(formula) is not None:
        return [formula]
    return [replace(formula, tokens=tuple(part)) for part in split_commas(trimmed(formula.tokens))]


def _holds(cell: Span, span: Span) -> bool:
    return cell.start <= span.start and span.end <= cell.end
