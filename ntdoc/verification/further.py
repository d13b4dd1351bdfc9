"""Which verdicts are looked into further: claims about every member, and what may be about another value."""

from __future__ import annotations

from dataclasses import replace

from ntdoc.report import Kind, Status
from ntdoc.shapes.calculus.refusals import Superseded
from ntdoc.shapes.claims.anew import session_anew, session_there
from ntdoc.shapes.claims.before_updates import before_updates
from ntdoc.shapes.claims.every_member import AtMember, at_members
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.syntax.ast import Chain
from ntdoc.verification.instances.satisfying import verdict_at
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict
from ntdoc.verification.verdicts import Verdict


def at_every_member(session: Session, claim: Judged, laboratory: Laboratory, needs: Verdict | None) -> Verdict | None:
    """The verdict on a claim at the first member of a family for which numbers refute it, or None.

    *For `a = 0` it is `h_t = x_t`* is refuted where that is so of this `a`.
    """
    found = _first_refuted(session, claim, laboratory, needs)
    anew = session_anew(session, claim) if found is not None else None
    return found if anew is None else _first_refuted(anew, claim, laboratory, needs)


def anew_at_every_member(
    session: Session, claim: Judged, laboratory: Laboratory, needs: Verdict | None
) -> Verdict | None:
    """The verdict at the first member for which numbers refute a claim, that holds at the last one as names are there.

    After `d_t = r_t + v_{t+1} - v_t`, where words behind it say that `v_{N+1} = 0`, it holds at `t = N` only so. They
    are to refute it both with what names mean there and with what they meant in the definitions that it rests on.
    """
    there = replace(session_there(session, claim.role.entry), surroundings={})
    for member in at_members(there, claim):
        own = _at(member, laboratory, needs)
        if _is_refuted(own):
            as_it_stands = (_at(m, laboratory, needs) for m in at_members(session, claim) if m.where == member.where)
            return own if any(map(_is_refuted, as_it_stands)) else None
    return None


def with_old_values(session: Session, claim: Judged, laboratory: Laboratory) -> tuple[Judged, Verdict] | None:
    """A claim about a derivative by what has been updated since, with the old values, where numbers decide on it."""
    before = before_updates(session, claim) if isinstance(claim.unread, Superseded) else None
    own = verdict(before, laboratory, None) if before is not None else None
    decided = own is not None and (own.status is Status.VERIFIED or _is_refuted(own))
    return (before, own) if before is not None and own is not None and decided else None


def _first_refuted(session: Session, claim: Judged, laboratory: Laboratory, needs: Verdict | None) -> Verdict | None:
    verdicts = (_at(member, laboratory, needs) for member in at_members(session, claim))
    return next((own for own in verdicts if _is_refuted(own)), None)


def if_equal(claim: Judged, laboratory: Laboratory) -> Verdict | None:
    """The verdict on a claim *if `T = 0`*, at that value, which hardly a sample has; None if it is no such claim."""
    if claim.kind is not Kind.CLAIM or claim.condition is None:
        return None
    found = verdict_at(claim, claim.condition, laboratory)
    return found if found is not None and found.status in (Status.VERIFIED, Status.FAILED) else None


def where_conditions_hold(
    session: Session, claim: Judged, laboratory: Laboratory, needs: Verdict | None
) -> Verdict | None:
    """The verdict on a claim *for `t < T`* at the members for which its conditions hold: it is read at the last one."""
    parsed = claim.role.entry.parsed
    conditions = parsed.conditions if isinstance(parsed, Chain) else ()
    found: Verdict | None = None
    for member in at_members(session, claim) if conditions else ():
        own = _at(member, laboratory, needs)
        if _is_refuted(own):
            return own
        found = own if own.status is Status.VERIFIED else found
    return found


def _at(member: AtMember, laboratory: Laboratory, needs: Verdict | None) -> Verdict:
    """The verdict on a claim at a member; where numbers refute it there, they say at which."""
    own = verdict(member.claim, laboratory, needs)
    if _is_refuted(own):
        own.diagnostics = [replace(d, message=f"{member.where}: {d.message}") for d in own.diagnostics]
    return own


def _is_refuted(own: Verdict) -> bool:
    return own.status is Status.FAILED and all(d.code == "NT301" for d in own.diagnostics)


def is_unsettled(claim: Judged, own: Verdict) -> bool:
    """Whether it may be another value that is spoken of: `L ≈ 0.3133 + 0.1269`, of an `L` made of samples."""
    if isinstance(claim.unread, Superseded):
        return True
    return own.status is Status.SKIPPED and claim.relation is not None and claim.relation.kind == "approx"
