"""A row that takes the entry or member that is to be found: `r_t = … h_t …` where the others take `h_{t-1}`.

It makes definitions go round in a circle, and so each of them is in error. The one that is to be changed is told alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic, Edit, Related
from ntdoc.nodes import walk
from ntdoc.report import Kind, Status
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict

_OF_SHAPES = frozenset({"NT203", "NT204", "NT205", "NT206"})
_Found = tuple[Judged, Verdict]


def tell_once(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Tell a circle where the one row stands that closes it, and block what is in error for it."""
    pairs = list(zip(judged, verdicts, strict=True))
    circles: dict[frozenset[Span], Diagnostic] = {}
    for j, v in pairs:
        if v.status is Status.ERROR and [d.code for d in j.notebook.problems] == ["NT214"]:
            first = j.notebook.problems[0]
            circles.setdefault(frozenset([first.span, *(r.span for r in first.related)]), first)
    for spans, said in circles.items():
        rows = [(j, v) for j, v in pairs if j.span in spans and j.kind is Kind.DEFINITION]
        closing = _closing(rows) if len(rows) == len(spans) > 1 else None
        if closing is None:
            continue
        (row, verdict), symbol, other = closing
        verdict.status, verdict.reason = Status.ERROR, None
        row.notebook.diagnostics[:] = [_said(said, row, symbol, other)]
        reason = f"needs {row.name} ({row.span.line_for(symbol.span)}), which is in error"
        forms = {taken_apart(j.name).form for j, _ in rows if j.name is not None}
        others = [found for found in rows if found[0] is not row]
        others += [(j, v) for j, v in pairs if _is_for_it(j, v, row, forms)]
        for j, v in others:
            j.notebook.diagnostics.clear()
            v.status, v.reason, v.value = Status.BLOCKED, reason, None


def _closing(rows: Sequence[_Found]) -> tuple[_Found, ast.Symbol, ast.Symbol] | None:
    """The one row that takes what a row below it says, with what it takes, and what they take beside of that kind."""
    places = {j.name: j.role.entry.index for j, _ in rows if j.name is not None}
    found = [
        (row, symbol)
        for row in rows
        for symbol in _symbols(row[0])
        if places.get(symbol.full_name, -1) > row[0].role.entry.index
    ]
    if len({symbol.full_name for _, symbol in found}) != 1 or len(found) != 1 or not letters_in(found[0][1].full_name):
        return None
    row, symbol = found[0]
    form = taken_apart(symbol.full_name).form
    others = {s.full_name: s for j, _ in rows for s in _symbols(j) if taken_apart(s.full_name).form == form}
    others.pop(symbol.full_name)
    return (row, symbol, next(iter(others.values()))) if len(others) == 1 else None


def _symbols(judged: Judged) -> list[ast.Symbol]:
    """The names on the right of a definition."""
    parsed = judged.role.entry.parsed
    sides = tuple(side for _, side in parsed.rest) if isinstance(parsed, ast.Chain) else ()
    return [part for part in walk(sides) if isinstance(part, ast.Symbol)]


def _said(circle: Diagnostic, row: Judged, symbol: ast.Symbol, other: ast.Symbol) -> Diagnostic:
    places = {r.span: r for r in circle.related if r.span != row.span}
    places.setdefault(circle.span, Related(circle.span, circle.label))
    return replace(
        circle,
        message=f"the definition of {row.name} goes round in a circle",
        span=symbol.span,
        related=tuple(r for r in places.values() if r.span != row.span),
        label=f"needs {symbol.full_name}",
        hints=(f"the other rows take {other.span.text}",),
        edits=(Edit(symbol.span, other.span.text),),
    )


def _is_for_it(judged: Judged, verdict: Verdict, row: Judged, forms: Collection[object]) -> bool:
    """Whether a statement is in error for the shape of what the circle leaves without one."""
    codes = {d.code for d in judged.notebook.problems}
    if judged is row or verdict.status is not Status.ERROR or not codes <= _OF_SHAPES:
        return False
    names = (s.full_name for s in walk(judged.role.entry.parsed) if isinstance(s, ast.Symbol))
    return any(taken_apart(name).form in forms for name in names)
