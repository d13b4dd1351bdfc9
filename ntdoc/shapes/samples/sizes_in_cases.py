"""*For `K = 2`*, of the `K` of `\\class[K]`: in its sentence, and in the display that ends it, the axis is so long.

So it is in the item that a case heads, *`K = 2`: two classes, …*.
"""

from __future__ import annotations

from math import inf

from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.sizes import Equations, number, variable
from ntdoc.syntax import ast


def add(scope: Scope, at: Entry, equations: Equations) -> None:
    """Add what the sentence of an entry takes sizes to be, for what is made of them before it."""
    for name, value in scope.made(_cases).get(at.sentence, ()):
        equations.suggest(variable(name), number(value))


def _cases(scope: Scope) -> dict[int, list[tuple[str, int]]]:
    """The sizes with their numbers, by sentence."""
    found: dict[int, list[tuple[str, int]]] = {}
    for name, bindings in scope.by_name.items():
        if numeric.is_size(name, scope):
            for b in bindings:
                case = b.entry.index in scope.cases or (b.entry.local and b.entry.supposed)
                if case and isinstance(b, Tensor) and isinstance(b.body, ast.Number) and 1 <= b.body.value < inf:
                    found.setdefault(b.entry.sentence, []).append((name, int(b.body.value)))
    return found
