"""*Weights `w_1, w_2 \\ge 0`, `w_1 + w_2 = 1`*: an equation that ties numbers to each other which are only declared."""

from __future__ import annotations

from ntdoc.nodes import walk
from ntdoc.shapes import plan as p
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import tied
from ntdoc.shapes.scope import Declared


def ties_free_numbers(judged: Judged) -> bool:
    """Whether it says of which of these numbers the text speaks, and is no claim of all of them."""
    letters = {symbol.full_name for symbol in tied.letters(judged.role.entry)}
    if not letters or judged.value is None or judged.value.shape:
        return False
    if any(isinstance(part, p.Defined) for part in walk(judged.value.plan)):
        return False
    bound = {b.name: b for use in judged.notebook.uses if (b := use.binding) is not None and b.name in letters}
    return bound.keys() == letters and all(isinstance(binding, Declared) for binding in bound.values())
