"""The verdicts on all statements: what does not hold as it stands is read as its text may mean it besides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.report import DECIDED, Status
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.claims import solved_for
from ntdoc.shapes.claims.anew import (
    in_the_example,
    in_units_anew,
    of_earlier_formulas,
    other_readings,
    read_anew,
    with_its_numbers,
)
from ntdoc.shapes.claims.any_length import at_any_length
from ntdoc.shapes.claims.borrowed import by_its_own, in_a_part
from ntdoc.shapes.claims.dot_products import with_dot_products
from ntdoc.shapes.claims.in_paragraphs import in_its_paragraph, is_by_turns, is_of_vectors_beside
from ntdoc.shapes.claims.lists_of_one import with_axes_of_one
from ntdoc.shapes.claims.rereadings import (
    at_its_values,
    by_one_argument,
    in_units,
    of_first_factors,
    with_constants,
    with_inverses_turned,
    with_known_functions,
    with_parts_of_letters,
    with_said_constants,
)
from ntdoc.shapes.claims.shapes_beside import with_shapes_beside
from ntdoc.shapes.claims.single_entries import with_one_entry_each
from ntdoc.shapes.claims.updated import with_new_value
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import ORDERS
from ntdoc.shapes.session import Session
from ntdoc.shapes.summary import is_sampled
from ntdoc.syntax import ast, literals
from ntdoc.verification import unexpected
from ntdoc.verification.blocking import block_dependants, block_on_parts, tell_unchecked
from ntdoc.verification.compare import differs
from ntdoc.verification.derivations import past_a_wrong_step
from ntdoc.verification.further import (
    anew_at_every_member,
    at_every_member,
    if_equal,
    is_unsettled,
    where_conditions_hold,
    with_old_values,
)
from ntdoc.verification.hints.orientations import refute_contrary
from ntdoc.verification.in_numbers.examples import Examples, has_loose_numbers
from ntdoc.verification.sizes.sizes_in_words import in_said_size
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict
from ntdoc.verification.verdicts import Verdict

TOO_DEEP = "what this needs is too long or too deeply nested to be followed"

ZERO_IN_ITS_CASE = "in its case both sides are 0, whatever they are made of"

Reading = tuple[Judged, Verdict]
_Judge = Callable[[Judged], Verdict]

_OTHERS = (
    other_readings,
    in_a_part,
    in_units,
    in_units_anew,
    with_shapes_beside,
    with_constants,
    of_first_factors,
    by_one_argument,
    with_inverses_turned,
    with_known_functions,
    with_parts_of_letters,
    of_earlier_formulas,
    at_any_length,
    with_axes_of_one,
    with_dot_products,
)


def _says_nothing(claim: Judged, refuted: Verdict, again: Judged, anew: Verdict) -> bool:
    """Whether a claim about letters, of which no side is zero, comes to 0 = 0 in some case alone, but for rounding.

    Or an order to an equation: of `x = y` one would say that `f(x) = f(y)`, and not `f(x) \\ge f(y)`.
    """
    if refuted.value is None or anew.value is None or anew.runner is None:
        return False
    numbers = any(literals.is_number(side) for side in (claim.left, claim.right) if side is not None)
    of_letters = any(map(is_sampled, again.plans)) or not numbers
    if claim.relation is not None and claim.relation.kind in ORDERS and of_letters:
        return _are_equal(again, anew.runner)
    if not refuted.value.data.any():
        return False
    if numbers:
        return False
    try:
        return all(not anew.runner.run(side, {}).data.round(12).any() for side in again.plans)
    except STOPS:
        return False


def _is_zero_in_its_case(session: Session, claim: Judged, held: Verdict) -> bool:
    """*If `f_t = 1` and `i_t = 0`, then `c_t = h_{t-1}`*: whether that says 0 = 0, of what begins with zero.

    It is of one step, whatever has been before.
    """
    at, sides = claim.role.entry, (claim.left, claim.right)
    if held.runner is None or claim.relation is None or claim.relation.kind != "eq" or at.display:
        return False
    if any(side is None or literals.is_number(side) for side in sides):
        return False
    names = [side.base if isinstance(side, ast.Symbol) else "" for side in sides]
    if names[0] == names[1] != "":
        return False  # *it is kept, `c_t = c_{t-1}`*
    bindings = (b for own in session.scope.by_name.values() for b in own if b.entry.sentence == at.sentence)
    given = (b for b in bindings if isinstance(b, Tensor) and b.entry.index < at.index and letters_in(b.name))
    given = (b for b in given if b.entry.local or b.entry.supposed or b.entry.index in session.scope.cases)
    if not any(numeric.is_number(b.body) for b in given):
        return False
    try:
        return not any(held.runner.run(side, {}).data.any() for side in claim.plans)
    except STOPS:
        return False


def _are_equal(claim: Judged, runner: Runner) -> bool:
    """Whether both sides of a claim are the same numbers, but for rounding."""
    if len(claim.plans) != 2:
        return False
    try:
        left, right = (runner.run(side, {}) for side in claim.plans)
    except STOPS:
        return False
    return differs("eq", left, right) is None


def verdicts_on(session: Session, judged: list[Judged], laboratory: Laboratory) -> list[Verdict]:
    """The verdicts on statements, each as it stands, or as it is read in `judged` instead."""
    reader = _Reader(session, judged, laboratory, Examples(judged))
    for place, j in enumerate(judged):
        try:
            found = reader.read(place, j)
        except RecursionError:
            found = Verdict(Status.ERROR, diagnostics=[Diagnostic("NT103", TOO_DEEP, j.span)])
        except Exception as error:
            found = Verdict(Status.ERROR, diagnostics=[unexpected.told(error, j.span)])
        reader.verdicts[id(j)] = found
        reader.found.append(found)
    refute_contrary(session, judged, reader.found, reader.as_written, laboratory)
    block_on_parts(judged, reader.found)
    block_dependants(judged, reader.found)
    tell_unchecked(judged, reader.found)
    return reader.found


@dataclass(slots=True)
class _Reader:
    """Reads a claim anew where it fails as it stands: at numbers, members and values that the text may mean."""

    session: Session
    judged: list[Judged]  # in place of a statement, how it is read
    laboratory: Laboratory
    examples: Examples
    verdicts: dict[int, Verdict] = field(default_factory=dict)  # by the id of the statement as it stands
    found: list[Verdict] = field(default_factory=list)
    as_written: dict[int, Reading] = field(default_factory=dict)  # what holds only with its inverses turned

    def read(self, place: int, j: Judged) -> Verdict:
        """The verdict on the statement at a place; how it is read is put in its place."""
        needs = self.verdicts.get(id(j.needs)) if j.needs is not None else None

        def judge(claim: Judged) -> Verdict:
            return verdict(claim, self.laboratory, needs)

        if (solved := self._of_any_numbers(j, judge)) is not None:
            self.judged[place] = solved[0]
            return solved[1]
        as_it_stands = j, if_equal(j, self.laboratory) or judge(j)
        reading, at_last_alone = self._with_what_is_known(as_it_stands, judge, needs)
        own = _refuting(by_its_own(self.session, j), judge) if reading[1].status is Status.VERIFIED else None
        self.judged[place] = (own or reading)[0]  # a step of a derivation looks at it there
        if own is not None:
            return own[1]
        reading = self._otherwise(place, reading, judge, at_last_alone)
        failed = reading[1].status is Status.FAILED
        reading = self._at_numbers(reading, judge)
        self.judged[place] = claim = reading[0]
        if reading[1].status is Status.SKIPPED and not failed:
            return where_conditions_hold(self.session, claim, self.laboratory, needs) or reading[1]
        if reading[1].status is Status.VERIFIED and _is_zero_in_its_case(self.session, claim, reading[1]):
            return Verdict(Status.SKIPPED, ZERO_IN_ITS_CASE)
        if reading[1].status is Status.VERIFIED and claim is j:  # as it stands, at other members
            return at_every_member(self.session, claim, self.laboratory, needs) or reading[1]
        return reading[1]

    def _of_any_numbers(self, j: Judged, judge: _Judge) -> Reading | None:
        """An equation that solves formulas before it for another letter, if any numbers tell that it does or not."""
        told: Reading | None = None
        for again in solved_for.readings(self.session, j):
            anew = judge(again)
            if anew.status is Status.VERIFIED:
                return again, anew
            if anew.status is Status.FAILED and not any(d.code == "NT302" for d in anew.diagnostics):
                told = told or (again, anew)
        return told if told is not None and solved_for.is_concluded(self.session, j) else None

    def _with_what_is_known(self, reading: Reading, judge: _Judge, needs: Verdict | None) -> tuple[Reading, bool]:
        """What fails, with all that is known of its names by now; what holds, with the numbers of its example.

        And whether it holds at the last member alone.
        """
        j, as_it_stands = reading
        if as_it_stands.status is not Status.FAILED and not is_unsettled(j, as_it_stands):
            own = with_its_numbers(self.session, j) if as_it_stands.status is Status.VERIFIED else None
            return (_refuting([own], judge) if own is not None else None) or reading, False
        if (later := read_anew(self.session, j)) is None:
            return reading, False
        again, is_wrong = later
        anew, elsewhere = judge(again), None
        if anew.status is Status.VERIFIED:
            elsewhere = anew_at_every_member(self.session, j, self.laboratory, needs)
        elif anew.status is Status.FAILED and not is_wrong:
            old = with_old_values(self.session, j, self.laboratory)
            if old is not None:
                return (old if old[1].status is Status.VERIFIED else (again, anew)), False
        is_wrong = is_wrong and anew.status is Status.FAILED
        anew = elsewhere or anew
        if anew.status is Status.VERIFIED or is_wrong or elsewhere is not None or again.notebook.diagnostics:
            return (again, anew), elsewhere is not None
        return reading, elsewhere is not None

    def _otherwise(self, place: int, reading: Reading, judge: _Judge, at_last_alone: bool) -> Reading:
        """What fails, read as something else that the text may mean; what holds by turns, in its paragraph."""
        claim, refuted = reading
        failed = refuted.status is Status.FAILED
        if refuted.status is Status.ERROR and is_of_vectors_beside(self.session, claim):
            there = in_its_paragraph(self.session, claim)
            return (there, judge(there)) if there is not None else reading
        turns = refuted.status is Status.VERIFIED and is_by_turns(self.session, claim)
        beside = in_its_paragraph(self.session, claim) if failed or turns else None
        if turns and beside and (anew := judge(beside)).status is Status.VERIFIED:
            return beside, anew  # which is more than that it holds of these samples
        if not failed or at_last_alone:
            return reading
        told = self._as_told(claim, judge)  # or by the numbers of its paragraph alone
        if told is not None and told[1].status is Status.VERIFIED:
            return told
        others = chain.from_iterable(read(self.session, claim) for read in _OTHERS)
        for again in chain(past_a_wrong_step(self.judged, self.found, place), [beside] if beside else [], others):
            anew = judge(again)
            if anew.status is Status.FAILED:  # *take one state with `a = 1`. Then `y = 2`*
                anew = in_said_size(again, anew, self.laboratory) or anew
            single = self._as_told(again, judge) if anew.status is Status.FAILED else None
            told = single or told
            if single is not None and single[1].status is Status.VERIFIED:
                break
            if anew.status is Status.VERIFIED and not _says_nothing(claim, refuted, again, anew):
                told = again, anew
                break
            numbers = again is beside and again.in_numbers and not claim.in_numbers and not has_loose_numbers(claim)
            supposed = again is beside and is_by_turns(self.session, claim)  # with numbers for which that holds
            if (numbers or supposed) and anew.status in (Status.FAILED, Status.SKIPPED):
                told = again, anew
        if told is None and (said := with_said_constants(self.session, claim)) is not None:
            return self._of_a_constant(reading, *said, judge)
        if told is not None and told[0].turned:
            self.as_written[place] = reading
        return told or reading

    def _as_told(self, claim: Judged, judge: _Judge) -> Reading | None:
        """What is said of a worked example with one entry along each axis, or of a new value, if that decides it."""
        readings = chain(with_new_value(self.session, claim), with_one_entry_each(self.session, claim))
        judged = ((again, judge(again)) for again in readings)
        return next((reading for reading in judged if reading[1].status in DECIDED), None)

    def _of_a_constant(self, reading: Reading, name: str, again: Judged, judge: _Judge) -> Reading:
        """What fails of a tensor, and holds of the number e or \\pi: that may be meant, and it is not checked."""
        anew = judge(again)
        nothing = anew.value is None or not anew.value.data.any()
        if anew.status is not Status.VERIFIED or nothing or _says_nothing(reading[0], reading[1], again, anew):
            return reading
        return reading[0], Verdict(Status.SKIPPED, f"{name} may be the number of that name, or what the text calls so")

    def _at_numbers(self, reading: Reading, judge: _Judge) -> Reading:
        """What failed as it stands, at the numbers of its example or in its case."""
        claim, found = reading
        if found.status is not Status.FAILED:
            return reading
        example = in_the_example(self.session, claim) or at_its_values(self.session, claim)
        if example is not None and (anew := judge(example)).status in DECIDED:
            return example, anew
        if (held := self.examples.in_its_case(claim, self.laboratory)) is not None:
            return claim, held
        if reason := self.examples.why_left_out(claim, self.laboratory):
            return claim, Verdict(Status.SKIPPED, reason)
        return reading


def _refuting(readings: Iterable[Judged], judge: _Judge) -> Reading | None:
    """The first of some readings that fails."""
    judged = ((own, judge(own)) for own in readings)
    return next((reading for reading in judged if reading[1].status is Status.FAILED), None)
