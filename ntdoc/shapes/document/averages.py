"""What is said of an average over what is random: *on average `\\nsum{\\ax} \\epsilon = 0`* holds for no sample."""

from __future__ import annotations

import re

from ntdoc.shapes.document import sentences
from ntdoc.source import Span

_AVERAGE = re.compile(
    r"\bon\s+average\b|\bin\s+(?:expectation|the\s+mean|distribution|probability|law)\b|\b(?:the|an?|its|their|whose)\s+expected\b"
    r"|\bin\s+the\s+long\s+run\b|\balmost\s+(?:surely|certainly)\b|\bwith\s+(?:\w+\s+)?probability\b|\btypically\b",
    re.IGNORECASE,
)


def is_of_average(span: Span) -> bool:
    """Whether the sentence of a formula says that it is about an average, or so with some probability."""
    return any(_AVERAGE.search(text) for text in (sentences.before(span, across=True), sentences.after(span)))
