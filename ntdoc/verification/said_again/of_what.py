"""Formulas of one letter that are of two things: *the gradient with respect to `x` is `g = E`*, and *to `y`, `g = F`*.

So are *the slope of the student* and *the slope of the teacher*.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.verification.said_again.said_the_same import is_about_it
from ntdoc.vocabulary import ADVERB, OPENS

_LEADS = (
    rf"(?:[\s,]+(?:is|are|it|we|one|this|then|has|have|gets?|gives?|equals?|reads?|given\s+by|{ADVERB}))*"
    rf"[\s:,]*(?:{OPENS})?\s*\Z"
)
_WHAT = rf"(?P<what>(?:{sentences.FORMULA}|[a-z-]+)(?:\s+(?:{sentences.FORMULA}|[a-z-]+)){{0,4}}?)"
_RESPECT = r"(?:with\s+respect\s+to|w\.?\s?r\.?\s?t\b\.?)"
_BY = regex(  # "the gradient with respect to `x` is", "the derivative of the loss by the input is"
    rf"(?:\b{_RESPECT}|\b(?:derivative|gradient|differential|slope|Jacobian|Hessian)s?\b[^.;]{{0,40}}?\b(?:by|in))"
    rf"\s+{_WHAT}{_LEADS}",
    re.IGNORECASE,
)
_OF = regex(rf"\b(?P<name>[a-z-]+)\s+of\s+{_WHAT}{_LEADS}", re.IGNORECASE)  # "the gradient of the teacher is"
_IN_RESPECT = regex(rf"\b{_RESPECT}(?!\w)", re.IGNORECASE)
_FAR = 200  # characters before a formula


def are_two(before: Judged, judged: Judged) -> bool:
    """Whether the words before two formulas say what they are derivatives by, or what they are of, and it differs."""
    first, second = _led(before), _led(judged)
    by, other = _BY.search(first), _BY.search(second)
    if by is not None and other is not None:
        return _plain(by["what"]) != _plain(other["what"])
    of, other = _OF.search(first), _OF.search(second)
    if of is None or other is None or of["name"].lower() != other["name"].lower():
        return False
    return _plain(of["what"]) != _plain(other["what"])


def without(before: Judged, judged: Judged, said: str) -> str:
    """Words without *with respect to*, if the first formula is by the same, or the sentence speaks of it.

    *The shares are `a = E`. They are the gradient of the maximum with respect to the scores, `a = F`*.
    """
    by = _BY.search(_led(before))
    known = is_about_it(said) if by is None else _BY.search(_led(judged)) is not None and not are_two(before, judged)
    return _IN_RESPECT.sub(" ", said) if known else said


def _led(judged: Judged) -> str:
    """The words right before a formula, with no regard to points in them: *w.r.t.*."""
    span = judged.role.entry.parsed.span
    return span.source.words[max(0, span.start - _FAR) : span.start]


def _plain(what: str) -> str:
    return re.sub(r"\b(?:the|its|an?)\s|[\s$\\()]", "", what.lower())
