"""Diagnostics and verdicts for people at a terminal."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

from ntdoc.completeness import INCOMPLETE
from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.rendering.reports.cells import printable, width
from ntdoc.rendering.reports.excerpt import Annotation, draw, excerpts, last_line
from ntdoc.rendering.reports.style import Painter, Style, plain
from ntdoc.rendering.standing import counted
from ntdoc.report import EXCUSES, IGNORED, NOTED, SAME_ERROR, WAIVED, WRONG, Report, Statement, Status

_NAMED = 5  # of what statements are blocked by, which is told elsewhere
_CODES = 4  # besides the first, of which the report says how they are explained
_SEVERITY_STYLE = {
    Severity.ERROR: Style.ERROR,
    Severity.WARNING: Style.WARNING,
    Severity.NOTE: Style.NOTE,
}


def render_diagnostic(diagnostic: Diagnostic, *, columns: int = 100, paint: Painter = plain) -> str:
    """One diagnostic: what is wrong, the lines where, every operand's named shape, and the remedies."""
    return "\n".join(_diagnostic(diagnostic, columns, paint))


def render_brief(diagnostic: Diagnostic, *, paint: Painter = plain) -> str:
    """One diagnostic on one line: `path:line:column: error[NT204]: message`."""
    return f"{_place(diagnostic)}: {_heading(diagnostic, paint)}"


def render_report(
    report: Report,
    *,
    notes: bool = False,
    columns: int = 100,
    seconds: float | None = None,
    paint: Painter = plain,
    quiet: bool = False,
) -> str:
    """Every problem, in document order, then, if not `quiet`, what was skipped and the summary. Notes on demand."""
    diagnostics = [d for document in report.documents for d in document.diagnostics]
    problems = [d for d in diagnostics if d.severity is not Severity.NOTE]
    remarks = [d for d in diagnostics if d.severity is Severity.NOTE]
    parts = [render_diagnostic(d, columns=columns, paint=paint) for d in problems]
    if notes:
        parts += [render_diagnostic(d, columns=columns, paint=paint) for d in remarks]
    if quiet:
        return "\n\n".join(parts)
    closing = [*_silent(report, Status.SKIPPED, paint), *_silent(report, Status.BLOCKED, paint, _NAMED)]
    if remarks and not notes:
        closing.append(paint(f"{counted(len(remarks), 'note')} not shown: --notes shows them", Style.FAINT))
    if problems:
        first, *others = dict.fromkeys(d.code for d in problems)
        more = f", or {', '.join(others[:_CODES])}{', …' if len(others) > _CODES else ''}" if others else ""
        closing.append(paint(f"what a code means: ntdoc explain {first}{more}", Style.FAINT))
    closing.append(render_summary(report, seconds=seconds, paint=paint))
    return "\n\n".join([*parts, "\n".join(closing)])


def render_summary(report: Report, *, seconds: float | None = None, paint: Painter = plain) -> str:
    """One line: problems, documents, statements by status, time."""
    statements = [s for document in report.documents for s in document.statements]
    counts = Counter(s.status for s in statements)
    statuses = ", ".join(_statuses(statements))
    checked = f"{counted(counts.total(), 'statement')} in {counted(len(report.documents), 'document')}"
    if statuses:
        checked += f" ({statuses})"
    if beside := [s for document in report.documents for s in document.beside]:
        checked += f" and {', '.join(_statuses(beside))} beside {'it' if len(report.documents) == 1 else 'them'}"
    missed = sum(_is_missed(d) for r in report.documents for d in r.diagnostics)
    found = [
        paint(words, style)
        for number, words, style in (
            (report.errors - missed, counted(report.errors - missed, "error") + _spread(report), Style.ERROR),
            (report.warnings, counted(report.warnings, "warning"), Style.WARNING),
            (missed, f"{counted(missed, 'statement')} not checked (--complete)", Style.ERROR),
        )
        if number
    ]
    if not found:
        if counts.total() == counts[Status.SKIPPED]:
            found = ["nothing was checked" if counts else "nothing to check"]
        else:
            ignored = any(s.excused in (IGNORED, NOTED) for s in statements)
            ignored = ignored or any(document.left_out for document in report.documents)
            found = [paint("no problems that count" if ignored else "no problems", Style.GOOD)]
    verdict = " and ".join(filter(None, (", ".join(found[:-1]), found[-1])))
    time = "" if seconds is None else f", {seconds:.2f} s{_kept(report)}"
    return f"{verdict}: {checked}{_left_out(report)}{time}"


def _left_out(report: Report) -> str:
    """What is ignored, and what says so."""
    grades = Counter(d.severity for r in report.documents for d in r.left_out)
    found = [counted(grades[s], s.value) for s in (Severity.ERROR, Severity.WARNING) if grades[s]]
    if not found:
        return ""
    told_by = next((f" by {printable(r.left_out_by)}" for r in report.documents if r.left_out_by), "")
    return f", {' and '.join(found)} ignored{told_by}"


def _spread(report: Report) -> str:
    """In how many statements the errors are, where several are in one, and how many are in none, as in a directive."""
    of = [
        (i, d.statement)
        for i, r in enumerate(report.documents)
        for d in r.problems
        if d.severity is Severity.ERROR and not _is_missed(d)
    ]
    inside = [place for place in of if place[1] is not None]
    wrong = sum(s.status in WRONG and not s.excused for r in report.documents for s in r.statements)
    if len(of) == wrong or not inside:
        return ""
    outside, within = len(of) - len(inside), len(set(inside))
    if within == len(inside):
        return f" ({outside} of them in no statement)" if outside else ""
    place = f"in {counted(within, 'statement')}"
    return f" ({len(inside)} of them {place})" if outside else f" {place}"


def _is_missed(diagnostic: Diagnostic) -> bool:
    """Whether it says that a statement is not checked and has to be."""
    return diagnostic.code == INCOMPLETE and diagnostic.severity is Severity.ERROR


def _statuses(statements: Sequence[Statement]) -> Iterator[str]:
    """How many statements came out how. What is wrong and does not count stands by itself."""
    counts = Counter((s.status, s.excused) for s in statements)
    for status in Status:
        for excused in ("", *EXCUSES):
            if number := counts[status, excused]:
                yield f"{number} {status.value} {excused}".rstrip()


def _kept(report: Report) -> str:
    """What explains so short a time."""
    kept = sum(document.kept for document in report.documents)
    if not kept:
        return ""
    return " (unchanged since checked)" if kept == len(report.documents) else f" ({kept} unchanged since checked)"


def _diagnostic(diagnostic: Diagnostic, columns: int, paint: Painter) -> Iterator[str]:
    style = _SEVERITY_STYLE[diagnostic.severity]
    yield _heading(diagnostic, paint)
    groups = excerpts(_annotations(diagnostic))
    gutter = max(len(str(last_line(group))) for group in groups)
    for index, group in enumerate(groups):
        arrow = "-->" if index == 0 else ":::"
        yield f"{'':{gutter}}{paint(arrow, Style.GUTTER)} {group.place}"
        if group.source.text:
            yield from draw(group, gutter, columns, style, paint)
        else:  # a file that could not be read: there is no line to show
            yield from (f"{'':{gutter}} {printable(a.label)}" for a in group.annotations if a.label)
    if diagnostic.operands or diagnostic.hints:
        yield f"{'':{gutter}} {paint('|', Style.GUTTER)}"
    yield from _operands(diagnostic, gutter, columns, paint)
    for hint in diagnostic.hints:
        yield f"{'':{gutter}} {paint('=', Style.GUTTER)} {paint('hint', Style.STRONG)}: {printable(hint)}"


def _annotations(diagnostic: Diagnostic) -> list[Annotation]:
    """What to underline. A place in the span that says the same, as one entry of an array, takes the carets."""
    exact = diagnostic.exact
    first = Annotation(diagnostic.span, "" if exact else diagnostic.label, primary=exact is None)
    return [first, *(Annotation(r.span, r.message, primary=r is exact) for r in diagnostic.related)]


def _heading(diagnostic: Diagnostic, paint: Painter) -> str:
    name = paint(f"{diagnostic.severity.value}[{diagnostic.code}]", _SEVERITY_STYLE[diagnostic.severity])
    return f"{name}{paint(': ' + printable(diagnostic.message), Style.STRONG)}"


def _place(diagnostic: Diagnostic) -> str:
    place = diagnostic.place
    return printable(f"{place.source.path}:{place.line}:{place.column}")


def _operands(diagnostic: Diagnostic, gutter: int, columns: int, paint: Painter) -> Iterator[str]:
    """A line for each with its shape and numbers; an array that is too wide goes on below, row by row."""
    labels = [printable(operand.label) for operand in diagnostic.operands]
    widest = max(map(width, labels), default=0)
    for label, operand in zip(labels, diagnostic.operands, strict=True):
        padded = label + " " * (widest - width(label))
        room = columns - gutter - widest - 6  # what stands before it on each line
        first, *more = _rows(printable(operand.text), room)
        yield f"{'':{gutter}} {paint('=', Style.GUTTER)} {padded} : {first}"
        yield from (f"{'':{gutter + widest + 6}}{row}" for row in more)


def _rows(text: str, room: int) -> list[str]:
    """A text with numbers on as many lines as it takes; they begin below the first number."""
    indent = text.find("[[") + 1 if "[[" in text else text.find("= [") + 3
    if width(text) <= room or indent > room // 2:
        return [text]
    rows: list[str] = []
    for piece in text.replace("], [", "],\n[").split("\n"):
        start = " " * indent if rows else ""
        rows += textwrap.wrap(piece, max(room, indent + 10), initial_indent=start, subsequent_indent=" " * (indent + 1))
    return rows


def _silent(report: Report, status: Status, paint: Painter, most: int | None = None) -> Iterator[str]:
    """What was not checked and why, the same reason once, with the first place where it applies."""
    silent = [
        s
        for document in report.documents
        for told in [{d.span for d in document.diagnostics if d.code == INCOMPLETE}]
        for s in (*document.statements, *document.beside)
        if s.status is status and s.reason != SAME_ERROR and s.span not in told
    ]
    for excused in ("", WAIVED):
        called = f"{status.value} {excused}".rstrip()
        yield from _with_reasons([s for s in silent if s.excused == excused], paint(called, Style.WARNING), most)


def _with_reasons(silent: Sequence[Statement], called: str, most: int | None) -> Iterator[str]:
    reasons: dict[str, list[Statement]] = {}
    for statement in silent:
        reasons.setdefault(statement.reason or "no reason given", []).append(statement)
    if not reasons:
        return
    title = f"{called}: {counted(len(silent), 'statement')} not checked"
    if len(reasons) > 1:
        yield title
    for reason, statements in [*reasons.items()][:most]:
        span = statements[0].span
        where, why = printable(f"{span.source.path}:{span.line}:{span.column}"), printable(reason)
        if len(reasons) > 1:
            others = f", and {len(statements) - 1} more" if len(statements) > 1 else ""
            yield f"  {where}: {why}{others}"
        else:
            yield f"{title}: {why} ({'the first ' if len(statements) > 1 else ''}at {where})"
    if most is not None and len(reasons) > most:
        yield f"  and for {counted(len(reasons) - most, 'other reason')}"
