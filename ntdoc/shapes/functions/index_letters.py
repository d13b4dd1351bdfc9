"""`s(w) = U_{\\ax(w)}`: a letter of a function that is an index in its body is a place along that axis.

And one that is the index of a member beside it, as in `y_t = s(t) v`, is that.
"""

from __future__ import annotations

from ntdoc.nodes import walk
from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.patterns import shifted
from ntdoc.shapes.samples.domains import Limit
from ntdoc.shapes.sizes import number
from ntdoc.syntax import ast


def places(name: str, body: ast.Operand, env: Environment) -> tuple[Domain, Limit] | None:
    """The whole numbers that a letter may be as an index; None if it is none, or of several axes."""
    found = [
        (axis, more)
        for part in walk(body)
        if isinstance(part, ast.Index)
        for axis, index in part.items
        for letter, more in (shifted(index),)
        if letter is not None and letter.full_name == name and more is not None
    ]
    if not found or len({axis.name for axis, _ in found}) > 1 or any(axis.variable for axis, _ in found):
        return None
    steps = [more for _, more in found]
    size = infer.size_of_name(env, found[0][0].name)
    return Domain(DomainKind.INTEGERS), (number(1 - min(0, *steps)), size - number(max(0, *steps)))


def is_of_member(name: str, env: Environment) -> bool:
    """Whether a letter is the index of a member beside it: in `y_t = s(t) v` after `s(t) = t^2`, it is no other `t`."""
    if env.inside is not None or not isinstance(env.indices.get(name), int):
        return False
    return any(isinstance(part, ast.Symbol) and name in letters_in(part.full_name) for part in walk(env.at.parsed))
