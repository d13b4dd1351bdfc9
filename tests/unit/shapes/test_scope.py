"""What names mean where: the answer changes as soon as something is added or taken back."""

from __future__ import annotations

from ntdoc.reading import read_text
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import entries_of
from ntdoc.shapes.scope import Scope
from ntdoc.syntax.ast import Number


def test_what_is_added_or_taken_back_counts_at_once() -> None:
    first, second, at = entries_of(read_text("$x > 0$ and $x = 2$ and $y = x$\n", "names.md"))
    span = first.parsed.span
    scope = Scope()
    assert scope.tensor("x", at) is None
    declared = Declared("x", None, "positive", first, span)
    scope.add(declared)
    assert scope.tensor("x", at) == declared
    tensor = Tensor("x", Number(2.0, 0, span), (), None, second, span)
    scope.add(tensor)
    assert scope.tensor("x", at) is tensor
    scope.remove(tensor)
    assert scope.tensor("x", at) == declared
    assert scope.tensor("z", at) is None
    scope.insert(found := Declared("z", None, "positive", first, span))
    assert scope.tensor("z", at) == found


def test_a_value_that_holds_in_its_sentence_alone_is_none_elsewhere() -> None:
    first, at = entries_of(read_text("Here $x = 2$. There $y = x$.\n", "names.md"))
    scope = Scope()
    tensor = Tensor("x", Number(2.0, 0, first.parsed.span), (), None, first, first.parsed.span)
    scope.add(tensor)
    assert scope.tensor("x", at) is tensor
    scope.hold_alone(first)
    assert scope.tensor("x", at) is None
