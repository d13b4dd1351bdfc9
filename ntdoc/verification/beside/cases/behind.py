"""Conditions behind a claim in its sentence: *`f(a) \\le E` for every `v \\in S` with `X \\ndot{\\ax} v \\ge 1`*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.verification.beside.under_conditions import leave_out
from ntdoc.verification.in_numbers.taken import free
from ntdoc.verification.verdicts import Verdict
from ntdoc.vocabulary import ANY

_WITH = regex(
    rf"\bfor\s+(?:{ANY}|some|an?|the)\b[^.;:]*?"
    r"\b(?:with|such\s+that|(?:that|which)\s+satisf(?:y|ies)|satisfying|obeying|whose|for\s+which|where|that\s+is,?)\s*"
    rf"(?:{sentences.FORMULA}\s*(?:,\s*(?:and\s*)?|and\s*))*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_OF_SOME = regex(r"\bfor\s+some\b|\bthere\s+(?:is|are|exists?)\b", re.IGNORECASE)
Supposition = tuple[Judged, frozenset[str]]  # with the names that it is of


def conditions(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> dict[int, list[Supposition]]:
    """Sentences → the claims in them that are such conditions, each with the free tensors that it is about.

    That samples do not satisfy them is no error.
    """
    found: dict[int, list[Supposition]] = {}
    claims: dict[int, int] = {}  # a sentence → its first claim
    for j, v in zip(judged, verdicts, strict=True):
        at = j.role.entry
        if at.display or j.kind is not Kind.CLAIM or j.law is not None:
            continue
        first = claims.setdefault(at.sentence, at.index)
        if first < at.index and _stands_behind(at.parsed.span):
            found.setdefault(at.sentence, []).append((j, frozenset(free(j, within=True))))
            if v.status is Status.FAILED:
                leave_out(v, "the text supposes this, and the samples do not satisfy it")
    return found


def _stands_behind(span: Span) -> bool:
    """Whether the words of its sentence before a formula say so, and a formula stands before them."""
    before = sentences.before(span)
    found = _WITH.search(before)
    return found is not None and sentences.FORMULAS.search(before[: found.start()]) is not None


def is_of_any(judged: Judged) -> bool:
    """Whether it is of what its sentence speaks of alone: *for every `v \\in S` with `v \\ndot{\\ax} v \\ge 1`*."""
    at = judged.role.entry
    return not at.display and _WITH.search(sentences.before(at.parsed.span)) is not None


def is_of_some(judged: Judged) -> bool:
    """Whether it is of some that its sentence speaks of: *for some `v \\in S` with `v \\ndot{\\ax} v \\ge 1`*."""
    return _OF_SOME.search(sentences.before(judged.role.entry.parsed.span)) is not None


def of(claim: Judged, found: dict[int, list[Supposition]]) -> Iterator[Supposition]:
    """The conditions behind a claim, and those of the problem that it solves."""
    at = claim.role.entry
    yield from (given for given in found.get(at.sentence, ()) if given[0].role.entry.index > at.index)
    for given in (given for own in found.values() for given in own) if at.exercise else ():
        there = given[0].role.entry
        if there.exercise == at.exercise and there.index < at.index and there.sentence != at.sentence:
            yield given
