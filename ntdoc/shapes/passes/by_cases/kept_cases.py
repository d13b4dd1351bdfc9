"""*If `b = 0`, it is `A`. If moreover `c = 0`, it is `B`*: the second case is one of the first, which still holds.

So it does in a list that its sentence leads to: *if `b > 0`, the derivatives are:*, and an item for each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions.cases import begins_sentence, is_taken
from ntdoc.shapes.document.conditions.premises import under
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.phrases import LEADS_TO_LIST, LIST_ENDS
from ntdoc.shapes.patterns import equated
from ntdoc.vocabulary import IF

_OWN_CASE = regex(
    rf"(?:(?:[-*+]|\d+[.)])[ \t]+|\\item\b)[^$.;:\n]*\b(?:{IF}|otherwise|else|in\s+(?:this|the|any)\s+\w*\s*case)\b"
    r"[^.;:\n]*\Z",
    re.IGNORECASE,
)
_FAR = 3000  # characters of a list


def kept(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, where such a sentence goes on with that of the last case of its paragraph."""
    found: list[Entry] = []
    last: Entry | None = None  # that supposed something
    lead: Entry | None = None  # that did before a list
    goes_on: dict[int, int] = {}  # a sentence, and the one that it goes on with
    for entry in entries:
        listed = lead is not None and lead.sentence != entry.sentence and _is_in_list(lead, entry)
        if (entry.supposed or is_taken(entry)) and not entry.display:
            span = entry.parsed.span
            more = last is not None and last.sentence != entry.sentence and sentences.supposes_more(span)
            if more and last is not None and sentences.are_together(last.parsed.span, span):
                goes_on[entry.sentence] = goes_on.get(last.sentence, last.sentence)
            last = entry
            lead = lead if listed else entry
        elif listed and lead is not None and equated(lead.parsed) is not None:
            goes_on[entry.sentence] = lead.sentence
        elif listed and lead is not None:
            entry = replace(entry, parsed=under(entry.parsed, lead.parsed))
        sentence = goes_on.get(entry.sentence, entry.sentence)
        found.append(entry if sentence == entry.sentence else replace(entry, sentence=sentence))
    return found


def _is_in_list(case: Entry, entry: Entry) -> bool:
    """Whether the sentence of a case leads to a list, and an entry stands in that, under no case of its own."""
    own, at = case.parsed.span, entry.parsed.span
    near = case.section == entry.section and 0 < at.start - own.end < _FAR
    if not near or not (case.supposed or begins_sentence(own)):
        return False
    between = sentences.between(own, at)
    leads = LEADS_TO_LIST.match(between, 1)
    if leads is None or LIST_ENDS.search(between, leads.end()):
        return False
    return _OWN_CASE.search(between) is None
