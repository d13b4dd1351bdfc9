"""What the `\\label`s of a document name: a display, and where it has several rows, one of them."""

from __future__ import annotations

from typing import NamedTuple

from ntdoc.reading.document import Document, Mathematics
from ntdoc.report import DocumentReport, Kind


class Place(NamedTuple):
    """A display by its number among the items of a document, and the row that a label stands in."""

    item: int
    row: int


def labels_of(document: Document) -> dict[str, Place]:
    """The labels of all displays; of one that is used twice the first."""
    found: dict[str, Place] = {}
    for number, item in enumerate(document.items):
        if isinstance(item, Mathematics) and item.labels:
            for row, own in enumerate(item.rows):
                for label in own.labels:
                    found.setdefault(label, Place(number, row))
            for label in item.labels:
                found.setdefault(label, Place(number, 0))
    return found


def labelled(report: DocumentReport) -> dict[str, str]:
    """The labels of statements by their ids: a label is of what its row defines, or claims, or else says first."""
    if report.kept:
        return dict(report.labels)
    found: dict[str, str] = {}
    for label, place in labels_of(report.document).items():
        display = [s for s in report.statements if s.item == place.item]
        row = [s for s in display if s.row == place.row] or display
        for kind in (Kind.DEFINITION, Kind.CLAIM, None):
            own = [s for s in row if kind in (None, s.kind) and s.id not in found]
            if own:
                found[own[0].id] = label
                break
    return found
