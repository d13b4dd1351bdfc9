"""*Weights `w_1, w_2 \\ge 0`, `w_1 + w_2 = 1`*: an equation that ties numbers to each other which are only declared."""

from __future__ import annotations

from collections.abc import Iterator, Set

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.shapes import plan as p
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric, tied
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast


def ties_free_numbers(judged: Judged) -> bool:
    """Whether it says of which of these numbers the text speaks, and is no claim of all of them."""
    letters = {symbol.full_name for symbol in tied.letters(judged.role.entry)}
    if not letters or judged.value is None or judged.value.shape:
        return False
    if any(isinstance(part, p.Defined) for part in walk(judged.value.plan)):
        return False
    bound = {b.name: b for use in judged.notebook.uses if (b := use.binding) is not None and b.name in letters}
    return bound.keys() == letters and all(isinstance(binding, Declared) for binding in bound.values())


def ties_unknown_numbers(judged: Judged) -> bool:
    """*The weights sum to one, `a + b = 1`. At `a = 0.25`* the other one is what is left.

    Of one letter nothing says what it is, and of the others no more than a number in an example: it is no claim of all.
    """
    letters = {symbol.full_name for symbol in tied.letters(judged.role.entry)}
    if len(letters) < 2 or judged.law is None:
        return False
    bound = {b.name: b for use in judged.notebook.uses if (b := use.binding) is not None and b.name in letters}
    if (letters - bound.keys()) & set(_applied(judged)):
        return False  # `\\sigma(-z) = -\\sigma(z)`
    return frozenset() < bound.keys() < letters and all(
        isinstance(b, Declared) or (isinstance(b, Tensor) and numeric.is_number(b.body)) for b in bound.values()
    )


def are_in_proportion(judged: Judged, free: Set[str]) -> bool:
    """*By the law of sines `a / \\sin A = b / \\sin B = c / \\sin C`*: two ratios of numbers, and they may be any.

    The sides share no letter, and all of theirs are free: of any numbers it would not hold.
    """
    sides = (judged.left, judged.right)
    plain = judged.law is not None or (judged.value is not None and not judged.value.shape)
    if not plain or not any(isinstance(side, ast.Fraction) for side in sides):
        return False
    if any(isinstance(side, ast.Symbol) for side in sides):
        return False  # it says what that letter is
    if judged.relation is None or judged.relation.kind != "eq":
        return False
    left, right = ({name for name in names_in(side) if lookup(name) is None} for side in sides)
    return bool(left and right) and left.isdisjoint(right) and (judged.law is not None or left | right <= free)


def _applied(judged: Judged) -> Iterator[str]:
    """The names that stand before brackets in a claim: they may be functions."""
    heads = (head for head, behind in pairs(judged.role.entry.parsed) if isinstance(behind, ast.Group))
    yield from (head.full_name for head in heads if isinstance(head, ast.Symbol))
