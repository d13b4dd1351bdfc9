"""Letters by which an index is multiplied, as in `X_{\\ax(s(i-1) + j)}`: a stride is a whole number, as sizes are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.shapes.environment import Environment
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.steps import steps

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def is_one(session: Session, name: str, env: Environment) -> bool:
    """Whether a letter is such a factor, and the words before a statement speak of it, *a stride `s`* or *`s \\ge 1`*.

    Or it stands in the name of the function that the statement is a part of: `\\text{pool}_s(X)`.
    """
    if name not in set(steps(env.at.parsed)):
        return False
    said = (*session.scope.mentioned.get(name, ()), *(by for by, _ in session.scope.bounded.get(name, ())))
    if any(by.index < env.at.index for by in said):
        return True
    at, functions = env.at, session.scope.functions_in_run(env.at)
    return any(name in letters_in(f.name) and (at.where or f.entry.item == at.item) for f in functions)
