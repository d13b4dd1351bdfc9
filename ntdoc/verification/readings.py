"""The verdicts on all statements: what does not hold as it stands is read as its text may mean it besides."""

from __future__ import annotations

from itertools import chain

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.run import STOPS
from ntdoc.report import Status
from ntdoc.shapes.claims.anew import (
    in_its_paragraph,
    in_the_example,
    in_units_anew,
    is_by_turns,
    of_earlier_formulas,
    other_readings,
    read_anew,
    with_its_numbers,
)
from ntdoc.shapes.claims.any_length import at_any_length
from ntdoc.shapes.claims.borrowed import by_its_own, in_a_part
from ntdoc.shapes.claims.lists_of_one import with_axes_of_one
from ntdoc.shapes.claims.rereadings import (
    at_its_values,
    in_units,
    of_first_factors,
    with_constants,
    with_inverses_turned,
    with_parts_of_letters,
)
from ntdoc.shapes.claims.shapes_beside import with_shapes_beside
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.syntax import literals
from ntdoc.verification import unexpected
from ntdoc.verification.blocking import block_dependants, block_on_parts, tell_unchecked
from ntdoc.verification.derivations import past_a_wrong_step
from ntdoc.verification.examples import Examples, has_loose_numbers
from ntdoc.verification.further import (
    anew_at_every_member,
    at_every_member,
    if_equal,
    is_unsettled,
    where_conditions_hold,
    with_old_values,
)
from ntdoc.verification.orientations import refute_contrary
from ntdoc.verification.sizes_in_words import in_said_size
from ntdoc.verification.sizing import Laboratory
from ntdoc.verification.stated_sizes import verdict
from ntdoc.verification.verdicts import Verdict

TOO_DEEP = "what this needs is too long or too deeply nested to be followed"

_DECIDED = (Status.VERIFIED, Status.FAILED)
_OTHERS = (
    other_readings,
    in_a_part,
    in_units,
    in_units_anew,
    with_shapes_beside,
    with_constants,
    of_first_factors,
    with_inverses_turned,
    with_parts_of_letters,
    of_earlier_formulas,
    at_any_length,
    with_axes_of_one,
)


def _says_nothing(claim: Judged, refuted: Verdict, again: Judged, anew: Verdict) -> bool:
    """Whether a claim about letters, of which no side is zero, comes to 0 = 0 in some case alone, but for rounding."""
    if refuted.value is None or anew.value is None or anew.runner is None or not refuted.value.data.any():
        return False
    if any(literals.is_number(side) for side in (claim.left, claim.right) if side is not None):
        return False
    try:
        return all(not anew.runner.run(side, {}).data.round(12).any() for side in again.plans)
    except STOPS:
        return False


def verdicts_on(session: Session, judged: list[Judged], laboratory: Laboratory) -> list[Verdict]:
    """The verdicts on statements; one that fails is read with the numbers of its example, if it has any."""
    found: dict[int, Verdict] = {}
    result: list[Verdict] = []
    examples = Examples(judged)
    as_written: dict[int, tuple[Judged, Verdict]] = {}  # what holds only with its inverses turned
    for place, j in enumerate(judged):
        needs = found.get(id(j.needs)) if j.needs is not None else None
        try:
            found[id(j)] = if_equal(j, laboratory) or verdict(j, laboratory, needs)
            elsewhere: Verdict | None = None  # of what holds at the last member alone
            fails = found[id(j)].status is Status.FAILED or is_unsettled(j, found[id(j)])
            if fails and (later := read_anew(session, j)) is not None:
                anew = verdict(later[0], laboratory, needs)
                wrong, old = anew.status is Status.FAILED and later[1], None
                if anew.status is Status.FAILED and not wrong:
                    old = with_old_values(session, j, laboratory)
                elif anew.status is Status.VERIFIED:
                    elsewhere = anew_at_every_member(session, j, laboratory, needs)
                    anew, wrong = elsewhere or anew, elsewhere is not None
                if old is not None and old[1].status is Status.VERIFIED:
                    later, anew = (old[0], False), old[1]
                wrong = wrong or old is not None
                if anew.status is Status.VERIFIED or wrong or later[0].notebook.diagnostics:
                    judged[place], found[id(j)] = later[0], anew
            elif found[id(j)].status is Status.VERIFIED and (own := with_its_numbers(session, j)) is not None:
                anew = verdict(own, laboratory, needs)
                if anew.status is Status.FAILED:
                    judged[place], found[id(j)] = own, anew
            for own in by_its_own(session, j) if found[id(j)].status is Status.VERIFIED else ():
                anew = verdict(own, laboratory, needs)
                if anew.status is Status.FAILED:
                    judged[place], found[id(j)] = own, anew
                    break
            failed = found[id(j)].status is Status.FAILED
            claim = judged[place]
            turns = found[id(j)].status is Status.VERIFIED and is_by_turns(session, claim)
            beside = in_its_paragraph(session, claim) if failed or turns else None
            if turns and beside and (anew := verdict(beside, laboratory, needs)).status is Status.VERIFIED:
                judged[place], found[id(j)] = beside, anew  # which is more than that it holds of these samples
            readings = chain([beside] if beside else [], chain.from_iterable(read(session, claim) for read in _OTHERS))
            told: tuple[Judged, Verdict] | None = None  # by the numbers of its paragraph alone
            others = chain(past_a_wrong_step(judged, result, place), readings)
            for again in others if failed and elsewhere is None else ():
                anew = verdict(again, laboratory, needs)
                if anew.status is Status.FAILED:  # *take one state with `a = 1`. Then `y = 2`*
                    anew = in_said_size(again, anew, laboratory) or anew
                if anew.status is Status.VERIFIED and not _says_nothing(claim, found[id(j)], again, anew):
                    told = again, anew
                    break
                numbers = again is beside and again.in_numbers and not claim.in_numbers and not has_loose_numbers(claim)
                supposed = again is beside and is_by_turns(session, claim)  # with numbers for which that holds
                if (numbers or supposed) and anew.status in (Status.FAILED, Status.SKIPPED):
                    told = again, anew
            if told is not None:
                if told[0].turned:
                    as_written[place] = claim, found[id(j)]
                judged[place], found[id(j)] = told
            failed = found[id(j)].status is Status.FAILED
            example = in_the_example(session, judged[place]) if failed else None
            example = at_its_values(session, judged[place]) if failed and example is None else example
            if example is not None and (anew := verdict(example, laboratory, needs)).status in _DECIDED:
                judged[place], found[id(j)] = example, anew
            elif failed and (held := examples.in_its_case(judged[place], laboratory)) is not None:
                found[id(j)] = held
            elif failed and (reason := examples.why_left_out(judged[place], laboratory)):
                found[id(j)] = Verdict(Status.SKIPPED, reason)
            if found[id(j)].status is Status.SKIPPED and not failed:
                found[id(j)] = where_conditions_hold(session, judged[place], laboratory, needs) or found[id(j)]
            elif found[id(j)].status is Status.VERIFIED and judged[place] is j:  # as it stands, at other members
                found[id(j)] = at_every_member(session, judged[place], laboratory, needs) or found[id(j)]
        except RecursionError:
            found[id(j)] = Verdict(Status.ERROR, diagnostics=[Diagnostic("NT103", TOO_DEEP, j.span)])
        except Exception as error:
            found[id(j)] = Verdict(Status.ERROR, diagnostics=[unexpected.told(error, j.span)])
        result.append(found[id(j)])
    refute_contrary(session, judged, result, as_written, laboratory)
    block_on_parts(judged, result)
    block_dependants(judged, result)
    tell_unchecked(judged, result)
    return result
