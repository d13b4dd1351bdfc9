"""Cases in words of which a formula says what they are: *for constant inputs, that is, `x = c`*."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.vocabulary import IF

_PRECISELY = regex(
    rf"\b(?:{IF}|for|with)\s[^.;:$]{{1,80}}?(?:,\s*|\s)(?:that\s+is|i\.\s?e\.|namely|meaning)[,\\\s]*"
    r"(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_EQUAL = regex(  # *let `x` be constant, say `x = c`*, *all its entries are equal, `x = c`*
    r"\b(?:constant|(?:entries|components|coordinates|values|elements)\s+(?:of\s+[^.;:,]{1,40}\s+)?(?:are|be)\s+(?:all\s+)?"
    r"(?:equal|the\s+same|identical))(?:\s*[,:(]|\s+and)?\s*(?:(?:that\s+is|i\.\s?e\.|say|namely|so|both)\b[,\\\s]*)?"
    r"(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_NOT = regex(r"\b(?:not|no|never|non-?)\s*(?:\w+\s+)?(?:constant|all|equal)\b", re.IGNORECASE)


def is_made_precise(span: Span) -> bool:
    """Whether a formula says what the case before it in its sentence is, so that it holds there alone."""
    return _PRECISELY.search(sentences.closed_up(sentences.before(span))) is not None


def is_said_equal(span: Span) -> bool:
    """Whether words say right before a formula that all entries are equal: *let `x \\in S` be constant, `x = c`*."""
    words = sentences.closed_up(sentences.before(span))
    return _EQUAL.search(words) is not None and _NOT.search(words) is None
