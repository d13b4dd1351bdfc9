"""A letter for one member of a family, without its index: *fix a step and write `a = \\bar\\alpha` for its product*.

After `\\bar\\alpha_t = …` it is that of any step, `a = \\bar\\alpha_t`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast

_NAMES = regex(
    r"\b(?:writ(?:e|ing)|let|letting|put|putting|set|setting|abbreviat(?:e|ing)|call|denote)"
    r"(?:\s+(?:again|simply|just|briefly|now|here))?\s*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)


def with_indices(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, where such a letter is equal to the member at the index of its family."""
    return [_indexed(entry, entries) if _right(entry) is not None else entry for entry in entries]


def _indexed(entry: Entry, entries: Sequence[Entry]) -> Entry:
    right, parsed = _right(entry), entry.parsed
    assert isinstance(parsed, ast.Chain)
    assert right is not None
    subjects = [(symbol, e) for e in entries for symbol in _subjects(e)]
    if any(symbol.full_name == right.full_name for symbol, _ in subjects):
        return entry
    members = [s for s, e in subjects if s.base == right.base and e.index < entry.index]
    if len({member.full_name for member in members}) != 1 or not _has_letter(members[0]):
        return entry
    (relation, _), *rest = parsed.rest
    return replace(entry, parsed=parsed.replace(rest=((relation, members[0].replace(span=right.span)), *rest)))


def _right(entry: Entry) -> ast.Symbol | None:
    """The plain name that words give another name."""
    parsed = entry.parsed
    if entry.display or entry.negated or not isinstance(parsed, ast.Chain) or parsed.conditions:
        return None
    if len(parsed.subjects) != 1 or not parsed.rest or not _is_plain(parsed.subjects[0]):
        return None
    relation, right = parsed.rest[0]
    named = relation.kind in ("eq", "define") and isinstance(right, ast.Symbol) and _is_plain(right)
    if not named or not isinstance(right, ast.Symbol) or not _NAMES.search(sentences.before(parsed.span)):
        return None
    return right


def _subjects(entry: Entry) -> Iterator[ast.Symbol]:
    """The names that a statement is of."""
    if isinstance(entry.parsed, ast.Chain):
        yield from (subject for subject in entry.parsed.subjects if isinstance(subject, ast.Symbol))


def _is_plain(node: ast.Operand) -> bool:
    return isinstance(node, ast.Symbol) and node.sub is None and node.sup is None and not node.axes


def _has_letter(member: ast.Symbol) -> bool:
    """Whether the one index of a member is a letter."""
    index = member.sub.expr if member.sub is not None and member.sup is None and not member.axes else None
    return isinstance(index, ast.Symbol) and index.full_name == index.base and index.base.islower()
