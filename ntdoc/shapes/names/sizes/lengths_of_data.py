"""Sizes that a sentence names beside its data: *let `p \\in (0, 1)^{\\obs}` be scores, for `n = |\\obs|` cases*."""

from __future__ import annotations

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def is_of_own_data(tensor: Tensor, scope: Scope) -> bool:
    """Whether a letter names the length of an axis of what its own sentence declares for all that follows.

    The letter lasts as long as the data do. *For `k = |\\ax|` all are taken* is a case, of a `k` that is said before.
    """
    at, size = tensor.entry, tensor.body
    if at.local or not isinstance(size, ast.Size):
        return False
    axes = {part.name for part in walk(size) if isinstance(part, ast.Axis)}
    declared = (b for bindings in scope.by_name.values() for b in bindings if isinstance(b, Declared))
    data = (b for b in declared if b.entry.sentence == at.sentence and not b.entry.local and b.entry.index < at.index)
    return any(not axes.isdisjoint(s.axis.name for s in b.along) for b in data)
