"""Claims where what is supposed of their names holds: judged on samples that satisfy it, if there are some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from ntdoc.nodes import walk
from ntdoc.report import Kind, Status
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.in_places.own_clauses import is_any_there
from ntdoc.shapes.patterns import ORDERS, names_in
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.beside.cases import behind, cases_in_words, denied, unheard_signs
from ntdoc.verification.beside.cases.behind import Supposition
from ntdoc.verification.beside.qualities import (
    declared_words,
    described,
    described_data,
    for_unit_vectors,
    made_so,
    stated_in_words,
)
from ntdoc.verification.beside.qualities.supposed_in_words import held_as_supposed, held_in_its_case
from ntdoc.verification.beside.reach import concludes_from, go_together, is_left, is_of_its_names, is_of_others, reaches
from ntdoc.verification.beside.under_conditions import are_drawn_so, saying_where, where_all_hold, where_it_holds
from ntdoc.verification.in_numbers import tabled, taken
from ntdoc.verification.instances.satisfying import verdict_for_unit_vectors
from ntdoc.verification.sizes.sizes_in_words import in_said_size_of_case
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.supposing.given import Given, Refuted, Ruling, is_refuted
from ntdoc.verification.supposing.premises import is_case
from ntdoc.verification.supposing.unmet import by_a_case_it_opens_with
from ntdoc.verification.verdicts import Verdict


def judged_there(claim: Refuted, given: Given) -> Ruling:
    """What it comes to where formulas suppose something of it, or else where words do."""
    there, whole = _where_formulas_suppose(claim, given)
    if claim.worded and there is None and not claim.at.negated:
        return held_in_its_case(claim.judged, given.laboratory)
    if whole or claim.worded:
        return there
    return _where_words_suppose(claim, given) or by_a_case_it_opens_with(claim, given) or there


def by_formulas(claim: Refuted, given: Given) -> Ruling:
    """What it comes to where formulas suppose something of it."""
    return _where_formulas_suppose(claim, given)[0]


def reconciled(first: Judged, second: Judged, verdict: Verdict, given: Given) -> str | None:
    """Why two formulas of one name do not contradict each other that samples tell apart: something is supposed."""
    equal = ast.Relation("eq", "=", second.span)
    equation = replace(second, kind=Kind.CLAIM, value=first.value, other=second.value, relation=equal, binding=None)
    ruling, _ = _where_formulas_suppose(Refuted(equation, verdict, len(given.judged)), given)
    if not isinstance(ruling, Verdict):
        return ruling
    return ruling.reason if ruling.status is Status.VERIFIED else None


def refuted_there(claim: Refuted, given: Given) -> Verdict | None:
    """What an order comes to that all samples satisfy, and not those of its sentence: *if `|x| \\le c`, then …*."""
    j, at = claim.judged, claim.at
    relation = j.relation.kind if j.relation is not None else ""
    if j.kind is not Kind.CLAIM or j.law is not None or claim.prose or relation not in ORDERS:
        return None
    own = [(s, names) for s, names in given.supposed if s.role.entry.sentence == at.sentence and taken.is_order(s)]
    own = [(s, names & claim.free(within=True)) for s, names in own if s.role.entry.index < at.index]
    if not own or not all(names for _, names in own):
        return None
    last = own[-1][0].role.entry  # of cases, with those that it goes with
    own = [(s, names) for s, names in own if not is_case(s) or go_together(s.role.entry, last)]
    held = where_it_holds(j, own, given.laboratory)
    if held is not None and is_refuted(j, held):
        held = where_all_hold(j, own, given.laboratory, held)
    return saying_where(held, own[-1][0], j) if held is not None and is_refuted(j, held) else None


def _where_formulas_suppose(claim: Refuted, given: Given) -> tuple[Ruling, bool]:
    """The verdict, or why it is left out, where the last supposition that is of its names holds; whether that is final.

    It is not if it is refuted where all holds that formulas suppose of its names: words may suppose more.
    """
    j, laboratory = claim.judged, given.laboratory
    here = list(_suppositions_on(claim, given))
    own = claim.free(within=True) if here else frozenset[str]()
    for s, names in reversed([supposition for supposition in here if not is_left(*supposition, j)]):
        if not names & own or _is_its_own(s, names, claim) or is_of_others(s, own):
            continue
        others = [
            (x, its & own)
            for x, its in here
            if its & own and (x is s or not is_case(x) or go_together(x.role.entry, s.role.entry))
        ]  # of cases the last one, with those that it goes with
        in_case = partial(where_it_holds, suppositions=others, laboratory=laboratory)
        met_there = are_drawn_so(j, others, given.constrained)
        whole = id(s) in given.solved
        held = claim.verdict if met_there else in_said_size_of_case(j, in_case(j), in_case)
        if held is not None and not met_there and is_refuted(j, held):
            held = where_all_hold(j, others, laboratory, held) or (held if whole else None)
        if held is not None and is_refuted(j, held) and behind.is_of_some(s):
            held = None  # others may be those
        if held is not None and (held.status is Status.VERIFIED or whole):
            return saying_where(held, s, j), True
        if held is not None and is_refuted(j, held) and not claim.worded:
            return saying_where(held, s, j), False
        return f"it may hold because of what {s.span.line_for(j.span)} supposes, which not all samples satisfy", True
    return None, False


def _suppositions_on(claim: Refuted, given: Given) -> Iterator[Supposition]:
    """All that is supposed where the claim stands, of whatever names."""
    j, at = claim.judged, claim.at
    for s, names in given.supposed:
        if reaches(s, at) or is_of_its_names(j, names, s.role.entry):
            yield s, names
    for s, names in given.in_its_words:
        if s.role.entry.sentence == at.sentence and s.role.entry.item != at.item:
            yield s, names
    yield from behind.of(j, given.conditions_behind)
    yield from (supposition for supposition in given.stationary if concludes_from(supposition[0].role.entry, at))
    yield from (number for number in given.numbers if not at.display and _is_beside(number[0], j))


def _is_its_own(s: Judged, names: frozenset[str], claim: Refuted) -> bool:
    """Whether it says nothing more of the claim: it is the claim's own condition, or where a derivative is zero."""
    chain = claim.at.parsed
    if s.role.entry.solves and any(isinstance(part, ast.Derivative) for part in walk(chain)):
        return True  # a derivative is what it is wherever it is zero
    if not isinstance(chain, ast.Chain) or not names <= names_in(chain.conditions):
        return False
    apart = isinstance(s.role.defines, Tensor) and is_any_there(s.role.defines, claim.at)
    return s.kind is Kind.CONSTRAINT or apart or s.span.text in {c.span.text for c in chain.conditions}


def _where_words_suppose(claim: Refuted, given: Given) -> Ruling:
    """What it comes to where words suppose something: of what was declared, of data, of cases, in a table."""
    j, laboratory = claim.judged, given.laboratory
    if (units := _of_unit_vectors(j, laboratory)) is not None:
        return units
    said = declared_words.said(given.entries, j, given.constrained)
    if said is not None and not made_so.are_refuted(j, *said, given.entries, laboratory):
        if names := taken.looked_for(j, claim.free(within=True)):
            given.in_its_words.append((j, names))
        where = "its sentence" if said[1] is claim.at.parsed.span else said[1].line_for(j.span)
        return f"{where} says “{said[0]}”, and not all samples are"
    if (told := declared_words.function_in_words(given.entries, j)) is not None:
        return f"only the words of {told[1].line_for(j.span)} say what {told[0]} is"
    if (so := held_as_supposed(j, claim.verdict, given.judged, laboratory)) is not None:
        return so
    before = given.judged[: claim.place]
    reason = unheard_signs.why(j, given.entries, laboratory) or described.why(j, given.judged, laboratory)
    reason = reason or cases_in_words.why(j, given.entries, given.drawn) or stated_in_words.why(j, given.drawn)
    if reason is None and (case := _case_of_another(j, before)) is not None:
        reason = f"it may hold because of what {case.line_for(j.span)} supposes, which not all samples satisfy"
    if reason is None and not claim.at.display and denied.supposition(j) and denied.is_of_cases(j, before):
        reason = "it is said of where what the text supposes before does not hold"
    return reason or tabled.why(j, given.entries) or described_data.why(j, given.drawn)


def _of_unit_vectors(claim: Judged, laboratory: Laboratory) -> Verdict | None:
    """The verdict on a claim that its sentence makes of unit vectors; None if these may be others."""
    units = for_unit_vectors.said(claim.span)
    if units is None:
        return None
    found = verdict_for_unit_vectors(claim, units.names, laboratory)
    return found if found is None or found.status is Status.VERIFIED or units.is_certain else None


def _is_beside(supposed: Judged, claim: Judged) -> bool:
    """Whether a claim stands in the paragraph of what an example gives, or in the sentence of a condition."""
    if supposed.role.entry.supposed:
        return supposed.role.entry.sentence == claim.role.entry.sentence
    return sentences.are_together(supposed.span, claim.span)


def _case_of_another(claim: Judged, before: Sequence[Judged]) -> Span | None:
    """The case that the sentence of a claim gives a name, if what another section has defined is made of any such.

    *If the network is perfect, `e = \\epsilon`, then `z = x`*, where `z` is from a section with any `e`.
    """
    names = frozenset(taken.free(claim, within=True))
    own = (j for j in before if j.role.entry.sentence == claim.role.entry.sentence and j.kind is Kind.DEFINITION)
    return next((j.span for j in own if j.name in names and cases.is_told(j.span)), None)
