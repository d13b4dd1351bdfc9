"""Points that words alone introduce: *`f \\colon S \\to \\reals` with a minimizer `x^*`*, *let `z` be its maximum*."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.document.said.points import is_called_point
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def declare(roles: Sequence[Role], scope: Scope) -> None:
    """Declare them in the set that the last function before takes, of which the section gives the signature."""
    taken: tuple[int, ast.TensorSet] | None = None
    for role in roles:
        at, parsed, name = role.entry, role.entry.parsed, alone(role.entry)
        if isinstance(parsed, ast.Signature) and len(parsed.arguments) == 1:
            taken = at.section, parsed.arguments[0]
        if taken is None or taken[0] != at.section:
            continue
        if not isinstance(name, ast.Symbol) or scope.by_name.get(name.full_name):
            continue
        if is_called_point(parsed.span):
            scope.insert(Declared(name.full_name, taken[1], "", at, name.span))
