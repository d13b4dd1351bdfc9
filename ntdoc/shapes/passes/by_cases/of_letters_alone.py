"""*`\\delta_{ij} = 1` if `i = j` and 0 otherwise*: what is made of the letters in its script alone.

Nothing says over what such letters run, and so it is no tensor: where it stands, with whatever letters, are its cases
with these. It is the same for other cases, `c_{st} = 1` if `s \\le t`, whatever it is called.

A letter that is free there, the `t` of `\\sum_{s=1}^n c_{st} = t`, is one of the numbers that another in its place runs
over, and no other number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.passes.spelling import kronecker
from ntdoc.shapes.patterns import member_of, names_in, number_given, number_in, put_in_sets, spelt
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Indicator


@dataclass(frozen=True, slots=True)
class _Cases:
    """A definition of a name with letters in its script, that is made of nothing but these letters."""

    entry: Entry
    base: str
    letters: tuple[str, ...]
    body: ast.Expr
    parted: bool  # by commas
    others: frozenset[str] = frozenset()  # the names of sizes, which only look like it: `d_{in}` beside `d_{ij}`

    @property
    def form(self) -> tuple[str, int]:
        """What all such names share."""
        return self.base, len(self.letters)

    @property
    def of_equal(self) -> bool:
        """Whether it is 1 where its two letters are equal, and 0 elsewhere."""
        chain = self.body.condition if isinstance(self.body, Indicator) else None
        equal = isinstance(chain, ast.Chain) and [relation.kind for relation, _ in chain.rest] == ["eq"]
        return equal and len(self.letters) == 2

    def distance(self, entry: Entry) -> tuple[bool, bool, int]:
        """How far from its definition a statement stands: another section is further, and what comes before."""
        away = entry.index - self.entry.index
        return entry.section != self.entry.section, away < 0, abs(away)

    def put_in(self, node: Node, axes: Mapping[str, ast.Axis]) -> Node:
        """What the name is with the letters that stand in its script, indices of these axes; else the node."""
        if not isinstance(node, ast.Symbol) or node.base != self.base or node.full_name in self.others:
            return node
        places = _places(node)
        if len(places) != len(self.letters):
            return node
        own = dict(zip(self.letters, places, strict=True))
        if self.of_equal:
            return kronecker.of_equal(places[0], places[1], axes, node.span)

        def with_places(part: Node) -> Node:
            found = own.get(part.full_name) if isinstance(part, ast.Symbol) else None
            return part if found is None else found

        body: ast.Expr = rewritten(self.body, with_places)
        return body.replace(span=node.span)


def put_in(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such names are their cases; the definitions are then those of functions of the letters."""
    defined = list(_defined(entries))
    if not defined:
        return list(entries)
    changed = [_with_cases(entry, defined) for entry in entries]
    for cases in defined:
        changed[cases.entry.index] = replace(cases.entry, parsed=_as_function(cases), worded=False, supposed=False)
    at = {cases.entry.index for cases in defined}
    found: list[Entry] = []
    for entry, before in zip(changed, entries, strict=True):
        if entry is not before and entry.index not in at:
            found += _letters_declared(before, entries, {cases.form for cases in defined})
        found.append(entry)
    return found


def _letters_declared(entry: Entry, entries: Sequence[Entry], forms: Set[tuple[str, int]]) -> Iterator[Entry]:
    """The free letters in the scripts of such names in a claim, each put in the range of another one that is bound."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or isinstance(parsed.subjects[0], ast.Symbol):
        return
    sums = [part for part in walk(parsed) if isinstance(part, ast.BigOperator)]
    bound = {part.variable.full_name: part for part in sums if part.variable is not None}
    others = {*bound, *kronecker.axes_of_letters(parsed)}
    known = {name for e in entries if e.section == entry.section for name in put_in_sets(e.parsed)}
    for part in walk(parsed):
        letters = _letters(part) if isinstance(part, ast.Symbol) else ()
        if not isinstance(part, ast.Symbol) or (part.base, len(letters)) not in forms:
            continue
        ends = [bound[x].high for x in letters if x in bound and number_in(bound[x].low) == 1]
        for letter in letters:
            if letter in others or letter in known or not ends or ends[0] is None:
                continue
            known.add(letter)
            at, end = part.span, ends[0].span
            numbers = ast.TensorSet(ast.Base("range", (ends[0],), "", end), ast.Shape((), end), end)
            chain = member_of((ast.Symbol(letter, None, None, (), False, at),), numbers, at, at)
            yield replace(entry, parsed=chain, local=True, concludes=False)


def _defined(entries: Sequence[Entry]) -> Iterator[_Cases]:
    """The definitions by cases whose letters nothing else says: they run over no numbers, and name none."""
    found = [cases for entry in entries if (cases := _read(entry)) is not None]
    said = {(name, entry.section) for entry in entries for name in _said(entry.parsed)} if found else set()
    sizes = frozenset(name for entry in entries for name in _sizes(entry.parsed)) if found else frozenset()
    given = [symbol for entry in entries for symbol in _given(entry.parsed)] if found else []
    for cases in found:
        again = [s for s in given if s.base == cases.base and len(_letters(s)) == len(cases.letters)]
        alike = [other for other in found if other.form == cases.form]
        free = said.isdisjoint((letter, cases.entry.section) for letter in cases.letters)
        if len(again) == len(alike) and (free or not cases.parted):  # an `a_{i,j}` with ranges is a family
            yield replace(cases, others=sizes - {symbol.full_name for symbol in again})


def _sizes(parsed: ast.Parsed) -> Iterator[str]:
    """The names of the sizes of axes."""
    for part in walk(parsed):
        if isinstance(part, ast.SizedAxis):
            yield from names_in(part.size)


def _read(entry: Entry) -> _Cases | None:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or parsed.rest[0][0].kind not in ("eq", "define"):
        return None
    left, right = parsed.subjects[0], parsed.rest[0][1]
    if not isinstance(left, ast.Symbol) or not isinstance(right, ast.Cases | Indicator) or parsed.conditions:
        return None
    letters = _letters(left)
    if len({*letters}) < 2 or len({*letters}) != len(letters) or not names_in(right) <= {*letters}:
        return None
    return _Cases(entry, left.base, letters, _as_indicator(right) or right, "," in left.full_name)


def _as_indicator(cases: ast.Cases | Indicator) -> ast.Expr | None:
    """`[i = j]`, if the cases are 1 where a condition holds and 0 elsewhere."""
    match cases:
        case ast.Cases(branches=((ast.Number(value=1.0), ast.Chain() as one), (ast.Number(value=0.0), other))):
            return Indicator(one, cases.span) if other is None or _is_opposite(one, other) else None
    return None


def _is_opposite(one: ast.Chain, other: ast.Chain) -> bool:
    """Whether the second condition is `i \\ne j`, and the first `i = j`."""
    sides = [{*map(spelt, (c.subjects[0], *(right for _, right in c.rest)))} for c in (one, other)]
    kinds = [[relation.kind for relation, _ in c.rest] for c in (one, other)]
    return sides[0] == sides[1] and kinds in ([["eq"], ["ne"]], [["ne"], ["eq"]])


def _said(parsed: ast.Parsed) -> set[str]:
    """The letters that a statement says something of: `i = 1, \\ldots, n`, `i \\in [n]`, `i = 3`."""
    chains = (parsed, *parsed.conditions) if isinstance(parsed, ast.Chain) else ()
    ranges = (c for c in chains if c.rest and c.rest[0][0].kind in ("range", "in"))
    ranged = {s.full_name for c in ranges for s in c.subjects if isinstance(s, ast.Symbol)}
    given = number_given(parsed)
    return {*ranged, *put_in_sets(parsed), *(given[:1] if given is not None else ())}


def _given(parsed: ast.Parsed) -> Iterator[ast.Symbol]:
    """The names that a statement defines or declares."""
    if isinstance(parsed, ast.Chain) and parsed.rest:
        heads = (s.factors[0] if isinstance(s, ast.Juxtaposition) else s for s in parsed.subjects)
        yield from (s for s in heads if isinstance(s, ast.Symbol))


def _places(symbol: ast.Symbol) -> tuple[ast.Expr, ...]:
    """What the script of a name has in the places of its letters: those of `ij`, `i,j+1`, `1j`; nothing for others."""
    if symbol.sub is None or symbol.sup is not None or symbol.axes:
        return ()
    text = "".join(symbol.sub.text.split())
    if "," in text and None not in symbol.sub.parts and len(symbol.sub.parts) == text.count(",") + 1:
        return tuple(part for part in symbol.sub.parts if part is not None)
    parts = text.split(",") if "," in text else list(text)
    places = [_place(part, symbol.span) for part in parts]
    return tuple(place for place in places if place is not None) if None not in places else ()


def _letters(symbol: ast.Symbol) -> tuple[str, ...]:
    """The letters in these places; nothing if there are numbers among them."""
    places = _places(symbol)
    letters = tuple(place.full_name for place in places if isinstance(place, ast.Symbol))
    return letters if len(letters) == len(places) else ()


def _place(part: str, span: Span) -> ast.Expr | None:
    letter = part.rstrip("'")
    if len(letter) == 1 and letter.isalpha() and letter.isascii():
        return ast.Symbol(part, None, None, (), False, span)
    return ast.Number(float(part), 0, span) if part.isdecimal() and part.isascii() else None


def _with_cases(entry: Entry, defined: Sequence[_Cases]) -> Entry:
    parsed, axes = entry.parsed, kronecker.axes_of_letters(entry.parsed)
    nearest = {c.form: c for c in sorted(defined, key=lambda c: c.distance(entry), reverse=True)}
    for cases in nearest.values():
        parsed = rewritten(parsed, partial(_Cases.put_in, cases, axes=axes))
    return entry if parsed is entry.parsed else replace(entry, parsed=parsed)


def _as_function(cases: _Cases) -> ast.Parsed:
    """The definition as that of a function: `\\delta_{ij}` as `\\delta(i, j)`."""
    parsed = cases.entry.parsed
    assert isinstance(parsed, ast.Chain)
    left = parsed.subjects[0]
    letters = tuple(ast.Symbol(letter, None, None, (), False, left.span) for letter in cases.letters)
    assert isinstance(left, ast.Symbol)
    assert left.sub is not None
    head = left.replace(sub=left.sub.replace(text="".join(cases.letters)))  # else it is a member of a family
    call = ast.Juxtaposition((head, ast.Group(letters, (), "(", left.span)), left.span)
    return parsed.replace(subjects=(call,))
