"""What the text supposes of free tensors and their samples do not satisfy: `v \\ndot{\\ax} v = 1` of any `v`.

Such a supposition is no claim, so it is not false. What is said of the same tensors after it in its section may hold
because of it: what the samples refute there is not checked, and is no error either.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.report import Status
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.scope import Scope
from ntdoc.verification.beside.under_conditions import leave_out
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.supposing import as_said, asides, ended, premises, seldom, stated, unmet, unsolved, where
from ntdoc.verification.supposing.by_form import Form, form
from ntdoc.verification.supposing.given import Given, Refuted, Rule, gathered, is_refuted
from ntdoc.verification.verdicts import Verdict

# Asked in turn about each claim that samples refute, until one of them rules.
_RULES: tuple[Rule, ...] = (
    asides.no_claim,
    asides.to_an_order,
    asides.of_said_size,
    asides.of_digits_cut_off,
    unmet.by_a_sentence_not_read,
    asides.denied_claim,
    unsolved.for_its_unknown,
    asides.of_what_is_random,
    asides.of_a_known_function,
    unmet.by_entries_not_run,
    unmet.by_steps_told,
    unmet.by_numbers_in_words,
    asides.implication,
    asides.in_a_reductio,
    premises.of_described_data,
    asides.of_another_model,
    premises.supposed_of_free,
    premises.ties_free_names,
    premises.ties_numbers,
    premises.in_proportion,
    premises.at_a_root,
    premises.chosen_so,
    premises.sought_so,
    premises.condition_told,
    premises.prescribed,
    premises.supposed_number,
    asides.of_some_cases,
    premises.supposed_of_none,
    premises.where_false,
    premises.beside_conditions,
    premises.of_weights,
    premises.at_a_place,
    unsolved.for_its_names,
    unsolved.for_a_number_named,
    unsolved.for_a_name_in_a_function,
    unsolved.equation_named,
    unsolved.stationary_point,
    unsolved.following,
    unsolved.in_another_form,
    asides.of_an_inverse,
    asides.of_related_numbers,
    asides.of_a_number,
    as_said.made_as_said,
    stated.number,
    stated.of_a_function,
    stated.of_a_thing,
    where.judged_there,
    unmet.by_a_case_it_opens_with,
    unmet.by_numbers_that_words_change,
    unmet.by_another_formula,
    ended.of_an_alternative,
    ended.where_updates_start,
    ended.of_another_value,
    ended.of_numbers_that_are_over,
    ended.of_names_said_anew,
    ended.of_another_number,
    unmet.by_another_language,
)

# What leaves out even a claim that no words make so: these say that it is not claimed, or where it holds.
_OF_NEVER: tuple[Rule, ...] = (
    asides.no_claim,
    asides.of_said_size,
    asides.denied_claim,
    asides.implication,
    asides.in_a_reductio,
    asides.of_a_known_function,
    unsolved.equation_named,
    where.by_formulas,
)
# What supposes something of free tensors: no words suppose what a derivative is.
_SUPPOSE: frozenset[Rule] = frozenset({
    premises.supposed_of_free,
    premises.ties_numbers,
    premises.chosen_so,
    premises.condition_told,
    premises.beside_conditions,
    premises.at_a_place,
})  # fmt: skip


def excuse(
    entries: Sequence[Entry],
    scope: Scope,
    judged: list[Judged],
    verdicts: list[Verdict],
    laboratory: Laboratory,
) -> Given:
    """Leave out suppositions that samples do not satisfy, and what samples refute where one of them is supposed.

    Samples of what is constrained satisfy what formulas say of it. What is supposed is returned.
    """
    met = [v.status is Status.VERIFIED for v in verdicts]
    given = gathered(entries, scope, judged, verdicts, laboratory)
    for place, (j, v) in enumerate(zip(judged, list(verdicts), strict=True)):
        given.heed(j, v)
        if not is_refuted(j, v):
            if v.status is Status.VERIFIED and (held := where.refuted_there(Refuted(j, v, place), given)) is not None:
                verdicts[place] = held
            continue
        claim = Refuted(j, v, place)
        by_form = form(claim, given)
        rules = _OF_NEVER if by_form is Form.NEVER else _RULES
        rules = tuple(rule for rule in rules if rule not in _SUPPOSE) if by_form is Form.SLOPE else rules
        ruling = next((ruling for rule in rules if (ruling := rule(claim, given)) is not None), None)
        v.sure = by_form is Form.NEVER and ruling is None
        if isinstance(ruling, Verdict):
            verdicts[place] = ruling
        elif not v.sure and (reason := ruling or unmet.by_its_case(claim)):  # what no rule tells of is prose
            leave_out(v, reason)
    seldom.refute(judged, verdicts, met, laboratory)
    return given
