"""*For a fair coin, `p = \\frac12`, …. Every coin has `H \\le 1`*: a claim about all things of which a case is one."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions.cases import keeps
from ntdoc.shapes.document.entries import Entry
from ntdoc.vocabulary import ANY, WE_HAVE

_EVERY = regex(
    rf"(?:(?:^|[.;:,]\s)\W*|\b(?:for|of|with|in)\s+)(?:{ANY})\s+(?P<noun>[a-z]{{3,}})"
    rf"(?:,|\s+(?:it\s+(?:is|holds)|{WE_HAVE}|has|have|is|are|satisf(?:y|ies)))?\s*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_BEHIND = regex(
    rf"\s*(?:\$|\\\)),?\s+(?:for|of)\s+(?:{ANY})\s+(?P<noun>[a-z]{{3,}})\s*(?:[.;]|$)",
    re.IGNORECASE,
)
_ENDING = regex(r"(?:es|s)$")


def is_of_any_such(case: Entry, claim: Entry) -> bool:
    """Whether a claim says that it is of every thing of a kind, and a case before it is of one such thing.

    *The uniform model has `z = 0`. Every class has `p = 1/n`* is of something else, and what goes on with a case, *then
    every coin has*, of that case.
    """
    before = sentences.before(claim.parsed.span, across=claim.display)
    said = _EVERY.search(before) or (None if claim.display else _BEHIND.match(sentences.after(claim.parsed.span)))
    if said is None or claim.sentence == case.sentence or keeps(claim.parsed.span):
        return False
    noun = re.escape(_ENDING.sub("", said["noun"].lower()))
    behind = r"(?:[,.;:]|\s+(?:\$|\\\(|has|is|with|without|where)|$)"
    one = re.compile(rf"\b(?:an?|the|one|our|this)\s+(?:[a-z-]+\s+){{0,2}}{noun}{behind}")
    return one.search(sentences.before(case.parsed.span).lower()) is not None
