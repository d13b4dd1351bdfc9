"""Claims beside a sign in words that is not used: *if `d` is not positive*, *provided that the sum of `X` is negative*.

Samples that are not drawn so refute nothing there.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.nodes import walk
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes import plan as p
from ntdoc.shapes.document import phrases, said_signs, sentences
from ntdoc.shapes.document.entries import Entry, opening
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.passes.signs_in_words import is_of_words
from ntdoc.shapes.patterns import names_in
from ntdoc.source import Span
from ntdoc.verification.taken import free
from ntdoc.verification.words import goes_on


def why(claim: Judged, entries: Sequence[Entry]) -> str | None:
    """Why a claim that samples refute may be about others: words say a sign that they do not have; None if none do."""
    at = opening(entries, claim.role.entry)
    span, names = at.parsed.span, _of_any_sign(claim)
    behind = goes_on(span) if at.display else sentences.after(span)
    general = phrases.IN_GENERAL.search(sentences.before(span, across=at.display)) is not None
    for said in said_signs.unheard(span, behind) if names else ():
        near = said.own or sentences.are_in_one_thought(said.span, span, goes_on=True, leads=at.display)
        if not (said.own or (not general and (said.lasts or near))):
            continue
        beside = [e for e in entries if _lies_in(e.parsed.span, said.span)]
        of = {name for e in beside for name in names_in(e.parsed)}
        heard = {name for e in beside if is_of_words(e) for name in names_in(e.parsed)}
        if names & of - heard or (near and not beside):
            where = "its sentence" if said.own else said.span.line_for(span)
            return f"{where} says “{' '.join(said.span.text.split())}”, and not all samples are so"
    return None


def _of_any_sign(claim: Judged) -> set[str]:
    """The names in a claim, and in what it is made of, but for free ones that are drawn with a sign."""
    sides = [side.plan for side in (claim.value, claim.other) if side is not None]
    drawn = [part for side in sides for part in walk(side) if isinstance(part, p.Sampled)]
    signed = {part.key for part in drawn if part.domain.kind is not DomainKind.REAL}
    return ({*free(claim, within=True)} | names_in(claim.role.entry.parsed)) - signed


def _lies_in(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end
