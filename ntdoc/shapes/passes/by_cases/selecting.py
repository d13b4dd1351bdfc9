"""*It is one where `a_t = 1 / 2`*, *until `a_t = 1 / 2`*, of an `a_t` that a formula gives: which one is meant.

So it is in this sentence; the name keeps its formula.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions.cases import selects
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import in_numbers, names_in, spelt
from ntdoc.syntax import ast
from ntdoc.vocabulary import IF, LET, OTHER, SUPPOSE

_UNTIL = regex(
    r"\b(?:until|as\s+soon\s+as|as\s+long\s+as|once|after|before|(?:at|in|for|from)\s+which|exactly\s+where)\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_LINK = regex(
    r"(?:^|[,;:])\W*(?:and|but|or|so|then|thus|also|even|only)\s+(?:with|where)\s+(?:\$|\\\()?\s*$", re.IGNORECASE
)
_CASE = regex(rf"\b(?:for|with|{IF}|at|where|case)\s+(?:\$|\\\()?\s*$", re.IGNORECASE)
_TAKES = regex(
    rf"\b(?:{LET}|{SUPPOSE}|set|use|now|{OTHER}|examples?|instance|say)\b",
    re.IGNORECASE,
)


def in_their_sentences(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such an equation holds in its sentence alone."""
    found = [*entries]
    formulas: dict[str, Entry] = {}
    for place, entry in enumerate(entries):
        if (said := _equation(entry)) is None:
            continue
        subject, right = said
        if not in_numbers(right):
            if names_in(right) and not _CASE.search(sentences.before(entry.parsed.span)):
                formulas[subject] = entry
            continue
        first = formulas.get(subject)
        if first is not None and entry.is_under(first) and _says_which(entry):
            found[place] = replace(entry, local=True)
    return found


def _equation(entry: Entry) -> tuple[str, ast.Operand] | None:
    """The name and the value of an equation of a name."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return None
    (relation, right), subject = parsed.rest[0], parsed.subjects[0]
    named = relation.kind in ("eq", "define") and isinstance(subject, ast.Symbol)
    return (spelt(subject), right) if named else None


def _says_which(entry: Entry) -> bool:
    if entry.display or entry.cell or entry.gives or entry.lets:
        return False
    before = sentences.before(entry.parsed.span)
    said = _UNTIL.search(before) or (selects(entry.parsed.span) and not _LINK.search(before))
    return bool(said) and _TAKES.search(before) is None
