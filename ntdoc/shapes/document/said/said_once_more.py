"""Words that lead to a second formula of what is there: *which one computes as*, *because*, *we have used that*."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.vocabulary import ANY, CAN, IF, OPENS, OTHER, SUPPOSES

_COMPUTED = r"(?:comput|calculat|obtain|express|f|evaluat|writt|stat|form)(?:ed|en|ound)"
_ONCE_MORE = regex(
    # "the sum could as well be written as the contraction"
    rf"\b(?:{CAN})\s+(?:just\s+)?as\s+well\s+be\s+(?:re-?)?{_COMPUTED}\b[^.;$\\]{{0,90}}$"
    # "which one computes without a tensor of three axes", "which is best computed as"
    r"|,?\s*\bwhich\s+(?:(?:one|we|you)\s+(?:can\s+|may\s+)?(?:[a-z]+ly\s+|also\s+|best\s+)?(?:comput|calculat|evaluat|obtain|writ)(?:es?|s)?"
    rf"|(?:is|are|can\s+be|may\s+be)\s+(?:[a-z]+ly\s+|also\s+|best\s+)?{_COMPUTED})"
    r"(?:\s+(?:without|as|by|in|from|with)\s[^.;$\\]{1,80}|\s+as)?[\s:,]*$"
    # "here we have used that"
    r"|\b(?:we|one)\s+(?:have\s+|has\s+|had\s+)?(?:here\s+|just\s+|also\s+|again\s+)?used?\s+(?:here\s+)?"
    r"(?:the\s+(?:fact|identity)\s+)?that[\s:,]*$",
    re.IGNORECASE,
)
_REASON = regex(rf"\b(?:since|because)[\s:,]*(?:{OPENS})?\s*$", re.IGNORECASE)
_FOR = regex(  # a case
    rf"\b(?:for|with|at|under|where|without)\b(?!\s+(?:{ANY}|example|instance)\b)", re.IGNORECASE
)
_OF_ANOTHER = regex(
    rf"\b(?:approximat\w*|roughly|nearly|about|estimat\w*|replac\w*|sampl\w+|stochastic|mini-?batch\w*|{IF}"
    rf"|cases?|special|{SUPPOSES}|let|{OTHER}|now|becomes?|next|later|variants?|bias\w*"
    r"|unbiased|regulari\w+|weighted|would|used\s+to)\b",
    re.IGNORECASE,
)


def is_once_more(words: str) -> bool:
    """Whether the words before an equation say that it is one more formula of the same, or why something is so."""
    found = _ONCE_MORE.search(words) or (None if _FOR.search(words) else _REASON.search(words))
    return found is not None and not _OF_ANOTHER.search(words)


def is_reason(words: str) -> bool:
    """Whether the words before an equation give it as the reason of what they say: *it converges, since*."""
    return _REASON.search(words) is not None and not _OF_ANOTHER.search(words)

