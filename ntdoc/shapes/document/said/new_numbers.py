"""Words that introduce a letter as a number of its own: *scaling by a positive `a`*, *numbers `a > b > 0`*, *find `b`*.

They speak of any such number, or of one that is looked for. *The positive `a`* is the one that is known.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span

_KIND = r"(?:positive|negative|non-?negative|non-?zero|real|integer|whole|natural|rational|arbitrary|free|fixed|single)"
_NUMBERS = r"(?:numbers?|reals?|scalars?|constants?|integers?|factors?|unknowns?)"
_ONE = r"(?:an?|any|some|one|each|every|all|another|two|three|several)"
_LIST = r"(?:(?:\$[^$]{1,40}\$|\\\([^$]{1,40}?\\\))\s?(?:,\s?(?:and\s)?|and\s))*"
_KNOWN = regex(r"\b(?:the|this|that|these|those|its|our|their|both|such|same)\s(?:[a-z-]+\s){0,3}\Z", re.I)
_INTRODUCED = regex(  # *by a positive*, *for real*, *two constants,*
    rf"(?:\b{_ONE}\s(?:(?!(?:of|in|for|to|by|on|with)\b)[a-z-]+\s){{0,2}}?{_KIND}\s(?:[a-z-]+\s)?{_LIST}"
    rf"|\b{_KIND}\s{_LIST}"
    rf"|\b{_NUMBERS},?\s{_LIST})\Z",
    re.IGNORECASE,
)
_SOUGHT = regex(
    r"(?:\b(?:find|look(?:ing|s)?\s+for|search(?:ing|es)?\s+for|seek(?:ing|s)?|solv(?:e|ed|es|ing)\s+for|determine)"
    r"\s(?:(?:the|an?|that|this|some|all|numbers?|unknown|value|solution)\s){0,3})\Z",
    re.IGNORECASE,
)
_OPENED = regex(r"(?:\$|\\\()?\s*\Z")


def introduces_number(span: Span) -> bool:
    """Whether the words right before a formula introduce what it names as a number."""
    before = _OPENED.sub("", sentences.closed_up(sentences.before(span)))
    before = f"{before.rstrip()} "
    found = _INTRODUCED.search(before)
    if found is not None:
        return _KNOWN.search(f"{before[: found.start()]}{found[0].partition(' ')[0]} ") is None
    return _SOUGHT.search(before) is not None
