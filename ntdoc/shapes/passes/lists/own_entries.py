r"""*Let `x = (x_1, \ldots, x_n) \in \reals^{\ax}`*: the list says how the entries are called, and the set what `x` is.

So it is of *the coordinates `x = (x_1, x_2)`*, where another statement puts `x` in a set. Where anything says what the
entries are, the list is what is made of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gap

_SCRIPT = r"\s*_\s*(?:\{[^{}$]{1,12}\}|\\?[A-Za-z0-9]+)\s*"


def declared(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such lists are left out."""
    members = {s.base for entry in entries for s in _subjects(entry) if s.sub is not None}
    in_sets = {s.full_name for entry in entries if _is_in_a_set(entry.parsed) for s in _subjects(entry)}
    return [_without_list(entry, members, in_sets) for entry in entries]


def _without_list(entry: Entry, members: set[str], in_sets: set[str]) -> Entry:
    """A statement without the list of the entries of its name; an ellipsis in another one is not read."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define"):
        return entry
    right, kinds = parsed.rest[0][1], [relation.kind for relation, _ in parsed.rest[1:]]
    for name in _subjects(entry):
        if len(parsed.subjects) > 1 or name.base in members or not _is_own_list(name, right):
            continue
        if kinds == ["in"]:
            return replace(entry, parsed=parsed.replace(rest=parsed.rest[1:], rows=(parsed.rows[0], *parsed.rows[2:])))
        if not kinds and name.full_name in in_sets:
            return entry.not_read(f"it says how the entries of {name.full_name} are called")
    ellipsis = isinstance(right, Gap) and right.at == right.span and kinds == ["in"]
    return entry.not_read(right.reason, right.at) if ellipsis and isinstance(right, Gap) else entry


def names_entries(name: str, parsed: ast.Parsed) -> bool:
    """Whether a statement lists what the entries of a tensor are called, `x = (x_1, x_2)`."""
    own = rf"{re.escape(name)}\s*(?::?=|\\(?:coloneqq|triangleq))\s*(?:\\left\s*)?[(\[]\s*{re.escape(name)}{_SCRIPT},"
    return re.search(own, parsed.span.text) is not None


def _is_own_list(name: ast.Symbol, right: ast.Operand) -> bool:
    """Whether a side lists members that are called as a name is, with an index each."""
    if not isinstance(right, Gap | ast.Group) or name.axes or name.sub is not None:
        return False
    member, between = re.escape(name.span.text.strip()) + _SCRIPT, r",\s*(?:\\[lc]?dots\s*,\s*)?"
    listed = rf"(?:\\left\s*)?[(\[]\s*{member}(?:{between}{member})+(?:\\right\s*)?[)\]]"
    return re.fullmatch(listed, right.span.text.strip()) is not None


def _is_in_a_set(parsed: ast.Parsed) -> bool:
    return isinstance(parsed, ast.Chain) and bool(parsed.rest) and parsed.rest[0][0].kind == "in"


def _subjects(entry: Entry) -> list[ast.Symbol]:
    subjects = entry.parsed.subjects if isinstance(entry.parsed, ast.Chain) else ()
    return [s for s in subjects if isinstance(s, ast.Symbol)]
