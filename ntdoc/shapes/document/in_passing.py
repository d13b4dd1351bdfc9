"""Numbers of sizes that one sentence takes to say what comes of them: *With `n = 8` and `k = 2` there are 4 windows.*

The size stays what it was everywhere else. If the sentence goes on with a display, it speaks of what follows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.sentences import BLOCKS

_END = re.compile(rf"[.!?](?=\s)|\n\s*\n|\\\]|\\end\s*\{{[^}}]*\}}|\$\$|{BLOCKS}")
_OPENS = re.compile(r"\s*(?:with|for)\b", re.IGNORECASE)


def in_passing(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of the entries that stand in such a sentence."""
    shown = {entry.sentence: entry.index for entry in entries if entry.display}  # the last display
    inline = (e for e in entries if not e.display and e.index > shown.get(e.sentence, -1))
    return frozenset(entry.index for entry in inline if not entry.gives and _OPENS.match(_sentence_before(entry)))


def _sentence_before(entry: Entry) -> str:
    span = entry.parsed.span
    return _END.split(span.source.text[max(0, span.start - 200) : span.start])[-1]
