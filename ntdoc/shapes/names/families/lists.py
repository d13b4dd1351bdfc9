"""Families that a list declares, `x_1, \\ldots, x_T \\in S`, and the letters that run over them afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import component, is_index, taken_apart
from ntdoc.shapes.patterns import bounded_below, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.symbols import ELLIPSES

MOST = 64  # members of a family that are evaluated


class Range(NamedTuple):
    """A letter runs from `low` to `high`; if the end is another letter, that is `end`, and `beyond` is end - high."""

    letter: str
    low: int
    high: int
    end: str | None
    beyond: int
    entry: Entry
    said: bool = False  # and not only found out from a recurrence
    back: bool = False  # found out from a recurrence that goes down: it holds in its run alone
    endless: bool = False  # `t = 1, 2, \\ldots`


def declared(entries: Sequence[Entry]) -> Iterator[Range]:
    """`x_1, \\ldots, x_T \\in S` declares a family: its last member says what those between are."""
    for entry in entries:
        parsed = entry.parsed
        if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind != "in":
            continue
        names = [s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol)]
        if len(names) < 2 or len(names) < len(parsed.subjects):
            continue
        if not any(t.text in ELLIPSES or t.text == "…" for t in entry.piece.tokens):
            continue
        form = taken_apart(names[-1]).form
        for letter, more in indices_of(names[-1]):  # up to `x_{T+1}` the `T` is one less than the last number
            if numbers := [n - more for name in names[:-1] for n in numbers_in(name, form)]:
                yield Range(letter, min(numbers), max(numbers) + 1, letter, 0, entry)


def declaring(scope: Scope, name: str, at: Entry) -> list[Entry]:
    """What declares before an entry, in its section, the list that a name is any member of: `b_t` of `b_1, \\ldots`."""
    if not any(is_index(letter) and not offset for letter, offset in indices_of(name)):
        return []
    form = taken_apart(name).form
    said = {b.entry.index: b.entry for b in scope.of_form(name) if isinstance(b, Declared) and b.entry.is_above(at)}
    named = [(e, s) for e in said.values() if isinstance(e.parsed, ast.Chain) for s in e.parsed.subjects]
    return [e for e, s in named if isinstance(s, ast.Symbol) and any(True for _ in numbers_in(s.full_name, form))]


def counted(entries: Sequence[Entry]) -> Iterator[Range]:
    """After `n \\in \\mathbb{N}` the `H_n = \\sum_{k=1}^n \\frac1k` is one of a family, for each such number."""
    naturals = {(e.section, name) for e in entries for name in _naturals(e.parsed)}
    if not naturals:
        return
    sized = ((e.section, part) for e in entries for part in walk(e.parsed) if isinstance(part, ast.SizedAxis))
    naturals -= {(section, name) for section, part in sized for name in names_in(part.size)}
    for entry, name, right in _equations(entries):
        for letter, offset in indices_of(name):
            if not offset and (entry.section, letter) in naturals and letter in names_in(right):
                yield Range(letter, 1, 3, None, 0, entry, endless=True)


def _equations(entries: Sequence[Entry]) -> Iterator[tuple[Entry, str, ast.Operand]]:
    """The equations of names, with these and their right sides."""
    for entry in entries:
        parsed = entry.parsed
        own = parsed.subjects[0] if isinstance(parsed, ast.Chain) and parsed.rest else None
        if isinstance(parsed, ast.Chain) and isinstance(own, ast.Symbol) and not own.axes:
            relation, right = parsed.rest[0]
            if relation.kind in ("eq", "define"):
                yield entry, own.full_name, right


def exemplified(entries: Sequence[Entry]) -> Iterator[Range]:
    """`\\eta_t = c / \\sqrt t` is one of a family where its section has `\\eta_4 = E`, too, and `t` is nothing else."""
    numbered: dict[int, set[tuple[str, int, int]]] = {}  # the forms of such members, by section
    meant: set[str] = set()
    for entry in entries:
        for subject in entry.parsed.subjects if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest else ():
            if not isinstance(subject, ast.Symbol) or subject.axes:
                continue
            apart = taken_apart(subject.full_name)
            if len(apart.parts) == 1 and apart.parts[0].isdigit() and int(apart.parts[0]) > 1:
                numbered.setdefault(entry.section, set()).add(apart.form)
            meant |= {subject.full_name} if not apart.parts and _least(entry.parsed) is None else set()
    if not numbered:
        return
    scripted = ((e.section, s) for e in entries for s in walk(e.parsed) if isinstance(s, ast.Symbol) and s.sub)
    steps = {(at, x) for at, s in scripted for x, offset in indices_of(s.full_name) if offset}  # `t + 1`
    for entry, name, right in _equations(entries):
        apart, own_letters = taken_apart(name), indices_of(name)
        lows = [_least(c) for c in entry.parsed.conditions] if isinstance(entry.parsed, ast.Chain) else []
        if len(lows) > 1 or apart.form not in numbered.get(entry.section, ()):
            continue
        for letter, offset in own_letters if len(own_letters) == 1 else ():
            plain = not offset and is_index(letter) and letter in names_in(right) and letter not in meant
            plain = plain and (entry.section, letter) not in steps
            others = (taken_apart(name) for name in names_in(right))  # and it is no recurrence
            named, low = (lows[0] if lows else (letter, 1)) or ("", 0)  # *`a_n = E` for `n \\ge 2`*
            plain = plain and named == letter
            if plain and not any(o.form == apart.form and not o.parts[0].isdigit() for o in others):
                yield Range(letter, low, low + 2, None, 0, entry, endless=True)


def _least(parsed: ast.Parsed) -> tuple[str, int] | None:
    """The letter of an order `n \\ge 2`, and the least number that it may be."""
    return bounded_below(parsed) if isinstance(parsed, ast.Chain) else None


def _naturals(parsed: ast.Parsed) -> frozenset[str]:
    """The letters of `n \\in \\mathbb{N}`."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest:
        return frozenset()
    right = parsed.rest[0][1]
    plain = isinstance(right, ast.TensorSet) and right.base.kind == "naturals" and not right.shape.axes
    return names_in(parsed.subjects) if plain else frozenset()


def followed(entries: Sequence[Entry], said: Sequence[Range]) -> Iterator[Range]:
    """`a_t = 1 - x_t` after `x_1, \\ldots, x_T \\in S`, where nothing says over what t runs: over all of the x.

    So it does in `\\frac{\\partial J}{\\partial x_t} = E`, a derivative by any one of them.
    """
    families: list[tuple[tuple[str, int, int], Range]] = []
    known = {(r.letter, r.entry.section) for r in said}
    for entry in entries:
        parsed = entry.parsed
        if not isinstance(parsed, ast.Chain) or not parsed.rest:
            continue
        families += [(form, r) for r in said if r.entry is entry for form in _forms(parsed, r)]
        families += [(form, r) for form, letter in _members(parsed) for r in said if _runs(r, letter, entry)]
        if parsed.rest[0][0].kind not in ("eq", "define") or len(parsed.subjects) != 1:
            continue
        own = parsed.subjects[0]
        named = (own,) if isinstance(own, ast.Symbol) else tuple(_varied(own))
        letters = {x for name in named for x, offset in indices_of(name.full_name) if not offset and is_index(x)}
        for part in walk((parsed.rest[0][1], *(named if own not in named else ()))) if letters else ():
            if not isinstance(part, ast.Symbol) or (part.sub is None and part.sup is None):
                continue
            family = next((r for form, r in families if form == taken_apart(part.full_name).form), None)
            there = {x for x, offset in indices_of(part.full_name) if not offset} & letters
            for letter in sorted(there) if family is not None else ():
                if (letter, entry.section) not in known and family is not None:
                    known.add((letter, entry.section))
                    yield family._replace(letter=letter, entry=entry)


def _varied(side: ast.Operand) -> Iterator[ast.Symbol]:
    """The names by which a side is differentiated: `u_i` of `\\frac{\\partial J}{\\partial u_i}`, `\\nabla_{u_i} J`."""
    for part in walk(side):
        if isinstance(part, ast.Derivative | ast.Differential):
            by = part.by if isinstance(part.by, tuple) else (part.by,)
            yield from (name for name in by if isinstance(name, ast.Symbol))


def _members(parsed: ast.Chain) -> Iterator[tuple[tuple[str, int, int], str]]:
    """What the members share of a family that is declared by one of them, `x_i \\in S`, and its letter."""
    for subject in parsed.subjects if parsed.rest[0][0].kind == "in" else ():
        if isinstance(subject, ast.Symbol) and not subject.axes:
            indices = indices_of(subject.full_name)
            if len(indices) == 1 and not indices[0][1]:
                yield taken_apart(subject.full_name).form, indices[0][0]


def _runs(found: Range, letter: str, at: Entry) -> bool:
    return found.letter == letter and found.entry.section == at.section


def _forms(parsed: ast.Chain, listed: Range) -> list[tuple[str, int, int]]:
    """What the members of the family share that a list declares."""
    last = parsed.subjects[-1]
    if listed.letter != listed.end or not isinstance(last, ast.Symbol):
        return []
    return [form for letter, form in last_members(last.full_name) if letter == listed.letter]


def said_in_rows(ranges: Sequence[Range]) -> dict[tuple[int, int], dict[str, int]]:
    """The last values of letters in their rows: `T-1` for `t = T-1, \\ldots, 1`, beside an `e_t` up to `e_T`."""
    found: dict[tuple[int, int], dict[str, int]] = {}
    for r in ranges:
        if r.said:
            found.setdefault(r.entry.row, {})[r.letter] = r.high
    return found


def indices_of(name: str) -> list[tuple[str, int]]:
    """The letters in the scripts of a name, and what is added to them."""
    apart = taken_apart(name)
    return [(c.letter, c.offset) for text in apart.parts if (c := component(text)) is not None]


def is_ellipsis(entry: Entry) -> bool:
    """Whether a row is nothing but dots."""
    tokens = [t for t in entry.piece.tokens if t.text not in ("{", "}", "=") and t.text.strip()]
    return bool(tokens) and all(t.text in ELLIPSES or t.text == "…" for t in tokens)


def last_members(name: str) -> Iterator[tuple[str, tuple[str, int, int]]]:
    """The letters by which a name may be the last member of a family, with what its members share."""
    apart = taken_apart(name)
    for text in apart.parts:
        part = component(text)
        if part is not None and not part.offset:
            yield part.letter, apart.form


def numbers_in(name: str, form: tuple[str, int, int]) -> Iterator[int]:
    """The numbers in the scripts of a name of that form."""
    apart = taken_apart(name)
    if apart.form == form:
        for text in apart.parts:
            inner = text.strip("()[]{}")
            if inner.isdecimal():
                yield int(inner)


def last_of_first(recurrence: Tensor, scope: Scope) -> int:
    """The last of the members that a recurrence begins with: 1, after `a_0 = 0` and `a_1 = 1`; 0 if there are none.

    They stand beside it, or else before it: of `a_3 = 7` behind it the text says that it comes out so. So it does of
    what is said behind it of more members than it needs to begin with: *with `a_0 = 0` we have `a_1 = 1`*. In the rows
    of one display, too, if what it needs stands above it.
    """
    at, written = recurrence.entry, list(_written(recurrence, scope))
    here = [n for n, e in written if e.section == at.section] or [n for n, _ in written]
    first = min(here, default=0)
    needed = first + _order(recurrence)
    above = {*range(first, needed)} <= {n for n, e in written if e.is_above(at)}
    written = [(n, e) for n, e in written if n < needed or not _is_said_behind(e, at, above)]
    beside = {n for n, entry in written if entry.run == at.run}
    before = {n for n, entry in written if entry.is_above(at)}
    numbers = beside | before or {n for n, _ in written}
    last = min(numbers, default=0)
    while last + 1 in numbers:
        last += 1
    return last


def _order(recurrence: Tensor) -> int:
    """How many members a recurrence goes back: 2, for `a_n = a_{n-1} + a_{n-2}`."""
    own, form = dict(indices_of(recurrence.name)), taken_apart(recurrence.name).form
    names = (n for n in names_in(recurrence.body) if taken_apart(n).form == form)
    steps = (own[x] - offset for n in names for x, offset in indices_of(n) if x in own)
    return max(1, *steps, 1)


def _is_said_behind(entry: Entry, at: Entry, rows: bool) -> bool:
    """Whether a sentence or another display behind a formula says something, and does not give or suppose it.

    Or a later one of its `rows`.
    """
    behind = entry.index > at.index and not (entry.display and entry.item == at.item)
    behind = behind or (rows and entry.index > at.index and entry.row != at.row)
    return behind and not (entry.assumed or entry.gives or entry.lets or entry.where)


def _written(family: Tensor, scope: Scope) -> Iterator[tuple[int, Entry]]:
    """The members of a family that are written out, but no steps that a sentence behind it takes: `a_1 = a_0 + 1`."""
    form = taken_apart(family.name).form
    for name in scope.by_name:
        for number in numbers_in(name, form):
            for b in scope.by_name[name]:
                behind = b.entry.index > family.entry.index and not b.entry.display
                made_of = names_in(b.body) if behind and isinstance(b, Tensor) else ()
                if not any(taken_apart(n).form == form for n in made_of):
                    yield number, b.entry
