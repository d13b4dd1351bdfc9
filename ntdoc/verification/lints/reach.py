"""Members that are needed for more values of an index than they are declared for: `x^t` for `t = 2, \\ldots, n`."""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.families import Component, component, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.families.lists import Range
from ntdoc.shapes.session import Session
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.lints.named import Named


def undeclared_at_ends(session: Session, named: Named, judged: Judged) -> Iterator[Diagnostic]:
    """The members in a definition that its own row needs at an end, where the row that declares them has none.

    Both rows must say themselves what the index runs over, and nothing else may be said of a single member: words or
    another equation may give the first one, as they do for `x^0`.
    """
    parsed = judged.role.entry.parsed
    if judged.kind is not Kind.DEFINITION or not isinstance(parsed, ast.Chain) or judged.name is None:
        return
    parts = [part for _, side in parsed.rest for part in walk(side)]
    if any(isinstance(part, ast.Cases | ast.BigOperator) for part in parts):
        return  # which have conditions and indices of their own
    for symbol in (part for part in parts if isinstance(part, ast.Symbol)):
        if (found := _missing(session, named, judged, symbol)) is not None:
            yield found
            return


def _missing(session: Session, named: Named, judged: Judged, symbol: ast.Symbol) -> Diagnostic | None:
    entry, index = judged.role.entry, _index(symbol.full_name)
    needed = _said(session, index, judged)
    beside = [b for b in session.scope.of_form(symbol.full_name) if b.entry.section == entry.section]
    if index is None or needed is None or len(beside) != 1 or not isinstance(declared := beside[0], Declared):
        return None
    own = _index(declared.name)
    given = session.ranges.range_of(own.letter, declared.entry) if own is not None else None
    if own is None or given is None or not given.said or given.entry.row != declared.entry.row:
        return None
    form = taken_apart(symbol.full_name).form
    named_there = named.of_base(form[0], entry)
    apart = [name for name in named_there if taken_apart(name).form == form and _index(name) is None]
    numbers = {int(part) for name in apart for part in taken_apart(name).parts if part.isdecimal()}
    if len(numbers) < len(apart):
        return None
    base = symbol.span.text
    missing = {*range(needed.low + index.offset, given.low + own.offset)} - numbers
    if missing and (not numbers or min(missing) > min(numbers)):  # else they may be given by those that are named
        first = min(missing) - index.offset
        return _told(base, f"{index.letter} = {first}", declared.name, given, symbol.span, declared.span)
    if not numbers and needed.end == given.end and _last(needed, index) > _last(given, own):
        last = needed.end or f"{needed.high}"
        return _told(base, f"{index.letter} = {last}", declared.name, given, symbol.span, declared.span)
    return None


def _told(name: str, at: str, declared: str, given: Range, span: Span, there: Span) -> Diagnostic:
    last = given.end if given.end is not None and not given.beyond else f"{given.high}"
    known = f"{given.letter} = {given.low}, …, {last}"
    message = f"{name} is needed for {at}, and {declared} is declared for {known}"
    return Diagnostic("NT407", message, span, label="not declared there", related=(Related(there, f"for {known}"),))


def _index(name: str) -> Component | None:
    """The one index letter in the scripts of a name."""
    form = taken_apart(name)
    parts = form.parts
    return component(parts[0]) if len(parts) == 1 else None


def _said(session: Session, index: Component | None, judged: Judged) -> Range | None:
    """What the row of a statement says that its index runs over."""
    entry = judged.role.entry
    own = _index(judged.name or "")
    if index is None or own is None or own.letter != index.letter:
        return None
    known = session.ranges.range_of(index.letter, entry)
    return known if known is not None and known.said and known.entry.row == entry.row else None


def _last(known: Range, index: Component) -> int:
    """The last member, counted from the end that both ranges have."""
    return index.offset - known.beyond if known.end is not None else known.high + index.offset
