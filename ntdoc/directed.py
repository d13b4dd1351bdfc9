"""Doing what a document asks for: sizes before it is checked, the rest on the finished report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic
from ntdoc.directives import Directions, Expect, Name, Placed, Sizes, Skip, misunderstood
from ntdoc.reading.document import Document, Mathematics
from ntdoc.report import DocumentReport, Example, Statement, Status
from ntdoc.shapes.entries import Entry
from ntdoc.shapes.session import Session, StatedSize
from ntdoc.shapes.sizes import default_size, number, variable
from ntdoc.syntax import ast


def give_sizes(session: Session, directions: Directions, entries: Sequence[Entry]) -> list[Diagnostic]:
    """Put the sizes that are given where stated sizes stand; they win over those. Returns what names nothing."""
    given = [p for p in directions.placed if isinstance(p.request, Sizes)]
    if not given or not entries:
        return [misunderstood(p.span, "there is nothing here that has a size") for p in given]
    problems = []
    variables = set(_symbols(entries))
    everywhere = replace(entries[0], companion=True, local=False)
    written = {text: name for name, text in session.axis_spellings.items()}
    for placed in given:
        assert isinstance(placed.request, Sizes)
        for text, size in placed.request.given:
            axis = written.get(text) or (text if text in session.axis_spellings else None)
            if axis is None and text not in variables:
                problems.append(misunderstood(placed.span, f"the document has no axis and no size called {text}"))
                continue
            atom = default_size(axis) if axis is not None else variable(text)
            session.sizes.append(StatedSize(((atom, placed.span), (number(size), placed.span)), everywhere))
    return problems


def directed(report: DocumentReport, directions: Directions, problems: Iterable[Diagnostic] = ()) -> DocumentReport:
    """The report with its statements skipped and named, and expected diagnostics left out, as asked for."""
    found = [*directions.problems, *problems]
    for placed in directions.placed:
        targets = _targets(report, placed)
        if not isinstance(placed.request, (Skip, Expect, Name)):
            continue
        if not targets and not isinstance(placed.request, Expect):
            found.append(misunderstood(placed.span, "no statement follows that this could be about"))
            continue
        match placed.request:
            case Skip(reason):
                report = _skipped(report, targets, reason)
            case Name(name):
                if any(s.id == name for s in report.statements if s is not targets[0]):
                    found.append(misunderstood(placed.span, f"another statement is called {name} already"))
                else:
                    report = _renamed(report, targets[0].id, name)
            case Expect(code):
                expected = [d for d in report.diagnostics if d.code == code and _is_about(d, report, placed, targets)]
                if expected:
                    report = _as_expected(report, targets, expected)
                else:
                    message = f"{code} is expected here, and does not occur"
                    found.append(misunderstood(placed.span, message, "take this directive out"))
    if not found:
        return report
    order = {source.path: i for i, source in enumerate(report.document.sources)}
    merged = sorted(
        (*report.diagnostics, *found), key=lambda d: (order.get(d.span.source.path, len(order)), d.span.start)
    )
    return replace(report, diagnostics=tuple(merged))


def _symbols(entries: Iterable[Entry]) -> Iterator[str]:
    """The name of every symbol in the document."""
    pending: list[object] = [entry.parsed for entry in entries]
    while pending:
        item = pending.pop()
        if isinstance(item, ast.Symbol):
            yield item.full_name
        if isinstance(item, tuple) and not isinstance(item, ast.Span):
            pending.extend(item)


def _display_of(document: Document, placed: Placed) -> int | None:
    """The index of the display that a directive stands in or before."""
    if placed.inside:
        return placed.item
    for index in range(placed.item + 1, len(document.items)):
        item = document.items[index]
        if isinstance(item, Mathematics) and item.display and item.tokens:
            return index
    return None


def _targets(report: DocumentReport, placed: Placed) -> list[Statement]:
    """What a directive is about: before a display, all of it; alone on a line of it, the next row; else its own line."""
    display = _display_of(report.document, placed)
    within = [s for s in report.statements if s.item == display]
    if not placed.inside:
        return within
    source, line = placed.span.source, placed.span.line
    start = placed.span.start - (placed.span.column - 1)
    if source.text[start : placed.span.start].strip():
        return [s for s in within if s.span.line <= line <= s.span.end_line]
    later = [s for s in within if s.span.start >= placed.span.end]
    return [s for s in later if s.row == later[0].row]


def _skipped(report: DocumentReport, targets: list[Statement], reason: str) -> DocumentReport:
    ids = {s.id for s in targets}
    statements = tuple(
        replace(s, status=Status.SKIPPED, reason=reason, value=None, example=Example()) if s.id in ids else s
        for s in report.statements
    )
    kept = tuple(d for d in report.diagnostics if d.statement not in ids)
    return replace(report, statements=statements, diagnostics=kept)


def _renamed(report: DocumentReport, old: str, new: str) -> DocumentReport:
    statements = tuple(replace(s, id=new) if s.id == old else s for s in report.statements)
    diagnostics = tuple(replace(d, statement=new) if d.statement == old else d for d in report.diagnostics)
    symbols = tuple(
        replace(
            symbol,
            declared=tuple((span, new if name == old else name) for span, name in symbol.declared),
            used=tuple(new if name == old else name for name in symbol.used),
        )
        for symbol in report.symbols
    )
    return replace(report, statements=statements, diagnostics=diagnostics, symbols=symbols)


def _is_about(
    diagnostic: Diagnostic, report: DocumentReport, placed: Placed, targets: list[Statement]
) -> bool:
    """Whether a diagnostic belongs to what a directive is about. Reading finds some that belong to no statement."""
    if diagnostic.statement is not None:
        return any(s.id == diagnostic.statement for s in targets)
    display = _display_of(report.document, placed)
    if display is None:
        return False
    whole = report.document.items[display].span
    span = diagnostic.span
    return span.source is whole.source and whole.start <= span.start <= whole.end


def _as_expected(report: DocumentReport, targets: list[Statement], expected: list[Diagnostic]) -> DocumentReport:
    """The diagnostics go; their statements keep what became of them, and say that it was expected."""
    code = expected[0].code
    ids = {d.statement for d in expected}
    statements = tuple(
        replace(s, reason=f"{code}, as expected") if s.id in ids else s for s in report.statements
    )
    kept = tuple(d for d in report.diagnostics if d not in expected)
    return replace(report, statements=statements, diagnostics=kept)
