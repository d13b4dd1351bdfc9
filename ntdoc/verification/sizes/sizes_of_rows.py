"""Sizes that a table gives row by row, held against what its section says: `|\\layer| = |\\heads| \\cdot |\\key|`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ntdoc.diagnostics import Diagnostic, Related, Severity
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Rational, Size
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.wording import number_text

Row = Mapping[str, ast.Number]  # the numbers of a row, by the sizes that stand above them


def wrong_sizes(session: Session, at: Entry, rows: Sequence[Row]) -> Iterator[Diagnostic]:
    """NT301, as a warning, where the sizes of a row do not satisfy an equation of sizes that stands above the table."""
    said = [s for s in session.sizes if s.entry.section == at.section and s.entry.index < at.index]
    said = [s for s in said if not (s.entry.cell or s.entry.local or s.entry.index in session.passing)]
    for row in rows:
        values = {name: int(n.value) for name, n in row.items() if not n.places and n.value % 1 == 0}
        for stated in said:
            for left, right in stated.pairs:
                told = _told(left, right, values, row, stated.sizes[0][1])
                if told is not None:
                    yield told


def _told(left: Size, right: Size, values: Mapping[str, int], row: Row, said: Span) -> Diagnostic | None:
    atoms = left.atoms | right.atoms
    if len(atoms) < 2 or not atoms <= values.keys():
        return None
    try:
        one, other = left.evaluate(values), right.evaluate(values)
    except ZeroDivisionError:
        return None
    if one == other:
        return None
    number = row[left.atom] if left.atom is not None else row[min(atoms)]
    given = ", ".join(f"{name} = {values[name]}" for name in sorted(atoms))
    message = f"{left} is {_text(one)}, and {right} is {_text(other)}"
    related = (Related(said, "they are said to be equal here"),)
    return Diagnostic("NT301", message, number.span, f"with {given}", related=related, graded=Severity.WARNING)


def _text(value: Rational) -> str:
    return number_text(float(value))
