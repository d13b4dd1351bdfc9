"""`Z \\sim \\mathcal{N}(\\mu, 1)`: from what a tensor is drawn, which says how it is distributed and not what it is.

The right side is a distribution, or the density of one. It needs no definition, and neither has a name a value that is
only said to be drawn: both are told apart from what nothing declares. The tensors that a distribution is given are
formulas like others, so that their axes have to fit.
"""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.shapes.judged import Judged, left_out
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable


def unread(relation: ast.Relation) -> Unreadable:
    return Unreadable("how something is distributed, which is not checked", relation.span)


def judged(session: Session, role: Role, parsed: ast.Chain) -> list[Judged]:
    """The statement, skipped, with what is wrong with the axes in it."""
    return left_out(session, role, parsed, _parts(parsed), unread(parsed.rest[0][0]))


def _parts(parsed: ast.Chain) -> Iterator[ast.Operand]:
    """What is drawn, and what the distributions are given."""
    yield from parsed.subjects
    for _, right in parsed.rest:
        if isinstance(right, ast.Juxtaposition) and len(right.factors) == 2:
            bracket = right.factors[1]
            if isinstance(bracket, ast.Group):
                yield from bracket.contents
