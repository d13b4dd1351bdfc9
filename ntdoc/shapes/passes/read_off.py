"""Rules of differentials: *if we get to `\\partial Y = A \\partial X`, then `\\frac{\\partial Y}{\\partial X} = A`*.

They are of any such letters, and what stands behind the rule is no definition of its `A`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in, operands
from ntdoc.syntax import ast

_REASON = "a rule by which a derivative is read off a differential"


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such rules are not read, of letters of which their section says nothing else."""
    found = [*entries]
    forms: dict[int, list[tuple[int, str, str, frozenset[str]]]] = {}
    for place, entry in enumerate(entries):
        if (form := _form(entry)) is not None:
            forms.setdefault(entry.section, []).append((place, *form))
        for at, above, below, factors in forms.get(entry.section, ()):
            if _reads_off(entry, above, below, factors) and _are_free({above, below}, entries, entry.section):
                found[place], found[at] = entry.not_read(_REASON), entries[at].not_read(_REASON)
    return found


def _form(entry: Entry) -> tuple[str, str, frozenset[str]] | None:
    """The letters of `\\partial Y = A \\partial X`, with the names in what `\\partial X` is multiplied with."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return None
    left, right = _differential(parsed.subjects[0]), parsed.rest[0][1]
    below = {name for part in walk(right) if (name := _differential(part))}
    if left is None or len(below) != 1 or left in below:
        return None
    return left, min(below), names_in(right) - below


def _differential(part: object) -> str | None:
    inner = part.body if isinstance(part, ast.Differential) else None
    return inner.full_name if isinstance(inner, ast.Symbol) else None


def _reads_off(entry: Entry, above: str, below: str, factors: frozenset[str]) -> bool:
    """Whether an equation gives the derivative of the one letter by the other a name that is a factor in the form."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return False
    sides = operands(parsed)
    derivative = next((side for side in sides if isinstance(side, ast.Derivative)), None)
    name = next((side.full_name for side in sides if isinstance(side, ast.Symbol)), None)
    return derivative is not None and name in factors and names_in(derivative) == {above, below}


def _are_free(names: set[str], entries: Sequence[Entry], section: int) -> bool:
    """Whether no statement of the section begins with one of the names, or has it alone on a side."""
    here = (e.parsed for e in entries if e.section == section and isinstance(e.parsed, ast.Chain) and e.parsed.rest)
    return all(not (isinstance(s, ast.Symbol) and s.full_name in names) for chain in here for s in operands(chain))
