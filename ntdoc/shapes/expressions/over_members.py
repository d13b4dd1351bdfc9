"""Letters of sums that run over the members of families, and not along an axis: `\\prod_s \\alpha_s`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes import families
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.names import values
from ntdoc.shapes.names.families import members
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def runs_over_members(session: Session, body: ast.Operand, letter: str, env: Environment) -> bool:
    """Whether an index stands in the scripts of names that are members of a family, as `s` in `\\prod_s \\alpha_s`."""
    for part in walk(body):
        if isinstance(part, ast.Symbol) and letter in families.words_in(part.full_name):
            power = part.sup is not None and part.sup.expr is not None and letter in families.words_in(part.name)
            names = [part.full_name, part.name] if power else [part.full_name]  # `g_s^2` is a power of the member
            places = [{**env.indices, letter: value} for value in (1, 2, 0)]  # of `x_{l-1}` there may be no first one
            named = (members.tensor(session, n, replace(env, indices=p)) for n in names for p in places)
            found = next((member for member in named if member is not None), None)
            entrywise = (
                found is not None
                and isinstance(found.binding, Tensor)
                and values.by_entries(found.binding, (letter,))
                and not _has_members(session, found.binding, letter)
            )
            if found is not None and not entrywise:
                return True
        elif isinstance(part, ast.Symbol) and _is_open_in(session, part.full_name, letter, env):
            return True
    return False


def _is_open_in(session: Session, name: str, letter: str, env: Environment) -> bool:
    """Whether a function of the section leaves open of which member it is, as `F(x) = x v_t` in `\\sum_t F(x)`."""
    named = (f for f in session.scope.function(name, env.at) if isinstance(f, Function))
    own = next((f for f in named if f.entry.section == env.at.section and f.entry.index < env.at.index), None)
    if own is None or letter in own.letters:
        return False
    inner = (part for part in walk(own.body) if isinstance(part, ast.BigOperator) and part.variable is not None)
    if any(part.variable is not None and part.variable.full_name == letter for part in inner):
        return False
    return runs_over_members(session, own.body, letter, replace(env, at=own.entry))


def _has_members(session: Session, found: Tensor, letter: str) -> bool:
    """Whether a definition by entries, `b_t = X_{\\ax(t)} + c_t`, is also made of members of a declared family."""
    symbols = (part for part in walk(found.body) if isinstance(part, ast.Symbol))
    families_ = (s.full_name for s in symbols if letter in families.words_in(s.full_name))
    return any(isinstance(session.scope.tensor(name, found.entry), Declared) for name in families_)
