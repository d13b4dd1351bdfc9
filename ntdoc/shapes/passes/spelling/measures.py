"""`E(X) = 2`, `E(Y) = 3`: what has a number for each of several letters is no function that is 2 everywhere.

Its values are names as a whole, `E(X)`, `E(X + Y)`, `P(A B)`, `rank(A)`, whatever the letters are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import as_written, pairs, unpowered, with_values
from ntdoc.shapes.patterns import is_usual
from ntdoc.syntax import ast


def with_measures(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which the values of a measure are names; those with values that nothing says are left out."""
    numbers = {head for entry in entries if (head := _of_a_number(entry.parsed)) is not None}
    if not numbers:
        return list(entries)
    measures = numbers - {name for entry in entries for name in _functions(entry.parsed, numbers)}
    if not measures:
        return list(entries)
    found = [_with_names(entry, measures) for entry in entries]
    known = {name for entry in found for name in _defined(entry.parsed, measures)}
    return [_left_out(entry, measures, known) for entry in found]


def _call(subject: object) -> tuple[ast.Symbol, ast.Group] | None:
    """The name and the bracket of `E(X)`, if all symbols in the bracket are capital letters, with numbers at most."""
    if not isinstance(subject, ast.Juxtaposition) or len(subject.factors) != 2:
        return None
    return _applied(*subject.factors)


def _applied(head: ast.Expr, bracket: ast.Expr) -> tuple[ast.Symbol, ast.Group] | None:
    if not isinstance(head, ast.Symbol) or head.axes or lookup(head.name) is not None:
        return None
    bracket = unpowered(bracket)
    if not isinstance(bracket, ast.Group) or bracket.bracket != "(" or not bracket.items:
        return None
    symbols = [part for part in walk((bracket.items, bracket.parameters)) if isinstance(part, ast.Symbol)]
    return (head, bracket) if symbols and all(_is_capital(s) for s in symbols) else None


def _is_capital(symbol: ast.Symbol) -> bool:
    return len(symbol.base) == 1 and symbol.base.isupper() and symbol.sub is None and not symbol.axes


def _equation(parsed: ast.Parsed) -> tuple[ast.Symbol, ast.Group, ast.Operand] | None:
    """`E(X) = r`, taken apart."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define"):
        return None
    call = _call(parsed.subjects[0]) if len(parsed.subjects) == 1 else None
    return (*call, parsed.rest[0][1]) if call is not None else None


def _of_a_number(parsed: ast.Parsed) -> str | None:
    """What an equation gives a number for capital letters."""
    found = _equation(parsed)
    if found is None or not all(isinstance(x, ast.Symbol) for x in (*found[1].items, *found[1].parameters)):
        return None
    parts = list(walk(found[2]))
    if any(isinstance(part, (ast.Matrix, ast.Size, ast.TensorSet, ast.Index)) for part in parts):
        return None
    plain = all(is_usual(part) for part in parts if isinstance(part, ast.Symbol))
    return found[0].full_name if plain else None


def _functions(parsed: ast.Parsed, heads: set[str]) -> Iterator[str]:
    """The names that are functions all the same: by a signature, a definition by their letters, or another argument."""
    if isinstance(parsed, ast.Signature) and isinstance(parsed.subject, ast.Symbol):
        yield parsed.subject.full_name
    found = _equation(parsed)
    if found is not None and found[0].full_name in heads:
        letters = {part.name for part in walk(found[1].items) if isinstance(part, ast.Symbol)}
        inside = {id(part) for _, bracket in _calls(found[2], heads) for part in walk(bracket)}
        right = (part for part in walk(found[2]) if isinstance(part, ast.Symbol) and id(part) not in inside)
        if any(part.name in letters for part in right):
            yield found[0].full_name
    for head, x in pairs(parsed):
        bracket = unpowered(x)
        if isinstance(head, ast.Symbol) and isinstance(bracket, ast.Group) and _applied(head, bracket) is None:
            yield head.full_name


def _calls(root: object, heads: set[str]) -> Iterator[tuple[ast.Symbol, ast.Group]]:
    for pair in pairs(root):
        if (call := _applied(*pair)) is not None and call[0].full_name in heads:
            yield call


def _with_names(entry: Entry, measures: set[str]) -> Entry:
    def name(head: ast.Expr, bracket: ast.Expr) -> str | None:
        call = _applied(head, bracket)
        return as_written(*call) if call is not None and call[0].full_name in measures else None

    if not any(_calls(entry.parsed, measures)):
        return entry
    return replace(entry, parsed=with_values(entry.parsed, name))


def _defined(parsed: ast.Parsed, measures: set[str]) -> Iterator[str]:
    if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind in ("eq", "define"):
        for subject in parsed.subjects:
            if isinstance(subject, ast.Symbol) and subject.base.partition("(")[0] in measures:
                yield subject.base


def _left_out(entry: Entry, measures: set[str], known: set[str]) -> Entry:
    values = (p.base for p in walk(entry.parsed) if isinstance(p, ast.Symbol) and p.base.endswith(")"))
    unsaid = next((v for v in values if v.partition("(")[0] in measures and v not in known), None)
    if unsaid is None or not isinstance(entry.parsed, ast.Chain):
        return entry
    return entry.not_read(f"nothing says what {unsaid} is")
