"""Claims beside a sign in words that is not used: *if `d` is not positive*, *provided that the sum of `X` is negative*.

Samples that are not drawn so refute nothing there, but for an equation that no signs could make true.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.regex import regex
from ntdoc.report import Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.entries import Entry, opening
from ntdoc.shapes.document.said import said_signs
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.passes.in_words.signs_in_words import is_of_words
from ntdoc.shapes.patterns import ORDERS, names_in
from ntdoc.shapes.summary import is_analytic, samples_in
from ntdoc.source import Span
from ntdoc.syntax.ast import Chain
from ntdoc.verification.in_numbers.taken import free, is_equation
from ntdoc.verification.instances.resampled import Resampled
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict
from ntdoc.verification.words import goes_on
from ntdoc.vocabulary import IF, SUPPOSES

_BELOW = frozenset({"negative", "nonpositive"})
_SAYS_MORE = regex(  # of which ones it is besides
    rf"\b(?:near\w*|close\w*|small\w*|large\w*|enough|such|with|where|{IF}|whose|satisf\w+|between|below|above|than|under"
    rf"|ordered|sorted|unit|normali[sz]ed|orthogonal|equal|same|distinct|opposite|{SUPPOSES}|provided|given|once|unless)\b",
    re.IGNORECASE,
)

_COMMA = regex(r"\s*,\s*(?:(?:that\s+is|i\.e\.),?\s*)?(?:\$|\\\()?\s*")


def why(claim: Judged, entries: Sequence[Entry], laboratory: Laboratory) -> str | None:
    """Why a claim that samples refute may be about others: words say a sign that they do not have; None if none do.

    Free tensors can have the sign of *for negative `z`*. What is refuted for such, too, is none of these.
    """
    if is_equation(claim) and len(claim.plans) == 2 and all(map(is_analytic, claim.plans)):
        return None
    at = opening(entries, claim.role.entry)
    span, names = at.parsed.span, _of_any_sign(claim)
    behind = goes_on(span) if at.display else sentences.after(span)
    general = phrases.IN_GENERAL.search(sentences.before(span, across=at.display)) is not None
    found: list[str] = []
    signs: dict[str, str] = {}
    plain = frozenset(key for key, part in samples_in(*claim.plans).items() if _is_plain(part))
    for said in said_signs.unheard(span, behind) if names else ():
        near = said.own or sentences.are_in_one_thought(said.span, span, goes_on=True, leads=at.display)
        if not (said.own or (not general and (said.lasts or near))):
            continue
        beside = [e for e in entries if said.span.covers(e.parsed.span)]
        of = {name for e in beside for name in names_in(e.parsed)}
        heard = {name for e in beside if is_of_words(e) for name in names_in(e.parsed)}
        told = _is_written(said.span, entries) or _is_heard(said, entries)
        if names & of - heard or (near and not beside and not told):
            where = "its sentence" if said.own else said.span.line_for(span)
            found.append(f"{where} says “{' '.join(said.span.text.split())}”, and not all samples are so")
            own = {name for e in beside if said.letters.covers(e.parsed.span) for name in names_in(e.parsed)}
            if not (said.sign and own and own & names <= plain) or _SAYS_MORE.search(_between(said.span, span)):
                return found[0]
            signs.update(dict.fromkeys(own & plain, said.sign))
    return found[0] if found and not _is_refuted_with(signs, claim, laboratory) else None


def _is_written(said: Span, entries: Sequence[Entry]) -> bool:
    """Whether a formula right behind words of a sign says it, too: *with nonnegative entries, `p \\ge 0`*."""
    for entry in entries:
        parsed, between = entry.parsed, sentences.between(said, entry.parsed.span)
        orders = isinstance(parsed, Chain) and bool(parsed.rest) and all(r.kind in ORDERS for r, _ in parsed.rest)
        if orders and said.end <= parsed.span.start and _COMMA.fullmatch(between):
            return True
    return False


def _is_heard(said: said_signs.Unheard, entries: Sequence[Entry]) -> bool:
    """Whether such words stand behind a declaration that took its sign from them, and say no more than it.

    *Whose entries are negative* is drawn so.
    """
    words = said.span.text.replace("-", "").lower().strip()
    declared = (e for e in entries if isinstance(e.parsed, Chain) and [r.kind for r, _ in e.parsed.rest] == ["in"])
    signed = (e.parsed.span for e in declared if e.sign and words.endswith(e.sign))
    return any(s.end <= said.span.start and "$" not in sentences.between(s, said.span)[1:] for s in signed)


def _is_refuted_with(signs: Mapping[str, str], claim: Judged, laboratory: Laboratory) -> bool:
    """Whether numbers refute a claim where these free tensors have these signs."""

    def signed(found: NamedArray, plan: p.Sampled) -> NamedArray:
        if plan.key not in signs:
            return found
        return NamedArray(found.axes, np.abs(found.data) * (-1 if signs[plan.key] in _BELOW else 1))

    return verdict(claim, laboratory.changed(lambda runner: Resampled(runner, signed)), None).status is Status.FAILED


def _between(said: Span, claim: Span) -> str:
    """The words between what says a sign and a claim."""
    return re.sub(sentences.FORMULA, " ", said.source.words[said.end : claim.start])


def _of_any_sign(claim: Judged) -> set[str]:
    """The names in a claim, and in what it is made of, but for free ones that are drawn with a sign."""
    signed = {key for key, part in samples_in(*claim.plans).items() if part.domain.kind is not DomainKind.REAL}
    return ({*free(claim, within=True)} | names_in(claim.role.entry.parsed)) - signed


def _is_plain(part: p.Sampled) -> bool:
    """Whether nothing is said of a free tensor but that it is one of numbers."""
    constrained = any((part.domain.across, part.domain.unit, part.domain.centred, part.domain.orthogonal, *part.bounds))
    return part.domain.kind is DomainKind.REAL and part.limit is None and not constrained
