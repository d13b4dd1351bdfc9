"""*`s^2 = 1 / n` would be right*, *we would need `s = 2`*, of an `s` that has another value: it is not said to be so.

What the rest of the section says is of the value that it has. The first value of a name may be one that is needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import spelt
from ntdoc.syntax import ast

_WOULD = r"(?:would|should|ought\s+to)\s+(?:(?:[a-z]+ly|also|then|rather|instead|again|first)\s+)?"
_CHOSEN = r"(?:chosen|taken|set|picked|replaced|used|scaled|initiali[sz]ed|drawn)"
_BEFORE = regex(  # *should be `s = 2`* may be said of a result
    rf"\b{_WOULD}(?:(?:have|need|like|want)\s+to\s+)?"
    rf"(?:need|require|choose|take|set|pick|use|prefer|want|be\s+{_CHOSEN}(?:\s+(?:as|to|with))?)\b[^.;:,$]{{0,40}}(?:\$|\\\()\s*$"
    r"|\b(?:choice|compromise|alternative|option|remedy|setting)\s+would\s+(?:then\s+)?be\s+(?:\$|\\\()\s*$",
    re.IGNORECASE,
)
_BEHIND = regex(r"\s*(?:\$|\\\))\s+would\s+(?!not\b)", re.IGNORECASE)


def said_in_passing(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, where such an equation of what has a value is prose, unless it holds."""
    found = [*entries]
    given: set[tuple[int, str]] = set()  # what has a value, by section
    for place, entry in enumerate(entries):
        if (subject := _subject(entry)) is None:
            continue
        if (entry.section, subject) in given and not entry.display and _is_hypothetical(entry):
            found[place] = replace(entry, local=True, worded=True)
        given.add((entry.section, subject))
    return found


def _subject(entry: Entry) -> str | None:
    """The name, or the power of it, that an equation gives a value."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return None
    equation = parsed.rest[0][0].kind in ("eq", "define") and isinstance(parsed.subjects[0], ast.Symbol)
    return spelt(parsed.subjects[0]) if equation else None


def _is_hypothetical(entry: Entry) -> bool:
    span = entry.parsed.span
    return bool(_BEFORE.search(sentences.before(span)) or _BEHIND.match(sentences.after(span)))
