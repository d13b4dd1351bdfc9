"""`y_1 = x_1 + F(x_2)`, `x_2 = y_2 - G(y_1)`, where `x_2, y_1 \\in \\reals^{\\ax}`: a block and its inverse.

Definitions in several displays that need each other are equations of what is declared behind them: such a declaration
goes before the first of them. In one display they go round in a circle.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in, reached
from ntdoc.syntax import ast


def with_declared_first(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which what is declared behind a circle of definitions is declared before it."""
    before: dict[int, int] = {}  # by the place of a declaration: that which it goes before
    sections: dict[int, list[int]] = defaultdict(list)
    for at, entry in enumerate(entries):
        sections[entry.section].append(at)
    for rows in sections.values():
        declared = {name: at for at in rows for name in _declared(entries[at])}
        defined = {name: at for at in reversed(rows) if (name := _defined(entries[at])) in declared}
        behind = {name: at for name, at in defined.items() if at < declared[name]}
        for name in _in_circles(entries, behind):
            before[declared[name]] = min(behind[name], before.get(declared[name], behind[name]))
    order = sorted(range(len(entries)), key=lambda at: (before.get(at, at), at not in before))
    return [entries[at] for at in order]


def _declared(entry: Entry) -> Iterator[str]:
    if isinstance(entry.parsed, ast.Chain) and [relation.kind for relation, _ in entry.parsed.rest] == ["in"]:
        yield from (s.full_name for s in entry.parsed.subjects if isinstance(s, ast.Symbol))


def _defined(entry: Entry) -> str | None:
    """The name that an equation gives a value."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not entry.display or entry.sought or len(parsed.subjects) != 1:
        return None
    subject, equates = parsed.subjects[0], bool(parsed.rest) and parsed.rest[0][0].kind in ("eq", "define")
    return subject.full_name if equates and isinstance(subject, ast.Symbol) else None


def _in_circles(entries: Sequence[Entry], defined: dict[str, int]) -> Iterator[str]:
    """The names of which a definition needs another that needs it."""
    sides = {name: _sides(entries[at].parsed) for name, at in defined.items()}
    for name, own in sides.items():
        needed = reached(names_in(own) - {name}, lambda other: sides.get(other, ())) & defined.keys()
        if name in needed and len({entries[defined[one]].item for one in needed}) > 1:
            yield name


def _sides(parsed: ast.Parsed) -> tuple[ast.Operand, ...]:
    return tuple(side for _, side in parsed.rest) if isinstance(parsed, ast.Chain) else ()
