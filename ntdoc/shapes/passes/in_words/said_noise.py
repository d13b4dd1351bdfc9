"""Words that say how a letter is distributed: *sample `\\epsilon` from a standard normal distribution*.

The letter is then what `\\epsilon \\sim \\mathcal{N}(0, 1)` would make of it. One that the section puts in a set keeps
that, and so does one of which a formula says how it is distributed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.patterns import equated, names_in, put_in_sets
from ntdoc.syntax import ast

_NORMAL = r"(?:standard|unit)\s+(?:normal|gaussian)"
_KIND = r"(?:distributions?|noise|(?:random\s+)?(?:vectors?|variables?|tensors?|matri(?:x|ces))|samples?|draws?)"
_FROM = regex(
    r"\s*(?:\$|\\\))?\s*(?:,\s*)?"
    r"(?:(?:is|are|be)\s+)?(?:(?:independently\s+)?(?:drawn|sampled|taken)\s+)?(?:independently\s+)?"
    rf"from\s+(?:an?|the)\s+{_NORMAL}(?:\s+(?:distribution|noise))?\b",
    re.IGNORECASE,
)
_BE = regex(
    rf"\s*(?:\$|\\\))?\s*(?:,\s*)?(?:be|is|are)\s+(?:an?\s+|all\s+|again\s+)?{_NORMAL}(?:\s+{_KIND})?\b", re.IGNORECASE
)
_BEFORE = regex(
    rf"\b{_NORMAL}\s+(?:noise|(?:random\s+)?(?:vector|variable|tensor|matrix))\s+(?:\$|\\\()?\s*$", re.IGNORECASE
)


def as_drawn(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such letters are drawn from what the words say."""
    said = {(entry.section, name) for entry in entries for name in _said(entry)}
    return [_drawn(entry, said) for entry in entries]


def _said(entry: Entry) -> set[str]:
    """The names of which a formula says what they are."""
    parsed = entry.parsed
    drawn = isinstance(parsed, ast.Chain) and any(relation.kind == "drawn" for relation, _ in parsed.rest)
    equal = {name} if (name := equated(parsed)) is not None else set()
    return put_in_sets(parsed) | equal | (names_in(parsed) if drawn else set())


def _drawn(entry: Entry, said: set[tuple[int, str]]) -> Entry:
    letter, span = alone(entry), entry.parsed.span
    if entry.negated or not isinstance(letter, ast.Symbol) or letter.axes or not names_in(letter):
        return entry
    if (entry.section, letter.full_name) in said or not isinstance(entry.parsed, ast.Chain):
        return entry
    after = sentences.after(span)
    if not (_FROM.match(after) or _BE.match(after) or _BEFORE.search(sentences.before(span))):
        return entry
    zero, one = ast.Number(0.0, 0, span), ast.Number(1.0, 0, span)
    head = ast.Symbol("N", None, None, (), False, span)
    normal = ast.Juxtaposition((head, ast.Group((zero, one), (), "(", span)), span)
    drawn = entry.parsed.replace(rest=((ast.Relation("drawn", r"\sim", span), normal),), rows=(0, 0))
    return replace(entry, parsed=drawn, local=False, scalar="", sign="")
