"""Sentences that state what a tensor is, *the rows of `A` are normalized. Then …*, and samples need not be.

A claim of such a tensor that samples refute may hold of those that are meant. In its own sentence it may be said of a
thing without a letter, *the input is binary, hence `x^2 = x`*.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.verification.beside.qualities.qualified import PROPERTY
from ntdoc.verification.in_numbers.taken import free
from ntdoc.vocabulary import HENCE, THEN

_IS_SO = (
    r"(?:is|are|be)\s+(?:(?:all|both|also|each|again|pairwise|mutually|an?|assumed|taken|known|to\s+be)\s+)*"
    rf"(?P<said>symmetric\b|normali[sz]ed\b|one[- ]hot\b|binary\b|of\s+(?:unit|equal)\s+(?:norm|length)\b"
    rf"|unit[- ]vectors?\b|{PROPERTY})"
)
_OF = r"(?:in|of|by|to|with|for|from|on|at|than|between|over|under|along)"
_STATED = regex(
    rf"(?:^\s*|[.;:]\s+|\b(?:and|that|{THEN}|where|let)\s+)(?:(?:here|now|the|all|both|its|each)\s+)*"
    rf"(?:(?:rows|columns|entries|elements|components|vectors)\s+of\s+|(?!{_OF}\b)[a-z]+\s+){{0,2}}?"
    rf"(?P<whose>{sentences.LISTED})\s+{_IS_SO}",
    re.IGNORECASE,
)
_OF_A_THING = regex(
    rf"(?:^|[.;:]\s+|\band\s+)\W*(?:the|all|our|these)\s+(?:[a-z]+\s+){{1,3}}?{_IS_SO}[^.;:]*\b(?:{HENCE}|so(?!\s+that\b))\b",
    re.IGNORECASE,
)
# A list of its own: what is in doubt is not heard. *None* and *should* may be of another clause.
_DOUBT = regex(r"\b(?:not|never|if|when\w*|unless|would|were|may|might|can|whether|only)\b|n't\b", re.IGNORECASE)


def why(claim: Judged, drawn: Collection[str]) -> str | None:
    """Why a claim that samples refute may hold of what the words before it state; None if they state nothing of it.

    What is `drawn` as words say is so.
    """
    names = frozenset(free(claim, within=True)).difference(drawn) if claim.law is None else frozenset[str]()
    if not names:
        return None
    span = claim.role.entry.parsed.span
    own = sentences.before(span, across=claim.role.entry.display)
    here = any(free(claim, within=False))
    if here and (found := _OF_A_THING.search(own)) is not None and not _DOUBT.search(own):
        return f"its sentence says “{found['said']}”, and not all samples are"
    text = sentences.of_section_before(span)
    for start, end in sentences.pieces(text):
        sentence = text[start:end]
        for found in _STATED.finditer(sentence):
            if not names.isdisjoint(sentences.names_listed(found["whose"])) and not _DOUBT.search(sentence):
                return f"the text says “{' '.join(found['said'].split())}” of it, and not all samples are"
    return None
