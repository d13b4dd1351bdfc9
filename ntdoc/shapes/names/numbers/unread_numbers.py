"""Numbers of which ntdoc only knows that they are there: `A = \\begin{bmatrix} …`, for an A of which more is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.shapes.bindings import Binding, Declared, Signed
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions.combine import poison
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.typed import Typed
from ntdoc.syntax.ast import Unread

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def without_value(session: Session, name: str, env: Environment, found: Typed) -> Typed | None:
    """A tensor that is there, and of which what gives it a value is not read: of a formula in error, with its shape."""
    if (row := unread_numbers(session, name, env)) is not None:
        env.notebook.blockers.append((name, row))
        return poison(found.span)
    binding = session.tensor(name, env) if taken_apart(name).base in session.scope.broken else None
    if binding is None or (row := broken_row(session, binding, env)) is None:
        return None
    env.notebook.blockers.append((name, row))
    return found._replace(plan=None)


def broken_row(session: Session, binding: Binding, env: Environment) -> Entry | None:
    """The formula in error that says more of what is declared, or has a signature: it is no sample there."""
    if not isinstance(binding, Declared | Signed):
        return None
    first, at = binding.entry, env.at
    rows = (
        row
        for row in session.scope.broken.get(taken_apart(binding.name).base, ())
        if isinstance(row.parsed, Unread)
        and binding.name in row.parsed.lefts
        and (first.index < row.index or first.run == row.run)
        and (row.index < at.index or row.run == at.run)
    )
    return max(rows, key=lambda row: row.index, default=None)


def unread_numbers(session: Session, name: str, env: Environment) -> Entry | None:
    """The last row that gives a name such numbers between what says what it is and the place where it is used."""
    given = session.scope.unread_numbers.get((name, env.at.section), ())
    binding = session.tensor(name, env) if given else None
    first = -1 if binding is None else binding.entry.index
    return next((entry for entry in reversed(given) if first < entry.index < env.at.index), None)
