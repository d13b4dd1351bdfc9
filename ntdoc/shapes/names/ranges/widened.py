"""How far a family goes beyond a range: `h_{t+1} = f(h_t)` for `t = 0, \\ldots, T-1` is of an `h_T`, too."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import resolved, taken_apart
from ntdoc.shapes.names.families.lists import Range, indices_of
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def widened(found: Range, definition: Tensor, entries: Sequence[Entry]) -> Range:
    """The range of `a_t = \\partial E / \\partial h_t`: it has a member for each `h_t` where the range is said.

    Or where the text has the last one, `h_T`. So it is for what is made of no other members; else the range stays as
    it is.
    """
    own = {o for x, o in indices_of(definition.name) if x == found.letter}
    if not (found.said or found.end is not None) or found.entry.run == definition.entry.run or own != {0}:
        return found
    made_of = [(name, o) for name in names_in(definition.body) for x, o in indices_of(name) if x == found.letter]
    run = [e for e in entries if e.run == found.entry.run] if made_of else []
    subjects = (e.parsed.subjects for e in run if isinstance(e.parsed, ast.Chain))
    defined = {taken_apart(name).form for left in subjects for name in names_in(left)}
    there: dict[tuple[str, int, int], set[int]] = {}
    for name in (name for e in run for name in names_in(e.parsed) if taken_apart(name).form in defined):
        there.setdefault(taken_apart(name).form, set()).update(o for x, o in indices_of(name) if x == found.letter)
    known = [(there.get(taken_apart(name).form) or {0}, o) for name, o in made_of]
    below = min(0, max((min(offsets) - o for offsets, o in known), default=0))
    above = max(0, min((max(offsets) - o for offsets, o in known), default=0))
    return found._replace(low=found.low + below, high=found.high + above, beyond=found.beyond - above)


def is_there_before(scope: Scope, definition: Tensor, letter: str, value: int) -> bool:
    """Whether `g_t = f(w_t)` for `t = 1, \\ldots, T` has a `g_0` beside a `w_0` that the section gives by its name.

    So it is for what is made of nothing before or after it, unless something else says what the member is.
    """
    made_of = {name for name in names_in(definition.body) if letter in dict(indices_of(name))}
    if not (made_of and is_of_one_place(definition.entry.parsed, letter)):
        return False
    if resolved(definition.name, {letter: value}) in scope.by_name:
        return False
    starts = (scope.by_name.get(resolved(name, {letter: value}), ()) for name in made_of)
    return all(any(b.entry.section == definition.entry.section for b in found) for found in starts)


def is_of_one_place(parsed: ast.Parsed, letter: str) -> bool:
    """Whether `p_t = a_t \\odot b_t` is made of nothing before or after it: it is there where these are."""
    return all(offset == 0 for name in names_in(parsed) for x, offset in indices_of(name) if x == letter)
