"""Statements with `\\mathbb{E}[X]`: read as claims of what is known; what they would define or say else is left out.

A left side that is a name, or a function at arguments, may be defined by its mean: it then has no value, if that is not
the mean over an index, `\\mathbb{E}_{z \\sim \\pi}[f_{\\ax(z)}]`, which is a sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import ORDERS
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Moment
from ntdoc.syntax.moments import unread

_RELATIONS = ORDERS | {"eq"}


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which only claims are about means over chances."""
    drawn: set[tuple[int, str]] = set()
    found = []
    for entry in entries:
        found.append(_as_read(entry, {letter for section, letter in drawn if section == entry.section}))
        drawn |= {(entry.section, letter) for letter in _drawn(entry.parsed)}
    return found


def _as_read(entry: Entry, drawn: set[str]) -> Entry:
    moments = [part for part in walk(entry.parsed) if isinstance(part, Moment)]
    if not moments or _is_claim(entry.parsed) or all(_is_over_index(moment, drawn) for moment in moments):
        return entry
    problem = unread(moments[0].span)
    return entry.not_read(problem.reason, problem.span)


def _is_over_index(moment: Moment, drawn: set[str]) -> bool:
    """Whether a mean is taken of what stands at an index that is drawn."""
    own = {letter for chain in moment.over for letter in _drawn(chain)}
    indices = {index for part in walk(moment.items) if isinstance(part, ast.Index) for _, index in part.items}
    return any(isinstance(index, ast.Symbol) and index.full_name in own | drawn for index in indices)


def _drawn(parsed: ast.Parsed) -> Iterator[str]:
    """The letters that a statement says are drawn, `z \\sim \\pi`."""
    if isinstance(parsed, ast.Chain) and any(relation.kind == "drawn" for relation, _ in parsed.rest):
        yield from (s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol))


def _is_claim(parsed: ast.Parsed) -> bool:
    if not isinstance(parsed, ast.Chain) or not parsed.rest or len(parsed.subjects) != 1 or parsed.conditions:
        return False
    left = parsed.subjects[0]
    named = isinstance(left, ast.Symbol | ast.Index) or (
        isinstance(left, ast.Juxtaposition) and not any(isinstance(part, Moment) for part in walk(left))
    )
    return not named and all(relation.kind in _RELATIONS for relation, _ in parsed.rest)
