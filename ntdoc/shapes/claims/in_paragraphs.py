"""Claims where all holds that the text before them takes for a sentence: *Suppose `a = (1, 2)`. Then …*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ntdoc.report import Kind
from ntdoc.shapes.bindings import Binding, Declared, Tensor
from ntdoc.shapes.claims import generality
from ntdoc.shapes.claims.fixed_letters import goes_beyond
from ntdoc.shapes.claims.rereadings import judge_again
from ntdoc.shapes.claims.rests_on import all_names, is_numbers, says_numbers
from ntdoc.shapes.document import referring, sentences
from ntdoc.shapes.document.any_such import is_of_any_such
from ntdoc.shapes.document.conditions.cases import is_base_case, is_ended
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import vectors
from ntdoc.shapes.session import Session


def in_its_paragraph(session: Session, claim: Judged) -> Judged | None:
    """A claim where all holds that its paragraph takes for a sentence: *Suppose `a = (1, 2)`. Then …*."""
    there = session_of_paragraph(session, claim)
    return judge_again(there, claim, claim.role) if there is not None else None


def is_of_vectors_beside(session: Session, claim: Judged) -> bool:
    """Whether a claim in numbers has axes that do not fit, and its section takes a list for a name in it before.

    *For `x = (1, 2)` and `y = (3, -1)` it is `3`. Then `x \\ndot{\\ax} y = 1`* is not of the `y` of another section.
    """
    at, wrong = claim.role.entry, {d.code for d in claim.notebook.diagnostics}
    if claim.kind is not Kind.CLAIM or not wrong or not wrong <= {"NT203", "NT204"} or not says_numbers(claim):
        return False
    said = (b for name in all_names(session, claim) for b in session.scope.by_name.get(name, ()))
    before = (b for b in said if b.entry.index in session.scope.cases and b.entry.index < at.index)
    return any(_is_vector_of_section(b, at) for b in before)


def is_by_turns(session: Session, claim: Judged) -> bool:
    """Whether its section supposes something by turns of a number in it, and so that it is not about any."""
    return any(True for _ in _turns(session, claim))


def session_of_paragraph(session: Session, claim: Judged) -> Session | None:
    """A session where that holds; None if the claim does not rest on such things."""
    at = claim.role.entry
    bindings = [b for name in all_names(session, claim) for b in generality.in_force(session.scope, name, at)]
    alone = [b for b in bindings if b.entry.index in session.scope.cases and b.entry.index < at.index]
    in_numbers = says_numbers(claim) and not _is_of_others(session, claim, {b.name for b in alone})
    alone = [b for b in alone if in_numbers or not goes_beyond(session, claim, b.entry)]
    alone = [b for b in alone if b.entry.sentence == at.sentence or not is_base_case(b.entry.parsed.span)]
    numbers = {b.entry.index for b in alone if isinstance(b, Tensor) and is_numbers(b.body)}
    beside = [b for b in alone if _is_beside(b.entry, at, at.display and b.entry.index in numbers)]
    near = {b.name for b in beside}
    vectors_here = [b for b in alone if in_numbers and b.name not in near and _is_vector_of_section(b, at)]
    if not _is_of_others(session, claim, near | {b.name for b in vectors_here}):
        beside += vectors_here
    beside = [] if generality.is_general(session, at) else [b for b in beside if not is_of_any_such(b.entry, at)]
    last = {b.name: b.entry.index for b in sorted((*beside, *_turns(session, claim)), key=lambda b: b.entry.index)}
    held = set(last.values())  # *for `a = 1` it is …. Suppose `a > 2`. Then …*
    held |= {i for i, turn in session.scope.turns.items() if turn in {session.scope.turns.get(own) for own in held}}
    return replace(session.at_place(at), scope=session.scope.with_held(held), surroundings={}) if held else None


def _is_of_others(session: Session, claim: Judged, fixed: set[str]) -> bool:
    """Whether a claim is of a free tensor besides those that cases fix: in these it comes to no number."""
    found = (session.scope.tensor(name, claim.role.entry) for name in all_names(session, claim) - fixed)
    return any(isinstance(b, Declared) for b in found)


def _turns(session: Session, claim: Judged) -> Iterator[Declared | Tensor]:
    """What holds by turns of the numbers in a claim: the last that its section supposes of each, if it says no more.

    *Suppose `c > 1`. For every `x` it is …*, and *In general …*, of any `c`.
    """
    at = claim.role.entry
    if not session.scope.turns or generality.is_in_general(at):
        return
    for name in sorted(all_names(session, claim)):
        said = [b for b in session.scope.by_name.get(name, ()) if isinstance(b, (Declared, Tensor))]
        for last in [b for b in said if b.entry.index < at.index][-1:]:
            own = last.entry.section == at.section and last.entry.proves in (0, at.proves) and not last.entry.local
            if own and last.entry.index in session.scope.turns and not generality.has_left(session, last.entry, at):
                yield last


def _is_beside(case: Entry, at: Entry, leads: bool) -> bool:
    if is_ended(case.parsed.span, at.parsed.span):
        return False
    if case.exercise and (case.exercise == at.exercise or referring.names_title(at.parsed.span, case.parsed.span)):
        return True
    return sentences.are_in_one_thought(case.parsed.span, at.parsed.span, goes_on=not at.display, leads=leads)


def _is_vector_of_section(b: Binding, at: Entry) -> bool:
    """Whether the section of a claim has a list of numbers for a vector: *a small example: `q = (1, 0)`*.

    What comes to numbers in a later paragraph does so for these, if it is made of nothing else: not for any `q`.
    """
    if at.display and not sentences.before(at.parsed.span, across=True).strip():
        return False  # a display alone is of any
    here = b.entry.section == at.section and b.entry.exercise in (0, at.exercise)
    return isinstance(b, Tensor) and here and vectors.is_along_other(b.body)
