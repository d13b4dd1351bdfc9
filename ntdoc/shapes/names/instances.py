"""What one section puts in the place of a tensor that another declares: *it is the same model with `X = V`*, `M = 1`.

Other sections speak of the tensor that is declared.
"""

from __future__ import annotations

from ntdoc.shapes.scope import Declared, Scope, Tensor
from ntdoc.syntax import ast


def is_of_section(tensor: Tensor, scope: Scope) -> bool:
    """Whether a definition is such an instance: of all zeros or ones, or in a sentence a tensor of other axes."""
    at, right = tensor.entry, tensor.body
    before = [b for b in scope.by_name[tensor.name] if b.entry.index < at.index and not b.entry.local]
    general = before[-1] if before else None
    if not isinstance(general, Declared) or general.entry.section == at.section or not (axes := _axes(general)):
        return False
    if isinstance(right, ast.Number):
        return right.value in (0, 1)
    other = scope.tensor(right.full_name, at) if isinstance(right, ast.Symbol) and not at.display else None
    return isinstance(other, Declared) and not at.gives and _axes(other) not in (frozenset(), axes)


def _axes(declared: Declared) -> frozenset[str]:
    return frozenset(s.axis.name for s in declared.domain.shape.axes) if declared.domain is not None else frozenset()
