"""Numbers of which ntdoc only knows that they are there: `A = \\begin{bmatrix} …`, for an A of which more is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def unread_numbers(session: Session, name: str, env: Environment) -> Entry | None:
    """The last row that gives a name such numbers between what says what it is and the place where it is used."""
    given = session.scope.unread_numbers.get((name, env.at.section), ())
    binding = session.tensor(name, env) if given else None
    first = -1 if binding is None else binding.entry.index
    return next((entry for entry in reversed(given) if first < entry.index < env.at.index), None)
