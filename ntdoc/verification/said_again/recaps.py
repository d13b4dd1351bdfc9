"""Words that lead to a formula which says once more what a text has computed: *in summary*, *to sum up*, a recap.

So does *the first one can also be written as*, where a display has several, and a section that is a summary.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.vocabulary import ADVERB, CAN

_RECAP = regex(
    r"\b(?:(?:in|to|by\s+way\s+of)\s+(?:a\s+)?(?:summary|summari[sz]e|sum(?:ming)?\s+up|recap\w*|short|brief|nutshell|sum|total"
    r"|conclusion|conclude|one\s+(?:line|formula|equation|display|expression))|summing\s+up|summari[sz](?:ing|ed)|recapitulating"
    r"|all\s+in\s+(?:all|one)|(?:al|all\s+)together|taken\s+together|overall(?=\s*,)"
    r"|(?:putting|taking|collecting|combining|plugging|written)\s+(?:(?:it|this|that|these|everything|all(?:\s+of\s+(?:it|this|these))?"
    r"|the\s+(?:pieces|parts|steps|above))\s+)?(?:all\s+)?together|after\s+(?:rearranging|reordering|simplifying|expanding"
    r"|multiplying\s+out|collecting)(?:\s+(?:the\s+)?(?:terms|brackets?|factors|products?|sums?))?"
    r"|in\s+(?:the\s+|its\s+|an?\s+)?(?:[a-z-]+\s+){1,2}form(?=,?\s+(?:this|it|that|which)\s+(?:is|reads|equals)\b)"
    r"|(?:it\s+)?(?:does\s+not|doesn't)\s+matter\s+(?:where|how|whether|which|when|in\s+(?:which|what)\s+order)\b[^.;:]*)"
    r"(?=[\s,:]|\Z)",
    re.IGNORECASE,
)
_NAMED_ONE = regex(  # "We can also write the first one as", "Note that the first loss simplifies to"
    r"\b(?:the|its|their|our)\s+(?:first|second|third|last|latter|former)\s+(?:one|[a-z]+)?\s*"
    rf"(?:(?:{ADVERB}|equally|further)\s+)?(?:simplifies\s+to|equals|reads|is\s+(?:also|the\s+same\s+as)"
    rf"|(?:{CAN})\s+(?:(?:{ADVERB}|equally|equivalently)\s+)?be\s+(?:re-?)?(?:written|computed|expressed|read)\s+as)[\s,:$]*(?:…|\Z)"
    rf"|\b(?:{CAN})\s+(?:(?:{ADVERB}|equally|equivalently)\s+)?(?:re-?)?(?:write|compute|express|read)\s+"
    r"(?:the|its|their|our)\s+(?:first|second|third|last|latter|former)\s+(?:one|[a-z]+)?\s*as[\s,:$]*(?:…|\Z)",
    re.IGNORECASE,
)
_TITLE = regex(
    r"[\s*{]*(?:\d[\d.]*\s+)?(?:(?:an?|the|in|short|quick)\s+)*(?:summary|recap(?:itulation)?|overview|take-?aways?|cheat\s*-?sheet"
    r"|conclusions?|brief|in\s+short|formulas?\s+at\s+a\s+glance|at\s+a\s+glance)\b[^\n]{0,30}(?:\n|\})",
    re.IGNORECASE,
)


def is_recap(led: str) -> bool:
    """Whether words that lead to a formula say that it sums up what was said."""
    return _RECAP.search(led) is not None


def without(led: str) -> str:
    """The words that lead to a formula, but for those that say that it is what was said."""
    return _RECAP.sub("", _NAMED_ONE.sub("", led))


def is_summary(section: str) -> bool:
    """Whether the text of a section begins with the title of a summary."""
    return _TITLE.match(section) is not None
