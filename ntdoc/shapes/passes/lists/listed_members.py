"""*With `x = (4, 2, 8)`*, of numbers `x_1, \\ldots, x_K`: what `x_1 = 4`, `x_2 = 2` and `x_3 = 8` say.

There are as many members as have names, so that all lists of a document must be equally long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import TypeGuard

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast, literals
from ntdoc.syntax.symbols import ELLIPSES


def apart(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, with an equation for each of the members."""
    ranges = {(e.section, letter): low for e in entries for letter, low in _range(e.parsed)}
    longest = _lengths(entries)
    firsts: dict[str, int] = {}  # the number of the first member of a family of numbers
    named: set[str] = set()  # what is the name of something else
    found: list[Entry] = []
    for entry in entries:
        name = _listed(entry.parsed)
        low = firsts.get(name) if name is not None and name in longest and name not in named else None
        if low is not None and name is not None and _last(entries, name) >= low + longest[name]:
            low = None
        if low is None:
            found.append(entry)
            firsts |= _families(entry, ranges)
            named |= _names(entry.parsed)
        else:
            found += [replace(entry, parsed=parsed) for parsed in _members(entry.parsed, low)]
    return found


def _lengths(entries: Sequence[Entry]) -> dict[str, int]:
    """How long the lists of each name are, if they are equally long."""
    found: dict[str, set[int]] = {}
    for entry in entries:
        if (name := _listed(entry.parsed)) is not None and isinstance(entry.parsed, ast.Chain):
            items = entry.parsed.rest[0][1]
            found.setdefault(name, set()).add(len(items.items) if isinstance(items, ast.Group) else 0)
    return {name: next(iter(lengths)) for name, lengths in found.items() if len(lengths) == 1}


def _last(entries: Sequence[Entry], name: str) -> int:
    """The last of the members that the document names with a number."""
    symbols = (part for entry in entries for part in walk(entry.parsed) if isinstance(part, ast.Symbol))
    scripts = (s.sub.expr for s in symbols if s.base == name and s.sub is not None)
    return max((int(script.value) for script in scripts if _is_finite(script)), default=0)


def _is_finite(node: ast.Operand | None) -> TypeGuard[ast.Number]:
    return isinstance(node, ast.Number) and node.value < inf


def _range(parsed: ast.Parsed) -> Iterator[tuple[str, int]]:
    """The letter in `t = 1, \\ldots, T`, and where it begins."""
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or parsed.rest[0][0].kind != "range":
        return
    letter, ends = parsed.subjects[0], parsed.rest[0][1]
    low = ends.items[0] if isinstance(ends, ast.Group) and ends.items else None
    if isinstance(letter, ast.Symbol) and _is_finite(low):
        yield letter.full_name, int(low.value)


def _families(entry: Entry, ranges: dict[tuple[int, str], int]) -> dict[str, int]:
    """The families that an entry declares to be of numbers, `x_1, \\ldots, x_K` or `x_t`, with their first members."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or parsed.rest[0][0].kind != "in":
        return {}
    domain, symbols = parsed.rest[0][1], parsed.subjects
    if not isinstance(domain, ast.TensorSet) or domain.base.kind != "reals" or domain.shape.axes:
        return {}
    found: dict[str, int] = {}
    listed = any(token.text in ELLIPSES or token.text == "…" for token in entry.piece.tokens)
    for symbol in symbols[:1] if listed else symbols:
        script = symbol.sub.expr if isinstance(symbol, ast.Symbol) and symbol.sub is not None else None
        if not isinstance(symbol, ast.Symbol) or symbol.sup is not None:
            continue
        if listed and _is_finite(script):
            found[symbol.base] = int(script.value)
        elif isinstance(script, ast.Symbol) and (low := ranges.get((entry.section, script.full_name))) is not None:
            found[symbol.base] = low
    return found


def _names(parsed: ast.Parsed) -> set[str]:
    """The plain names of which a statement says something."""
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) and parsed.rest else ()
    bodies = (s.body if isinstance(s, ast.Index) else s for s in subjects)
    return {s.full_name for s in bodies if isinstance(s, ast.Symbol) and s.sub is None and s.sup is None}


def _listed(parsed: ast.Parsed) -> str | None:
    """The name in `x = (4, 2, 8)`."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1 or parsed.conditions:
        return None
    name, (relation, right) = parsed.subjects[0], parsed.rest[0]
    plain = isinstance(name, ast.Symbol) and name.sub is None and name.sup is None and not name.axes
    if not plain or relation.kind not in ("eq", "define") or not isinstance(right, ast.Group) or right.parameters:
        return None
    numbers = len(right.items) > 1 and all(literals.is_number(item) for item in right.items)
    return name.full_name if numbers and right.bracket in ("(", "[") and isinstance(name, ast.Symbol) else None


def _members(parsed: ast.Parsed, low: int) -> Iterator[ast.Chain]:
    assert isinstance(parsed, ast.Chain)
    name, (relation, right) = parsed.subjects[0], parsed.rest[0]
    assert isinstance(name, ast.Symbol)
    assert isinstance(right, ast.Group)
    for number, item in enumerate(right.items, low):
        place = ast.Number(float(number), 0, name.span)
        member = name.replace(sub=ast.Script(str(number), place, name.span, (place,)))
        yield parsed.replace(subjects=(member,), rest=((relation, item),))
