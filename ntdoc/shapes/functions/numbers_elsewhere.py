"""The kernel `k(x, y)` of a section, of which nothing says what it is, where another section has a number `k`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.shapes.environment import Environment
from ntdoc.shapes.names.numbers import numeric
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def refuse(session: Session, head: ast.Symbol, env: Environment) -> None:
    """Raise Unreadable if only another section has such a name, and it is a number there: no number has arguments."""
    found = None if head.full_name in env.values else session.binding(head.full_name, env)
    if found is not None and found.entry.section != env.at.section and numeric.is_of_numbers(session.scope, found):
        raise Unreadable(f"a function {head.full_name}, a name that only another section has, for a number", head.span)
