"""A claim behind an update, `w \\leftarrow w + a d x`, with what the names were before it.

A derivative by `w` of what was made of the old one may be by that.
"""

from __future__ import annotations

from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.claims.rereadings import judge_with
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import is_update, names_in
from ntdoc.shapes.session import Session


def before_updates(session: Session, claim: Judged) -> Judged | None:
    """A claim without the updates before it of the names in it; None if there are none, or it cannot be read so."""
    at, scope = claim.role.entry, session.scope
    for name in sorted(names_in(at.parsed)):
        for b in tuple(scope.by_name.get(name, ())):
            if isinstance(b, Tensor) and b.entry.index < at.index and is_update(b.entry.parsed):
                scope = scope.without(b)
    return judge_with(session, claim, scope) if scope is not session.scope else None
