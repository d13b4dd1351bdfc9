"""What `check` prints of a report as plain values, and back: not the document's text, nor its examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ntdoc.diagnostics import Diagnostic, Edit, Operand, Related, Severity
from ntdoc.labels import labelled
from ntdoc.operations.array import NamedArray
from ntdoc.reading.document import Document
from ntdoc.report import DocumentReport, Kind, Statement, Status, Symbol
from ntdoc.source import Source, Span

Value = Any  # what JSON can write


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers of an array that was kept, in nested lists: enough to print them."""

    shape: tuple[int, ...]
    numbers: Value

    def tolist(self) -> Value:
        return self.numbers


class _NotKept(Exception):
    """A place in a text that is no file of its own."""


def values_of(report: DocumentReport, files: Sequence[str | None]) -> Value | None:
    """A report as plain values; None if something in it lies in no file of those that are shown as this."""
    places = {name: number for number, name in enumerate(files) if name is not None}

    def place(span: Span) -> Value:
        number = places.get(span.source.path)
        if number is None or (not span.source.text[span.start : span.end] and span.end > span.start):
            raise _NotKept
        return [number, span.start, span.end]

    def of_statement(s: Statement) -> Value:
        value = None if s.value is None else [s.value.axes, s.value.data.shape, s.value.data.tolist()]
        where = place(s.span)
        return [s.id, where, s.display, s.kind, s.status, s.name, s.item, s.row, value, s.reason, s.excused]

    def of_diagnostic(d: Diagnostic) -> Value:
        operands = [[o.label, o.shape, o.value] for o in d.operands]
        related = [[place(r.span), r.message] for r in d.related]
        edits = [[place(e.span), e.text] for e in d.edits]
        return [d.code, d.message, place(d.span), d.label, operands, related, d.hints, d.statement, edits, d.graded]

    document = report.document
    try:
        return {
            "document": [document.path, document.title, document.format, [s.path for s in document.shared]],
            "statements": [of_statement(s) for s in report.statements],
            "beside": [of_statement(s) for s in report.beside],
            "diagnostics": [of_diagnostic(d) for d in report.diagnostics],
            "symbols": [[s.name, s.tex, s.role, s.shape] for s in report.symbols],
            "absent": report.absent,
            "unheeded": report.unheeded,
            "refused": report.refused,
            "seed": report.seed,
            "labels": [*labelled(report).items()],
        }
    except _NotKept:
        return None


def report_of(values: Mapping[str, Value], sources: Sequence[Source | None]) -> DocumentReport:
    """The report that was made into these values: of its document and its symbols, only what they are called."""

    def span(place: Value) -> Span:
        source = sources[place[0]]
        assert source is not None
        return Span(source, place[1], place[2])

    def statement(s: Value) -> Statement:
        name, where, display, kind, status, defines, item, row, value, reason, excused = s
        array = None if value is None else NamedArray(tuple(value[0]), _Numbers(tuple(value[1]), value[2]))
        return Statement(
            name, span(where), display, (), Kind(kind), Status(status), defines, item, row, array, reason,
            excused=excused,
        )  # fmt: skip

    def diagnostic(d: Value) -> Diagnostic:
        code, message, where, label, operands, related, hints, of, edits, graded = d
        return Diagnostic(
            code,
            message,
            span(where),
            label,
            tuple(Operand(*o) for o in operands),
            tuple(Related(span(r[0]), r[1]) for r in related),
            tuple(hints),
            of,
            tuple(Edit(span(e[0]), e[1]) for e in edits),
            None if graded is None else Severity(graded),
        )

    path, title, form, shared = values["document"]
    read = tuple(source for source in sources if source is not None)
    return DocumentReport(
        Document(path, title, form, read, (), shared=tuple(source for source in read if source.path in shared)),
        tuple(map(statement, values["statements"])),
        tuple(map(diagnostic, values["diagnostics"])),
        tuple(Symbol(name, tex, role, shape, (), ()) for name, tex, role, shape in values["symbols"]),
        tuple(values["absent"]),
        tuple((name, why) for name, why in values["unheeded"]),
        tuple((name, why) for name, why in values["refused"]),
        kept=True,
        labels=tuple((name, label) for name, label in values["labels"]),
        seed=values["seed"],
        beside=tuple(map(statement, values["beside"])),
    )
