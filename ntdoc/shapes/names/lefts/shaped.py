"""Declarations that are none: what a family above has made has a shape, and `S^3 \\in \\reals^{\\ax}` says which.

Nor is `h_1 \\ge 2` a bound of a free letter there. And how far a family reaches, and whether it begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes import families
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.families.lists import Range, numbers_in
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import ORDERS, names_in, operands
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def recognised(role: Role, scope: Scope, ranges: Ranges) -> Role:
    """The role, with such a declaration as a claim: `x_t = f(x_{t-1})` for `t = 1, \\ldots, T`, then `x_T \\in S`."""
    at, ordered = role.entry, _ordered(role)
    names = ordered or [d.name for d in role.declares if role.kind is Kind.DECLARATION]
    if not names or at.where or at.lets or at.gives or at.assumed or (ordered and at.supposed):
        return role
    if not all(_is_made(name, at, scope, ranges) for name in names):
        return role
    for declared in role.declares:
        scope.remove(declared)
    return replace(role, kind=Kind.CLAIM, name=None, declares=())


def _ordered(role: Role) -> list[str]:
    """The names of a sentence that compares them, `h_1 \\ge 2`, and is taken for a bound of free letters."""
    parsed, at = role.entry.parsed, role.entry
    if role.kind is not Kind.CONSTRAINT or role.sizes or at.bounds or at.worded or at.display:
        return []
    if not isinstance(parsed, ast.Chain) or parsed.conditions or any(r.kind not in ORDERS for r, _ in parsed.rest):
        return []
    return [side.full_name for side in operands(parsed) if isinstance(side, ast.Symbol) and not side.axes]


def _is_made(name: str, at: Entry, scope: Scope, ranges: Ranges) -> bool:
    """Whether a family above in the section has a member of this name, in a range that is written out."""
    for b in scope.of_form(name):
        above = isinstance(b, Tensor) and b.entry.is_above(at)
        if not isinstance(b, Tensor) or not above or b.name == name or not begins(b, scope, ranges):
            continue
        if is_of_said_range(places(b, name, ranges)):
            return True
    return False


Places = list[tuple[Range | None, families.Value]]


def places(family: Tensor, member: str, ranges: Ranges) -> Places:
    """Which values the letters of a family have in a member, each with the range of its letter; none if it is none."""
    letters = ranges.letters(family)
    range_of = ranges.range_of if others(family) else ranges.reach_of  # a recurrence begins beside its own range
    said = {letter: range_of(letter, family.entry) for letter in letters}
    known = said.values()
    ends = {r.end: r.high + r.beyond for r in known if r is not None and r.end is not None and r.end not in letters}
    values = families.match(family.name, families.resolved(member, ends), letters) or {}
    return [(_with_end(said[letter], family.entry, ranges), value) for letter, value in values.items()]


def _with_end(found: Range | None, at: Entry, ranges: Ranges) -> Range | None:
    """A range with the letter that it ends with, which its section may say above: *layers `l = 1, \\ldots, L`*."""
    if found is None or found.end is not None:
        return found
    alike = (r for r in ranges.all if r.letter == found.letter and r.said and r.entry.section == at.section)
    return next((found._replace(end=r.end, beyond=r.beyond) for r in alike if r.high == found.high and r.end), found)


def is_of_said_range(found: Places) -> bool:
    """Whether the text has written out ranges that all the values of a member are in."""
    return bool(found) and all(r is not None and r.said and _is_within(v, r) for r, v in found)


def _is_within(value: families.Value, range_: Range) -> bool:
    """Whether a range has a number in it, or ends with a letter: after `h_t = …` for `t = 1, \\ldots, n` also `h_n`."""
    if isinstance(value, int):
        return range_.low <= value <= range_.high
    return value == range_.end and not range_.beyond


def begins(family: Tensor, scope: Scope, ranges: Ranges) -> bool:
    """Whether all that the first member of a family is made of is given: after `h_t = f(h_{t-1})` also `h_0`.

    Of one that goes back, `h_t = f(h_{t+1})`, the first is the last one: `h_T`.
    """
    first, ends = _edges(family, ranges)
    for name in others(family):
        named = {families.resolved(b.name, ends) for b in scope.of_form(name)} if ends else scope.by_name.keys()
        full = families.resolved(name, first)
        said = full in named or _is_declared(name, first, scope, ranges)
        if not said and (ends or not begins_unsaid(family, full, ranges)):
            return False
    return True


def begins_unsaid(family: Tensor, first: str, ranges: Ranges) -> bool:
    """Whether nothing says where a recurrence begins, which members of other families drive: then it begins with 0.

    *The velocity is `v_t = \\beta v_{t-1} + g_t`*, as papers write it. Where nothing else drives it,
    `x_t = a x_{t-1}`, or the text speaks of its `x_0`, that has to be said.
    """
    form, made_of = families.taken_apart(family.name).form, names_in(family.body)
    driven = any(families.letters_in(name) and families.taken_apart(name).form != form for name in made_of)
    if not driven or len({*others(family)}) != 1 or not _goes_back_by_one(family):
        return False
    named = {name for e in ranges.of_section(family.entry) for name in names_in(e.parsed)}
    near = {other for number in numbers_in(first, form) for other in (number, number + 1)}  # with which it may begin
    return not any(near.intersection(numbers_in(name, form)) for name in named)


def _goes_back_by_one(family: Tensor) -> bool:
    """Whether a recurrence is made of the member right before it alone."""
    letters = families.letters_in(family.name)
    own = {x: families.offsets(family.name, x) for x in letters}
    steps = [o - i for name in others(family) for x in letters for o in families.offsets(name, x) for i in own[x]]
    return sorted({*steps} - {0}) == [-1]


def begins_in(family: Tensor, at: Entry, scope: Scope, ranges: Ranges) -> bool:
    """Whether the section of an entry says before it how a family of another section begins: `F_0 = 2` here."""
    first, _ = _edges(family, ranges)
    names = {families.resolved(name, first) for name in others(family)}
    given = [b for name in names for b in scope.by_name.get(name, ()) if isinstance(b, Tensor)]
    here = {b.name for b in given if b.entry.is_above(at)}
    return bool(here)


def _edges(family: Tensor, ranges: Ranges) -> tuple[dict[str, families.Value], dict[str, families.Value]]:
    """The values of the letters in the first member of a family, and those of the ends of what goes back."""
    first: dict[str, families.Value] = {}
    ends: dict[str, families.Value] = {}
    for letter in ranges.letters(family):
        if (known := ranges.range_of(letter, family.entry)) is not None:
            back = known.back or _goes_back(family, letter)
            first[letter] = known.high if back else known.low
            ends.update({known.end: known.high + known.beyond} if back and known.end is not None else {})
    return first, ends


def _goes_back(family: Tensor, letter: str) -> bool:
    """Whether a recurrence is made of its next member, as `h_t = f(h_{t+1})` is, and of none before."""
    own, made_of = families.offsets(family.name, letter), [families.offsets(name, letter) for name in others(family)]
    return bool(own) and any(made_of) and all(offset > own[0] for offsets in made_of for offset in offsets)


def _is_declared(name: str, first: Mapping[str, families.Value], scope: Scope, ranges: Ranges) -> bool:
    """Whether all members of a family are declared, *the states `h_t \\in S`*, and so the first."""
    full = families.resolved(name, first)
    declared = (b for b in scope.of_form(name) if isinstance(b, Declared))
    return any(ranges.match(b, full) is not None for b in declared)


def others(family: Tensor) -> list[str]:
    """The members that a definition of a family is made of, if it is a recurrence."""
    form = families.taken_apart(family.name).form
    names = (s.full_name for s in walk(family.body) if isinstance(s, ast.Symbol))
    return [name for name in names if families.taken_apart(name).form == form]
