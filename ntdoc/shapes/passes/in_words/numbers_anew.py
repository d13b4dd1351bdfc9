"""Numbers that words let be positive, where another section has an array of that name: *let `\\lambda > 0`*.

The section that lets it be so speaks of it beside arrays, and never along the axes of the other one: then it is a
number, and no property of what was declared before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said.letting import is_let_be
from ntdoc.shapes.patterns import member_of, names_in, numbers, signs
from ntdoc.syntax import ast


def declared(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such orders are declarations of numbers."""
    arrays: dict[str, tuple[int, frozenset[str]]] = {}  # names → the section that put them in a set last, with its axes
    found = []
    for entry in entries:
        found.append(_declared(entry, arrays, entries))
        parsed = entry.parsed
        for name, axes in _put_in_sets(parsed):
            arrays[name] = entry.section, axes
    return found


def _put_in_sets(parsed: ast.Parsed) -> list[tuple[str, frozenset[str]]]:
    domain = parsed.rest[0][1] if isinstance(parsed, ast.Chain) and parsed.rest else None
    if not isinstance(parsed, ast.Chain) or not isinstance(domain, ast.TensorSet):
        return []
    axes = frozenset(sized.axis.name for sized in domain.shape.axes)
    return [(s.full_name, axes) for s in parsed.subjects if isinstance(s, ast.Symbol)]


def _declared(entry: Entry, arrays: dict[str, tuple[int, frozenset[str]]], entries: Sequence[Entry]) -> Entry:
    parsed = entry.parsed
    if entry.display or entry.cell or entry.negated or not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1:
        return entry
    signed = signs(parsed)
    letter = parsed.subjects[0]
    if len(signed) != 1 or not isinstance(letter, ast.Symbol) or letter.full_name != signed[0][0]:
        return entry
    name, sign = signed[0]
    section, axes = arrays.get(name, (entry.section, frozenset()))
    if section == entry.section or not axes or not (is_let_be(entry) or _is_with(entry)):
        return entry
    named = _axes_beside(name, entry.section, entries)
    if not named or named & axes:
        return entry
    there = entry.parsed.span._replace(start=entry.parsed.span.end)
    return replace(entry, parsed=member_of((letter,), numbers(there), there, parsed.span), sign=sign)


def _is_with(entry: Entry) -> bool:
    return phrases.WITH.search(sentences.before(entry.parsed.span).rstrip("$( \\")) is not None


def _axes_beside(name: str, section: int, entries: Sequence[Entry]) -> set[str]:
    """The axes in the statements of a section that have a name, and those of the other arrays in them."""
    here = [e.parsed for e in entries if e.section == section]
    own = [parsed for parsed in here if name in names_in(parsed)]
    declared = dict(pair for parsed in here for pair in _put_in_sets(parsed))
    others = {other for parsed in own for other in names_in(parsed)} - {name}
    written = {part.name for parsed in own for part in walk(parsed) if isinstance(part, ast.Axis)}
    return written.union(*(declared.get(other, frozenset()) for other in others))
