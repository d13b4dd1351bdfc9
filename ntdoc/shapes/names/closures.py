"""What the names in a formula rest on, through the formulas of the tensors that they are."""

from __future__ import annotations

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope, Tensor


def made_of(scope: Scope, names: frozenset[str], at: Entry) -> set[str]:
    """Names, and all that the tensors of these names are made of."""
    found, waiting = set(names), list(names)
    while waiting:
        tensor = scope.tensor(waiting.pop(), at)
        new = names_in(tensor.body) - found if isinstance(tensor, Tensor) else set()
        found |= new
        waiting.extend(new)
    return found
