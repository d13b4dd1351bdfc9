"""Numbers that a sentence takes for the index of a family, or for the letter of a function.

*`m_t = c (1 - b^t)`. After `t = 7` steps it is …*: what is said of the family before is said of each of its members, so
that its index stays any number there.
"""

from __future__ import annotations

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.families import letters_in, offsets
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast, literals


def is_of_index(tensor: Tensor, scope: Scope, ranges: Ranges) -> bool:
    """Whether a sentence gives a number to the index of a family that its section defines before it.

    The letter runs over something, or stands in `m_{t+1}`, too: else the number says which member is spoken of.
    """
    at, letter = tensor.entry, tensor.name
    if at.display or at.cell or not literals.is_number(tensor.body):
        return False
    defined = (b for own in scope.by_name.values() for b in own if isinstance(b, Tensor) and b.entry.is_above(at))
    if not any(letter in letters_in(b.name) for b in defined):
        return False
    if ranges.range_of(letter, at) is not None:
        return True
    before = (entry for entry in ranges.of_section(at) if entry.index < at.index)
    symbols = (part for entry in before for part in walk(entry.parsed) if isinstance(part, ast.Symbol))
    return any(any(offsets(symbol.full_name, letter)) for symbol in symbols)


def is_of_letter(tensor: Tensor, scope: Scope) -> bool:
    """*Its peak is at `x = m`; for `s = 1` it is …*, after an `f(x, s)`: the letter of a function.

    A formula of `f(x, s)` behind it is of any numbers. *With `s = 1`* the text takes a number, and may go on with it.
    """
    at, span = tensor.entry, tensor.entry.parsed.span
    if at.display or at.cell or not literals.is_number(tensor.body) or cases.is_with(span):
        return False
    own = (f for f in scope.functions if f.entry.index < at.index and f.entry.sentence != at.sentence)
    return cases.is_taken(at) and any(tensor.name in f.letters for f in own)
