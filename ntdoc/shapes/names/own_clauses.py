"""What a row of a display says of its own parts, and what a sentence of an example says of a function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax.ast import Chain, Number, TensorSet

if TYPE_CHECKING:
    from ntdoc.shapes.scope import Binding, Tensor


def clauses_of_row(bindings: Sequence[Binding], first: int, at: Entry) -> Sequence[Binding]:
    """What the row of an entry says behind it of its parts, with another `Y` above: *`f(X) = \\exp Y`, where `Y = …`*.

    A set in a later column does the same, `f = W \\ndot{\\ax} X & W &\\in \\reals^{…}`, with other axes than above.
    """
    above = _axes(bindings[first - 1].entry) if first else None
    end = first
    while end < len(bindings) and bindings[end].entry.row == at.row and _is_clause(bindings[end].entry, above):
        end += 1
    return bindings[first:end]


def is_later_value(found: Tensor, bindings: Sequence[Binding], at: Entry) -> bool:
    """Whether it is the number that an example gives to a function, `J = 2`, and a statement before it names that."""
    if found.entry.display or found.entry.index <= at.index or found.entry.sentence == at.sentence:
        return False
    if not isinstance(found.body, Number):
        return False
    earlier = (b.entry for b in bindings if hasattr(b, "parameters"))
    return any(e.index < at.index and e.section == at.section for e in earlier)


def _is_clause(entry: Entry, above: frozenset[str] | None) -> bool:
    axes = _axes(entry) if entry.display else None
    return entry.piece.says_where or (axes is not None and axes != above)


def _axes(entry: Entry) -> frozenset[str] | None:
    """The axes of the set that a statement puts a name in."""
    right = entry.parsed.rest[0][1] if isinstance(entry.parsed, Chain) and entry.parsed.rest else None
    return frozenset(sized.axis.name for sized in right.shape.axes) if isinstance(right, TensorSet) else None
