"""Claims that hold only for a number that the text gives in passing: *for `a = 1` nothing changes*.

Where nothing else says what a letter is, it has that number everywhere. That is right for a setup, *with `d = 64`*,
and for what comes out of it in numbers; but of any other claim it is not known whether it means that case. What is said
of all, *for any `a`*, does not. Nor does what stands before an example: it is held against any numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes import families, signs
from ntdoc.shapes.bindings import Binding, Declared, Function, Tensor
from ntdoc.shapes.claims import borrowed, generality
from ntdoc.shapes.claims.anew import other_readings
from ntdoc.shapes.claims.in_paragraphs import in_its_paragraph
from ntdoc.shapes.claims.rereadings import judge_again
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.conditions.ended_cases import End, how_ended, is_point, is_solution
from ntdoc.shapes.document.conditions.examples_behind import comes_out, is_said, puts_in
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions.indexing import to_size
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.patterns import ORDERS, index_letters, names_in, number_in, reached, summed
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations
from ntdoc.shapes.stated import StatedSize
from ntdoc.syntax import ast
from ntdoc.verification.beside.under_conditions import leave_out
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict
from ntdoc.verification.verdicts import Verdict
from ntdoc.vocabulary import IF, SUPPOSE

_MARKS = regex(r"\$|\\[()]")
_ASKED = regex(  # what is wanted, or of some cases: *it converges when `r < 1`*
    rf"\b(?:for|{IF}|need|needs|want|wants|requires?|must|should|only|conditions?|until|while|where|with|whose|such|{SUPPOSE})\b",
    re.IGNORECASE,
)


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
        if behind := _behind(session, j, at, given):
            if (of_any := _of_any(session, j, at, behind, roles, laboratory)) is not None:
                judged[place], verdicts[place] = of_any
            continue
        ended = _ended(session, at, given)
        if not ended:
            continue
        left, of_all = [b for b, _ in ended], any(end is End.OF_ALL for _, end in ended)
        elsewhere = any(end is End.ELSEWHERE for _, end in ended)
        result = _is_result(j.right) and not _is_bound_at_point(j, left)
        if not of_all and result and not elsewhere:
            continue
        others = [b for name in dict.fromkeys(b.name for b in left) for b in given[name] if b.entry.index > at.index]
        later = [b for b in others if b.entry.sentence != at.sentence]  # and not *for `a = 1`* behind it
        there = _without(session, at, left + later, roles)
        bench = laboratory.of_any_sizes() if there.sizes is not session.sizes else laboratory
        again = judge_again(there, j, j.role)
        found = verdict(again, bench, None) if again is not None else None
        if again is not None and found is not None and found.status is Status.VERIFIED and of_all:
            judged[place], verdicts[place] = again, found
        if again is None or found is None or found.status is not Status.FAILED:
            continue
        if any(verdict(other, bench, None).status is Status.VERIFIED for other in _readings(there, again)):
            continue
        if of_all:
            judged[place], verdicts[place] = again, found
            continue
        b = left[0]
        where = "section" if b.entry.section != at.section else "sentence"
        leave_out(v, f"it holds where {_said(b)}, and {b.span.line_for(j.span)} may say that of its {where} alone")


def _of_any(
    session: Session,
    claim: Judged,
    at: Entry,
    behind: list[Tensor],
    roles: Mapping[int, Role],
    laboratory: Laboratory,
) -> tuple[Judged, Verdict] | None:
    """A claim that was held against the numbers of an example behind it, held against any; None if it cannot be."""
    others = names_in([_bodies(session.scope, name) for name in _reached(session, at)])
    if any(b.name in others and _counts(b.name, at) for b in behind):
        return None  # a size here, and a number in another formula
    again = judge_again(_without(session, at, behind, roles), claim, claim.role)
    found = verdict(again, laboratory, None) if again is not None else None
    if again is None or found is None or found.status not in (Status.VERIFIED, Status.FAILED):
        return None
    if found.status is Status.VERIFIED or _is_said_of_all(session, claim, at, behind):
        return again, found
    b = behind[0]
    line = b.span.line_for(claim.span)
    leave_out(found, f"it holds where {_said(b)}, and {line} may say that of its example alone")
    return claim, found


def _said(b: Tensor) -> str:
    """What gives a letter its number, as it is written, without what ends a formula in words, *`g_1` set to one*."""
    return _MARKS.sub("", b.span.text)


def _is_said_of_all(session: Session, claim: Judged, at: Entry, behind: Sequence[Tensor]) -> bool:
    """Whether the text claims it of any numbers: it says so, or draws it as a conclusion, or it is a second formula.

    What nothing leads to may be an equation to be solved, and the numbers of the example its solution.
    """
    if at.supposed or at.worded or at.local or at.negated:
        return False
    if generality.is_general(session, at):
        return True
    reached = (b for name in names_in(at.parsed) for b in session.scope.by_name.get(name, ()))
    made = any(isinstance(b, Tensor | Function) and b.entry.is_above(at) and names_in(b.body) for b in reached)
    order = claim.relation is not None and claim.relation.kind in ORDERS
    if (made or order or len(_letters(claim)) == 1) and is_said(at.parsed.span, across=at.display):
        return True  # else it may be what ties given letters: *the heads fill the model, so `h k = d`*
    if at.assumed:
        return False
    if made and not _ASKED.search(sentences.before(at.parsed.span, across=at.display)):
        plain = not _is_result(claim.right) or (isinstance(claim.right, ast.Number) and claim.right.value in (0, 1))
        beside = any(b.entry.sentence == at.sentence for b in behind)  # *it shrinks, `E`, and for `a = 0` it is `F`*
        if (order and beside) or (plain and {b.name for b in behind} <= _letters_of_sizes(session.sizes)):
            return True  # no size is the solution of an equation of tensors
    if isinstance(own := claim.role.defines, Tensor) and own.body is claim.left and names_in(own.body):
        return True  # `y = E = F`: a second formula for it
    sides = [side for side in (claim.left, claim.right) if isinstance(side, ast.Symbol)]
    said = (b for side in sides for b in session.scope.by_name.get(side.full_name, ()))
    return any(isinstance(b, Tensor) and b.entry.is_above(at) and names_in(b.body) for b in said)


def _letters(claim: Judged) -> set[str]:
    """The letters of a claim, without those of its sums and the powers of them."""
    sides = (claim.left, claim.right)
    return {name.partition("^")[0] for side in sides for name in names_in(side) - summed(side)}


def _behind(session: Session, claim: Judged, at: Entry, given: Mapping[str, list[Tensor]]) -> list[Tensor]:
    """The numbers that examples behind a claim put in for what it rests on, and which hold where it stands.

    None if a number comes out of it: it is an equation to be solved. The sizes of its axes are none that do.
    """
    if at.sought or at.solves:
        return []
    result = _is_result(claim.right) and not generality.is_general(session, at)
    found: list[Tensor] = []
    own = _reached(session, at)
    sizes = _letters_of_sizes(session.sizes) if given.keys() - own else set()
    names, written = (own | sizes) & given.keys(), names_in(at.parsed)
    places = [at, *borrowed.definitions(session, claim)] if names else []
    for name in sorted(names):
        there = places[:1] if name in written else places  # `a` may stand in a formula for `f_a` alone
        numbers = (session.scope.tensor(name, place) for place in there)
        used = next((b for b in numbers if b in given[name]), None)
        behind = [b for b in given[name] if at.is_above(b.entry)]
        if not behind or used is None:
            continue
        if result and (name in own or name not in sizes):
            return []
        if not (used is behind[0] or _is_of_another(used, behind[0], at)):
            continue
        if comes_out(behind[0].entry.parsed.span):
            return []
        if puts_in(behind[0].entry.parsed.span, at.parsed.span, size=name in sizes):
            found += [b for b in given[name] if b is used or b in behind]
    return found


def _letters_of_sizes(sizes: Iterable[StatedSize]) -> set[str]:
    """The letters for the sizes of axes, `|\\ax| = n`."""
    return {name for stated in sizes for name in names_in(stated.entry.parsed)}


def _is_of_another(used: Binding, behind: Tensor, at: Entry) -> bool:
    """Whether a number was put in by another section, or another paragraph than that of a claim and its own example.

    In one paragraph, *for `n = 1` …, and for `n = 2` …*, a claim between them may go on with the first.
    """
    if used.entry.section != at.section:
        return True
    own = sentences.are_together(at.parsed.span, behind.entry.parsed.span)
    return own and not at.display and not sentences.are_together(used.entry.parsed.span, at.parsed.span)


def _is_result(side: ast.Operand | None) -> bool:
    """Whether a number comes out of a setup: `\\log 2`."""
    return side is not None and (numeric.is_numbers(side) or all(lookup(name) for name in names_in(side)))


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
    scope, indices = session.scope, {b.entry.index for b in given}
    letters = _letters_of_sizes(s for s in session.sizes if s.entry.index not in indices)
    for b in given:
        scope = scope.without(b)
    for b in given:
        if _counts(b.name, at):  # the end of a sum is a size
            scope = scope.with_bound(b.name, 1, replace(at, index=at.index - 1))
            continue
        place = b.name in index_letters(at.parsed)  # along an axis: any of them, if nothing is said of it
        size = b.name in letters or numeric.is_size(b.name, scope)
        if scope.tensor(b.name, at) is None and not place and not size:
            scope = scope.with_declared(_any_such(b))
    there = replace(session.at_place(at), scope=scope, surroundings={})
    names = {b.name for b in given}
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
    value, at = number_in(b.body), replace(b.entry, small=False)
    if value is None or value < 0 or (value > 1 and not value.is_integer()):
        return any_number(b.name, b.span, at)
    if value.is_integer():
        return any_number(b.name, b.span, at, "naturals")
    return any_number(b.name, b.span, at)._replace(sign=signs.between(0.0, 1.0))


def _counts(name: str, at: Entry) -> bool:
    """Whether a letter is how many there are, a size for a sum that goes to it: it is no sample there.

    But for the letter of a place along an axis, which is any such place.
    """
    if name in index_letters(at.parsed):
        return False
    sums = (part for part in walk(at.parsed) if isinstance(part, ast.BigOperator))
    return any(name in names_in((part.low, part.high)) for part in sums)


def _ended(session: Session, at: Entry, given: Mapping[str, list[Tensor]]) -> list[tuple[Tensor, End]]:
    """The cases that a claim rests on, and which the text has left."""
    scope = session.scope
    found: list[tuple[Tensor, End]] = []
    own = _reached(session, at)
    members = {families.taken_apart(name).form for name in own if families.taken_apart(name).parts}
    begun = {name for name in given.keys() - own if families.taken_apart(name).form in members}
    sizes = {part for stated in session.sizes for part in names_in(stated.entry.parsed)} | session.written_sizes.keys()
    for name in sorted((own | sizes | begun) & given.keys()):
        before = [b for b in scope.by_name[name] if isinstance(b, Tensor) and b.entry.index < at.index]
        ends = [(b, _end(session, b, at, given[name])) for b in given[name] if b in before]
        if not ends or before[-1] is not ends[-1][0] or any(end is End.NONE for _, end in ends):
            continue  # another value goes on
        if name in begun:  # a recurrence goes on from it
            ends = [(b, end) for b, end in ends if end is End.ELSEWHERE]
        elif name not in own or numeric.is_size(name, scope):  # samples have small ones
            ends = [(b, end) for b, end in ends if end is End.OF_ALL]
        found += [(b, end) for b, end in ends if end is not End.NONE]
    return found


def _reached(session: Session, at: Entry) -> set[str]:
    """The names in a claim and in all formulas for them."""

    return reached(names_in(at.parsed), lambda name: _bodies(session.scope, name))


def _bodies(scope: Scope, name: str) -> list[object]:
    return [b.body for b in scope.by_name.get(name, ()) if isinstance(b, Tensor | Function)]


def _end(session: Session, b: Tensor, at: Entry, given: Sequence[Tensor]) -> End:
    """How the text has left a case where a claim stands."""
    case = b.entry
    if case.sentence == at.sentence:
        return End.NONE
    apart = case.section != at.section
    alone = all(other in given for other in session.scope.by_name[b.name])
    alone = alone and not numeric.is_size(b.name, session.scope)
    end = how_ended(
        b.name,
        case.parsed.span,
        at.parsed.span,
        apart=apart,
        of_all=generality.is_in_general(at),
        at_worst=generality.is_at_worst(at),
    )
    if end is End.LEFT and is_solution(case.parsed.span):
        return End.NONE  # a text goes on with a solution
    return End.LEFT if end is End.NONE and apart and alone and cases.is_in_passing(case.parsed.span) else end


def _given(scope: Scope, judged: Judged) -> Tensor | None:
    """The number that a sentence gives a letter so, or the point or the solution that it says of what is declared."""
    found, at = judged.role.defines, judged.role.entry
    if at.display or not isinstance(found, Tensor):
        return None
    if number_in(found.body) is not None:
        return found
    declared = any(isinstance(b, Declared) and b.entry.is_above(at) for b in scope.by_name.get(found.name, ()))
    one = is_point(at.parsed.span) or is_solution(at.parsed.span)
    return found if declared and not found.indices and one else None
