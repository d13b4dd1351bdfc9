"""A set behind a display that is said of all that it defines: *`Q = …, K = …`, each in `S`*, *Both have shape `T`.*

It is said of each of the names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast
from ntdoc.vocabulary import ADVERB

_OF_EACH = regex(
    r"(?:^|\}|\$\$|\\\]|[,;:])\s*(?P<each>each|both|all)(?:\s+(?:one|two|three|four|five|of\s+(?:them|these|which)))?"
    rf"(?:\s+(?:{ADVERB}))?"
    rf"(?:\s+(?:is|are|being|lies?|lives?|lying|living))?(?:\s+(?:{ADVERB}))?"
    r"\s+(?:in|(?:of|have|has|having|with)\s+(?:the\s+)?(?:same\s+)?(?:shape|axes))\s*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_FAR = 300  # characters between a display and such a set


def with_members(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, where such a set has become what is said of all the names."""
    named = [(entry, _names(entries, place)) for place, entry in enumerate(entries)]
    return [replace(entry, parsed=_members(names, entry), again=True) if names else entry for entry, names in named]


def _names(entries: Sequence[Entry], place: int) -> list[ast.Symbol]:
    """The names that the display before a set defines, if words say that it is of each of them."""
    entry = entries[place]
    if not _is_set(entry) or (said := _OF_EACH.search(sentences.before(entry.parsed.span, across=True))) is None:
        return []
    before = [e for e in entries[max(0, place - 8) : place] if not _is_set(e)]
    last = before[-1] if before else None
    if last is None or not last.display or last.section != entry.section:
        return []
    if entry.parsed.span.start - last.parsed.span.end > _FAR:
        return []
    defined = [_defined(e) for e in before if e.item == last.item]
    names = [name for name in defined if name is not None]
    many = len(names) == 2 if said["each"].lower() == "both" else len(names) > 1
    return names if many and len(names) == len(defined) else []


def _is_set(entry: Entry) -> bool:
    """Whether a formula in a sentence is a set alone."""
    parsed = entry.parsed
    if entry.display or not isinstance(parsed, ast.Chain) or parsed.rest or len(parsed.subjects) != 1:
        return False
    return isinstance(parsed.subjects[0], ast.TensorSet)


def _defined(entry: Entry) -> ast.Symbol | None:
    """The name that a statement of a display defines."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return None
    name, relation = parsed.subjects[0], parsed.rest[0][0]
    plain = isinstance(name, ast.Symbol) and not name.axes and relation.kind in ("eq", "define")
    return name if plain and isinstance(name, ast.Symbol) else None


def _members(names: Sequence[ast.Symbol], entry: Entry) -> ast.Chain:
    """`Q, K \\in S`, in a row below that of the names."""
    assert isinstance(entry.parsed, ast.Chain)
    kind, span = entry.parsed.subjects[0], entry.parsed.span
    relation = ast.Relation("in", r"\in", span._replace(end=span.start))
    return entry.parsed.replace(subjects=tuple(names), rest=((relation, kind),), rows=(0, 1))
