"""`s(w) = U_{\\ax(w)}`: a letter of a function that is an index in its body is a place along that axis.

And one that is the index of a member beside it, as in `y_t = s(t) v`, is that; one in its name counts members.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.families import letters_in, match, taken_apart
from ntdoc.shapes.patterns import names_in, shifted
from ntdoc.shapes.samples.domains import Limit
from ntdoc.shapes.sizes import number
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.bindings import Function
    from ntdoc.shapes.session import Session


def places(name: str, body: ast.Operand | ast.Chain, env: Environment) -> tuple[Domain, Limit] | None:
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


def numbered(session: Session, function: Function) -> dict[str, int]:
    """The first numbers of the letters in a function's name, where only numbers name what its body is made of.

    `f_l(x) = \\sigma(W_l \\ndot{\\ax} x)`, after `W_1` and `W_2` are declared, and no `W_l`, is checked as `f_1`.
    """
    scope, own = session.scope, letters_in(function.name)
    found: dict[str, int] = {}
    for name in names_in(function.body) if own else ():
        letters = letters_in(name) & own
        if not letters or scope.by_name.get(name) or scope.of_form(name):
            continue
        base = taken_apart(name).base
        kin = [other for other in scope.by_name if taken_apart(other).base == base]
        for letter in letters:
            members = (match(name, other, {letter}) for other in kin)
            numbers = [value for member in members if member is not None and isinstance(value := member[letter], int)]
            if numbers:
                found[letter] = min(numbers)
    return found
