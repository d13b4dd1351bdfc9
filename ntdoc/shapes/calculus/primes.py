"""Derivatives of functions of one number, written with a prime: `\\sigma'(z) = \\sigma(z) (1 - \\sigma(z))`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.operations.table import Rule, lookup
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.scope import Function, Signed
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def as_differential(session: Session, factors: Sequence[ast.Expr], env: Environment) -> Sequence[ast.Expr]:
    """The factors with `f'(x)` as the differential of f at x with an increment of 1 in every entry."""
    head, group = factors[0], factors[1] if len(factors) > 1 else None
    base = _base(head) if isinstance(head, ast.Symbol) else None
    if base is None or not isinstance(head, ast.Symbol) or not isinstance(group, ast.Group):
        return factors
    if group.bracket != "(" or len(group.items) != 1 or group.parameters or session.is_known(head.name, env):
        return factors
    if session.tensor(head.full_name, env) is not None or head.full_name in env.values:
        return factors
    if session.scope.function(head.full_name, env.at):
        return factors
    own = session.scope.function(base.full_name, env.at)
    if not (_is_of_number(session, own[0]) if own else _is_elementwise(base)):
        return factors
    one = ast.Number(1.0, 0, group.span)
    return (ast.Differential(base, None, head.span), group.replace(parameters=(one,)), *factors[2:])


def _base(head: ast.Symbol) -> ast.Symbol | None:
    """The name before one prime, with nothing else at it."""
    plain = head.sub is None and head.sup is None and not head.axes and not head.under
    if not plain or not head.base.endswith("'") or head.base.endswith("''"):
        return None
    return head.replace(base=head.base[:-1])


def _is_of_one(function: Function) -> bool:
    return len(function.parameters) == 1 and not function.extras and not function.axes


def _is_of_number(session: Session, binding: Function | Signed) -> bool:
    """Whether a function is one of a number, which acts on each entry of a tensor."""
    if isinstance(binding, Signed):
        sets = (*binding.signature.arguments, binding.signature.result)
        return len(sets) == 2 and not binding.axes and not any(s.shape.axes for s in sets)
    if not isinstance(binding, Function) or not _is_of_one(binding) or binding.entry.index in session.pending:
        return False
    checked = session.checked(binding)
    return not checked.broken and not any(checked.shapes.values()) and not checked.typed.shape


def _is_elementwise(base: ast.Symbol) -> bool:
    known = lookup(base.name)
    return known is not None and known.rule is Rule.ELEMENTWISE and known.arity == 1
