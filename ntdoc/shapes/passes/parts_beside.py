"""`F_{\\ax}(X) = (X - m) / s, \\quad m = …, \\quad s = …`: what a display says beside a function of its parts.

They are made of the letters of the function, as they would be behind a *where*, whatever these stand for elsewhere
and further on. What the section says of a letter before the function holds for its parts as well, unless the function
has an axis as a parameter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in, reached
from ntdoc.syntax import ast


class _Function(NamedTuple):
    letters: frozenset[str]
    axes: tuple[ast.Axis, ...]
    body: ast.Operand


def as_clauses(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such parts stand as behind a *where*."""
    displays: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.display:
            displays[entry.item].append(entry)
    said: dict[int, set[str]] = {}  # by section: what its displays and sentences have said up to here
    parts: set[int] = set()
    for entry in entries:
        known = said.setdefault(entry.section, set())
        if entry.display and len(display := displays[entry.item]) > 1 and (function := _function(entry)) is not None:
            behind = display[display.index(entry) + 1 :]
            parts |= set(_parts(function, behind, known))
        known |= set(_named(entry.parsed))
    return [replace(e, where=True) if e.index in parts else e for e in entries]


def _parts(function: _Function, behind: Sequence[Entry], known: set[str]) -> Iterator[int]:
    """The entries of a display behind a function that say what it is made of, and are made of its letters."""
    equations: dict[str, tuple[Entry, ast.Operand]] = {}
    for entry in behind:
        if _function(entry) is not None:
            break
        if (equation := _equation(entry)) is not None and (name := _whole(equation[0])) is not None:
            equations.setdefault(name, (entry, equation[1]))
    letters = function.letters - equations.keys() - (set() if function.axes else known)
    for name in reached(names_in(function.body), lambda n: _bodies(n, equations)) & equations.keys():
        if not letters.isdisjoint(reached([name], lambda n: _bodies(n, equations))):
            yield equations[name][0].index


def _bodies(name: str, equations: Mapping[str, tuple[Entry, ast.Operand]]) -> list[ast.Operand]:
    return [equations[name][1]] if name in equations else []


def _function(entry: Entry) -> _Function | None:
    """What a display defines by a call with letters: `f(X) = …`, `\\nfun{\\ax}{f} X = …`."""
    left, right = _equation(entry) or (None, None)
    if not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2 or right is None:
        return None
    head, given = left.factors[0], left.factors[1].body if isinstance(left.factors[1], ast.Index) else left.factors[1]
    if not isinstance(head, ast.Symbol):
        return None
    if isinstance(given, ast.Symbol) and head.roman and head.axes:
        return _Function(frozenset([given.full_name]), head.axes, right)
    if not isinstance(given, ast.Group):
        return None
    letters = [part.full_name for part in given.contents if isinstance(part, ast.Symbol)]
    whole = len(letters) == len(given.items) + len(given.parameters)
    return _Function(frozenset(letters), head.axes, right) if whole and letters else None


def _equation(entry: Entry) -> tuple[ast.Operand, ast.Operand] | None:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return None
    relation, right = parsed.rest[0]
    return (parsed.subjects[0], right) if relation.kind in ("eq", "define") else None


def _whole(left: ast.Operand) -> str | None:
    """The tensor of which a left side is the whole, or an entry."""
    body = left.body if isinstance(left, ast.Index) else left
    return body.full_name if isinstance(body, ast.Symbol) else None


def _named(parsed: ast.Parsed) -> Iterator[str]:
    """The names that a statement says something of."""
    if isinstance(parsed, ast.Chain) and parsed.rest:
        yield from (name for subject in parsed.subjects if (name := _whole(subject)) is not None)
