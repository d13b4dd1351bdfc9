"""Doing what a document asks for on its finished report: statements skipped and named, diagnostics expected."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.directives import Directions, Expect, Name, Placed, Skip, misunderstood
from ntdoc.reading.document import Mathematics
from ntdoc.reading.text_blocks import block_behind, line_of
from ntdoc.report import EXPECTED, WAIVED, WRONG, DocumentReport, Example, Statement, Status
from ntdoc.source import Span


@dataclass(slots=True)
class _Changes:
    """What the directives change, by the ids of statements. Collected first, then made in one pass."""

    skipped: dict[str, str] = field(default_factory=dict)  # why
    names: dict[str, str] = field(default_factory=dict)
    expected: dict[str, Diagnostic] = field(default_factory=dict)
    dropped: set[int] = field(default_factory=set)  # positions among the diagnostics


def directed(report: DocumentReport, directions: Directions, problems: Iterable[Diagnostic] = ()) -> DocumentReport:
    """The report with its statements skipped and named, and expected diagnostics left out, as asked for."""
    found = list(directions.problems)
    report = replace(report, diagnostics=(*report.diagnostics, *problems))
    about = [p for p in directions.placed if isinstance(p.request, (Skip, Expect, Name))]
    displays = _displays(report) if about else []
    changes = _Changes()
    taken = {s.id for s in report.statements}
    for placed in sorted(about, key=lambda p: not isinstance(p.request, Name)):  # which others may go by
        if placed.target is not None:
            display, targets = None, _named(report, placed.target)
            targets = targets or [s for s in report.statements if changes.names.get(s.id) == placed.target]
            if not targets:
                found.append(misunderstood(placed.span, f"no statement has the id or the label {placed.target}"))
                continue
        else:
            display = placed.item if placed.inside else _first_after(displays, placed.item)
            targets = _targets(report, placed, display)
        match placed.request:
            case Expect(code):
                positions = _in_text(report, code, placed, display) or _of(report, code, display, targets)
                changes.dropped.update(positions)
                changes.expected.update((str(d.statement), d) for d in (report.diagnostics[i] for i in positions))
                if not positions:
                    message = f"{code} is expected here, and does not occur"
                    found.append(misunderstood(placed.span, message, "take this directive out"))
            case _ if not targets:
                found.append(misunderstood(placed.span, "no statement follows that this could be about"))
            case Skip(reason):
                changes.skipped.update((s.id, reason) for s in targets)
            case Name(name) if name in taken and name != targets[0].id:
                found.append(misunderstood(placed.span, f"another statement is called {name} already"))
            case Name(name):
                taken.add(name)
                changes.names[targets[0].id] = name
    return _changed(report, changes, found)


def _changed(report: DocumentReport, changes: _Changes, found: list[Diagnostic]) -> DocumentReport:
    names = changes.names
    kept = [
        replace(d, statement=names[d.statement]) if d.statement in names else d
        for i, d in enumerate(report.diagnostics)
        if i not in changes.dropped and d.statement not in changes.skipped
    ]
    order = {source.path: i for i, source in enumerate(report.document.sources)}
    kept.extend(found)
    kept.sort(key=lambda d: (order.get(d.span.source.path, len(order)), d.span.start))
    symbols = tuple(
        replace(
            symbol,
            declared=tuple((span, names.get(name, name) if name else None) for span, name in symbol.declared),
            used=tuple(names.get(name, name) for name in symbol.used),
        )
        for symbol in report.symbols
    )
    others = (d for i, d in enumerate(report.diagnostics) if i not in changes.dropped)
    wrong = {d.statement for d in others if d.severity is Severity.ERROR}
    statements = tuple(_statement(s, changes, wrong) for s in report.statements)
    return replace(report, statements=statements, diagnostics=tuple(kept), symbols=symbols)


def _statement(statement: Statement, changes: _Changes, wrong: Container[str | None]) -> Statement:
    """A statement as it is told to be; those in `wrong` have errors that nobody expects."""
    name = changes.names.get(statement.id, statement.id)
    if statement.id in changes.skipped:
        reason = changes.skipped[statement.id]
        skipped = replace(statement, status=Status.SKIPPED, reason=reason, value=None, example=Example())
        return replace(skipped, id=name, excused=WAIVED)
    if statement.id in changes.expected:  # keeps what became of it
        excused = EXPECTED if statement.status in WRONG and statement.id not in wrong else ""
        told = changes.expected[statement.id]
        return replace(statement, id=name, reason=f"{told.code}, as expected: {told.message}", excused=excused)
    return statement if name == statement.id else replace(statement, id=name)


def _displays(report: DocumentReport) -> list[int]:
    """The indices of the displays that say something, or that could not be read."""
    spoken = {s.item for s in report.statements if s.display}
    unread = sorted((d.span.source.path, d.span.start) for d in report.diagnostics if d.statement is None)

    def is_unread(span: Span) -> bool:
        first = bisect_left(unread, (span.source.path, span.start))
        return first < len(unread) and unread[first] <= (span.source.path, span.end)

    return [
        index
        for index, item in enumerate(report.document.items)
        if isinstance(item, Mathematics) and item.display and (item.tokens or index in spoken or is_unread(item.span))
    ]


def _first_after(displays: list[int], item: int) -> int | None:
    place = bisect_right(displays, item)
    return displays[place] if place < len(displays) else None


def _targets(report: DocumentReport, placed: Placed, display: int | None) -> list[Statement]:
    """What a directive is about: the display after it; within a display the next row, or that on its line."""
    if display is None:
        return []
    first = bisect_left(report.statements, display, key=lambda s: s.item)
    within = list(takewhile(lambda s: s.item == display, islice(report.statements, first, None)))
    if not placed.inside:
        return within
    source, line = placed.span.source, placed.span.line
    start = placed.span.start - (placed.span.column - 1)
    if source.text[start : placed.span.start].strip():
        return [s for s in within if s.span.line <= line <= s.span.end_line]
    later = [s for s in within if s.span.start >= placed.span.end]
    return [s for s in later if s.row == later[0].row]


def _named(report: DocumentReport, target: str) -> list[Statement]:
    """The statement with an id, or those of the display with a label."""
    own = [s for s in report.statements if s.id == target]
    if own:
        return own
    labelled = {
        index
        for index, item in enumerate(report.document.items)
        if isinstance(item, Mathematics) and target in item.labels
    }
    return [s for s in report.statements if s.item in labelled]


def _of(report: DocumentReport, code: str, display: int | None, targets: list[Statement]) -> list[int]:
    """Where the diagnostics with a code stand that are about the targets, or about reading the display."""
    ids = {s.id for s in targets}
    whole = report.document.items[display].span if display is not None else None

    def is_about(diagnostic: Diagnostic) -> bool:
        if diagnostic.statement is not None:
            return diagnostic.statement in ids
        span = diagnostic.span
        return whole is not None and span.source is whole.source and whole.start <= span.start <= whole.end

    return [i for i, d in enumerate(report.diagnostics) if d.code == code and is_about(d)]


def _in_text(report: DocumentReport, code: str, placed: Placed, display: int | None) -> list[int]:
    """Where those stand that are about the paragraph or the list behind the directive, or the line that it ends."""
    if placed.target is not None or placed.inside:
        return []
    line = line_of(placed.span)
    own = Span(line.source, line.start, placed.span.start)
    block = line if own.text.strip() else block_behind(placed.span)
    if display is not None and report.document.items[display].span.start == block.start:
        return []
    return [i for i, d in enumerate(report.diagnostics) if d.code == code and block.holds_start(d.place)]
