"""The report on a document: each statement with its name, verdict, symbols and example; the diagnostics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ntdoc import examples as shown
from ntdoc import numbers, tables
from ntdoc.axis_order import Orders
from ntdoc.diagnostics import Diagnostic
from ntdoc.loops import rounds_of
from ntdoc.naming import Namer, slug
from ntdoc.reading.document import Document, Heading
from ntdoc.reading.tokens import Token
from ntdoc.report import DocumentReport, Example, Kind, Statement, Status
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.source import Span
from ntdoc.syntax.relations import trimmed
from ntdoc.verification.verdicts import Verdict


def report_of(
    document: Document,
    companions: tuple[Document, ...],
    session: Session,
    judged: list[Judged],
    verdicts: list[Verdict],
    code: Mapping[int, tuple[tuple[str, str], ...]],
    examples: bool,
) -> DocumentReport:
    namer = Namer()
    sections = section_slugs(document)
    statements: list[tuple[Judged, Statement]] = []
    beside: list[Statement] = []
    diagnostics: list[Diagnostic] = list(document.diagnostics)
    ids: dict[int, str] = {}
    orders = Orders(judged)
    rounds = rounds_of(document, session, judged, verdicts, orders) if examples else {}
    for companion in companions:
        diagnostics.extend(companion.diagnostics)
    for j, v in zip(judged, verdicts, strict=True):
        entry = j.role.entry
        identity = namer.id(_wanted(j, sections))
        left_out = j.failed and v.status is Status.SKIPPED  # with what its shapes have wrong
        own = [] if left_out else j.notebook.diagnostics
        once = {(d.code, d.span, d.message): d for d in (*own, *numbers.mended(j, v))}  # each term of a sum has it
        found = [replace(d, statement=identity) for d in once.values()]
        if j.refused:
            diagnostics = [replace(d, statement=identity) if _begins(d.span, j.span) else d for d in diagnostics]
        name = j.name if j.kind is not Kind.CLAIM else None
        read = _own_tokens(j)
        statement = Statement(identity, j.span, entry.display, read, j.kind, v.status, name, entry.item, j.row)
        if entry.companion:
            diagnostics.extend(replace(d, statement=None) for d in found)
            if entry.display and v.status in (Status.SKIPPED, Status.BLOCKED):
                beside.append(replace(statement, reason=v.reason))
            continue
        diagnostics.extend(found)
        ids.setdefault(entry.index, identity)
        example = shown.example_of(session, j, v, orders) if examples else Example()
        example = replace(example, rounds=rounds.get(entry.index, ()))
        statement = replace(
            statement,
            value=shown.array_of(j, v.value, orders),
            reason=v.reason,
            symbols=tables.symbols_of(session, j, v, example, orders),
            example=example,
            code=code.get(entry.index, ()) if j.binding is not None else (),
        )
        statements.append((j, statement))
    statements.sort(key=lambda pair: (pair[1].item, pair[1].row))
    order = {s.path: i for i, s in enumerate(document.sources)}
    diagnostics.sort(key=lambda d: (order.get(d.span.source.path, len(order)), d.span.start))
    symbols = tables.index_of(session.scope, statements, ids)
    ordered = tuple(s for _, s in statements)
    return DocumentReport(document, ordered, tuple(diagnostics), symbols, beside=tuple(beside))


def _begins(problem: Span, formula: Span) -> bool:
    """Whether what is wrong with a formula begins in it, or is the `\\begin` right before it."""
    if formula.holds_start(problem):
        return True
    before = problem.source is formula.source and problem.end <= formula.start
    return before and not formula.source.text[problem.end : formula.start].strip()


def _own_tokens(j: Judged) -> tuple[Token, ...]:
    """The tokens of a statement, of all those of its chain, with what says its conditions."""
    piece = j.role.entry.piece
    own = [t for t in piece.written if j.span.covers(t.span)] or piece.written
    return tuple(trimmed([*own, *piece.beside]))


def section_slugs(document: Document) -> list[str]:
    """The slug of each section by its number; 0 is what stands before the first heading."""
    return ["", *(slug(item.title).lower() for item in document.items if isinstance(item, Heading))]


def _wanted(j: Judged, sections: list[str]) -> str:
    """What a statement would like to be called."""
    name = j.binding.name if j.binding is not None else j.role.name
    if j.kind is Kind.CLAIM and name is not None:
        return f"{name}.claim"
    if name is not None:
        if j.kind is Kind.SIGNATURE:
            return f"{name}.signature"
        if j.kind in (Kind.DECLARATION, Kind.CONSTRAINT):
            return f"{name}.{j.kind.value}"
        return name
    section = sections[j.role.entry.section] if j.role.entry.section < len(sections) else ""
    return f"{section}.{j.kind.value}" if section else j.kind.value
