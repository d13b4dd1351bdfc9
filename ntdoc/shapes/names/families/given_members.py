"""How far a family goes in an example that gives numbers to its first members: `T` is 2 where it gives `x_1` and `x_2`.

After `x_t \\in S` with `t = 1, \\ldots, T` an example of two positions gives an array for `x_1` and one for `x_2`, and
then says what comes out for the last, `h_T`. That is `h_2` there, as if it had said *let `T = 2`*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.names.families.lists import Range, indices_of, numbers_in
from ntdoc.shapes.names.families.members import is_recurrence
from ntdoc.shapes.names.numbers import vectors
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import in_numbers, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import NUMERALS, SEVERAL

_FEWEST = 2
_COUNT = regex(rf"\b(\d+|{SEVERAL})\s+(?:[a-z-]+\s+){{1,3}}(?:\$|\\\()?\s*\Z", re.IGNORECASE)


class Place(NamedTuple):
    """An example: a section with its subsections, or else a section that is not headed so, or a sentence of it."""

    illustration: int
    section: int
    sentence: int = -1

    def holds(self, entry: Entry) -> bool:
        return _place(entry) == self._replace(sentence=-1) and self.sentence in (-1, entry.sentence)


def _place(entry: Entry) -> Place:
    return Place(entry.illustration, 0 if entry.illustration else entry.section)


def end_in_examples(entries: Sequence[Entry], scope: Scope, ranges: Ranges) -> bool:
    """Give the ends of ranges such numbers in the examples; whether there are any."""
    found = False
    families = {(r.end, taken_apart(b.name).form): (b, r) for b, r in _families(scope, ranges)}
    for (end, form), (family, r) in families.items():
        for place, given in _given(form, scope).items():
            first, last = given[min(given)], max(given)
            if end is None or set(given) != {*range(r.low, last + 1)} or len(given) < _FEWEST:
                continue
            if place.sentence >= 0 and _counted(first.entry) != len(given):
                continue
            if isinstance(scope.tensor(end, first.entry), Tensor) or place.holds(family.entry) or place.holds(r.entry):
                continue
            if first.entry.index < family.entry.index:
                continue
            if _says_itself([e for e in entries if place.holds(e)], form, end, last):
                continue
            body = ast.Number(float(last + r.beyond), 0, first.span)
            scope.insert(Tensor(end, body, (), None, first.entry, first.span))
            of_section = "" if place.illustration or place.sentence >= 0 else end
            scope.hold_alone(first.entry, of_section=of_section, shown=bool(place.illustration))
            found = True
    return found


def _families(scope: Scope, ranges: Ranges) -> Iterator[tuple[Declared | Tensor, Range]]:
    """The families over a range that ends with a letter, outside of examples."""
    for name, bindings in scope.by_name.items() if ranges.all else ():
        own = [x for x, offset in indices_of(name) if not offset]
        if len(own) != 1 or len(letters_in(name)) != 1:
            continue
        for b in bindings:
            if isinstance(b, Declared | Tensor) and not b.entry.illustration and not _is_recurrence(b):
                r = ranges.range_of(own[0], b.entry)
                if r is not None and r.said and r.end is not None and not r.entry.illustration:
                    yield b, r


def _is_recurrence(b: Declared | Tensor) -> bool:
    """Whether a definition is made of other members of its family: its first ones are where it begins."""
    return isinstance(b, Tensor) and is_recurrence(b)


def _given(form: tuple[str, int, int], scope: Scope) -> Mapping[Place, Mapping[int, Tensor]]:
    """The members to which each example gives numbers, by their number."""
    found: dict[Place, dict[int, Tensor]] = {}
    for name, bindings in scope.by_name.items():
        numbers = [*numbers_in(name, form)]
        for b in bindings if len(numbers) == 1 else ():
            if not isinstance(b, Tensor):
                continue
            plain = (b.entry.display or b.entry.illustration) and in_numbers(b.body)
            if plain or _is_array(b.body) or vectors.is_list(b.body):
                found.setdefault(_place(b.entry), {}).setdefault(numbers[0], b)
            elif in_numbers(b.body):  # *with three rewards `r_1 = 1`, …*
                place = _place(b.entry)._replace(sentence=b.entry.sentence)
                found.setdefault(place, {}).setdefault(numbers[0], b)
    return found


def _counted(entry: Entry) -> int | None:
    """How many the words right before a formula say that there are: *with three rewards `r_1 = 1`*; None if nothing."""
    said = _COUNT.search(sentences.before(entry.parsed.span))
    word = said[1].lower() if said is not None else None
    return None if word is None else int(word) if word.isdigit() else NUMERALS.index(word)


def _is_array(body: ast.Operand) -> bool:
    return isinstance(body, ast.Matrix) and all(lookup(name) for name in names_in(body))


def _says_itself(entries: Sequence[Entry], form: tuple[str, int, int], end: str, last: int) -> bool:
    """Whether an example says what the end is, or the family, or speaks of a member behind the last one."""
    for entry in entries:
        for part in walk(entry.parsed):
            if isinstance(part, ast.Chain) and part.rest and part.rest[0][0].kind == "range":
                return True
        for s in entry.parsed.subjects if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest else ():
            if isinstance(s, ast.Symbol) and (s.full_name == end or _is_family(s.full_name, form)):
                return True
        scripts = (part.strip("()[]{}") for name in names_in(entry.parsed) for part in taken_apart(name).parts)
        if any(text.isdecimal() and int(text) > last for text in scripts):
            return True
    return False


def _is_family(name: str, form: tuple[str, int, int]) -> bool:
    return taken_apart(name).form == form and bool(letters_in(name))
