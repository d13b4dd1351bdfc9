"""`L(w)` after `L = E`, where E rests on `w`: what L is there, and `L(0)` what it is at `w = 0`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.functions import restriction
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def value(session: Session, factors: Sequence[ast.Expr], env: Environment) -> Typed | None:
    """What a tensor is at what stands in the bracket behind it; None if that is a factor.

    It is one if nothing so far has a bracket with nothing but letters that the formula rests on behind the name.
    """
    head, bracket = factors[0], factors[1] if len(factors) > 1 else None
    if not isinstance(head, ast.Symbol) or not isinstance(bracket, ast.Group) or bracket.bracket != "(":
        return None
    found = session.tensor(head.full_name, env) if head.full_name not in env.values else None
    if not isinstance(found, Tensor) or bracket.parameters or not bracket.items:
        return None
    if any(isinstance(b, Function) for b in session.scope.by_name.get(head.full_name, ())):
        return None  # `f(u) = s(V u)`, and `f (1 - f)` where `f = f(u)`
    rests = made_of(session.scope, names_in(found.body), found.entry) - {found.name}
    letters = _letters(session, head, rests, len(bracket.items), env.at)
    if letters is None:
        return infer.check(session, head, env) if _are_made_of(session, bracket, rests, env) else None
    if [letter.full_name for letter in letters] == [i.full_name for i in bracket.items if isinstance(i, ast.Symbol)]:
        return infer.check(session, head, env)
    span = head.span.to(bracket.span)
    return restriction.check(session, ast.Restricted(head, tuple(zip(letters, bracket.items, strict=True)), span), env)


def _are_made_of(session: Session, bracket: ast.Group, names: set[str], env: Environment) -> bool:
    """*In terms of `\\beta = 1 / T`*: whether all in a bracket is defined by what the formula is made of, too."""
    found = [session.tensor(i.full_name, env) if isinstance(i, ast.Symbol) else None for i in bracket.items]
    own = [made_of(session.scope, names_in(b.body), b.entry) & names for b in found if isinstance(b, Tensor)]
    return len(own) == len(found) and all(own)


def _letters(
    session: Session, head: ast.Symbol, names: set[str], count: int, at: Entry
) -> tuple[ast.Symbol, ...] | None:
    """The letters in the first bracket of so many behind the name that has nothing but such letters."""
    for node in (n for entry in session.ranges.entries if entry.index <= at.index for n in walk(entry.parsed)):
        if not isinstance(node, ast.Juxtaposition) or len(node.factors) < 2:
            continue
        first, bracket = node.factors[:2]
        first = first.body if isinstance(first, ast.Differential) else first  # `\\nabla_w L(w)`
        if isinstance(first, ast.Symbol) and first.full_name == head.full_name and isinstance(bracket, ast.Group):
            letters = tuple(item for item in bracket.items if isinstance(item, ast.Symbol))
            if len(letters) == len(bracket.items) == count and {x.full_name for x in letters} <= names:
                return letters
    return None
