"""Claims that hold of one inverse in contrary ways: `x = A^{-1} b`, then `A x = b` and `A^T x = b`.

A claim may mean an inverse with its two axes in each other's place. It does not if another claim of the same inverse
holds as it stands, and would not then.
"""

from __future__ import annotations

from collections.abc import Mapping

from ntdoc.report import Kind, Status
from ntdoc.shapes.claims.rereadings import inverses_in, with_inverses_turned
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Plan
from ntdoc.shapes.session import Session
from ntdoc.verification.sizing import Laboratory
from ntdoc.verification.stated_sizes import verdict
from ntdoc.verification.verdicts import Verdict


def refute_contrary(
    session: Session,
    judged: list[Judged],
    verdicts: list[Verdict],
    as_written: Mapping[int, tuple[Judged, Verdict]],
    laboratory: Laboratory,
) -> None:
    """Give the claims that hold only when turned, by their places, their first verdict back where that is contrary."""
    for place, (claim, refuted) in as_written.items():
        own = inverses_in(claim)
        others = (j for j, v in zip(judged, verdicts, strict=True) if v.status is Status.VERIFIED and not j.turned)
        if any(_is_contrary(session, other, own, laboratory) for other in others):
            judged[place], verdicts[place] = claim, refuted


def _is_contrary(session: Session, other: Judged, own: list[Plan], laboratory: Laboratory) -> bool:
    if other.kind is not Kind.CLAIM or not any(inverse in own for inverse in inverses_in(other)):
        return False
    return any(verdict(j, laboratory, None).status is Status.FAILED for j in with_inverses_turned(session, other))
