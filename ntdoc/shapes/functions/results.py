"""Functions of several results, `f(x, c) = (A, B)`: no value is theirs, but their letters have the axes that they need.

A where-clause is made of these letters, and so is checked on its own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions import infer
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def are_known(session: Session, body: ast.Operand, env: Environment) -> bool:
    """Whether a body is a list of results that can each be read, right or not; raises Demand for what they need."""
    if not isinstance(body, ast.Group) or len(body.items) < 2 or body.parameters:
        return False
    quiet = replace(env, notebook=Notebook(env.notebook.equations, said=env.notebook.said))
    try:
        for item in body.items:
            infer.check(session, item, quiet)
    except Unreadable:
        return False
    return True
