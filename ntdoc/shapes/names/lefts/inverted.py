"""Left sides that define by a function of what is new: `\\log p(x) = …`, `\\partial f(X) = \\partial E`, `-D = …`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ntdoc.operations.table import lookup
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.in_places.consequences import has_same_ingredients
from ntdoc.shapes.names.in_places.own_densities import is_density_anew
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.source import Span
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.names.lefts.classify import Classifier

_INVERSES = {"log": "exp", "ln": "exp", "exp": "log"}


class Inner(NamedTuple):
    """The function that is defined, applied to its letters, and what it is."""

    call: ast.Juxtaposition
    body: ast.Expr


def call_of(scope: Scope, entry: Entry, subject: ast.Operand, parsed: ast.Chain) -> Inner | None:
    """What such a left side says of a function that is new; None if it is none."""
    right = parsed.rest[0][1]
    if isinstance(right, ast.TensorSet):
        return None
    if (negated := _negated(subject)) is not None:
        subject, right = negated, _minus(right)
        if isinstance(subject, ast.Juxtaposition) and isinstance(subject.factors[0], ast.Symbol):
            head = subject.factors[0]
            if len(subject.factors) == 2 and lookup(head.name) is None and not scope.function(head.full_name, entry):
                return Inner(subject, right)
    if not isinstance(subject, ast.Juxtaposition):
        return None
    return (
        _by_differential(scope, entry, subject, right)
        or _by_inverse(scope, entry, subject, right)
        or _by_square(scope, entry, subject, right)
    )


def _by_inverse(scope: Scope, entry: Entry, subject: ast.Juxtaposition, right: ast.Expr) -> Inner | None:
    if len(subject.factors) != 3:
        return None
    outer, head = subject.factors[:2]
    inverse = _INVERSES.get(outer.name) if isinstance(outer, ast.Symbol) and outer.sup is None else None
    if inverse is None or not isinstance(head, ast.Symbol):
        return None
    if scope.function(head.full_name, entry) and not is_density_anew(scope, head.full_name, entry):
        return None
    if lookup(head.name) is not None and head.full_name in names_in(right) | {inverse}:
        return None  # `\\log \\cosh x = \\log(\\cosh x)` speaks of what is known
    return Inner(subject.replace(factors=subject.factors[1:]), _applied(inverse, outer.span, right))


def _by_square(scope: Scope, entry: Entry, subject: ast.Juxtaposition, right: ast.Expr) -> Inner | None:
    """`\\delta(x, y)^2 = E` of a new `\\delta` defines a distance or the like: the positive root."""
    if len(subject.factors) != 2:
        return None
    head, power = subject.factors
    square = isinstance(power, ast.Power) and isinstance(power.exponent, ast.Number) and power.exponent.value == 2
    if not square or not isinstance(power, ast.Power) or not isinstance(head, ast.Symbol):
        return None
    call = power.base
    if not isinstance(call, ast.Group) or call.bracket != "(" or head.full_name in names_in(right):
        return None
    said = scope.tensor(head.full_name, entry) is not None or scope.function(head.full_name, entry)
    if said or lookup(head.name) is not None:
        return None
    return Inner(subject.replace(factors=(head, call)), ast.Root(right, None, right.span))


def name_of(subject: ast.Operand, right: ast.Operand) -> tuple[ast.Symbol, ast.Expr] | None:
    """The name in `\\log Z = E` or `-D = E` and what the equation says that it is; None if this is no such equation."""
    if isinstance(right, ast.TensorSet):
        return None
    if (negated := _negated(subject)) is not None:
        if names_in(negated) & names_in(right):
            return None  # `-X = (-1) X` is a law
        if isinstance(negated, ast.Symbol):
            return None if negated.axes or negated.under else (negated, _minus(right))
        return name_of(negated, _minus(right))
    if not isinstance(subject, ast.Juxtaposition) or len(subject.factors) != 2:
        return None
    outer, name = subject.factors
    inverse = _INVERSES.get(outer.name) if isinstance(outer, ast.Symbol) and outer.sup is None else None
    if inverse is None or not isinstance(name, ast.Symbol) or name.axes or name.under:
        return None
    return name, _applied(inverse, subject.factors[0].span, right)


def _negated(subject: ast.Operand) -> ast.Expr | None:
    """The `D` of `-D`."""
    alone = isinstance(subject, ast.Sum) and len(subject.terms) == 1 and subject.terms[0][0] < 0
    return subject.terms[0][1] if isinstance(subject, ast.Sum) and alone else None


def _minus(right: ast.Expr) -> ast.Expr:
    return ast.Sum(((-1, ast.Group((right,), (), "(", right.span)),), right.span)


def _applied(function: str, span: Span, body: ast.Expr) -> ast.Expr:
    bracket = ast.Group((body,), (), "(", body.span)
    return ast.Juxtaposition((ast.Symbol(function, None, None, (), True, span), bracket), body.span)


def _by_differential(scope: Scope, entry: Entry, subject: ast.Juxtaposition, right: ast.Expr) -> Inner | None:
    head = subject.factors[0]
    if not isinstance(right, ast.Differential) or not isinstance(head, ast.Differential) or right.by or head.by:
        return None
    if not isinstance(head.body, ast.Symbol) or lookup(head.body.name) is not None:
        return None
    if scope.function(head.body.full_name, entry):
        return None
    return Inner(subject.replace(factors=(head.body, *subject.factors[1:])), right.body)


def is_of_the_same(scope: Scope, found: Tensor | Declared | None, right: ast.Operand, entry: Entry) -> bool:
    """Whether `\\log N = E` says what the `N` of another section comes to: it is made of what that is made of."""
    return isinstance(found, Tensor) and has_same_ingredients(scope, found, right, entry)


def is_free_here(classifier: Classifier, symbol: ast.Symbol, right: ast.Operand, entry: Entry) -> bool:
    """Whether a name has no value in the section of a display, so that `\\log Z = …` says what it is."""
    found = classifier.scope.tensor(symbol.full_name, entry)
    if found is not None and (not entry.display or entry.concludes or not isinstance(found, Tensor)):
        return False
    if isinstance(found, Tensor) and numeric.is_array(found.body) and numeric.is_array(right):
        return False  # both say what the same numbers are
    same = is_of_the_same(classifier.scope, found, right, entry)
    if same or (found is not None and found.entry.section == entry.section):
        return False
    parameter = classifier.scope.where_parameter(symbol.full_name, entry)
    return parameter is None and not classifier.later_in_run(symbol.full_name, entry)
