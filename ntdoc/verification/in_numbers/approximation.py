"""`E ≈ E'` without digits: whether both sides agree to first order in a small tensor."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.run import Runner
from ntdoc.operations.array import NamedArray, scalar
from ntdoc.regex import regex
from ntdoc.report import Status
from ntdoc.shapes.calculus.first_order import Expansion, expansions
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Plan, Sampled
from ntdoc.verification.compare import Difference, all_undefined, differs, largest_error
from ntdoc.verification.in_numbers.rounding import is_off, is_rounded
from ntdoc.verification.in_numbers.written_order import Missed, missed
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import at_record, number_text, two_numbers

Pair = tuple[NamedArray, NamedArray]

_LABEL, _LABEL_OF_TERMS = "not to first order in", "not to the order of its terms in"
_FIRST_ORDER = regex(r"\b(?:first|leading|linear)[\s-]+order\b", re.IGNORECASE)  # and no more is claimed
_ORDER_ALONE = "a remainder of which only the order is said"  # of `=` with a term behind it that says so
SMALL = 1e-2  # of what is drawn, where a reader is to see that both sides agree


class Agreement:
    """What was found: `leaf` is the small tensor; `difference` is where the first order differs, if it does."""

    def __init__(self, leaf: Sampled, error: float, sides: Pair, difference: Difference | None, runner: Runner) -> None:
        self.leaf = leaf
        self.error = error
        self.sides = sides
        self.difference = difference
        self.runner = runner
        self.missed: Missed | None = None  # the order that the right side writes


def to_first_order(
    judged: Judged, left: Plan, right: Plan, runners: Sequence[Runner], named: Set[str] = frozenset()
) -> Agreement | None:
    """The tensor in which both sides agree to first order, or in which they should and do not. None if there is none.

    Sides that agree at zero must agree to first order only where they are no approximation of another kind: both
    depend on the tensor, it is added to another one, and they are not both zero there. What is `named` as that in which
    they do, *to first order in `\\epsilon`*, is meant.
    """
    wrong: Agreement | None = None
    for expansion in expansions((left, right), (judged.left, judged.right)):
        if any(_differ(*_pair(runner, expansion.values)) is not None for runner in runners):
            continue
        if any(all_undefined(side) for runner in runners for side in _pair(runner, expansion.values)):
            continue
        found = _compared(expansion, runners)
        if found.difference is None and not _FIRST_ORDER.search(sentences.around(judged.span)):
            found.missed = missed(expansion.leaf, (left, right), runners)
        if found.difference is None and found.missed is None:
            return found
        meant = expansion.leaf.key in named and all(change is not None for change in expansion.changes)
        meant = meant or (found.missed is not None and (expansion.leaf.domain.small or _has_remainder(judged)))
        small = judged.role.entry.small or _has_remainder(judged)
        if wrong is None and (meant or _is_meant(expansion, runners, small)):
            wrong = found
    return wrong


def _has_remainder(judged: Judged) -> bool:
    """Whether an approximation is written as an equation with a remainder, `= E + O(h^2)`."""
    return judged.relation is not None and judged.relation.text == "="


def _compared(expansion: Expansion, runners: Sequence[Runner]) -> Agreement:
    worst = 0.0
    for runner in runners:
        x, y = (scalar(0.0) if change is None else runner.run(change, {}) for change in expansion.changes)
        difference = _differ(x, y)
        if difference is not None:
            return Agreement(expansion.leaf, worst, (x, y), difference, runner)
        worst = max(worst, largest_error(x, y))
    return Agreement(expansion.leaf, worst, (x, y), None, runners[0])


def _pair(runner: Runner, plans: tuple[Plan, Plan]) -> Pair:
    return runner.run(plans[0], {}), runner.run(plans[1], {})


def _differ(x: NamedArray, y: NamedArray) -> Difference | None:
    return differs("eq", x, y)


def _is_meant(expansion: Expansion, runners: Sequence[Runner], small: bool) -> bool:
    """Whether an approximation is one to first order: of what is added to a tensor, or said to be `small`."""
    if not (expansion.added or small) or any(change is None for change in expansion.changes):
        return False
    return any(bool((side.data != 0).any()) for runner in runners for side in _pair(runner, expansion.values))


def approximated(judged: Judged, runners: list[Runner], named: Set[str] = frozenset()) -> Verdict:
    """An approximation without digits is one to first order, where there is something small, or by rounded numbers."""
    left, right = judged.plans
    runner, sizes = runners[0], dict(runners[0].sizes)
    found = to_first_order(judged, left, right, runners, named)
    if found is None and is_rounded(judged.right, left, right, runners):
        reason = "to the digits of the numbers that its right side is computed from"
        return Verdict(Status.VERIFIED, reason, runner.run(left, {}), runner, sizes=sizes)
    if found is None and is_off(judged.right, left, right, runners):
        return _off(judged, runner.run(left, {}), runner.run(right, {}), runner)
    if found is None:
        reason = _ORDER_ALONE if _has_remainder(judged) else "an approximation that does not say how good it is"
        return Verdict(Status.SKIPPED, reason, runner=runner, sizes=sizes)
    name = found.leaf.key
    if found.missed is not None:
        message = (
            f"both sides agree to first order in {name}, but not in the terms that are written: where {name} is small, "
            f"they differ by {number_text(found.missed.difference)}, and a term is {number_text(found.missed.term)}"
        )
        problem = Diagnostic("NT301", message, judged.span, label=f"{_LABEL_OF_TERMS} {name}")
        return Verdict(Status.FAILED, None, _near(runner, found.leaf).run(left, {}), runner, [problem], sizes)
    if found.difference is None:
        runner = _near(runner, found.leaf)
        shown = runner.run(left, {})
        reason = f"to first order in {name}, on {len(runners)} samples, largest difference {found.error:.2g}"
        return Verdict(Status.VERIFIED, reason, shown, runner, sizes=sizes)
    d = found.difference
    message = (
        f"both sides agree where {name} is 0, but not to first order in it: the differential of the left side "
        f"is {number_text(d.left)}, and that of the right side is {number_text(d.right)}{at_record(d.record, judged)}"
    )
    problem = Diagnostic("NT301", message, judged.span, label=f"{_LABEL} {name}")
    return Verdict(Status.FAILED, None, runner.run(left, {}), runner, [problem], sizes)


def is_of_first_order(verdict: Verdict) -> bool:
    """Whether an approximation was refuted since its first order is another one."""
    return any(problem.label.startswith((_LABEL, _LABEL_OF_TERMS)) for problem in verdict.diagnostics)


def _near(runner: Runner, leaf: Sampled) -> Runner:
    """A runner like this one, for which a tensor is small."""
    drawn = runner.run(leaf, {})
    return runner.again({**runner.given, leaf.key: NamedArray(drawn.axes, drawn.data * SMALL)}, None)


def _off(judged: Judged, left: NamedArray, right: NamedArray, runner: Runner) -> Verdict:
    """Both sides are numbers, and rounding is no reason why they differ so much."""
    found = _differ(left, right)
    assert found is not None
    one, other = two_numbers(found.left, found.right)
    at = at_record(found.record, judged)
    message = f"the left side is {one}, and the right side is {other}{at}, which is no rounding"
    problem = Diagnostic("NT301", message, judged.span, label=f"{one} ≉ {other}")
    return Verdict(Status.FAILED, None, left, runner, [problem], dict(runner.sizes))
