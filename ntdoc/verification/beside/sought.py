"""What a sentence seeks, or says to be chosen for: *we look for a `W` such that*, *`\\tau` is chosen so that*.

A formula behind such words says what is wanted of it. Of what a formula gives, *we take `W = E` so that*, it is a
claim.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.verification.beside.qualities.letters_said import letters
from ntdoc.vocabulary import OPENS, THEN, WE_GET, WE_HAVE

_WORDS = rf"(?:{sentences.FORMULA}|[^.;:$\\])"
_SEEKS = (
    r"(?:seek(?:s|ing)?|sought|look(?:s|ing)?\s+for|search(?:es|ing)?\s+for|finds?|finding|wants?|wish(?:es)?|aims?\s+(?:at|for)"
    r"|determin(?:es?|ing)|construct(?:s|ing)?|design(?:s|ing)?|learns?|choos(?:es?|ing)|picks?|picking|selects?|selecting|tunes?"
    r"|tuning|adjusts?|adjusting|optimi[sz]es?|solves?\s+for|(?:ask|hunt)(?:s|ing)?\s+for)"
    r"(?!\s+(?:that|out)\b)"
)
_DONE = (  # and what it is done to stands before it
    r"(?:sought|chosen|picked|selected|determined|adjusted|tuned|constructed|designed|learn(?:ed|t)|fitted|optimi[sz]ed|calibrated)"
)
_SO = (
    r"(?:(?:so|such)\s+that|in\s+such\s+a\s+way\s+that|for\s+which|whose|(?:which|that)\s+(?:satisfy|have|make|(?!is\b)[a-z]+s)\b"
    r"|satisfying|to\s+(?:have|satisfy|make|achieve|meet|match)"
    rf"|with(?=\s+(?:[a-z-]+\s+){{0,3}}(?:{OPENS}|\$|\\\()))"  # and not *with a product, which is linear*
)
_GOAL = rf"(?:(?!\b(?:{THEN}|where|{WE_HAVE}|{WE_GET})\b|,\s*(?:and|which)\b|\band\s+note\b){_WORDS})*"
_FOR = regex(
    rf"\b{_SEEKS}\b(?P<what>{_WORDS}*?)\b{_SO}\b{_GOAL}[\s,:]*(?:{OPENS})?\s*\Z",
    re.IGNORECASE,
)
_CHOSEN = regex(
    rf"(?P<what>{_WORDS}*?)\b{_DONE}\s+(?:[a-z]+ly\s+)?{_SO}\b{_GOAL}[\s,:]*(?:{OPENS})?\s*\Z", re.IGNORECASE
)
_EQUATED = regex(r"\\(?:gets|leftarrow|coloneqq)(?![a-z])|=")


class Sought(NamedTuple):
    """What is sought: the names that the words before a formula give it, if they give it any."""

    names: frozenset[str]


def said(span: Span, *, display: bool) -> Sought | None:
    """What the words of its sentence before a formula seek that is so, or None."""
    if display:  # of a later formula in it, too
        span = span._replace(start=span.start - len(sentences.display_before(span)))
    before = sentences.closed_up(sentences.before(span, across=display))
    for pattern in (_FOR, _CHOSEN):
        if (found := pattern.search(before)) is not None:
            formulas = sentences.FORMULAS.findall(found["what"])
            if any(_EQUATED.search(formula) for formula in formulas):
                return None
            return Sought(frozenset(name for formula in formulas for name in letters(formula)))
    return None
