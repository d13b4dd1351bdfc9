"""*It gives `s = 1/n` in the forward direction and `s = 1/m` in the backward direction*: each in its own case.

Neither is claimed to be the other, whatever the words before them conclude.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast

_CASE = (
    r"\s*(?:\$|\\\))\s*(?:,\s*)?(in|for|at|on|under|with|during|along|from|over|if|when)\s+"
    r"((?:[\w-]+\s+){0,4}?[\w-]+)"
)
_FIRST = regex(rf"{_CASE}\s*(?:,|,?\s*(?:and|or|but|while|whereas))\s+(?:\$|\\\()\s*", re.IGNORECASE)
_SECOND = regex(rf"{_CASE}\s*(?=[.,;:)]|$|\s(?:and|or|but)\b)", re.IGNORECASE)

_FORM = regex(r"\b(?:forms?|notations?|terms|words|coordinates|components|indices|fact|general)\b", re.IGNORECASE)


def apart(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which no second one of such a pair follows from the words before the first."""
    seconds = {second.index for first, second in pairwise(entries) if _are_choices(first, second)}
    return [replace(entry, concludes=False) if entry.index in seconds else entry for entry in entries]


def _are_choices(first: Entry, second: Entry) -> bool:
    """Whether two equations of a sentence give a name two values, each in a case that the words behind it say."""
    name, span, other = _given(first), first.parsed.span, second.parsed.span
    if name is None or name != _given(second) or first.sentence != second.sentence or span.source is not other.source:
        return False
    own = _FIRST.fullmatch(span.source.words[span.end : other.start])
    theirs = _SECOND.match(sentences.after(other))
    if own is None or theirs is None or own[1].lower() != theirs[1].lower():
        return False
    return own[2].split() != theirs[2].split() and not _FORM.search(f"{own[2]} {theirs[2]}")


def _given(entry: Entry) -> str | None:
    """The name in `s = E`."""
    parsed = entry.parsed
    if entry.display or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return None
    left, (relation, _) = parsed.subjects[0], parsed.rest[0]
    plain = isinstance(left, ast.Symbol) and relation.kind in ("eq", "define")
    return left.span.text if plain and not (entry.negated or entry.shown or entry.again) else None
