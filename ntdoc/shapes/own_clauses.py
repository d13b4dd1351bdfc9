"""What a row of a display says of its own parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.shapes.entries import Entry

if TYPE_CHECKING:
    from ntdoc.shapes.scope import Binding


def clauses_of_row(bindings: Sequence[Binding], first: int, at: Entry) -> Sequence[Binding]:
    """What the row of an entry says behind it of its parts: `f(X) = \\exp Y, where Y = …`, with another Y above."""
    end = first
    while end < len(bindings) and bindings[end].entry.row == at.row and bindings[end].entry.piece.says_where:
        end += 1
    return bindings[first:end]
