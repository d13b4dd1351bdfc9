"""What a row of a display says of its own parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.shapes.entries import Entry
from ntdoc.syntax.ast import Chain

if TYPE_CHECKING:
    from ntdoc.shapes.scope import Binding


def clauses_of_row(bindings: Sequence[Binding], first: int, at: Entry) -> Sequence[Binding]:
    """What the row of an entry says behind it of its parts, with another `Y` above: *`f(X) = \\exp Y`, where `Y = …`*.

    A set in a later column does the same, `f = W \\ndot{\\ax} X & W &\\in \\reals^{…}`.
    """
    end = first
    while end < len(bindings) and bindings[end].entry.row == at.row and _is_clause(bindings[end].entry):
        end += 1
    return bindings[first:end]


def _is_clause(entry: Entry) -> bool:
    declares = isinstance(entry.parsed, Chain) and entry.parsed.rest and entry.parsed.rest[0][0].kind == "in"
    return entry.piece.says_where or (entry.display and bool(declares))
