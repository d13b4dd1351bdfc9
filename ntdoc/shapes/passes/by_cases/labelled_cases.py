"""Lists of cases, each with what happens then: *`a b = 1`: one step*, *`a b = 2`: it bounces*, *`a b > 2`: more*.

They suppose what no two of them can: none of them is claimed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast

_LEADS = regex(
    r"\s*(?:\$|\\\))?\s*(?::|–|—|--|(?:\$|\\\()?\s*\\(?:to|rightarrow|Rightarrow|leadsto)\b)\s*[^\s$\\]"
)
_ITEM = regex(r"(?:^|\n)[ \t]*(?:[-*+]|\d+[.)])[ \t]|\\item\b")
_WORD = regex(r"[A-Za-z]{2,}")


def supposed(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, where such cases are suppositions of their items."""
    found = [*entries]
    named = [(place, left) for place, entry in enumerate(entries) if (left := _case(entry)) is not None]
    for (place, left), (after, other) in pairwise(named):
        one, another = entries[place], entries[after]
        apart = 0 < another.sentence - one.sentence <= 3 and one.section == another.section
        if left == other and apart and one.parsed.span.text != another.parsed.span.text:
            for index in (place, after):
                found[index] = replace(found[index], supposed=True, local=True)
    return found


def _case(entry: Entry) -> str | None:
    """The left side of a formula that begins an item, and that words behind a colon go on with."""
    parsed = entry.parsed
    if entry.display or entry.cell or not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1:
        return None
    if len(parsed.subjects) != 1 or parsed.rest[0][0].kind not in ("eq", "lt", "le", "gt", "ge"):
        return None
    led = _ITEM.split(sentences.before(parsed.span))[-1]
    labels = isinstance(parsed.rest[0][1], ast.Number) and not _WORD.search(led)
    if not labels or not _LEADS.match(sentences.after(parsed.span)):
        return None
    return "".join(parsed.subjects[0].span.text.split())
