"""Numbers in the place of tensors: after `h_t \\in \\reals^{\\ax}`, the equation `h_0 = 0` is about every entry."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Notebook
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.families import Indices, component, taken_apart
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import is_update, names_in, number_in
from ntdoc.shapes.plan import Constant, ShapeOf
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.sizes import Equations
from ntdoc.shapes.typed import Demand, Typed
from ntdoc.syntax import ast, literals
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_INITIAL = regex(r"\binitiali[sz](?:e|es|ed|ing|ation)\b|\binitially\b", re.IGNORECASE)
MOST_AXES = 8  # that a recurrence may need of its first member


def is_example(scope: Scope, found: Tensor, right: ast.Operand) -> bool:
    """Whether `0.5 + 0.5` can only be computed from numbers that a tensor was not made of: they are in the prose."""
    if not numeric.is_number(right) or literals.is_number(right):
        return False
    return numeric.is_number(found.body) or is_sampled(scope, found)


def is_sampled(scope: Scope, found: Tensor | Function, at: Entry | None = None) -> bool:
    """Whether a definition rests on tensors that are only declared, with axes: where it stands, or at another place."""
    waiting: list[Tensor | Function]
    waiting, seen = [found], {found.entry.index}
    while waiting:
        here = waiting.pop()
        for name in names_in(here.body):
            other = scope.tensor(name, at or here.entry)
            if isinstance(other, Tensor) and other.entry is here.entry:  # an update is made of what was before it
                other = scope.tensor(name, here.entry)
            if isinstance(other, Declared) and other.along:
                return True
            if isinstance(other, Tensor) and other.entry.index not in seen:
                seen.add(other.entry.index)
                waiting.append(other)
    return False


def declaration(session: Session, found: Tensor) -> Declared | None:
    """What is declared of a name in its section before it is given a number; of a member, what is of its family.

    Where all is read with the numbers of an example, it may be declared in any section.
    """
    scope, anywhere = session.scope, session.place is not None
    for b in reversed((*scope.of_form(found.name), *scope.by_name.get(found.name, ()))):
        near = _is_before(b, found.entry) or (anywhere and b.entry.index < found.entry.index)
        if isinstance(b, Declared) and b.domain is not None and near:
            if b.name == found.name and not b.entry.local:
                return b
            if session.ranges.match(b, found.name) is not None:
                return b
    return None


def started(session: Session, found: Tensor) -> ShapeOf:
    """The shape of a member that is only given a number, from the recurrence that begins with it.

    After `V_0 = 0`, if `V_k = f(V_{k-1})` needs axes of V and has them itself, the 0 has them too. And `V \\gets 0` has
    the axes that V had before; so has the number that an example gives to V, where all is read with that, and the one
    of *initialize: `V = 0`*, of a V that a section before declares.
    """
    if is_update(found.entry.parsed):
        env = replace(session.environment(found.entry), notebook=Notebook(Equations()))
        before = session.value(found.name, env, found.span)
        return (before.shape if before is not None else None) or {}
    if session.place is not None and (there := _of_formula(session, found)):
        return there
    if (above := _started_above(session, found)) is not None:
        return above
    step = next((b for b in session.scope.of_form(found.name) if isinstance(b, Tensor) and _is_near(b, found)), None)
    letter = _letter(session, step, found) if step is not None else None
    if step is None or letter is None:
        return {}
    reach = session.ranges.range_of(letter, step.entry)
    shape: ShapeOf = {}
    for _ in range(MOST_AXES if reach is not None else 0):
        start = Typed(Constant(0.0), shape, found.span, frozenset({found.name}))
        try:
            typed = _attempt(session, step, {letter: reach.low if reach is not None else 1}, found, start)
        except Demand as demand:
            shape = {**shape, demand.axis: infer.size_of_name(session.environment(found.entry), demand.axis)}
            continue
        made = typed.shape if typed is not None else None
        if made is None or not shape.keys() <= made.keys():
            return {}
        wide = Typed(Constant(0.0), made, found.span, frozenset({found.name}))
        return made if _is_kept(session, step, letter, found, wide) else shape
    return {}


def _started_above(session: Session, found: Tensor) -> ShapeOf | None:
    """The axes with which what stands above declares a name that words give a number to begin with; or says it once."""
    known = (b for b in reversed(session.scope.by_name.get(found.name, ())) if b.entry.index < found.entry.index)
    last = next(known, None)
    if isinstance(last, Tensor) and last.entry.section == found.entry.section and number_in(last.body) is not None:
        again = number_in(last.body) == number_in(found.body) and not last.indices
        return session.definition(last).typed.shape if again else None
    initial = _INITIAL.search(sentences.before(found.entry.parsed.span)) is not None
    if not initial or not isinstance(last, Declared) or last.domain is None or last.entry.local:
        return None
    with suppress(Unreadable):
        return session.shape(last.domain.shape, session.environment(found.entry))
    return None


def _letter(session: Session, step: Tensor, found: Tensor) -> str | None:
    """The letter that runs over the members of a recurrence, if a name is one of them.

    So is the last, `b_T`, where `b_{t-1}` is made of `b_t` back from there.
    """
    member = session.ranges.match(step, found.name)
    if member is None:
        letters, (own, last) = session.ranges.letters(step), (taken_apart(step.name), taken_apart(found.name))
        pairs = ((component(part), end) for part, end in zip(own.parts, last.parts, strict=True) if part != end)
        ends = [(part.letter, end) for part, end in pairs if part is not None and part.letter in letters]
        reaches = [(letter, session.ranges.range_of(letter, step.entry), end) for letter, end in ends]
        member = {letter: end for letter, reach, end in reaches if reach is not None and reach.end == end}
    return next(iter(member)) if len(member) == 1 else None


def widened(session: Session, found: Tensor) -> ShapeOf:
    """The axes of a tensor that a sentence supposes to be one of fewer: *if `B = a`*, of a `B` known with more.

    Every entry along the others is the same.
    """
    case = found.entry.supposed or found.entry.index in session.scope.cases
    if not case or is_update(found.entry.parsed) or (found.indices and not numeric.is_number(found.body)):
        return {}
    declared = declaration(session, found)
    if declared is None or declared.domain is None:
        return _of_formula(session, found)
    with suppress(Unreadable):
        return session.shape(declared.domain.shape, session.environment(found.entry)) or {}
    return {}


def _of_formula(session: Session, found: Tensor) -> ShapeOf:
    """The shape of what the formula says that stands before the number of an example."""
    before = [
        b
        for b in session.scope.by_name.get(found.name, ())
        if isinstance(b, Tensor) and b.entry.index < found.entry.index and not b.entry.local
    ]
    formulas = [b for b in before if not (b.indices or numeric.is_numbers(b.body) or is_update(b.entry.parsed))]
    if not formulas:
        return {}
    return session.at_place(None).definition(formulas[-1]).typed.shape or {}


def _is_kept(session: Session, step: Tensor, letter: str, first: Tensor, start: Typed) -> bool:
    """Whether a first member with these axes makes a second one with the same: the family has them."""
    reach = session.ranges.range_of(letter, step.entry)
    try:
        typed = _attempt(session, step, {letter: reach.low if reach is not None else 1}, first, start)
    except Demand:
        return False
    return typed is not None and (typed.shape or {}).keys() == (start.shape or {}).keys()


def _attempt(session: Session, step: Tensor, indices: Indices, first: Tensor, start: Typed) -> Typed | None:
    """A member of a recurrence if its first one were `start`; None if that is wrong. Leaves no trace.

    Raises Demand for an axis that it needs of `start`.
    """
    kept = dict(session.definitions), session.pending, set(session.circular)
    session.pending = set()
    session.supposed[first.entry.index] = start
    try:
        definition = session.definition(step, indices)
    finally:
        session.definitions, session.pending, session.circular = kept
        del session.supposed[first.entry.index]
    return None if definition.broken else definition.typed


def _is_near(step: Tensor, found: Tensor) -> bool:
    return step.entry.section == found.entry.section and step.entry.index != found.entry.index


def is_tensor(name: str, scope: Scope, at: Entry) -> bool:
    """Whether a name is declared with axes in the section of an entry."""
    found = (b for b in scope.by_name.get(name, ()) if isinstance(b, Declared) and not b.entry.local)
    return any(b.along and _is_before(b, at) for b in found)


def is_of_reals(name: str, scope: Scope) -> bool:
    """Whether a name is declared for real tensors alone: one of zeros and ones has some entries of each."""
    domains = [b.domain for b in scope.by_name.get(name, ()) if isinstance(b, Declared) and b.domain is not None]
    return all(domain.base.kind == "reals" for domain in domains)


def _is_before(declared: Declared, at: Entry) -> bool:
    there = declared.entry
    return there.section == at.section and (there.index < at.index or there.run == at.run)
