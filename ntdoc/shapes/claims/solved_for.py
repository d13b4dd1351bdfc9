"""Equations that solve formulas before them for another letter, held against any numbers: *`v = s / t`, so `s = v t`*.

Where both sides are numbers for any of some kind, as for positive ones, they are equal for these or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.shapes.claims.rereadings import judge_with
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.restated import solved_for
from ntdoc.shapes.session import Session
from ntdoc.shapes.signs import between
from ntdoc.syntax import ast

_KINDS = ("positive", "unit", "", between(2.0, 9.0))


def readings(session: Session, claim: Judged) -> Iterator[Judged]:
    """Such a claim with its letters as numbers of several kinds, where nothing says of which."""
    at = claim.role.entry
    solved = session.scope.solved.get(at.index)
    if solved is None or not isinstance(at.parsed, ast.Chain) or claim.left is not at.parsed.subjects[0]:
        return
    free = solved_for.letters_free(session.scope, solved, at)
    for kind in _KINDS if None in free.values() else ("",):
        numbers = [said or solved_for.any_of(name, solved, kind) for name, said in free.items()]
        scope = session.scope.with_no_more_than((*solved.formulas, *numbers))
        if (found := judge_with(session, claim, scope)) is not None:
            yield found


def is_concluded(session: Session, claim: Judged) -> bool:
    """Whether words draw it as a conclusion: else it may be another equation of the same letters."""
    return session.scope.solved[claim.role.entry.index].said
