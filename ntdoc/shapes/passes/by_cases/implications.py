"""`A \\Rightarrow B`, `A \\iff B`: statements of which neither is said to be so, taken apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast, literals

IMPLICATIONS = frozenset(
    [
        "iff",
        "implies",
        "impliedby",
        "Leftarrow",
        "Longleftarrow",
        "Rightarrow",
        "Leftrightarrow",
        "Longrightarrow",
        "Longleftrightarrow",
    ]
)
_THEN = frozenset(["implies", "Rightarrow", "Longrightarrow"])
_WORDS = frozenset(["or", "iff"])


def with_implications(entries: Sequence[Entry]) -> list[Entry]:
    """Entries with the chains that hold implications taken apart.

    All that stands in one formula with an implication, or with an *or*, is not said by itself: `a > 0, b > 0 \\implies
    a b > 0`.
    """
    items = {(e.companion, e.item) for e in entries if _is_implication(e)}
    if not items:
        return list(entries)
    found: list[Entry] = []
    for entry in entries:
        if case := _case(entry):
            found += case
            continue
        implied = (entry.companion, entry.item) in items
        for parsed in _parts(entry.parsed) if implied else (entry.parsed,):
            worded = entry.worded or implied
            found.append(replace(entry, parsed=parsed, worded=worded, implied=implied))
    return found


def _case(entry: Entry) -> tuple[Entry, ...]:
    """`x = (1, 2) \\Rightarrow s = 3` in a sentence says what comes of numbers, as *if `x = (1, 2)`, then `s = 3`*."""
    parsed = entry.parsed
    arrows = [r.text for r, _ in parsed.rest if r.text in IMPLICATIONS] if isinstance(parsed, ast.Chain) else []
    if entry.display or len(arrows) != 1 or arrows[0] not in _THEN:
        return ()
    parts = [part for part in _parts(parsed) if isinstance(part, ast.Chain)]
    if len(parts) != 2 or len(parts[0].rest) != 1 or not isinstance(parts[0].subjects[0], ast.Symbol):
        return ()
    relation, value = parts[0].rest[0]
    if relation.kind != "eq" or not _is_list_of_numbers(value):
        return ()
    return replace(entry, parsed=parts[0], supposed=True, local=True), replace(entry, parsed=parts[1], local=True)


def _is_list_of_numbers(value: ast.Operand) -> bool:
    if isinstance(value, ast.Matrix):
        return all(literals.is_number(cell) for row in value.cells for cell in row)
    return isinstance(value, ast.Group) and len(value.items) > 1 and all(map(literals.is_number, value.items))


def _is_implication(entry: Entry) -> bool:
    parsed = entry.parsed
    signs = isinstance(parsed, ast.Chain) and any(r.text in IMPLICATIONS for r, _ in parsed.rest)
    return signs or (entry.display and entry.piece.words in _WORDS)


def _parts(parsed: ast.Parsed) -> Iterator[ast.Parsed]:
    """The chains between the arrows that say something."""
    if not isinstance(parsed, ast.Chain) or not any(r.text in IMPLICATIONS for r, _ in parsed.rest):
        yield parsed
        return
    sides: list[ast.Operand] = list(parsed.subjects[:1])
    start, found = 0, False
    for number, (relation, side) in enumerate((*parsed.rest, (None, None))):
        if relation is not None and relation.text not in IMPLICATIONS:
            continue
        rest = parsed.rest[start:number]
        if rest:
            rows = parsed.rows[start : number + 1]
            subjects = parsed.subjects if not start else tuple(sides)
            span = subjects[0].span.to(rest[-1][1].span)
            yield parsed.replace(subjects=subjects, rest=rest, rows=rows, span=span)
            found = True
        if side is not None:
            sides, start = [side], number + 1
    if not found:
        yield parsed
