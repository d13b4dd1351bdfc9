"""*Let `r = A x`, for any `x \\in S`*: where a sentence makes a tensor of what it declares behind it, both last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast


def lasting(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which such declarations do not hold in their sentence alone."""
    made: dict[int, set[str]] = {}  # of what the definitions in each sentence are made
    found = []
    for entry in entries:
        declares = _declared(entry) if entry.local and not entry.display else frozenset()
        if declares and declares <= made.get(entry.sentence, set()):
            entry = replace(entry, local=False)
        elif not (entry.local or entry.display or entry.negated or entry.worded or entry.supposed):
            made.setdefault(entry.sentence, set()).update(_made_of(entry))
        found.append(entry)
    return found


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
