"""`W_\\bullet \\in \\reals^{\\inp \\times \\hid}`: what holds of `W_i`, `W_f` and all the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast

_ANY = frozenset({"bullet", "•", "∙", "cdot", "·", "*", "ast", "star"})


def declared(entries: list[Entry]) -> list[Entry]:
    """The entries, with such a declaration said of each name that its section has."""
    if not any(_any_of(subject) for entry in entries for subject in _subjects(entry)):
        return entries
    return [found for entry in entries for found in _declared(entry, entries)]


def _declared(entry: Entry, entries: Sequence[Entry]) -> list[Entry]:
    parsed = entry.parsed
    names = [_any_of(subject) for subject in _subjects(entry)]
    if not isinstance(parsed, ast.Chain) or not names or not all(names) or _is_used(entry, entries):
        return [entry]
    here = [n for e in entries if e.section == entry.section for n in walk(e.parsed) if isinstance(n, ast.Symbol)]
    members: dict[str, ast.Symbol] = {}
    for symbol in here:
        if symbol.base in names and symbol.sub is not None and symbol.sup is None and not _any_of(symbol):
            members.setdefault(symbol.full_name, symbol.replace(span=parsed.subjects[0].span))
    each = (parsed.replace(subjects=(member,)) for member in members.values())
    return [replace(entry, parsed=one) for one in each] or [entry]


def _is_used(entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether something else is made of what it declares: `w_*` may be a name, of the minimiser."""
    own = {subject.full_name for subject in _subjects(entry) if isinstance(subject, ast.Symbol)}
    others = (e.parsed for e in entries if e.index != entry.index)
    return any(isinstance(n, ast.Symbol) and n.full_name in own for other in others for n in walk(other))


def _subjects(entry: Entry) -> Sequence[ast.Operand]:
    """What a declaration is of."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or parsed.rest[0][0].kind != "in":
        return ()
    return parsed.subjects if isinstance(parsed.rest[0][1], ast.TensorSet) else ()


def _any_of(subject: ast.Operand) -> str:
    """The `W` of `W_\\bullet`; nothing for another name."""
    if not isinstance(subject, ast.Symbol) or subject.sub is None or subject.sup is not None:
        return ""
    return subject.base if subject.sub.text in _ANY else ""
