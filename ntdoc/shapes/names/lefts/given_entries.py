"""`f(x)_{\\ax(i)} = E`: functions whose results are given entry by entry, all of them or some."""

from __future__ import annotations

import math

from ntdoc.operations.table import Rule, lookup
from ntdoc.shapes.bindings import Function, Signed
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.steps import ends_of
from ntdoc.syntax import ast


def indexed(subject: ast.Operand) -> tuple[ast.Index, ast.Expr] | None:
    """The index and the call in `f(x)_{\\ax(i)}`, whose bracket has the subscript, and in `[f(x)]_{\\ax(i)}`."""
    if isinstance(subject, ast.Juxtaposition) and isinstance(subject.factors[-1], ast.Index):
        index = subject.factors[-1]
        return index, subject.replace(factors=(*subject.factors[:-1], index.body))
    if isinstance(subject, ast.Index) and isinstance(subject.body, ast.Group) and len(subject.body.items) == 1:
        return subject, subject.body.items[0]
    return None


def where_given(right: ast.Expr, parsed: ast.Chain) -> ast.Expr:
    """The entries of a function where the conditions on them hold, `i > 1`: of the others nothing says what they are.

    From 1 to an end, or below one, it gives all that there are.
    """
    found = right
    for chain in parsed.conditions:
        below = {relation.kind for relation, _ in chain.rest} <= {"lt", "le"} and len(chain.rest) == 1
        if not below and not any(ends_of(chain)):
            unknown = ast.Number(math.nan, 0, right.span)
            found = ast.Cases(((found, chain), (unknown, None)), right.span)
    return found


def is_usual(scope: Scope, function: Function) -> bool:
    """Whether entries are of what a known operation gives: `\\exp(x)_{\\ax(i)} = …`, `\\tanh(x)_{\\ax(i)} = …`.

    It takes the same arguments, and no axes, or the one axis of an array at hand. No signature says what it is here.
    """
    at, count = function.entry, len(function.letters)
    readings = (operation for axes in (False, True) if (operation := lookup(function.name, axes)) is not None)
    rules = {o.rule for o in readings if o.arity == count or (o.arity is None and count > 1)}
    signed = (b for b in scope.function(function.name, at) if isinstance(b, Signed))
    if any(b.entry.section == at.section for b in signed):
        return False
    at_hand = all(scope.is_tensor(letter, at) for letter in function.letters)
    return Rule.ELEMENTWISE in rules or (at_hand and not rules.isdisjoint({Rule.ALONG, Rule.REDUCTION}))
