"""Declarations in a sentence that binds what it names, and that hold beyond it all the same.

*Let `r = A x`, for any `x \\in S`*: where a sentence makes a tensor of what it declares behind it, both last. *If the
time is an axis, `x \\in S`, a mean is a filter*, or *if `x \\in S` is a series, its change is `d = E(x)`*: nothing else
says what the `x` of later sentences is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast


def lasting(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which such declarations do not hold in their sentence alone."""
    made: dict[int, set[str]] = {}  # of what the definitions in each sentence are made
    waiting = _for_want_of_others(entries)
    found = []
    for entry in entries:
        declares = _declared(entry) if entry.local and not entry.display else frozenset()
        if declares and (declares <= made.get(entry.sentence, set()) or declares <= waiting):
            entry = replace(entry, local=False)
        elif not (entry.local or entry.display or entry.negated or entry.worded or entry.supposed):
            made.setdefault(entry.sentence, set()).update(_made_of(entry))
        found.append(entry)
    return found


def _for_want_of_others(entries: Sequence[Entry]) -> set[str]:
    """The names with axes that one statement declares, for its sentence, and others use of which none says anything."""
    found = [(entry, names) for entry in entries if (names := _declared_in_passing(entry))]
    shown: dict[int, set[str]] = {entry.sentence: set() for entry, _ in found}  # what their displays speak of
    parts: dict[tuple[int, str], frozenset[str]] = {}  # of what a name is made in a section
    for entry in entries if found else ():
        if isinstance(entry.parsed, ast.Chain) and (made := _made_of(entry)):
            parts.update({(entry.section, name): made for name in names_in(entry.parsed.subjects)})
        if entry.sentence in shown and entry.display and not entry.local:
            spoken_of = names_in(entry.parsed)
            shown[entry.sentence] |= spoken_of.union(*(parts.get((entry.section, n), ()) for n in spoken_of))
    declaring = {
        name: entry
        for entry, names in found
        if cases.is_apposed(entry.parsed.span) or names <= shown[entry.sentence]
        for name in names
    }
    used: set[str] = set()
    for entry in entries if declaring else ():
        for name in names_in(entry.parsed) & declaring.keys():
            first = declaring[name]
            if name in _said(entry.parsed) and not _is_of_its_sentence(entry, first):
                del declaring[name]
            elif entry.sentence != first.sentence and (entry.index > first.index or entry.section == first.section):
                used.add(name)
    return used & declaring.keys()


def _is_of_its_sentence(entry: Entry, first: Entry) -> bool:
    """Whether a statement is that which declares a name, or what the display of its sentence says of it."""
    return entry is first or (entry.display and entry.sentence == first.sentence)


def _declared_in_passing(entry: Entry) -> frozenset[str]:
    """The names with axes that an entry puts in a set, for its sentence."""
    parsed = entry.parsed
    if not entry.local or entry.display or not isinstance(parsed, ast.Chain) or not parsed.rest:
        return frozenset()
    right = parsed.rest[0][1]
    return _declared(entry) if isinstance(right, ast.TensorSet) and right.shape.axes else frozenset()


def _said(parsed: ast.Parsed) -> frozenset[str]:
    """The names on the left of a statement: what it says something of, and the parameters of a function."""
    if not isinstance(parsed, ast.Chain):
        return names_in(parsed)  # of a signature, or unread
    return names_in(parsed.subjects) if parsed.rest else frozenset()


def _declared(entry: Entry) -> frozenset[str]:
    """The names that an entry puts in a set of tensors."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or not isinstance(parsed.rest[0][1], ast.TensorSet):
        return frozenset()
    return frozenset(s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol))


def _made_of(entry: Entry) -> frozenset[str]:
    """What the right side of a definition of one name is made of."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or parsed.rest[0][0].kind not in ("eq", "define"):
        return frozenset()
    named = len(parsed.subjects) == 1 and isinstance(parsed.subjects[0], ast.Symbol)
    return names_in(parsed.rest[0][1]) if named else frozenset()
