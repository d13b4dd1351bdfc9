"""`m_0 = v_0 = 0` gives two new names one value: a statement for each name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in, operands
from ntdoc.syntax import ast, literals


def apart(entries: Sequence[Entry]) -> list[Entry]:
    """Entries with the chains in which names stand that occur nowhere before taken apart."""
    said: dict[int, set[str]] = {}  # the names that the statements of a section begin with
    for entry in entries:
        if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest and entry.parsed.rest[0][0].kind != "update":
            begun = (s.body if isinstance(s, ast.Index) else s for s in entry.parsed.subjects)
            said.setdefault(entry.section, set()).update(s.full_name for s in begun if isinstance(s, ast.Symbol))
    found: list[Entry] = []
    known: set[str] = set()
    for entry in entries:
        each = [] if entry.display else _each(entry.parsed)
        parts = each or _apart(entry.parsed, known, said.get(entry.section, set()))
        found += [entry if parsed is entry.parsed else replace(entry, parsed=parsed) for parsed in parts]
        known |= names_in(entry.parsed)
    return found


def _apart(parsed: ast.Parsed, *known: set[str]) -> Iterator[ast.Parsed]:
    """A chain from each new name that stands alone in the middle of it."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not _is_name(parsed.subjects[0]):
        yield parsed
        return
    while len(parsed.rest) > 1 and all(relation.kind in ("eq", "define") for relation, _ in parsed.rest[:2]):
        name = parsed.rest[0][1]
        if not isinstance(name, ast.Symbol) or not _is_name(name) or any(name.full_name in names for names in known):
            break
        span = parsed.subjects[0].span.to(name.span)
        yield parsed.replace(rest=parsed.rest[:1], rows=parsed.rows[:2], span=span)
        parsed = parsed.replace(
            subjects=(name,), rest=parsed.rest[1:], rows=parsed.rows[1:], span=name.span.to(parsed.rest[-1][1].span)
        )
    yield parsed


def _each(parsed: ast.Parsed) -> list[ast.Parsed]:
    """`i = f = 0.5`, names and one number, or one list of them: what it says of each of the names."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) < 2 or parsed.conditions:
        return []
    *names, number = operands(parsed)
    plain = all(_is_name(name) for name in names) and _is_number(number)
    if not plain or any(relation.kind != "eq" for relation, _ in parsed.rest):
        return []
    last = parsed.rest[-1]
    return [parsed.replace(subjects=(n,), rest=(last,), rows=(parsed.rows[0], parsed.rows[-1])) for n in names]


def _is_number(side: ast.Operand) -> bool:
    """Whether a side is one number, or a list of them, `(1, \\frac12)`."""
    items = side.items if isinstance(side, ast.Group) and len(side.items) > 1 and not side.parameters else (side,)
    return all(literals.is_number(item) for item in items)


def _is_name(side: ast.Operand) -> bool:
    return isinstance(side, ast.Symbol) and not side.axes and not side.under
