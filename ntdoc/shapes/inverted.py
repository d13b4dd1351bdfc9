"""Left sides that define a function by another one of it: `\\log p(x) = …`, `\\partial f(X) = \\partial E`."""

from __future__ import annotations

from typing import NamedTuple

from ntdoc.operations.table import lookup
from ntdoc.shapes.entries import Entry
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast

_INVERSES = {"log": "exp", "ln": "exp", "exp": "log"}


class Inner(NamedTuple):
    """The function that is defined, applied to its letters, and what it is."""

    call: ast.Juxtaposition
    body: ast.Expr


def call_of(scope: Scope, entry: Entry, subject: ast.Operand, parsed: ast.Chain) -> Inner | None:
    """What such a left side says of a function that is new; None if it is none."""
    right = parsed.rest[0][1]
    if not isinstance(subject, ast.Juxtaposition) or isinstance(right, ast.TensorSet):
        return None
    return _by_differential(scope, entry, subject, right) or _by_inverse(scope, entry, subject, right)


def _by_inverse(scope: Scope, entry: Entry, subject: ast.Juxtaposition, right: ast.Expr) -> Inner | None:
    if len(subject.factors) != 3:
        return None
    outer, head = subject.factors[:2]
    inverse = _INVERSES.get(outer.name) if isinstance(outer, ast.Symbol) and outer.sup is None else None
    if inverse is None or not isinstance(head, ast.Symbol) or scope.function(head.full_name, entry):
        return None
    bracket = ast.Group((right,), (), "(", right.span)
    applied = ast.Juxtaposition((ast.Symbol(inverse, None, None, (), True, outer.span), bracket), right.span)
    return Inner(subject.replace(factors=subject.factors[1:]), applied)


def _by_differential(scope: Scope, entry: Entry, subject: ast.Juxtaposition, right: ast.Expr) -> Inner | None:
    head = subject.factors[0]
    if not isinstance(right, ast.Differential) or not isinstance(head, ast.Differential) or right.by or head.by:
        return None
    if not isinstance(head.body, ast.Symbol) or lookup(head.body.name) is not None:
        return None
    if scope.function(head.body.full_name, entry):
        return None
    return Inner(subject.replace(factors=(head.body, *subject.factors[1:])), right.body)
