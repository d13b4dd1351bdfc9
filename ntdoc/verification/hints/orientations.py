"""Claims that hold of one inverse in contrary ways: `x = A^{-1} b`, then `A x = b` and `A^T x = b`.

A claim may mean an inverse with its two axes in each other's place. It does not if another claim of the same inverse
holds as it stands, and would not then.
"""

from __future__ import annotations

from collections.abc import Mapping

from ntdoc.report import Kind, Status
from ntdoc.shapes.claims.rereadings import inverses_in, with_inverses_turned
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.keys import Keys
from ntdoc.shapes.plan import Plan
from ntdoc.shapes.session import Session
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict
from ntdoc.verification.verdicts import Verdict


def refute_contrary(
    session: Session,
    judged: list[Judged],
    verdicts: list[Verdict],
    as_written: Mapping[int, tuple[Judged, Verdict]],
    laboratory: Laboratory,
) -> None:
    """Give the claims that hold only when turned, by their places, their first verdict back where that is contrary."""
    keys = Keys()  # the same inverse, wherever it is written
    for place, (claim, refuted) in as_written.items():
        own = _Inverses(inverses_in(claim), keys)
        others = (j for j, v in zip(judged, verdicts, strict=True) if v.status is Status.VERIFIED and not j.turned)
        if any(_is_contrary(session, other, claim, own, laboratory) for other in others):
            judged[place], verdicts[place] = claim, refuted


class _Inverses:
    """The inverses of a claim: parts of plans, and what they compute."""

    def __init__(self, parts: list[Plan], keys: Keys) -> None:
        self._parts, self._keys = parts, keys
        self._computed = frozenset(map(keys.of, parts))

    def are_in(self, parts: list[Plan], as_computed: bool) -> bool:
        if as_computed and not self._computed.isdisjoint(map(self._keys.of, parts)):
            return True
        return any(part in self._parts for part in parts)


def _is_contrary(session: Session, other: Judged, claim: Judged, own: _Inverses, laboratory: Laboratory) -> bool:
    beside = other.role.entry.section == claim.role.entry.section  # another may declare another matrix of that name
    if other.kind is not Kind.CLAIM or not own.are_in(inverses_in(other), beside):
        return False
    return any(verdict(j, laboratory, None).status is Status.FAILED for j in with_inverses_turned(session, other))
