"""Derivatives of functions of one number, written with a prime: `\\sigma'(z) = \\sigma(z) (1 - \\sigma(z))`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.operations.table import Rule, lookup
from ntdoc.shapes.bindings import Function, Signed
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.functions.callees import unwrapped
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_MOST = 4  # primes


def as_differential(session: Session, factors: Sequence[ast.Expr], env: Environment) -> Sequence[ast.Expr]:
    """The factors with `f'(x)` as the differential of f at x with an increment of 1 in every entry.

    With more primes it is a higher derivative, `\\frac{\\partial^2 f}{\\partial t^2}` of the letter of f, at x.
    """
    head, (group, scripts) = factors[0], unwrapped(factors[1]) if len(factors) > 1 else (None, [])
    if not isinstance(head, ast.Symbol) or group is None or not _has_primes(head):
        return factors
    if group.bracket != "(" or len(group.items) != 1 or group.parameters or session.is_known(head.name, env):
        return factors
    if session.tensor(head.full_name, env) is not None or head.full_name in env.values:
        return factors
    said = session.scope.function(head.full_name, env.at)
    if said and not _is_of_older(session, head, said[0], env):
        return factors
    for order in range(1, min(len(head.base) - len(head.base.rstrip("'")), _MOST) + 1):
        base = head.replace(base=head.base[:-order])
        own = session.scope.function(base.full_name, env.at)
        if own and base.base.endswith("'") and _is_of_older(session, base, own[0], env):
            continue
        if not (_is_of_number(session, own[0]) if own else _is_elementwise(base)):
            continue
        if scripts:  # `f'(x)^2` is the square of the derivative
            call = ast.Juxtaposition((head, group), head.span.to(group.span))
            return (_with(scripts, ast.Group((call,), (), "(", call.span)), *factors[2:])
        if order == 1:
            one = ast.Number(1.0, 0, group.span)
            return (ast.Differential(base, None, head.span), group.replace(parameters=(one,)), *factors[2:])
        letter = ast.Symbol("·", None, None, (), False, head.span)  # which no document calls anything
        whole = ast.Juxtaposition((base, ast.Group((letter,), (), "(", head.span)), head.span)
        higher = ast.Derivative(whole, (letter,) * order, False, None, head.span)
        return (ast.Restricted(higher, ((letter, group.items[0]),), head.span.to(group.span)), *factors[2:])
    return factors


def _is_of_older(session: Session, head: ast.Symbol, said: Function | Signed, env: Environment) -> bool:
    """Whether what is said of `f'` is said of another f than the one there: after it, f has been defined anew."""
    name = head.full_name.replace(head.base, head.base.rstrip("'"), 1)
    here, then = (session.scope.function(name, at)[:1] for at in (env.at, said.entry))
    if not here or not then or not isinstance(here[0], Function) or not isinstance(said, Function):
        return False
    return said.entry.index < here[0].entry.index <= env.at.index and here[0] is not then[0]


def _with(scripts: Sequence[ast.Expr], node: ast.Expr) -> ast.Expr:
    """An expression with the scripts of another, innermost first."""
    for script in scripts:
        node = script.replace(base=node) if isinstance(script, ast.Power) else script.replace(body=node)
    return node


def _has_primes(head: ast.Symbol) -> bool:
    """Whether a name ends in a prime, with nothing else at it but what tells it from others of its letter, `f_1'`."""
    return head.sup is None and not head.axes and not head.under and head.base.endswith("'")


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
