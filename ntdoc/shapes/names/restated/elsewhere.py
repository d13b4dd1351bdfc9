"""Names of which another section says something that is not meant here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_EQUALS = frozenset({"=", "coloneqq", "triangleq", "equiv"})


def replaced(
    rows: Mapping[tuple[str, int], Entry], name: str, found: Tensor | Declared, at: Entry
) -> Entry | None:
    """The row of the section of an entry that says anew what a name is, and cannot be read.

    Of a tensor that the section only gives a value, the axes may still be those that are declared.
    """
    row = rows.get((name, at.section))
    if row is None or found.entry.section == at.section or row.index <= found.entry.index or row.index == at.index:
        return None
    if row.index > at.index and row.run != at.run:
        return None
    return row if isinstance(found, Tensor) or _declares(row) else None


def counts_here(session: Session, said: Entry, name: str, env: Environment) -> bool:
    """Whether what another section says of a letter is not meant: *for `t = 1, \\ldots, T`, so that `w_t = t / T`*."""
    at = env.at
    if said.section == at.section or not isinstance(env.indices.get(name), int):
        return False
    found = session.ranges.range_of(name, at)
    if found is None or not found.said or found.entry.section != at.section:
        return False
    own = found.entry
    return own.index <= at.index or own.sentence == at.sentence or own.run == at.run


def _declares(row: Entry) -> bool:
    if isinstance(row.parsed, ast.Chain):
        return bool(row.parsed.rest) and row.parsed.rest[0][0].kind == "in"
    texts = (t.text for t in row.piece.tokens)
    return next((text for text in texts if text == "in" or text in _EQUALS), "") == "in"
