"""Results in numbers of letters to which a table gives numbers: *for the classical ones `f(0.5) = 0.69`*."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.document.cells import rows_of
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers.in_tables import number_of
from ntdoc.verification.in_numbers.taken import free


def why(claim: Judged, entries: Sequence[Entry]) -> str | None:
    """Why a result that samples refute may be of numbers in a table of its section; None if it has no such."""
    at = claim.role.entry
    if claim.right is None or not numeric.is_numbers(claim.right):
        return None
    names = frozenset(free(claim, within=True))
    cells = [e for e in entries if e.cell and e.section == at.section] if names else []
    found = [name for e in cells if (name := _name(e)) in names and _heads_numbers(e)]
    if claim.law is not None and not names <= {*found}:  # letters that nothing declares, so a law of the others
        return None
    return f"a table gives numbers to {found[0]}, and its words say which are meant" if found else None


def _name(entry: Entry) -> str:
    parsed = entry.parsed
    alone = isinstance(parsed, ast.Chain) and not parsed.rest and len(parsed.subjects) == 1
    subject = parsed.subjects[0] if alone and isinstance(parsed, ast.Chain) else None
    return subject.full_name if isinstance(subject, ast.Symbol) else ""


def _heads_numbers(entry: Entry) -> bool:
    """Whether it stands in a cell above numbers, or before them."""
    rows, span = rows_of(entry.parsed.span), entry.parsed.span
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            if cell.start <= span.start < cell.end:
                below = [other[place] for other in rows[number + 1 :] if place < len(other)]
                return any(number_of(c) is not None for c in (*below, *row[place + 1 :]))
    return False
