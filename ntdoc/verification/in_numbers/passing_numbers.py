"""Claims that hold only for a number that the text gives in passing: *for `a = 1` nothing changes*.

Where nothing else says what a letter is, it has that number everywhere. That is right for a setup, *with `d = 64`*,
and for what comes out of it in numbers; but of any other claim it is not known whether it means that case. What is said
of all, *for any `a`*, does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.report import Kind, Status
from ntdoc.shapes import signs
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.claims import generality
from ntdoc.shapes.claims.anew import other_readings
from ntdoc.shapes.claims.in_paragraphs import in_its_paragraph
from ntdoc.shapes.claims.rereadings import judge_again
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.conditions.ended_cases import End, how_ended, is_point
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions.indexing import to_size
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.patterns import ORDERS, index_letters, names_in, number_in, reached
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations
from ntdoc.syntax import ast
from ntdoc.verification.beside.under_conditions import leave_out
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict
from ntdoc.verification.verdicts import Verdict


def doubt(
    session: Session, judged: MutableSequence[Judged], verdicts: MutableSequence[Verdict], laboratory: Laboratory
) -> None:
    """Leave out such claims, where they are false of any number; those that are said of all are refuted."""
    given: dict[str, list[Tensor]] = {}
    for j in judged:
        if (b := _given(session.scope, j)) is not None:
            given.setdefault(b.name, []).append(b)
    roles = {j.role.entry.index: j.role for j in judged if j.role.sizes} if given else {}
    written = {e.index: e for e in session.ranges.entries} if given else {}  # and not as another reading has it
    for place, (j, v) in enumerate(zip([*judged], [*verdicts], strict=True) if given else ()):
        at = written.get(j.role.entry.index, j.role.entry)
        if v.status is not Status.VERIFIED or j.kind is not Kind.CLAIM or at.cell or j.right is None:
            continue
        ended = _ended(session, j, at, given)
        if not ended:
            continue
        left, of_all = [b for b, _ in ended], any(end is End.OF_ALL for _, end in ended)
        result = _is_result(j.right) and not _is_bound_at_point(j, left)
        if not of_all and (result or names_in(at.parsed) <= {b.name for b in left}):
            continue
        others = [b for name in dict.fromkeys(b.name for b in left) for b in given[name] if b.entry.index > at.index]
        later = [b for b in others if b.entry.sentence != at.sentence]  # and not *for `a = 1`* behind it
        there = _without(session, at, left + later, roles)
        bench = laboratory.of_any_sizes() if there.sizes is not session.sizes else laboratory
        again = judge_again(there, j, j.role)
        found = verdict(again, bench, None) if again is not None else None
        if again is None or found is None or found.status is not Status.FAILED:
            continue
        if any(verdict(other, bench, None).status is Status.VERIFIED for other in _readings(there, again)):
            continue
        if of_all and not any(_counts(b.name, at) for b in left):
            judged[place], verdicts[place] = again, found
            continue
        b = left[0]
        where = "section" if b.entry.section != at.section else "sentence"
        leave_out(v, f"it holds where {b.span.text}, and {b.span.line_for(j.span)} may say that of its {where} alone")


def _is_result(side: ast.Operand) -> bool:
    """Whether a number comes out of a setup: `\\log 2`."""
    return numeric.is_numbers(side) or all(lookup(name) for name in names_in(side))


def _is_bound_at_point(claim: Judged, left: Sequence[Tensor]) -> bool:
    """Whether an order is said behind a sentence about a point: *the minimizer is `w = a`. We have `L \\le 0`.*"""
    order = claim.relation is not None and claim.relation.kind in ORDERS
    return order and any(is_point(b.entry.parsed.span) for b in left)


def _readings(session: Session, claim: Judged) -> Iterator[Judged]:
    """The claim with the numbers of its paragraph or of an example, if it has such."""
    beside = in_its_paragraph(session, claim)
    yield from (beside,) if beside is not None else ()
    yield from other_readings(session, claim)


def _without(session: Session, at: Entry, given: list[Tensor], roles: Mapping[int, Role]) -> Session:
    """A session at a place, of any such numbers."""
    scope = session.scope
    for b in given:
        scope = scope.without(b)
    for b in given:
        place = b.name in index_letters(at.parsed)  # along an axis: any of them, if nothing is said of it
        if scope.tensor(b.name, at) is None and not place and not numeric.is_size(b.name, scope):
            scope = scope.with_declared(_any_such(b))
    there = replace(session.at_place(at), scope=scope, surroundings={})
    names, indices = {b.name for b in given}, {b.entry.index for b in given}
    of_these = [s for s in session.sizes if s.entry.index in roles and not names.isdisjoint(names_in(s.entry.parsed))]
    if not of_these:
        return there
    others = [s for s in session.sizes if s not in of_these]
    for stated in of_these:  # `|\\ax| = n`, where `n` had been that number
        if stated.entry.index in indices:
            continue
        env = Environment(stated.entry, Notebook(Equations()))
        sizes = tuple((to_size(there, node, env), node.span) for node in roles[stated.entry.index].sizes)
        others.append(replace(stated, sizes=sizes))
    return replace(there, sizes=others, sorted_sizes={}, seen={})


def _any_such(b: Tensor) -> Declared:
    """Any number as the one that was given: a whole one, a share, or any at all. What fails of these fails of all."""
    value = number_in(b.body)
    if value is None or value < 0 or (value > 1 and not value.is_integer()):
        return any_number(b.name, b.span, b.entry)
    if value.is_integer():
        return any_number(b.name, b.span, b.entry, "naturals")
    return any_number(b.name, b.span, b.entry)._replace(sign=signs.between(0.0, 1.0))


def _counts(name: str, at: Entry) -> bool:
    """Whether a letter is how many there are, a size for a sum that goes to it: it is no sample there.

    But for the letter of a place along an axis, which is any such place.
    """
    if name in index_letters(at.parsed):
        return False
    sums = (part for part in walk(at.parsed) if isinstance(part, ast.BigOperator))
    return any(name in names_in((part.low, part.high)) for part in sums)


def _ended(session: Session, claim: Judged, at: Entry, given: Mapping[str, list[Tensor]]) -> list[tuple[Tensor, End]]:
    """The cases that a claim rests on, and which the text has left."""
    scope = session.scope
    found: list[tuple[Tensor, End]] = []

    def bodies(name: str) -> list[object]:
        return [b.body for b in scope.by_name.get(name, ()) if isinstance(b, Tensor | Function)]

    own = reached(names_in(at.parsed), bodies)
    sizes = {part for stated in session.sizes for part in names_in(stated.entry.parsed)} | session.written_sizes.keys()
    for name in sorted((own | sizes) & given.keys()):
        before = [b for b in scope.by_name[name] if isinstance(b, Tensor) and b.entry.index < at.index]
        ends = [(b, _end(session, b, at)) for b in given[name] if b in before]
        if not ends or before[-1] is not ends[-1][0] or any(end is End.NONE for _, end in ends):
            continue  # another value goes on
        if name not in own or numeric.is_size(name, scope):  # samples have small ones
            ends = [(b, end) for b, end in ends if end is End.OF_ALL]
        found += [(b, end) for b, end in ends if end is not End.NONE]
    return found


def _end(session: Session, b: Tensor, at: Entry) -> End:
    """How the text has left a case where a claim stands."""
    case = b.entry
    if case.sentence == at.sentence:
        return End.NONE
    apart = case.section != at.section
    alone = len(session.scope.by_name.get(b.name, ())) == 1 and not numeric.is_size(b.name, session.scope)
    end = how_ended(b.name, case.parsed.span, at.parsed.span, apart=apart, of_all=generality.is_in_general(at))
    return End.LEFT if end is End.NONE and apart and alone and cases.is_in_passing(case.parsed.span) else end


def _given(scope: Scope, judged: Judged) -> Tensor | None:
    """The number that a sentence gives a letter so, or the point that it says of what is declared: *the root is*."""
    found, at = judged.role.defines, judged.role.entry
    if at.display or not isinstance(found, Tensor):
        return None
    if number_in(found.body) is not None:
        return found
    declared = any(isinstance(b, Declared) and b.entry.is_above(at) for b in scope.by_name.get(found.name, ()))
    return found if declared and not found.indices and is_point(at.parsed.span) else None
