"""`f_2(x) = (1, 2)` and `g(x, 0) = x`, after `f_s(x) = …` and `g(x, k) = …`, say what these come to for a number.

And `f_b(y) = E`, of a `b` and a `y` at hand, after `f_a(x) = …` of any `a`, for that one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.shapes.arithmetic import value
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in, match
from ntdoc.shapes.functions.letter_sizes import put_in
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.names.lefts.classify import Classifier


def is_of_member(
    classifier: Classifier, entry: Entry, head: ast.Symbol, names: list[str], right: ast.Operand
) -> bool:
    """`f_2(x) = (1, 2)`, after `f_s(x) = …` and numbers for `x`, is what the `f_s` of that number comes to."""
    found = [classifier.scope.tensor(name, entry) for name in names]
    numbers = [isinstance(b, Tensor) and numeric.is_numbers(b.body) for b in found]
    if not all(numbers) or names_in(right) & set(names) or not (numeric.is_array(right) or numeric.is_number(right)):
        return False
    alike = (b for b in classifier.scope.of_form(head.full_name) if isinstance(b, Function))
    alike = (b for b in alike if len(b.letters) == len(names) and b.entry.section == entry.section)
    values = (match(b.name, head.full_name, letters_in(b.name)) for b in alike)
    return any(found and all(isinstance(v, int) for v in found.values()) for found in values)


def is_at_hand(classifier: Classifier, entry: Entry, head: ast.Symbol, names: list[str], right: ast.Operand) -> bool:
    """`f_b(y) = E`, where the text has said what `b` and `y` are, after `f_a(x) = …` in its section, of any `a`."""
    scope = classifier.scope
    if not all(scope.tensor(name, entry) is not None for name in names):
        return False
    for known in scope.of_form(head.full_name):
        if not isinstance(known, Function) or len(known.letters) != len(names) or known.name == head.full_name:
            continue
        places = [(letter, part) for letter, part in put_in(known, head) if getattr(part, "text", "") != letter]
        above = known.entry.section == entry.section and known.entry.index < entry.index
        if above and places and all(_is_said(scope, known, *place, right, entry) for place in places):
            return True
    return False


def _is_said(scope: Scope, known: Function, letter: str, part: ast.Expr, right: ast.Operand, entry: Entry) -> bool:
    """Whether what stands in the place of a letter that means nothing else is at hand, and in the formula."""
    free = scope.tensor(letter, known.entry) is None and letter in names_in(known.body)
    names, number = names_in(part), value(part)
    if not names:
        return free and number is not None and number % 1 != 0
    there = not names_in(right).isdisjoint(made_of(scope, names, entry) | names)
    return free and there and all(scope.tensor(name, entry) is not None for name in names)


def is_called_with_numbers(
    classifier: Classifier, entry: Entry, head: ast.Symbol, argument: ast.Expr, names: list[str]
) -> bool:
    """`f(x, 0) = x`, of the `x` at hand, after `f(x, k) = …` with a size `k`, which stands in the name of `f`."""
    if head.sub is None or head.sub.span != argument.span:
        return False
    if not any(isinstance(part, ast.Number) for part in head.sub.parts):
        return False
    known = any(isinstance(b, Function) for b in classifier.scope.of_form(head.full_name))
    return known and all(classifier.scope.is_tensor(name, entry) for name in names)
