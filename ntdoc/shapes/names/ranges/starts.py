"""Where a recurrence begins that says from which number on it holds, and of what functions its members are arguments.

*Let `x_{k+1} = x_k - \\eta \\nabla f(x_k)` for `k = 0, 1, \\ldots`* begins at any `x_0` of the set that `f` takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Declared, Signed, Tensor
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import combine
from ntdoc.shapes.families import resolved, taken_apart
from ntdoc.shapes.names.families import members
from ntdoc.shapes.names.families.lists import Range
from ntdoc.shapes.names.lefts.shaped import begins_unsaid
from ntdoc.shapes.names.numbers import uniform
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import Constant
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gradient

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def of_signature(session: Session, name: str, env: Environment) -> Declared | None:
    """The member before the first that a formula gives, if a function of one tensor is taken of the members there."""
    full = resolved(name, env.indices)
    for family in session.scope.of_form(full):
        if not (isinstance(family, Tensor) and members.is_visible(session, family, env)):
            continue
        here = family.entry.section == env.at.section  # *a step is `y_{n+1} = f(y_n)`*
        begins = any((known.said or here) and before for known, before in _beginnings(session, family, full))
        if begins and (found := _argument(session, family, full)) is not None:
            return found
    return None


def unsaid(session: Session, name: str, env: Environment, span: Span) -> Typed | None:
    """The member before the first of a recurrence of which nothing says where it begins: 0, with the axes it needs."""
    full = resolved(name, env.indices)
    alike = (b for b in session.scope.of_form(full) if isinstance(b, Tensor) and members.is_visible(session, b, env))
    begin = (b for b in alike if next((before for _, before in _beginnings(session, b, full)), False))
    family = next((b for b in begin if begins_unsaid(b, full, session.ranges)), None)
    if family is None:
        return None
    at = replace(family.entry, index=-1 - family.entry.index)  # of no statement
    if (start := session.supposed.get(at.index)) is not None:
        return start
    shape = uniform.started(session, Tensor(full, family.body, (), None, at, span))
    return combine.spread(Typed(Constant(0.0), {}, span), shape) if shape else Typed(Constant(0.0), {}, span)


def _beginnings(session: Session, family: Tensor, name: str) -> Iterator[tuple[Range, bool]]:
    """The range of each letter of a family that is a number in a name, and whether that is right before the first."""
    for letter, number in (session.ranges.match(family, name) or {}).items():
        known = session.ranges.range_of(letter, family.entry)
        if known is not None and isinstance(number, int):
            yield known, number == members.lowest(session, family, letter, known) - 1


def _argument(session: Session, family: Tensor, name: str) -> Declared | None:
    form = taken_apart(name).form
    for head, given in (call for body in _steps(session, family) for call in _calls(body)):
        item = given.items[0] if isinstance(given, ast.Group) and len(given.items) == 1 else given
        if not (isinstance(head, ast.Symbol) and isinstance(item, ast.Symbol)):
            continue
        if taken_apart(item.full_name).form != form:
            continue
        for found in session.scope.function(head.full_name, family.entry):
            if isinstance(found, Signed) and len(found.signature.arguments) == 1:
                return Declared(name, found.signature.arguments[0], "", family.entry, family.span)
    return None


def _steps(session: Session, family: Tensor) -> Iterator[ast.Operand]:
    """The body of a recurrence, and those of what its run defines for it: `k_1 = f(y_n)`."""
    pending, seen = [family], {family.name}
    while pending:
        body = pending.pop().body
        yield body
        for name in sorted(names_in(body) - seen):
            seen.add(name)
            found = (b for b in session.scope.by_name.get(name, ()) if isinstance(b, Tensor))
            pending += [b for b in found if b.entry.run == family.entry.run]


def _calls(body: ast.Operand) -> Iterator[tuple[ast.Expr, ast.Expr]]:
    """What may be a function and its argument: `f(x_k)`, `\\nabla f(x_k)`."""
    for part in walk(body):
        if isinstance(part, ast.Juxtaposition):
            yield from pairwise(part.factors)
        elif isinstance(part, Gradient):
            yield part.function, part.argument
