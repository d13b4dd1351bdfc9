"""Results in numbers of letters to which a table, or a list, gives several: *for the classical ones `f(0.5) = 0.7`*."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.document.cells import rows_of
from ntdoc.shapes.document.conditions.examples_behind import is_said
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.passes.lists.tabled_values import names_numbers
from ntdoc.shapes.patterns import ORDERS
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers.in_tables import number_of
from ntdoc.verification.in_numbers.taken import free


def why(claim: Judged, entries: Sequence[Entry]) -> str | None:
    """Why a result that samples refute may be of numbers in a table of its section; None if it has no such.

    A bound that is drawn as a conclusion before the table, *so `m \\le 1`*, is of no numbers that come later.
    """
    at = claim.role.entry
    if claim.right is None or not numeric.is_numbers(claim.right):
        return None
    names = frozenset(free(claim, within=True))
    here = [e for e in entries if e.section == at.section and not e.display] if names else []
    order = claim.relation is not None and claim.relation.kind in ORDERS
    if order and is_said(at.parsed.span, across=at.display):
        here = [e for e in here if not at.is_above(e)]
    found = [(name, e.cell) for e in here if (name := _name(e)) in names and _heads_numbers(e)]
    if claim.law is not None and not names <= {name for name, _ in found}:  # a law of letters that nothing declares
        return None
    if not found:
        return None
    (name, cell), *_ = found
    return f"a {'table' if cell else 'list'} gives numbers to {name}, and its words say which are meant"


def _name(entry: Entry) -> str:
    parsed = entry.parsed
    alone = isinstance(parsed, ast.Chain) and not parsed.rest and len(parsed.subjects) == 1
    subject = parsed.subjects[0] if alone and isinstance(parsed, ast.Chain) else None
    return subject.full_name if isinstance(subject, ast.Symbol) else ""


def _heads_numbers(entry: Entry) -> bool:
    """Whether it stands in a cell above numbers, or before them, or in an item of a list."""
    if not entry.cell:
        return names_numbers(entry)
    rows, span = rows_of(entry.parsed.span), entry.parsed.span
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            if cell.start <= span.start < cell.end:
                below = [other[place] for other in rows[number + 1 :] if place < len(other)]
                return any(number_of(c) is not None for c in (*below, *row[place + 1 :]))
    return False
