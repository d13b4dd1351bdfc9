"""A size that a name stands for, because it is defined as a number: `n = 5`, `d = |\\chans|`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import indexing
from ntdoc.shapes.samples import configured
from ntdoc.shapes.sizes import Size, variable
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def size_named(session: Session, name: str, env: Environment) -> Size | None:
    """The size, or None. One that is given in passing for a length that is written elsewhere is none."""
    found = session.tensor(name, env)
    if not isinstance(found, Tensor) or found.indices or found.entry.index in session.pending:
        return None
    passing = found.entry.index in session.passing and name in session.written_sizes
    if passing and found.entry.sentence != env.at.sentence:
        return None
    if configured.is_of_a_real_model(found, session):
        return variable(name)
    session.pending.add(found.entry.index)
    try:
        there = session.environment(found.entry)
        if found.entry.run == env.at.run and env.inside is not None:  # of a function: what a call gives it
            there = replace(there, sizes={**there.sizes, **env.sizes})
        return indexing.to_size(session, found.body, there)
    except Unreadable:
        return None
    finally:
        session.pending.discard(found.entry.index)
