"""A name without its index: `\\theta' = \\theta - \\eta g`, after `\\theta_t, g_t \\in S`, is about any member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.families import NONE, letters_in
from ntdoc.shapes.names import values
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def any_member(session: Session, name: str, env: Environment, span: Span) -> Typed | None:
    """A sample with the shape of the members of a family; None if there is none of that name.

    Nor where the statement has such an index elsewhere: `\\theta_{t+1} = \\theta - \\eta g_t` has forgotten one.
    """
    at, scope = env.at, session.scope
    families = (b for b in reversed(scope.of_base(name)) if b.entry.index < at.index and not scope.is_of_other(b, at))
    family = next((b for b in families if isinstance(b, Declared) and b.domain is not None), None)
    letters = session.ranges.letters(family) if family is not None else frozenset()
    if family is None or not letters or name in scope.by_name:  # which says itself what it is: `x = A x`
        return None
    if any(letters & letters_in(other) for other in names_in(at.parsed)) or letters & names_in(family.domain):
        return None
    return values.sampled(session, scope.with_sign(family), name, NONE, env, span)
