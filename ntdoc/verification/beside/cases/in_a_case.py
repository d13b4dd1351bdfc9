"""Claims of a sentence that begins with a case in words, *with all weights zero*, that no formula says."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.verification.words import is_premise
from ntdoc.vocabulary import ANY, IF, WE_HAVE

_SAID_BEHIND = regex(
    rf"{sentences.FORMULA}\s*(?:,\s*)?then\b"
    rf"|^\s*\$[^$=]*=[^$]*\$(?:\s+(?:for|at)\s+(?:{ANY})\s+(?:[a-z]+\s+)?{sentences.FORMULA})?\s*,"
)
_CASE = regex(  # *with all weights zero, `x = 0` and `E = y^2`*, *without the bias, `y = W x`*
    r"^\W*(?:(?:and|but|so|then|now|in\s+particular,?)\s+)?(?:without\s+(?:the|any)\s+[a-z][^$\\,]*"
    rf"|(?:with|for|{IF}|once|where|initially|in\s+the\s+beginning|at\s+(?:first|the\s+(?:start|beginning)))\s+"
    r"(?!(?:any|every|each)\b)[^$\\,]*\b(?:zeros?|(?:is|are|all|to)\s+(?:ones?|[01])|constant|uniform|equal|identical|vanish\w*|removed|dropped"
    r"|absent|switched\s+off)\b[^$\\,]*),"
    rf"|^\W*(?:{IF})\s+(?:all|every|each|both)\s+[^$\\,]*\b(?:is|are|equals?)\s+(?:(?:all\s+)?equal\s+to\s+)?"
    r"(?:\$|\\\()[^$=<>,]{0,20}\d[^$=<>,]{0,20}(?:\$|\\\)),"  # *if all weights are `1 / n`*
    r"|^\W*(?:for|with)\s+(?:constant|uniform|equal|identical)(?:\s+[a-z-]+){1,3}\s*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_ENDS = regex(  # *if all coincide, `G = 0`; in general `G \\ge 0`*
    rf"[;,]\s*(?:(?:and|but|while|whereas)\s+)?(?:{phrases.OF_ALL_CASES}),?\s+(?:{WE_HAVE}\s+)?(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)


def is_said_of_all(span: Span) -> bool:
    """Whether the words right before a formula leave the case that its sentence opens with: *; in general `E`*."""
    return _ENDS.search(sentences.before(span)) is not None


def is_of_case_in_words(claim: Judged) -> bool:
    """*With all weights zero*, and no formula behind these words says what they suppose: *equal, `a = b`,*."""
    before = sentences.before(claim.span, across=True)
    case = _CASE.match(before)
    if case is None or is_premise(claim.span) or is_said_of_all(claim.span):
        return False
    return _SAID_BEHIND.search(before[case.end() :]) is None
