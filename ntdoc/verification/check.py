"""One statement → its verdict: run what it says, and compare."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, takewhile

import numpy as np

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS, RunError, TooLarge
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import offence
from ntdoc.operations.errors import AxisError
from ntdoc.regex import regex
from ntdoc.report import SAME_ERROR, Kind, Status
from ntdoc.shapes.claims.up_to import KINDS, unchecked
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.masks import adds_mask
from ntdoc.shapes.patterns import ORDERS, multiplies
from ntdoc.shapes.plan import Plan, SizeValue
from ntdoc.shapes.samples.configured import of_small_sizes
from ntdoc.shapes.sizes import Size
from ntdoc.shapes.summary import has_few_numbers, has_infinity, is_forked, is_kinked, is_sampled, sizes_in
from ntdoc.syntax import ast
from ntdoc.verification import blocking, chances, conditions, membership
from ntdoc.verification.beside import unsaid_orders
from ntdoc.verification.compare import Numbers, all_undefined, differs, infinite, largest_error, undefined
from ntdoc.verification.derivations import in_its_place
from ntdoc.verification.hints.factors import with_factor
from ntdoc.verification.hints.out_of_range import out_of_range
from ntdoc.verification.in_numbers.approximation import approximated
from ntdoc.verification.in_numbers.digits import half_a_unit, places
from ntdoc.verification.in_numbers.own_digits import differs_by_more
from ntdoc.verification.in_numbers.rounding import as_exact
from ntdoc.verification.instances import apart, beginnings
from ntdoc.verification.instances.resampled import further, is_rounded_away
from ntdoc.verification.instances.truth_tables import assignments
from ntdoc.verification.overflow import infinite_or_too_large
from ntdoc.verification.refutation import refuted
from ntdoc.verification.sizes.sizing import INSTANCES, UNDER_CONDITIONS, Laboratory
from ntdoc.verification.uncovered import may_be_shorter
from ntdoc.verification.up_to import up_to
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import at_record, number_text
from ntdoc.verification.words import sentence

_UNDEFINED = regex(r"\b(?:undefined|indeterminate|NaNs?|(?:not|never)\s+(?:defined|a\s+number)|makes?\s+no\s+sense)\b")


def verdict(judged: Judged, laboratory: Laboratory, needs: Verdict | None) -> Verdict:
    """The verdict on a statement in its place: a step of a derivation is named by its number and its reason."""
    return in_its_place(judged, _alone(judged, laboratory, needs))


def _alone(judged: Judged, laboratory: Laboratory, needs: Verdict | None) -> Verdict:
    """The verdict on a statement, from its shapes if they decide it, else from its numbers."""
    from ntdoc.verification.instances import laws

    if (as_law := laws.verdict(judged, laboratory)) is not None:
        return as_law
    notebook = judged.notebook
    errors = notebook.problems
    runner = runner_for(judged, laboratory, 0)
    sizes = dict(runner.sizes) if runner is not None else {}
    if judged.refused:
        return Verdict(Status.ERROR, judged.unread.reason if judged.unread else None)
    if judged.unread is not None and judged.kind is not Kind.SIGNATURE and not any(d.code == "NT108" for d in errors):
        notebook.diagnostics.clear()  # found before it turned out that the statement cannot be read
        return Verdict(Status.SKIPPED, judged.unread.reason, runner=runner, sizes=sizes)
    if judged.failed:
        return Verdict(Status.FAILED, None, runner=runner, sizes=sizes)
    if errors:
        return Verdict(Status.ERROR, None, runner=runner, sizes=sizes)
    if notebook.blockers:
        return Verdict(Status.BLOCKED, blocking.reason_of(judged), runner=runner, sizes=sizes)
    bad = needs is not None and needs.status in (Status.ERROR, Status.FAILED, Status.BLOCKED, Status.SKIPPED)
    unknown = needs is not None and judged.value is None  # the link before it holds as a law alone
    if unknown or (bad and (judged.value is None or judged.value.plan is None)):
        what = "not checked" if needs is not None and needs.status is Status.SKIPPED else "in error"
        told = needs is not None and needs.status in (Status.ERROR, Status.BLOCKED)
        reason = SAME_ERROR if told and blocking.is_about_the_same(judged) else blocking.step_reason(judged, what)
        return Verdict(Status.BLOCKED, reason, runner=runner, sizes=sizes)
    if judged.kind in (Kind.DECLARATION, Kind.SIGNATURE, Kind.CONSTRAINT):
        return _declared(judged, runner, sizes)
    if runner is None:
        problem = Diagnostic("NT303", "no small sizes satisfy what is said of them", judged.span)
        return Verdict(Status.ERROR, None, diagnostics=[problem])
    try:
        if judged.kind is Kind.CLAIM:
            own = _claim(judged, laboratory, runner, sizes)
            return laws.verdict(judged, laboratory, refuted=own.status in (Status.FAILED, Status.BLOCKED)) or own
        return _evaluated(judged, laboratory, runner, sizes)
    except RunError as stop:
        if not stop.code or isinstance(stop, TooLarge):
            return Verdict(Status.SKIPPED, stop.message, runner=runner, sizes=sizes)
        if stop.code == "NT211" and (reason := beginnings.why_unsaid(judged)):
            return Verdict(Status.SKIPPED, reason, runner=runner)
        found = Diagnostic(stop.code, stop.message, stop.span or beginnings.place(judged))
        found = out_of_range(judged, stop, runner) if stop.code == "NT211" else found
        other = _in_range(judged, laboratory) if stop.code == "NT211" and judged.kind is Kind.DEFINITION else None
        return other or Verdict(Status.ERROR, None, runner=runner, sizes=sizes, diagnostics=[found])
    except AxisError as stop:
        found = Diagnostic("NT206", stop.message, judged.span)
        return Verdict(Status.ERROR, None, runner=runner, sizes=sizes, diagnostics=[found])


def runner_for(judged: Judged, laboratory: Laboratory, instance: int) -> Runner | None:
    """A runner whose sizes fit all that the statement says and uses."""
    needed = needed_sizes(judged)
    section = judged.role.entry.section
    stated = judged.notebook.equations
    equations = stated
    if said := of_small_sizes(judged, laboratory.asked):
        equations = stated.copy()
        for a, b in said:
            equations.suggest(a, b)
    if not judged.role.sizes:  # a statement about sizes is held against all that is said of them
        atoms = frozenset(atom for size in _sizes(judged) for atom in size.atoms)
        equations, stated = equations.about(atoms), stated.about(atoms)
    found = laboratory.runner(equations, needed, instance, section)
    if found is None and judged.notebook.said and judged.kind is not Kind.CONSTRAINT:
        return laboratory.runner(stated, needed, instance, section)  # prose gives way
    return found


def needed_sizes(judged: Judged) -> set[Size]:
    """The sizes of all that a statement says and uses, but for how far its indices go, and what is below zero."""
    own = (size for size in _sizes(judged) if not any(atom.startswith("#") for atom in size.atoms))
    return {size for size in own if any(coefficient >= 0 for _, coefficient in size.terms) or not size.terms}


def _sizes(judged: Judged) -> set[Size]:
    typed = [judged.value, judged.other, *(use.typed for use in (*judged.notebook.uses, *judged.uses))]
    needed: set[Size] = set()
    for value in typed:
        if value is not None:
            needed.update((value.shape or {}).values())
            needed |= sizes_in(value.plan)
    if judged.member is not None:
        needed.update(judged.member[0].values())
    needed.update(size for shape in judged.shapes for size in shape.values())
    if judged.function is not None:
        needed.update(size for shape in judged.function.shapes.values() for size in shape.values())
    return needed


def _declared(judged: Judged, runner: Runner | None, sizes: dict[str, int]) -> Verdict:
    value = None
    if judged.value is not None and judged.value.plan is not None and runner is not None:
        try:
            value = runner.run(judged.value.plan, {})
        except TooLarge:
            pass  # it is declared, and has no example
        except RunError as stop:
            if stop.code == "NT303" and judged.kind is Kind.DECLARATION:
                found = Diagnostic("NT303", stop.message, judged.span)
                return Verdict(Status.ERROR, None, runner=runner, sizes=sizes, diagnostics=[found])
    if runner is None and any(multiplies(side) for side in judged.role.sizes):
        return Verdict(Status.SKIPPED, "no small sizes satisfy it, and of large ones the text says too little")
    if runner is None:
        problem = Diagnostic("NT303", "no small sizes satisfy what is said of them", judged.span)
        return Verdict(Status.ERROR, None, diagnostics=[problem])
    return Verdict(Status.DECLARED, None, value, runner, sizes=sizes)


def _evaluated(judged: Judged, laboratory: Laboratory, runner: Runner, sizes: dict[str, int]) -> Verdict:
    assert judged.value is not None
    if judged.value.plan is None:
        return Verdict(Status.BLOCKED, "it has no value: what it needs is only declared", runner=runner, sizes=sizes)
    if judged.function is not None:
        value = runner.run(judged.value.plan, parameters(judged, runner))
        return Verdict(Status.EVALUATED, None, value, runner, sizes=sizes)
    value, said, partial = conditions.defined(judged, runner)
    record = undefined(said)
    closed, varies = not is_sampled(judged.value.plan), _varies(judged.value.plan)
    kinked = record is not None and is_kinked(judged.value.plan)
    if record is not None and kinked and (closed or all_undefined(value)):
        return Verdict(Status.SKIPPED, f"not differentiable{at_record(record, judged)}", value, runner, sizes=sizes)
    unbounded = infinite(said)
    if unbounded is not None and (has_infinity(judged.value.plan) or adds_mask(judged.value.plan)):
        unbounded = None  # the document asks for it
    if unbounded is not None and varies and not _always(infinite, judged, laboratory):
        unbounded = None
    none = closed and record is not None and not may_be_shorter(judged, judged.value, said)
    none = none and (not varies or _always(undefined, judged, laboratory))
    wrong = unbounded is not None or none
    if wrong and not _is_spoken_of(judged):
        what = "not a number" if record is not None else infinite_or_too_large(judged.value.plan, runner)
        where = at_record(record if record is not None else unbounded or {}, judged)
        found = Diagnostic("NT302", f"the value is {what}{where}", judged.span, label=what)
        return Verdict(Status.ERROR, None, value, runner, [found], sizes)
    reason = None
    if record is not None:
        reason = f"not a number{at_record(record, judged)} for this sample: the formula is not defined everywhere"
        if kinked:
            reason = f"not differentiable{at_record(record, judged)} for this sample"
    return Verdict(Status.EVALUATED, reason, value, runner, sizes=sizes, partial=partial)


def _is_spoken_of(judged: Judged) -> bool:
    """Whether words speak of a formula of numbers alone, as of `0 / 0`, or of an infinity: they know what it is.

    So they do where they say that it is not defined.
    """
    if not judged.role.entry.display and _UNDEFINED.search("".join(sentence(judged.span))):
        return True
    if judged.kind is not Kind.EXPRESSION or judged.role.entry.display:
        return r"\infty" in "".join(sentence(judged.span))  # *`G = \log S`, which is `0` or `-\infty`*
    return not any(isinstance(part, ast.Symbol) for part in walk(judged.role.entry.parsed))


def _in_range(judged: Judged, laboratory: Laboratory) -> Verdict | None:
    """The value of a definition for other sizes, if its indices are in range for those."""
    for runner in filter(None, (runner_for(judged, laboratory, n) for n in range(1, INSTANCES))):
        with suppress(RunError, AxisError):
            return _evaluated(judged, laboratory, runner, dict(runner.sizes))
    return None


def _always(what: Callable[[NamedArray], object], judged: Judged, laboratory: Laboratory) -> bool:
    """Whether a value is infinite, or undefined, for other samples too, until each axis is longer than another."""
    assert judged.value is not None
    assert judged.value.plan is not None
    for instance in range(1, 2 * INSTANCES):
        here = runner_for(judged, laboratory, instance)
        if here is None:
            return False
        with suppress(*STOPS):  # at these sizes there is no value at all
            if what(here.run(judged.value.plan, {})) is None:
                return False
    return True


def parameters(judged: Judged, runner: Runner) -> dict[str, NamedArray]:
    """Samples of the parameters of a function."""
    from ntdoc.operations.domain import Domain
    from ntdoc.shapes.plan import Sampled

    assert judged.function is not None
    frame = {}
    for name, shape in judged.function.shapes.items():
        domain, limit = judged.function.domains.get(name, (Domain(), None))
        frame[name] = runner.run(Sampled(name, tuple(shape.items()), domain, limit), {})
    return frame


def _varies(plan: Plan | None) -> bool:
    """Whether a value depends on samples or on sizes that can be chosen."""
    return is_sampled(plan) or any(size.constant is None for size in sizes_in(plan))


def _claim(judged: Judged, laboratory: Laboratory, runner: Runner, sizes: dict[str, int]) -> Verdict:
    if judged.member is not None:
        return member(judged, laboratory, runner, sizes)
    relation = judged.relation
    assert relation is not None
    if relation.kind not in (*KINDS, "eq", "define", "approx", "le", "lt", "ge", "gt", "ne"):
        return Verdict(Status.SKIPPED, unchecked(relation), runner=runner, sizes=sizes)
    if judged.value is None or len(judged.plans) != 2:
        return Verdict(Status.BLOCKED, "it has no value: what it needs is only declared", runner=runner, sizes=sizes)
    left, right = judged.plans
    if chances.is_about(judged):
        return chances.verdict(judged, partial(runner_for, judged, laboratory), runner, sizes)
    if relation.kind in KINDS:
        return up_to(judged, (left, right), runner)
    kind = "eq" if relation.kind == "define" else relation.kind
    slack = None
    if kind == "approx":
        digits = places(judged.right) if places(judged.right) is not None else places(judged.left)
        if digits is None:
            again = (other for i in range(1, INSTANCES) if (other := runner_for(judged, laboratory, i)) is not None)
            return approximated(judged, [runner, *again])
        slack = half_a_unit(digits)
    sampled, worst, checked, numbers = _varies(left) or _varies(right), 0.0, 0, Numbers()
    tried: set[tuple[tuple[str, int], ...]] = set()
    stopped: RunError | None = None
    shown: NamedArray | None = None
    count = _samples_needed(judged, kind)
    draw = partial(runner_for, judged, laboratory)
    telling = 0  # samples of which an entry is a number on both sides
    more = takewhile(lambda _: telling < count and (numbers.total or not checked), further(draw, count))  # of a root
    others = apart.samples(judged, laboratory, needed_sizes(judged), (left, right), tried)
    several = chain((runner,), map(draw, range(1, count)), assignments((left, right), runner), more, others)
    for here in several if sampled else (runner,):
        if here is None:
            continue
        try:
            x, y = conditions.sides(judged, left, right, here)
        except RunError as stop:
            stopped = stop
            if beginnings.is_elsewhere(judged, stop.code, stop.span):
                continue
            raise
        shown = x if shown is None else shown
        difference = differs(kind, x, y, slack)
        if difference is not None and kind == "eq":
            difference = differs_by_more(difference, judged.left, judged.right, x, y)
        excused = difference is not None and is_rounded_away(kind, left, right, here)
        if difference is not None and not excused and not as_exact(judged, kind, slack, here):
            there = [sample for sample in map(draw, range(unsaid_orders.TRIED)) if sample is not None]
            if (held := unsaid_orders.held_in_one_order(judged, (left, right), kind, slack, there)) is not None:
                return replace(held, value=x, runner=runner, sizes=sizes)
            return with_factor(refuted(judged, kind, difference, x, here, dict(here.sizes)), judged, x, y, here.sizes)
        telling += numbers.known < (numbers := numbers.and_of(x, y)).known
        worst = max(worst, largest_error(x, y))
        tried.add(tuple(sorted(here.sizes.items())))
        checked += 1
    defined = bool(numbers.known) or (checked > 0 and not numbers.total)
    if stopped is not None and not checked:
        raise stopped
    if not defined:
        return _without_numbers(judged, shown, runner, sizes)
    reason = "by its numbers"
    if sampled:
        reason = f"on {checked} sample{'s' * (checked > 1)} of {len(tried)} size{'s' * (len(tried) > 1)}"
    reason += f", {numbers}" if numbers.known < numbers.total else ""
    if kind in ("eq", "approx"):
        reason += f", largest difference {worst:.2g}"
    return Verdict(Status.VERIFIED, reason, shown, runner, sizes=sizes)


def _samples_needed(judged: Judged, kind: str) -> int:
    """For how many samples a claim is tried: more where a false one holds of many."""
    rare = kind in ORDERS or judged.condition is not None
    if judged.value is not None and not judged.value.shape:
        if any(map(has_few_numbers, judged.plans)):
            return 2 * UNDER_CONDITIONS
        rare = rare or any(map(is_forked, judged.plans))  # `\max(0, x)`
    return UNDER_CONDITIONS if rare else INSTANCES


def _without_numbers(judged: Judged, shown: NamedArray | None, runner: Runner, sizes: dict[str, int]) -> Verdict:
    """The verdict on a claim whose sides are a number for no sample: why not, if that is known."""
    parsed, reason = judged.role.entry.parsed, ""
    if any(map(is_kinked, judged.plans)):
        reason = "not differentiable at these values"
    elif isinstance(parsed, ast.Chain) and parsed.conditions:
        reason = "no sample meets its conditions"
    elif function := conditions.given_in_part(judged):
        reason = f"{function} gives only some of its entries"
    if reason:
        return Verdict(Status.SKIPPED, reason, shown, runner, sizes=sizes)
    found = Diagnostic("NT302", "neither side is a number, so there is nothing to compare", judged.span)
    return Verdict(Status.FAILED, None, shown, runner, [found], sizes)


def member(judged: Judged, laboratory: Laboratory, runner: Runner, sizes: dict[str, int]) -> Verdict:
    """`E ∈ S`: the shapes agree already; its sizes and entries must lie in S."""
    assert judged.member is not None
    _, tensor_set = judged.member
    plan = judged.value.plan if judged.value is not None else None
    if judged.value is None:
        return Verdict(Status.VERIFIED, "by its shape", runner=runner, sizes=sizes)
    if plan is None:
        if judged.value is not None and judged.value.shape is not None and judged.needs is None:
            return Verdict(Status.VERIFIED, "by its shape", runner=runner, sizes=sizes)
        return Verdict(
            Status.BLOCKED, "its shape is right; its value needs something that is in error", runner=runner, sizes=sizes
        )
    shown: NamedArray | None = None
    base = tensor_set.base
    for instance in range(INSTANCES if _varies(plan) else 1):
        here = runner if instance == 0 else runner_for(judged, laboratory, instance)
        if here is None:
            continue
        try:
            value = here.run(plan, {})
        except RunError as stop:
            if beginnings.is_elsewhere(judged, stop.code, stop.span) or beginnings.is_told_before(judged, stop.code):
                continue
            raise
        shown = value if shown is None else shown
        domain = membership.domain(base, here)
        if domain is None:
            continue
        found = offence(domain, value)
        if found is not None and isinstance(plan, SizeValue) and _is_open(plan.size, judged):
            return Verdict(Status.SKIPPED, "it says which sizes are meant", shown, runner, sizes=sizes)
        if found is not None and not np.isnan(found.value):
            message = f"the value {number_text(found.value)}{at_record(found.record, judged)} is not in {domain}"
            return Verdict(
                Status.FAILED,
                None,
                shown,
                runner,
                [Diagnostic("NT304", message, judged.span, label=f"{number_text(found.value)} is not in {domain}")],
                sizes,
            )
    return Verdict(Status.VERIFIED, "by its shape", shown, runner, sizes=sizes)


def _is_open(size: Size, judged: Judged) -> bool:
    """Whether nothing says of a size which number it is."""
    return judged.notebook.equations.reduce(size).constant is None
