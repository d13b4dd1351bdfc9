"""`\\nfun{\\ax}{mean} (P \\ndot{\\ax} X)_{\\ax'\\to\\ax}`: the bracket is renamed, if it lacks the axis before.

A subscript belongs to all that it closes, so that it renames what the function gives. Where that is in error, since the
bracket has the axis only after the renaming, the author sees the bracket with its subscript as one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.typed import Demand
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def is_renamed_first(session: Session, head: ast.Symbol, argument: ast.Expr, env: Environment) -> bool:
    """Whether only a renaming of the bracket gives it the axes that a function takes."""
    if not head.axes or not isinstance(argument, ast.Rename) or not isinstance(argument.body, ast.Group):
        return False
    bracket, taken = argument.body, {axis.name for axis in head.axes}
    given = {axis.name for _, new in argument.pairs for axis in new}
    renamed = {axis.name for old, _ in argument.pairs for axis in old}
    if len(bracket.items) != 1 or bracket.parameters or not taken <= given:
        return False
    try:
        shape = infer.check(session, bracket.items[0], env.aside()).shape
    except (Unreadable, Demand):
        return False
    return shape is not None and taken.isdisjoint(shape) and renamed <= shape.keys()
