"""`f_2(x) = (1, 2)` and `g(x, 0) = x`, after `f_s(x) = …` and `g(x, k) = …`, say what these come to for a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in, match
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.names.lefts.classify import Classifier


def is_of_member(
    classifier: Classifier, entry: Entry, head: ast.Symbol, names: list[str], right: ast.Operand
) -> bool:
    """`f_2(x) = (1, 2)`, after `f_s(x) = …` and numbers for `x`, is what the `f_s` of that number comes to."""
    found = [classifier.scope.tensor(name, entry) for name in names]
    given = [isinstance(b, Tensor) and numeric.is_numbers(b.body) for b in found]
    if not all(given) or names_in(right) & set(names) or not (numeric.is_array(right) or numeric.is_number(right)):
        return False
    alike = (b for b in classifier.scope.of_form(head.full_name) if isinstance(b, Function))
    alike = (b for b in alike if len(b.letters) == len(names) and b.entry.section == entry.section)
    values = (match(b.name, head.full_name, letters_in(b.name)) for b in alike)
    return any(found and all(isinstance(v, int) for v in found.values()) for found in values)


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
