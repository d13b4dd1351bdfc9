"""A formula in letters, and behind it the same one in numbers: `n m + m = 784 \\cdot 10 + 10 = 7850`.

The second is what the first comes to for some numbers, and says which ones. They are put in for the letters that
nothing else in the document gives a number, so that it is held against them: who writes `784 \\cdot 10 + 20` has
another number for `m` at its second place. Where the numbers do not say all of them, as in
`\\frac{a}{a + b} = \\frac{30}{45}`, the two are not held against each other.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from ntdoc.nodes import rewritten, walk
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.passes.put_in.matching import letter_name, letters_of, matched, power_of
from ntdoc.shapes.patterns import operands, put_in_sets
from ntdoc.syntax import ast

_EQUAL = frozenset({"eq", "define", "approx"})


@dataclass(frozen=True, slots=True)
class _Names:
    """The names that are known numbers, with the sections that say so, and those of which other things are said."""

    known: Mapping[str, Set[int]]
    said: frozenset[str]
    computed: frozenset[str]
    functions: frozenset[str]
    arrays: frozenset[str]

    def are_any(self, letters: Set[str]) -> bool:
        """Whether the letters may be any numbers: no arrays, functions or what formulas compute."""
        return bool(letters) and letters.isdisjoint(self.computed | self.arrays | self.functions)

    def free(self, letters: Set[str], section: int) -> set[str]:
        """The letters of a formula that have no number. If there are some, numbers of other sections are none of it."""
        given = {name: self.known.get(name) or self.known.get(name.partition("_")[0], set()) for name in letters}
        if all(given.values()):
            return set()
        return {name for name, sections in given.items() if section not in sections}


def with_numbers_put_in(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, with such numbers in the formulas in letters that stand before them."""
    if all(_place(entry.parsed) is None for entry in entries):
        return list(entries)
    kinds = (frozenset(names(entries)) for names in (_said, _computed, _functions, _arrays))
    names = _Names(_known(entries), *kinds)
    found: list[Entry] = []
    for entry in entries:
        parts = _parts(entry, names)
        found += [entry if parsed is entry.parsed else replace(entry, parsed=parsed) for parsed in parts]
    return found


def _parts(entry: Entry, names: _Names) -> Iterator[ast.Parsed]:
    """The statement as it is, or what it says in letters and what it says in numbers."""
    parsed, at = entry.parsed, _place(entry.parsed)
    if at is None or not isinstance(parsed, ast.Chain):
        yield parsed
        return
    sides = operands(parsed)
    formula, numbers = sides[at - 1], sides[at]
    letters = letters_of(formula)
    free = names.free(letters, entry.section)
    match = matched(formula, numbers) if free and letters.isdisjoint(names.functions) else None
    if match is None and free == letters and names.are_any(letters) and _is_worked_out(entry, at):
        yield _stretch(parsed, 0, at)
        yield _stretch(parsed, at, len(sides))
        return
    if match is None or (match.wrong and not letters.isdisjoint(names.computed)):
        yield parsed
        return
    values = {name: node for name, node in match.letters.items() if name in free}
    put_in = _with_values(formula, values) if free <= values.keys() else None
    if at > 1 and entry.display and not letters <= names.said:  # the name before them is that number
        if put_in is not None:
            before = (*parsed.rest[: at - 2], (parsed.rest[at - 2][0], put_in))
            yield parsed.replace(rest=(*before, *parsed.rest[at - 1 :]))
        else:
            yield _without(parsed, at - 1)
        return
    if at > 1:
        yield _stretch(parsed, 0, at)
    if put_in is not None:
        numbered = _stretch(parsed, at - 1, len(sides))
        yield numbered.replace(subjects=(put_in,))
    else:
        yield _stretch(parsed, at, len(sides))


def _is_worked_out(entry: Entry, at: int) -> bool:
    """Whether a chain goes on from numbers in another form to what they come to, and speaks of no number in general."""
    assert isinstance(entry.parsed, ast.Chain)
    further = entry.parsed.rest[at:]
    plain = bool(further) and all(r.kind in _EQUAL and _is_in_numbers(side) for r, side in further)
    spoken = sentences.before(entry.parsed.span), sentences.after(entry.parsed.span)
    return plain and not any(phrases.FOR_EVERY.search(words) for words in spoken)


def _place(parsed: ast.Parsed) -> int | None:
    """The place in a chain of its first side in numbers, if that is computed from some, and letters stand before it."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or parsed.conditions or not parsed.rest:
        return None
    sides = operands(parsed)
    at = next((n for n, side in enumerate(sides) if _is_in_numbers(side)), 0)
    if not at or isinstance(sides[at], ast.Number) or any(r.kind not in _EQUAL for r, _ in parsed.rest[:at]):
        return None
    formula = sides[at - 1]
    if isinstance(formula, ast.TensorSet) or (isinstance(formula, ast.Symbol) and power_of(formula) is None):
        return None
    return at


def _is_in_numbers(side: ast.Operand) -> bool:
    plain = not isinstance(side, ast.TensorSet) and not any(isinstance(part, ast.Size) for part in walk(side))
    return plain and not letters_of(side)


def _known(entries: Sequence[Entry]) -> dict[str, set[int]]:
    """The names of which the document says what number, or numbers, they are, and the sections that say so."""
    chains = [(e.parsed, e.section) for e in entries if isinstance(e.parsed, ast.Chain) and e.parsed.rest]
    equal = [(c, section) for c, section in chains if all(relation.kind in _EQUAL for relation, _ in c.rest)]
    known: dict[str, set[int]] = {}
    while True:
        more = [(n, section) for c, section in equal for n in _given(c, known) if section not in known.get(n, ())]
        if not more:
            return known
        for name, section in more:
            known.setdefault(name, set()).add(section)


def _given(chain: ast.Chain, known: Container[str]) -> Iterator[str]:
    sides = operands(chain)
    names = [side.full_name for side in sides if isinstance(side, ast.Symbol)]
    others = [side for side in sides if not isinstance(side, ast.Symbol | ast.TensorSet)]
    if names and any(all(n in known or n.partition("_")[0] in known for n in letters_of(side)) for side in others):
        yield from names


def _said(entries: Sequence[Entry]) -> set[str]:
    """The names of which the document says something."""
    chains = (e.parsed for e in entries if isinstance(e.parsed, ast.Chain) and e.parsed.rest)
    return {side.full_name for c in chains for side in c.subjects if isinstance(side, ast.Symbol)}


def _computed(entries: Sequence[Entry]) -> Iterator[str]:
    """The names that formulas define."""
    for entry in entries:
        match entry.parsed:
            case ast.Chain(subjects=(ast.Symbol() as name,), rest=((ast.Relation(kind="eq" | "define"), _), *_)):
                yield name.full_name


def _arrays(entries: Sequence[Entry]) -> Iterator[str]:
    """The names that have axes, and those that are put in a set which is said elsewhere."""
    for entry in entries:
        for domain in (part for part in walk(entry.parsed) if isinstance(part, ast.TensorSet)):
            if domain.shape.axes or domain.base.kind == "named":
                yield from put_in_sets(entry.parsed)


def _functions(entries: Sequence[Entry]) -> Iterator[str]:
    """The names that the document makes functions."""
    for entry in entries:
        match entry.parsed:
            case ast.Signature(subject=ast.Symbol() as head):
                yield head.full_name
            case ast.Chain(subjects=(ast.Juxtaposition(factors=(ast.Symbol() as head, ast.Group())),)):
                if entry.parsed.rest:
                    yield head.full_name


def _with_values(formula: ast.Operand, values: dict[str, ast.Expr]) -> ast.Operand:
    """The formula with numbers in the places of its letters."""

    def change(node: Any) -> Any:
        if not isinstance(node, ast.Symbol) or (number := values.get(letter_name(node))) is None:
            return node
        power, bracketed = power_of(node), ast.Group((number,), (), "(", node.span)
        return bracketed if power is None else ast.Power(bracketed, power, node.span)

    found: ast.Operand = rewritten(formula, change)
    return found


def _stretch(parsed: ast.Chain, begins: int, ends: int) -> ast.Chain:
    """Some sides of a chain that stand in a row."""
    sides = operands(parsed)[begins:ends]
    return parsed.replace(
        subjects=(sides[0],),
        rest=parsed.rest[begins : ends - 1],
        rows=parsed.rows[begins:ends],
        span=sides[0].span.to(sides[-1].span),
    )


def _without(parsed: ast.Chain, at: int) -> ast.Chain:
    """A chain without one of its sides behind the first."""
    rest = (*parsed.rest[: at - 1], *parsed.rest[at:])
    return parsed.replace(rest=rest, rows=(*parsed.rows[:at], *parsed.rows[at + 1 :]))
