"""`c \\in \\{0, 1\\}` says what an index runs over, as `c = 0, 1` does, where `c` stands in the scripts of names alone.

A letter that stands elsewhere, too, is a tensor of zeros and ones: the label `y` in `p^y (1 - p)^{1 - y}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in
from ntdoc.syntax import ast


def as_ranges(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such sets of numbers that follow each other are ranges."""
    if not any(_of_set(chain) for entry in entries for chain in _chains(entry)):
        return list(entries)
    scripts, values = _letters(entries)
    return [_with_ranges(entry, scripts - values) for entry in entries]


_Letters = set[tuple[str, int]]  # each with its section


def _letters(entries: Sequence[Entry]) -> tuple[_Letters, _Letters]:
    """The letters in the scripts of names, and all other names: also those of exponents, `y` in `p^y` after a `p`."""
    scripts: _Letters = set()
    values: _Letters = set()
    symbols = [(entry, part) for entry in entries for part in walk(entry.parsed) if isinstance(part, ast.Symbol)]
    plain = {symbol.name: entry.index for entry, symbol in reversed(symbols) if symbol.sup is None}
    inside: set[int] = set()
    for entry, symbol in symbols:
        own = (symbol.sub, symbol.sup if plain.get(symbol.name, entry.index) >= entry.index else None)
        for script in (s for s in own if s is not None):
            inside.update(id(part) for part in walk(script))
            scripts.update((letter, entry.section) for letter in letters_in(f"x_{script.text}"))
    for entry in entries:
        inside.update(id(chain.subjects[0]) for chain in _chains(entry) if _of_set(chain))
    values.update((symbol.full_name, entry.section) for entry, symbol in symbols if id(symbol) not in inside)
    return scripts, values


def _chains(entry: Entry) -> Iterator[ast.Chain]:
    if isinstance(entry.parsed, ast.Chain):
        yield entry.parsed
        yield from entry.parsed.conditions


def _of_set(chain: ast.Chain) -> tuple[ast.Number, ast.Number] | None:
    """The first and the last of numbers that follow each other, in `c \\in \\{0, 1, 2\\}`."""
    if len(chain.subjects) != 1 or len(chain.rest) != 1 or not isinstance(chain.subjects[0], ast.Symbol):
        return None
    relation, right = chain.rest[0]
    if relation.kind != "in" or not isinstance(right, ast.TensorSet) or right.base.kind != "set" or right.shape.axes:
        return None
    numbers = [item for item in right.base.items if isinstance(item, ast.Number)]
    steps = [later.value - n.value for n, later in pairwise(numbers)]
    whole = len(numbers) == len(right.base.items) > 1 and not numbers[0].value % 1 and {*steps} == {1.0}
    return (numbers[0], numbers[-1]) if whole else None


def _with_ranges(entry: Entry, indices: _Letters) -> Entry:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain):
        return entry
    conditions = tuple(_as_range(c, entry, indices) for c in parsed.conditions)
    changed = _as_range(parsed.replace(conditions=conditions), entry, indices)
    return entry if changed == parsed else replace(entry, parsed=changed)


def _as_range(chain: ast.Chain, entry: Entry, indices: _Letters) -> ast.Chain:
    letter, ends = chain.subjects[0], _of_set(chain)
    if ends is None or not isinstance(letter, ast.Symbol) or letter.sub is not None or letter.sup is not None:
        return chain
    if (letter.full_name, entry.section) not in indices:
        return chain
    relation, right = chain.rest[0]
    return chain.replace(rest=((relation.replace(kind="range"), ast.Group(ends, (), "(", right.span)),))
