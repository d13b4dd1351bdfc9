"""*The telescoping sum `\\sum_{t=1}^T (a_t - a_{t-1}) = a_T - a_0`*, of an `a` of which nothing else is said.

Names that differ only in an index which a sum in the statement runs over are members of one family, and not several
tensors. Where nothing is done along an axis they are numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def declare(roles: Sequence[Role], scope: Scope) -> None:
    """Declare such families, each for its own statement and what comes behind it."""
    for role in roles:
        at, parsed = role.entry, role.entry.parsed
        if role.kind is not Kind.CLAIM or not isinstance(parsed, ast.Chain) or not parsed.rest:
            continue
        for member in _summed(parsed):
            base = taken_apart(member.full_name).base
            if not any(taken_apart(other).base == base for other in scope.by_name):
                scope.add(any_number(member.full_name, parsed.span, replace(at, index=at.index - 1)))


def _summed(parsed: ast.Chain) -> list[ast.Symbol]:
    """The members `a_t` of a statement of numbers that a sum over `t` names, beside others of their family."""
    parts = list(walk((parsed.subjects, parsed.rest)))
    if any(isinstance(part, ast.Axis) for part in parts):
        return []
    over = {p.variable.full_name for p in parts if isinstance(p, ast.BigOperator) and p.variable is not None}
    families = defaultdict[tuple[str, int, int], dict[str, ast.Symbol]](dict)
    for part in parts if over else ():
        if isinstance(part, ast.Symbol) and part.sub is not None and part.sup is None:
            families[taken_apart(part.full_name).form].setdefault(part.full_name, part)
    several = (own for own in families.values() if len(own) > 1)
    return [part for own in several for name, part in own.items() if taken_apart(name).sub[0] in over]
