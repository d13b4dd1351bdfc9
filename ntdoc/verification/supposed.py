"""What the text supposes of free tensors and their samples do not satisfy: `v \\ndot{\\ax} v = 1` of any `v`.

Such a supposition is no claim, so it is not false. What is said of the same tensors after it in its section may hold
because of it: what the samples refute there is not checked, and is no error either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from ntdoc.nodes import walk
from ntdoc.report import Kind, Status
from ntdoc.shapes.claims.quantified import undeclared
from ntdoc.shapes.document import averages, cases, sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names import numeric
from ntdoc.shapes.names.implicit import proper, unknown_of
from ntdoc.shapes.names.own_clauses import is_any_there
from ntdoc.shapes.names.unread import said as unread_in_prose
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.samples import distributions
from ntdoc.shapes.samples.constrained import Constrained
from ntdoc.shapes.scope import Tensor
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gradient, Limit
from ntdoc.verification import (
    behind,
    cases_in_words,
    conventions,
    declared_words,
    denied,
    described,
    described_data,
    stated_in_words,
    tabled,
    taken,
    told_steps,
    totals_given,
    unheard_signs,
)
from ntdoc.verification.approximation import is_of_first_order
from ntdoc.verification.of_letters import is_of_any_argument
from ntdoc.verification.qualified import is_of_unit_vectors
from ntdoc.verification.reach import concludes_from, go_together, is_left, is_of_its_names, reaches
from ntdoc.verification.satisfying import verdict_for_unit_vectors
from ntdoc.verification.sizes_in_words import in_said_size, in_said_size_of_case
from ntdoc.verification.sizing import Laboratory
from ntdoc.verification.supposed_in_words import held_as_supposed
from ntdoc.verification.taken import free
from ntdoc.verification.under_conditions import (
    are_drawn_so,
    gives_one_number,
    leave_out,
    otherwise,
    saying_where,
    where_all_hold,
    where_it_holds,
)
from ntdoc.verification.unsupposed import is_of_probabilities, is_said, is_said_to_be_zero, is_written_average
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import (
    is_of_kind,
    is_premise,
    is_related,
    is_solved,
    is_where_tiny,
    is_whole_condition,
    why_no_claim,
)

_SETTING = re.compile(r"\b(?:setting|putting|taking|choosing|inserting|substituting)\s+(?:\$|\\\()\s*$", re.IGNORECASE)


def excuse(
    entries: Sequence[Entry],
    constrained: Sequence[Constrained],
    judged: list[Judged],
    verdicts: list[Verdict],
    laboratory: Laboratory,
) -> None:
    """Leave out suppositions that samples do not satisfy, and what samples refute where one of them is supposed.

    Samples of what is `constrained` satisfy what formulas say of it.
    """
    drawn = {c.name for c in constrained}
    supposed: list[tuple[Judged, frozenset[str]]] = []
    numbers: list[tuple[Judged, frozenset[str]]] = []  # what an example gives to no tensor alone
    stationary: list[tuple[Judged, frozenset[str]]] = []  # derivatives that are zero at what is looked for
    solved: set[int] = set()  # the suppositions that say all that is supposed
    false: dict[int, Span] = {}  # the conditions that the numbers of the text do not meet, by sentence
    unread: dict[tuple[str, int, int], Judged] = {}  # the families of which a statement that is skipped gives entries
    conditions = {(*j.role.entry.row, j.role.name) for j in judged if j.kind is Kind.CONSTRAINT and j.role.name}
    agreed = conventions.leave_out_all(judged, verdicts)
    told = {(e.section, name): e for e in reversed(entries) for name in unread_in_prose(e)}
    told.update({(e.section, family): e for e in reversed(entries) for family in told_steps.steps_told(e)})
    displayed = [j for j in reversed(judged) if j.role.entry.display]
    told.update({(j.role.entry.section, name): j.role.entry for j in displayed for name in undeclared([j])})
    lost, conditions_behind = taken.lost(entries, judged, verdicts), behind.conditions(judged, verdicts)
    random = {name for e in entries if isinstance(e.parsed, ast.Chain) for name in distributions.names(e.parsed)}
    for place, (j, v) in enumerate(zip(judged, list(verdicts), strict=True)):
        if agreed is not None and conventions.is_no_number(v) and agreed.start < j.span.start:
            leave_out(v, f"no number but by the convention of {agreed.line_for(j.span)}")
        if taken.is_condition(j, entries, drawn):
            supposed.append((j, frozenset(names_in(j.role.entry.parsed))))
            solved |= {id(j)} if is_whole_condition(j.span) else set()
        at = j.role.entry
        if v.status is Status.SKIPPED and (taken.is_number_of_more(j) or taken.is_number_of_tensor(j)):
            numbers.append((j, frozenset(free(j, within=True))))
        if v.status is Status.SKIPPED and taken.is_supposed_bound(j) and (names := _bounded(j)):
            supposed.append((j, names))
            leave_out(v, "the text supposes this, and the samples do not satisfy it")
        if v.status is Status.VERIFIED and at.supposed and not at.display and taken.is_order(j):  # of all samples
            supposed.append((j, frozenset(names_in(at.parsed))))
            solved |= {id(j)} if is_whole_condition(j.span) else set()
        if v.status is Status.SKIPPED and at.display:
            unread.update(dict.fromkeys(taken.forms_given(j), j))
        if not _is_refuted(j, v):
            continue
        no_claim = None if isinstance(j.left, Limit) else _why_no_claim(j, v)
        if no_claim is not None:
            leave_out(v, no_claim)
            continue
        if (held := in_said_size(j, v, laboratory)) is not None:
            verdicts[place] = held
            continue
        if at.sentence in lost and not at.supposed:
            leave_out(v, f"what its sentence supposes cannot be read: {lost[at.sentence].parsed.span.text}")
            continue
        if not at.display and (whose := denied.supposition(j)):
            beside = [s for s, _ in supposed if at.sentence - s.role.entry.sentence == (whose == "before")]
            if beside or whose == "own":
                verdicts[place] = otherwise(j, v, beside, laboratory)
                continue
        written = is_written_average(j, judged) or is_of_probabilities(j, judged)
        average = averages.is_of_average(j.span) and not written
        if any(free(j, within=True)) and (average or _is_roughly(j, random)):
            leave_out(v, "it is said of what is random, and not of each sample")
            continue
        own_forms = {taken_apart(name).form for name in free(j, within=True)} if unread else set()
        own_parts = (unread[form] for form in own_forms & unread.keys())
        if part := next((part for part in own_parts if taken.is_of_these(part, j)), None):
            leave_out(v, f"{part.span.line_for(j.span)} says of entries what they are, and cannot be run")
            continue
        told_here = at.display or not (at.supposed or at.worded or at.negated)  # else it is prose
        if told_here and j.law is not None and (there := told_steps.telling(j, told)) is not None:
            leave_out(v, f"what {there.parsed.span.line_for(j.span)} says of its letters cannot be used")
            continue
        if at.implied:
            if at.display:
                leave_out(v, "it is part of an implication, and the samples do not satisfy it")
            continue
        names = frozenset(free(j, within=True)) if at.described and not at.supposed else frozenset()
        if names and not is_of_any_argument(j, names):
            supposed.append((j, names))
            leave_out(v, "its words may say how the data are, and not all samples are so")
            continue
        assumes = at.assumed and not is_said(j, judged)
        supposes = (assumes or at.supposed or taken.gives_entries(j)) and not at.concludes
        bounds = taken.lets_be_bounded(j)
        supposes = supposes or bounds or taken.is_of_free_numbers(j) or totals_given.is_given_total(j)
        some = taken.is_of_some_that(j)
        if not some and taken.is_another_model(j):
            leave_out(v, "it is made of something that its sentence declares behind it")
            continue
        supposes = (supposes or some or _is_case(j)) and j.law is None and not taken.is_step_of_definition(j)
        supposes = supposes and not any(taken.is_said_of(j, b) for b in judged[max(0, place - 2) : place])
        supposes = supposes and not taken.is_said_to_satisfy(j, frozenset(free(j, within=False)))
        of_theorem = bool(at.proves) and (at.supposed or at.worded) and is_premise(j.span)
        within = of_theorem or (at.supposed and at.display) or bounds
        if supposes and (names := taken.looked_for(j, frozenset(free(j, within=within)))):
            if of_theorem or at.supposed or some or not (at.worded or at.negated) or _is_case(j):
                supposed.append((j, names))
                whole = bounds or is_whole_condition(j.span) or cases.opens(j.span)
                if whole or (_is_case(j) and not cases.is_aside(j.span)):
                    solved.add(id(j))  # in brackets it may be about some entries
            if at.display or not (at.supposed or at.worded or at.negated):  # else it is prose
                leave_out(v, "the text supposes this, and the samples do not satisfy it")
            continue
        named = isinstance(j.left, ast.Symbol) and numeric.is_number(j.right) and taken.is_equation(j)
        if supposes and named and cases.is_taken(at):
            numbers.append((j, frozenset(free(j, within=True))))  # of what a formula gives: *with `B = 1`*
            leave_out(v, "the text supposes this, and the samples do not satisfy it")
            continue
        if _is_of_some(j) and any(free(j, within=True)):
            leave_out(v, "it tells of which cases the sentence speaks, and the samples are any")
            continue
        if at.supposed and not at.negated and j.law is None:  # what is so if it were: of numbers that come later
            false[at.sentence] = j.span
            if at.display:  # *it is smaller if*, and an order of sizes: else it is prose
                leave_out(v, "the text supposes this, and the samples do not satisfy it")
            continue
        if at.sentence in false and not at.supposed and (at.display or not (at.worded or at.negated)):
            leave_out(v, f"{false[at.sentence].text} is not so for these numbers")
            continue
        listed = {name for name in names_in(at.parsed) if (*at.row, name) in conditions}
        names = frozenset(listed.intersection(free(j, within=False)))
        if names and at.display and j.law is None and not at.concludes:
            supposed.append((j, names))
            solved.add(id(j))
            leave_out(v, "it stands in a row with conditions, and the samples do not satisfy it")
            continue
        if (name := unknown_of(at, entries)) and name in free(j, within=False):
            supposed.append((j, frozenset({name})))
            solved.add(id(j))
            leave_out(v, "it is an equation to be solved, and the samples do not solve it")
            continue
        known = (names := proper(at)) and names & drawn and taken.gives_all(j, names)
        if names and names <= {*free(j, within=False)} and not known:
            supposed.append((j, names))
            leave_out(v, "it is an equation to be solved, and the samples do not solve it")
            continue
        zero = (at.solves or _is_stationarity(j)) and j.law is None and not taken.is_at_a_solution(j)
        zero = zero and not (v.met and is_said_to_be_zero(j))
        if zero and (names := taken.unknowns(j, free(j, within=True))):
            (supposed if at.solves else stationary).append((j, names))
            if at.display or not (at.worded or at.negated):
                leave_out(v, "it is an equation to be solved, and the samples do not solve it")
            continue
        unknown = any(free(j, within=True)) or j.law is not None
        solves = (at.solves and at.concludes and j.law is None) or is_solved(j.span)
        if solves and taken.is_equation(j) and unknown:
            leave_out(v, "it follows from an equation to be solved, which the samples do not solve")
            continue
        if inverse := next((name for name in free(j, within=True) if name.endswith("^-1")), None):
            leave_out(v, f"it says of {inverse} that it is an inverse, and a sample is none")
            continue
        of_kind = not at.negated and is_of_kind(j.span, names_in(at.parsed))
        if of_kind or (is_related(j.span) and any(free(j, within=True))):
            leave_out(v, "it is said where words relate numbers, which the samples do not heed")
            continue
        if (held_at := taken.number_of_array(judged, j)) is not None:
            leave_out(v, f"it is said where {held_at.text}")
            continue
        here = [(s, names) for s, names in supposed if reaches(s, at) or is_of_its_names(j, names, s.role.entry)]
        here += behind.of(j, conditions_behind)
        here += [given for given in stationary if concludes_from(given[0].role.entry, at)]
        here += [given for given in numbers if not at.display and _is_beside(given[0], j)]
        own = set(free(j, within=True)) if here else set()
        met = names_in(at.parsed.conditions) if isinstance(at.parsed, ast.Chain) else set()
        own_conditions = {c.span.text for c in at.parsed.conditions} if isinstance(at.parsed, ast.Chain) else set()
        derived = any(isinstance(part, ast.Derivative) for part in walk(at.parsed))
        refuted: tuple[Verdict, Judged] | None = None
        for s, names in reversed([given for given in here if not is_left(*given, j)]):
            if derived and s.role.entry.solves:
                continue  # a derivative is what it is wherever it is zero
            apart = isinstance(s.role.defines, Tensor) and is_any_there(s.role.defines, at)
            if names <= met and (s.kind is Kind.CONSTRAINT or apart or s.span.text in own_conditions):
                continue  # the claim is held against its own condition
            if names & own:
                others = [
                    (x, its & own)
                    for x, its in here
                    if its & own and (x is s or not _is_case(x) or go_together(x.role.entry, s.role.entry))
                ]  # of cases the last one, with those that it goes with
                in_case = partial(where_it_holds, suppositions=others, laboratory=laboratory)
                met_there = are_drawn_so(j, others, constrained)
                held = v if met_there else in_said_size_of_case(j, in_case(j), in_case)
                if held is not None and not met_there and _is_refuted(j, held):
                    together = where_all_hold(j, others, laboratory, held)
                    held = together or (held if id(s) in solved else None)
                if held is not None and _is_refuted(j, held) and behind.is_of_some(s):
                    held = None  # others may be those
                if held is not None and (held.status is Status.VERIFIED or id(s) in solved):
                    verdicts[place] = saying_where(held, s, j)
                    break
                if held is not None and _is_refuted(j, held) and (at.display or not (at.worded or at.negated)):
                    refuted = held, s  # it does not hold there either, unless words suppose more
                    break
                line = s.span.line_for(j.span)
                leave_out(v, f"it may hold because of what {line} supposes, which not all samples satisfy")
                break
        passed_over = verdicts[place] is not v or (not at.display and (at.worded or at.negated))
        if not passed_over and _is_refuted(j, v) and (said := declared_words.said(entries, j, constrained)) is not None:
            units = verdict_for_unit_vectors(j, laboratory) if is_of_unit_vectors(j.span) else None
            if units is not None:
                verdicts[place] = units
                continue
            where = "its sentence" if said[1] is at.parsed.span else said[1].line_for(j.span)
            leave_out(v, f"{where} says “{said[0]}”, and not all samples are")
        elif not passed_over and _is_refuted(j, v) and (so := held_as_supposed(j, v, judged, laboratory)) is not None:
            verdicts[place] = so
        elif not passed_over and _is_refuted(j, v):
            reason = unheard_signs.why(j, entries, laboratory) or described.why(j, judged, laboratory)
            reason = reason or cases_in_words.why(j, entries, drawn) or stated_in_words.why(j, drawn)
            if reason is None and (case := taken.case_of_another(j, judged[:place])) is not None:
                reason = f"it may hold because of what {case.line_for(j.span)} supposes, which not all samples satisfy"
            if reason is None and not at.display and denied.supposition(j) and denied.is_of_cases(j, judged[:place]):
                reason = "it is said of where what the text supposes before does not hold"
            if (reason := reason or tabled.why(j, entries) or described_data.why(j, drawn)) is not None:
                leave_out(v, reason)
            elif refuted is not None:
                verdicts[place] = saying_where(*refuted, j)


def _bounded(judged: Judged) -> frozenset[str]:
    """What an order is of: the free tensors in it, or if it has none those that its definitions are made of."""
    return frozenset(free(judged, within=False)) or frozenset(free(judged, within=True))


def _is_stationarity(judged: Judged) -> bool:
    """Whether a derivative and nothing else is said to be zero: it is so at some point, and not everywhere."""
    left = judged.left
    if isinstance(left, ast.Juxtaposition) and isinstance(left.factors[-1], ast.Group) and len(left.factors) == 2:
        left = left.factors[0]
    slope = isinstance(left, ast.Derivative | Gradient) or (isinstance(left, ast.Differential) and left.by is not None)
    return slope and not taken.is_of_a_map(judged)


def _is_beside(given: Judged, claim: Judged) -> bool:
    """Whether a claim stands in the paragraph of what an example gives, or in the sentence of a condition."""
    if given.role.entry.supposed:
        return given.role.entry.sentence == claim.role.entry.sentence
    return sentences.are_together(given.span, claim.span)


def _is_case(judged: Judged) -> bool:
    """*With `w = 0`*, or *for `w = -1`*, *we get*: what else a sentence says is of this case."""
    at = judged.role.entry
    alone = isinstance(judged.left, ast.Symbol) and taken.is_equation(judged)
    alone = alone and (numeric.is_number(judged.right) or gives_one_number(judged))
    setting = at.assumed or bool(_SETTING.search(sentences.before(judged.span)))
    setting = setting or cases.is_taken(at) or cases.is_when(judged.span)
    setting = setting or cases.is_aside(judged.span) or cases.is_apposed(judged.span)
    case = (setting and at.worded) or cases.is_labelled(judged.span)  # *Case 2: `x = 1`.*
    return alone and case and not (at.negated or at.display)


def _why_no_claim(j: Judged, verdict: Verdict) -> str | None:
    """Why it is no claim, if so. *If `A` is small* is met by its first order."""
    first_order = is_of_first_order(verdict)
    verdict.met = verdict.met or (first_order and is_where_tiny(j.span))
    return why_no_claim(j.span, taken.is_of_numbers_alone(j), first_order)


def _is_roughly(judged: Judged, random: set[str]) -> bool:
    """Whether it is roughly so of what is drawn from a distribution: `\\nsum{\\ax} \\epsilon \\approx 0`."""
    rough = judged.relation is not None and judged.relation.kind == "approx"
    return rough and not random.isdisjoint(free(judged, within=True))


def _is_of_some(judged: Judged) -> bool:
    """Whether a name is about a number in some cases alone: no one number is close to all that free tensors make."""
    at, approximate = judged.role.entry, judged.relation is not None and judged.relation.kind == "approx"
    alone = approximate and isinstance(judged.left, ast.Symbol) and isinstance(judged.right, ast.Number)
    beside = not at.display and (cases.is_apposed(judged.span) or cases.is_aside(judged.span))
    return alone and beside and not at.concludes


def _is_refuted(judged: Judged, verdict: Verdict) -> bool:
    """Whether numbers refute a claim, and not its shapes."""
    by_numbers = judged.kind is Kind.CLAIM and not judged.failed and judged.member is None
    return by_numbers and verdict.status is Status.FAILED and any(d.code == "NT301" for d in verdict.diagnostics)
