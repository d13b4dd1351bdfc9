"""Claims with a letter for the size of an axis, `d = |\\ax|`, to which a sentence above gave a number: *it is `d = 2`*.

What the sentence says may be said of something else, or of an example. Only *let* and the like give the letter a new
meaning; elsewhere it may still be the size, where the text goes on with tensors of any size.
"""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.claims.rereadings import judge_with
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.patterns import in_numbers, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.syntax.literals import is_number


def at_any_length(session: Session, claim: Judged) -> Iterator[Judged]:
    """A claim in which such a letter is the size that it was said to be before."""
    at = claim.role.entry
    if any(side is not None and in_numbers(side) for side in (claim.left, claim.right)):
        return
    for name in sorted(made_of(session.scope, names_in(at.parsed), at)):
        number = _number_of_length(session.scope, name, claim)
        if number and (found := judge_with(session, claim, session.scope.without(number))) is not None:
            yield found


def _number_of_length(scope: Scope, name: str, claim: Judged) -> Tensor | None:
    """The number that a sentence of its section gives to a letter, of which the text said before whose size it is."""
    at = claim.role.entry
    found = [b for b in scope.by_name.get(name, ()) if isinstance(b, Tensor) and b.entry.index < at.index]
    found = [b for b in found if not scope.is_apart(b, at)]
    if len(found) < 2 or not is_number(found[-1].body) or not isinstance(found[-2].body, ast.Size):
        return None
    said = found[-1].entry
    if said.display or said.gives or said.lets or said.section != at.section:
        return None
    return found[-1]
