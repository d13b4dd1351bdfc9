"""*If `b = 0`, it is `A`. If moreover `c = 0`, it is `B`*: the second case is one of the first, which still holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions.cases import is_taken
from ntdoc.shapes.document.entries import Entry


def kept(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, where such a sentence goes on with that of the last case of its paragraph."""
    found: list[Entry] = []
    last: Entry | None = None  # that supposed something
    goes_on: dict[int, int] = {}  # a sentence, and the one that it goes on with
    for entry in entries:
        if (entry.supposed or is_taken(entry)) and not entry.display:
            span = entry.parsed.span
            more = last is not None and last.sentence != entry.sentence and sentences.supposes_more(span)
            if more and last is not None and sentences.are_together(last.parsed.span, span):
                goes_on[entry.sentence] = goes_on.get(last.sentence, last.sentence)
            last = entry
        sentence = goes_on.get(entry.sentence, entry.sentence)
        found.append(entry if sentence == entry.sentence else replace(entry, sentence=sentence))
    return found
