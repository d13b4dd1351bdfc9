"""Proofs by contradiction: what is said between *suppose there were one* and *a contradiction* is not so."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.vocabulary import SUPPOSE

_SUPPOSES = regex(
    r"\b(?:suppos(?:e|ing)|assum(?:e|ing)|imagine)\b(?:[^.;:$]|\$[^$]*\$)*?"
    r"\b(?:there\s+(?:were|was|existed)|(?:were|had)\b|(?:on|to)\s+the\s+contrary|otherwise|contradiction|(?:is|are|does|do)\s+not\b|not\b|n't\b)"
    rf"|\b(?:{SUPPOSE})\s+(?:that\s+)?there\s+(?:is|are|exists?)\s+(?:such|an?\s+such|some\s+such)\b"
    r"|\bif\s+there\s+were\b|\b(?:by|for|towards?)\s+(?:a\s+)?contradiction\b|\bwere\s+there\b",
    re.IGNORECASE,
)
_CONTRADICTS = regex(
    r"\b(?:contradict(?:s|ion|ory|ing)?|absurd|(?:is|are)\s+impossible|cannot\s+(?:both\s+)?(?:be|hold)|inconsistent)\b",
    re.IGNORECASE,
)
_FAR = 1500  # characters


def is_led_to_contradiction(span: Span) -> bool:
    """Whether the text of its section supposes something before a formula, and behind it finds a contradiction."""
    before = sentences.of_section_before(span, _FAR)
    *_, last = (None, *_SUPPOSES.finditer(before))
    if last is None or _CONTRADICTS.search(before, last.end()) is not None:
        return False
    behind = sentences.of_section_behind(span, _FAR)
    found, again = _CONTRADICTS.search(behind), _SUPPOSES.search(behind)
    return found is not None and (again is None or found.start() < again.start())
