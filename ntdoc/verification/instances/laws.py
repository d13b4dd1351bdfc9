"""Laws: a claim about all shapes, tensors or functions, tried on instances; a failure is made as small as it can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

import numpy as np

from ntdoc.diagnostics import Diagnostic, Operand
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.report import Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.claims.up_to import unchecked
from ntdoc.shapes.judged import Choice, Judged, Law
from ntdoc.shapes.patterns import ORDERS
from ntdoc.syntax.ast import Symbol
from ntdoc.verification import check, refutation, samples
from ntdoc.verification.compare import Difference, differs, largest_error
from ntdoc.verification.conditions import sides
from ntdoc.verification.in_numbers.approximation import approximated
from ntdoc.verification.in_numbers.digits import places
from ntdoc.verification.instances import counterexample
from ntdoc.verification.instances.extremes import far_out
from ntdoc.verification.instances.resampled import OR_EQUAL
from ntdoc.verification.instances.whole_numbers import far_enough
from ntdoc.verification.refutation import WRITTEN
from ntdoc.verification.sizes.sizing import UNDER_CONDITIONS, Laboratory
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import at_record, both_sides, two_numbers

SAMPLES = 2  # of each instance, each with other sizes
STEPS = 40  # how often a counterexample is tried with one axis less


class Tried(NamedTuple):
    """An instance that was run."""

    left: NamedArray
    right: NamedArray
    runner: Runner
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class Trial:
    """How an instance of one claim is run."""

    kind: str
    slack: float | None
    laboratory: Laboratory

    def run(
        self,
        one: Judged,
        sample: int,
        sizes: Mapping[str, int] | None = None,
        given: Mapping[str, NamedArray] | None = None,
    ) -> Tried | None:
        """Both sides of an instance; None if no sizes fit, or it stops."""
        needed = check.needed_sizes(one)
        atoms = sorted({atom for size in needed for atom in size.atoms})
        different = {atom: _SIZES[(i + 2 * sample) % len(_SIZES)] for i, atom in enumerate(atoms)}
        preferred = different if sizes is None else sizes
        runner = self.laboratory.for_instance(one.notebook.equations, needed, preferred, sample, given)
        if runner is None or len(one.plans) != 2:
            return None
        for there in (runner, *(far_enough(runner, one.plans) if one.condition is not None else ())):
            try:
                x, y = sides(one, *one.plans, there)
            except STOPS:
                return None
            if not any(side.data.size and np.isnan(np.asarray(side.data, np.float64)).all() for side in (x, y)):
                return Tried(x, y, there, differs(self.kind, x, y, self.slack))
        return None  # it is not defined there


_SIZES = (3, 2, 4, 5, 1)


def verdict(judged: Judged, laboratory: Laboratory, refuted: bool = False) -> Verdict | None:
    """The verdict on a law; None if the statement is none.

    What is in error or `refuted` as it stands, but true of all tensors, is a law whose letters mean something else
    elsewhere.
    """
    if judged.law is not None:
        found = _checked(judged, judged.law, laboratory)
        if found.status is Status.FAILED and judged.role.entry.display and judged.role.entry.assumed:
            return Verdict(Status.SKIPPED, "the text supposes this of its tensors; it does not hold of all")
        return found
    if judged.perhaps is None or judged.relation is None or not (refuted or _in_error(judged)):
        return None
    found = _checked(judged, judged.perhaps, laboratory)
    if found.status is not Status.VERIFIED or (found.value is not None and not found.value.data.any()):
        # what is 0 = 0 for any tensor says nothing of those that are declared
        judged.notebook.diagnostics[:] = {d.message: d for d in reversed(judged.notebook.diagnostics)}.values()
        judged.notebook.diagnostics.sort(key=lambda d: d.span.start)
        return None
    _adopt(judged, judged.perhaps.instances[0][1])
    judged.unread, judged.failed = None, False
    return found


def _in_error(judged: Judged) -> bool:
    further = judged.needs is not None and judged.value is None  # what is wrong was found in the link before it
    return bool(judged.notebook.problems or judged.failed or judged.notebook.blockers) or further


def _checked(judged: Judged, law: Law, laboratory: Laboratory) -> Verdict:
    relation = judged.relation
    assert relation is not None
    if judged.member is not None:
        return _members(judged, law, laboratory)
    if relation.kind not in ("eq", "define", "approx", "le", "lt", "ge", "gt", "ne"):
        return Verdict(Status.SKIPPED, unchecked(relation))
    slack = None
    if relation.kind == "approx":
        digits = [d for d in (places(judged.right), places(judged.left)) if d is not None]
        if not digits:
            return _to_first_order(judged, law, laboratory)
        slack = 0.5 * 10.0 ** -digits[0] * (1 + 1e-9)
    trial = Trial("eq" if relation.kind == "define" else relation.kind, slack, laboratory)
    shown: Tried | None = None
    worst, samples, sizes = 0.0, 0, set()
    shapes = set()
    rare = trial.kind in ORDERS  # a false one holds of many samples
    whole = any(_is_whole(plan) for _, one in law.instances[:1] for plan in one.plans)  # and so do a few whole numbers
    for choice, one in law.instances:
        atoms = _atoms(one)
        for sample in range(UNDER_CONDITIONS if rare or whole or one.condition is not None else SAMPLES):
            tried = trial.run(one, sample)
            if tried is None:
                continue
            if tried.difference is not None:
                return _refuted(judged, law, trial, choice, one, sample)
            if rare and one.condition is None and sample == 0:
                elsewhere = _far_out(trial, one, tried.runner)
                if elsewhere is not None:
                    return elsewhere
            if shown is None and (one is judged or judged.law is None):
                shown = tried
            worst = max(worst, largest_error(tried.left, tried.right))
            samples += 1
            shapes.add(choice.key)
            sizes.add(tuple(sorted((a, n) for a, n in tried.runner.sizes.items() if a in atoms)))
    if not samples:
        return Verdict(Status.SKIPPED, "no instance of this law could be run")
    reason = f"on {_count(samples, 'sample')} of {_count(len(shapes), 'choice')} of shapes"
    if trial.kind in ("eq", "approx"):
        reason += f", largest difference {worst:.2g}"
    runner = shown.runner if shown is not None else None
    value = shown.left if shown is not None else None
    return Verdict(Status.VERIFIED, reason, value, runner, sizes=dict(runner.sizes) if runner is not None else {})


def _far_out(trial: Trial, one: Judged, near: Runner) -> Verdict | None:
    """An order that does not hold of larger or smaller samples: `H \\ge \\log c` holds of each c that is near 1."""
    assert one.value is not None
    assert one.value.plan is not None
    assert one.other is not None
    assert one.other.plan is not None
    left, right = one.value.plan, one.other.plan
    free = {node.key: node for node in walk((left, right)) if isinstance(node, p.Sampled)}
    for other in far_out(near, free.values()):
        try:
            x, y = other.runner.run(left, {}), other.runner.run(right, {})
        except STOPS:
            continue
        found = differs(OR_EQUAL[trial.kind], x, y)
        if found is not None and isfinite(found.left - found.right):
            return refutation.refuted(one, trial.kind, found, x, other.runner, dict(other.runner.sizes))
    return None


def _to_first_order(judged: Judged, law: Law, laboratory: Laboratory) -> Verdict:
    """An approximation without digits, on each instance by itself."""
    verdicts: list[tuple[Judged, Verdict]] = []
    for _, one in law.instances:
        needed = check.needed_sizes(one)
        found = [laboratory.for_instance(one.notebook.equations, needed, {}, sample) for sample in range(SAMPLES)]
        runners = [runner for runner in found if runner is not None]
        if runners:
            verdicts.append((one, approximated(one, runners)))
            if verdicts[-1][1].status is not Status.VERIFIED:
                return _shown(judged, verdicts[-1:])
    if not verdicts:
        return Verdict(Status.SKIPPED, "no instance of this law could be run")
    shown = _shown(judged, verdicts)
    shown.reason = f"{shown.reason}, for {_count(len(verdicts), 'choice')} of shapes"
    return shown


def _shown(judged: Judged, verdicts: list[tuple[Judged, Verdict]]) -> Verdict:
    """The verdict on the instance that is shown: the statement's own, or one that it is shown with from now on."""
    one, verdict = next((pair for pair in verdicts if pair[0] is judged), verdicts[0])
    if judged.law is not None:
        _adopt(judged, one)
    return verdict


def _members(judged: Judged, law: Law, laboratory: Laboratory) -> Verdict:
    """`E ∈ S` for all: of the right shape in every instance."""
    verdicts: list[tuple[Judged, Verdict]] = []
    for _, one in law.instances:
        runner = laboratory.for_instance(one.notebook.equations, check.needed_sizes(one), {}, 0)
        if runner is None:
            continue
        verdicts.append((one, check.member(one, laboratory, runner, dict(runner.sizes))))
        if verdicts[-1][1].status is not Status.VERIFIED:
            return _shown(judged, verdicts[-1:])
    if not verdicts:
        return Verdict(Status.SKIPPED, "no instance of this law could be run")
    shown = _shown(judged, verdicts)
    shown.reason = f"by its shape, for {_count(len(law.instances), 'choice')} of shapes"
    return shown


def _refuted(judged: Judged, law: Law, trial: Trial, choice: Choice, one: Judged, sample: int) -> Verdict:
    choice, one, sample = _fewer_axes(law, trial, choice, one, sample)
    found = counterexample.small(trial, one, sample)
    difference = found.difference
    assert difference is not None
    if judged.law is law:
        _adopt(judged, one)
    left, right = two_numbers(difference.left, difference.right)
    at = at_record(difference.record)
    message = both_sides(WRITTEN[trial.kind], left, right, at)
    operands = tuple(_operands(choice, one, found.runner))
    brief = ", ".join(f"{o.label} = {o.value}" for o in operands if o.value)
    if brief and len(brief) <= 70:
        message += f", for {brief}"
    label = f"{left} {'≠' if trial.kind == 'eq' else 'and'} {right}" if len(left + right) < 40 else ""
    hints = _forgotten(judged, choice)
    problem = Diagnostic("NT301", message, judged.span, label=label, operands=operands, hints=hints)
    sizes = dict(found.runner.sizes)
    return Verdict(
        Status.FAILED, "this is the smallest counterexample found", found.left, found.runner, [problem], sizes
    )


def _forgotten(judged: Judged, choice: Choice) -> tuple[str, ...]:
    """A law has each of its letters on both sides: one that occurs once may be a tensor that was to be declared."""
    parts = Counter(part.full_name for part in walk(judged.role.entry.parsed) if isinstance(part, Symbol))
    once = (name for name in choice.tensors if parts[name] == 1)
    return tuple(f"nothing declares {name} here, so this was read as a law" for name in once)


def _fewer_axes(law: Law, trial: Trial, choice: Choice, one: Judged, sample: int) -> tuple[Choice, Judged, int]:
    """The same failure with as few axes as it takes."""
    steps = 0
    while steps < STEPS:
        for smaller, candidate in law.around(choice):
            steps += 1
            failing = [s for s in range(SAMPLES) if (t := trial.run(candidate, s)) is not None and t.difference]
            if failing:
                choice, one, sample = smaller, candidate, failing[0]
                break
            if steps >= STEPS:
                return choice, one, sample
        else:
            break
    return choice, one, sample


def _operands(choice: Choice, one: Judged, runner: Runner) -> Iterable[Operand]:
    """The counterexample: the shapes that were chosen, and the tensors with their numbers."""
    for letter, axes in choice.shapes.items():
        yield Operand(letter, " × ".join(axes) if axes else "∅")
    for name, array in samples.tensors(one, runner).items():
        yield samples.operand(name, array)


def _adopt(judged: Judged, one: Judged) -> None:
    """Show a statement with the shapes of an instance."""
    if one is judged:
        return
    judged.value, judged.other, judged.condition, judged.member = one.value, one.other, one.condition, one.member
    judged.notebook, judged.left, judged.across = one.notebook, one.left, one.across


def _is_whole(plan: p.Plan) -> bool:
    """Whether values are made of whole numbers, of which two may be equal by chance."""
    return any(isinstance(node, p.Operate) and node.operation in ("floor", "mod") for node in walk(plan))


def _atoms(one: Judged) -> frozenset[str]:
    return frozenset(atom for size in check.needed_sizes(one) for atom in size.atoms)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
