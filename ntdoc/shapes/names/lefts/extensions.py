"""Functions that are extended, a record at a time: after `g : S \\to T`, `[g(X)]_r = f(X_r)` says what `g` is.

It does what `f` does for each record, as `f(X)` would: a function is lifted over the axes that it does not know.
"""

from __future__ import annotations

from ntdoc.nodes import rewritten, walk
from ntdoc.shapes.bindings import Function, Signed
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Record


def of_all_records(
    scope: Scope, entry: Entry, subject: ast.Operand, parsed: ast.Chain
) -> tuple[ast.Operand, ast.Chain]:
    """Such an equation without its records, `g(X) = f(X)`, under its signature in one display; others as they are."""
    call, letters = _without_record(subject)
    head = call.factors[0] if isinstance(call, ast.Juxtaposition) else None
    if not isinstance(head, ast.Symbol) or not letters or not entry.display or len(parsed.rest) != 1:
        return subject, parsed
    said, right = scope.function(head.full_name, entry), parsed.rest[0][1]
    signed = any(isinstance(b, Signed) and b.entry.item == entry.item for b in said)
    signed = signed and not any(isinstance(b, Function) and b.entry.section == entry.section for b in said)
    scripted = [part for part in walk(right) if isinstance(part, ast.Symbol) and _letters(part)]
    same = bool(scripted) and all(_letters(symbol) == letters for symbol in scripted)
    if not signed or not same or head.full_name in names_in(right):
        return subject, parsed
    ids = {id(symbol) for symbol in scripted}
    body = rewritten(right, lambda part: part.replace(sub=None) if id(part) in ids else part)
    return call, parsed.replace(subjects=(call,), rest=((parsed.rest[0][0], body),))


def _without_record(subject: ast.Operand) -> tuple[ast.Operand, tuple[str, ...]]:
    """The call in `[g(X)]_r` or `g(X)_r`, and the letters of the records."""
    if isinstance(subject, Record):
        body = subject.body
        inner = body.items[0] if isinstance(body, ast.Group) and len(body.items) == 1 else body
        return inner, tuple(item.letter for item in subject.items)
    last = subject.factors[-1] if isinstance(subject, ast.Juxtaposition) else None
    if isinstance(subject, ast.Juxtaposition) and isinstance(last, Record):
        call = subject.replace(factors=(*subject.factors[:-1], last.body))
        return call, tuple(item.letter for item in last.items)
    return subject, ()


def _letters(symbol: ast.Symbol) -> tuple[str, ...]:
    return tuple(item.letter for item in symbol.sub.records) if symbol.sub is not None else ()
