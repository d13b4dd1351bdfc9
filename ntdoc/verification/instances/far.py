"""Orders that hold of the usual samples, which lie near 1 and differ in every entry, and not of others: `X^2 < 5`.

Others are larger or smaller ones, those with the same number in every entry, tensors that are equal or zero, and empty
rows of zeros and ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations
from math import inf, isfinite, prod

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import walk
from ntdoc.operations.array import align
from ntdoc.report import Kind, Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import ORDERS, names_in, signs
from ntdoc.shapes.summary import is_forked, samples_in
from ntdoc.syntax import ast
from ntdoc.verification.beside.bounding import Bounds, all_hold
from ntdoc.verification.beside.satisfied import is_said_of_one_before
from ntdoc.verification.check import needed_sizes, runner_for
from ntdoc.verification.compare import Difference, differs
from ntdoc.verification.conditions import sides
from ntdoc.verification.instances.descended import nearest_to_false
from ntdoc.verification.instances.extremes import Elsewhere, beyond, far_out, with_nothing, without_ones
from ntdoc.verification.instances.filled import may_be_empty, may_be_zero
from ntdoc.verification.instances.resampled import OR_EQUAL
from ntdoc.verification.refutation import refuted
from ntdoc.verification.sizes.sizing import UNDEFINED, UNDER_CONDITIONS, Laboratory
from ntdoc.verification.verdicts import Verdict

_MOST = 100_000  # entries: of larger samples no others are drawn
_GROSS = 0.01  # of the larger side
_SMALL = 1e-4


def report(
    entries: Sequence[Entry], judged: Sequence[Judged], verdicts: list[Verdict], laboratory: Laboratory
) -> None:
    """Refute orders by such samples, unless the words say anything of how large their letters are.

    So are equations that hold on one side of a fork, `\\max(x, -3) = x`.
    """
    verified = [at for at, v in enumerate(verdicts) if v.status is Status.VERIFIED and v.runner is not None]
    verified = [at for at in verified if _is_plain(judged, at) and (_is_order(judged[at]) or _forks(judged[at]))]
    if not verified:
        return
    bounds = Bounds(entries, judged)
    for at in verified:
        near, free = _where_it_is_claimed(judged[at], verdicts[at].runner, laboratory), _free(judged[at])
        named = names_in(judged[at].role.entry.parsed)
        names = named | {node.key for node in free}
        conditions = None if _is_of_example(entries, judged[at].role.entry, names) else bounds.of(judged[at], names)
        if near is not None and conditions is not None and _is_quick(near, free):
            conditions = [condition for condition in conditions if condition is not judged[at]]
            if not _is_order(judged[at]):
                verdicts[at] = _past_a_fork(judged[at], near, conditions) or verdicts[at]
                continue
            empty = without_ones(near) if may_be_empty(entries, named, free) else ()
            nothing = (with_nothing(near),) if may_be_zero(entries, named, free) else ()
            elsewhere = (far_out(here, free) for here in (near, *_in_another_order(judged[at], near, laboratory)))
            tried = chain(*elsewhere, empty, nothing)
            others = (other for other in tried if all_hold(conditions, other.runner))
            refutations = (_refuted(judged[at], other) for other in others)
            found = next((found for found in refutations if found is not None), None)
            verdicts[at] = found or _after_descent(judged[at], near, free, conditions) or verdicts[at]


def _is_quick(near: Runner, free: Sequence[p.Sampled]) -> bool:
    """Whether the samples are small: where an axis was told to have a million places, each takes its time."""
    return sum(prod(near.size(size) for _, size in node.shape) for node in free) <= _MOST


def _after_descent(
    judged: Judged, near: Runner, free: Sequence[p.Sampled], conditions: Sequence[Judged]
) -> Verdict | None:
    """What an order comes to where samples are moved to make it false, if it is so by more than rounding."""
    assert judged.relation is not None
    left, right = judged.plans
    sign = {"le": 1, "lt": 1, "ge": -1, "gt": -1}.get(judged.relation.kind)

    def gap(runner: Runner) -> float | None:
        try:
            x, y = sides(judged, left, right, runner)
        except STOPS:
            return None
        _, (a, b) = align(x, y)
        least = float(np.min((sign or 0) * (b - a), initial=inf))
        return least if isfinite(least) and all_hold(conditions, runner) else None

    here = nearest_to_false(near, free, gap) if sign is not None else None
    return _refuted(judged, Elsewhere(here), gross=True) if here is not None else None


def _past_a_fork(judged: Judged, near: Runner, conditions: Sequence[Judged]) -> Verdict | None:
    """What an equation comes to on larger samples of either sign, if it is far from true there, and holds near."""
    if _refuted(judged, Elsewhere(near)) is not None:
        return None  # it was verified for sizes that are said elsewhere
    others = (other for other in beyond(near) if all_hold(conditions, other.runner))
    return next((found for other in others if (found := _refuted(judged, other, gross=True)) is not None), None)


def _is_gross(found: Difference) -> bool:
    """Whether it is no matter of rounding, which grows with the numbers."""
    size = max(abs(found.left), abs(found.right), _SMALL)
    return isfinite(size) and abs(found.left - found.right) > _GROSS * size


def _is_of_example(entries: Sequence[Entry], at: Entry, names: frozenset[str]) -> bool:
    """Whether its paragraph gave numbers to what a claim is of: *for `x = (1, 2)` it is `m = 2`. So `m \\le 2`*."""
    here = at.parsed.span
    before = (e for e in entries if e.is_above(at) and not e.display and isinstance(e.parsed, ast.Chain))
    given = (e for e in before if not names_in(e.parsed).isdisjoint(names) and _gives_numbers(e.parsed))
    return any(sentences.are_in_one_thought(e.parsed.span, here, goes_on=True, leads=at.display) for e in given)


def _gives_numbers(parsed: ast.Parsed) -> bool:
    if not isinstance(parsed, ast.Chain) or not parsed.rest or not isinstance(parsed.subjects[0], ast.Symbol):
        return False
    relation, right = parsed.rest[0]
    sized = any(isinstance(part, ast.Size) for part in walk(right))  # `r = |\\ax|` is of any size
    return relation.kind in ("eq", "approx") and numeric.is_numbers(right) and not sized


def _where_it_is_claimed(judged: Judged, near: Runner | None, laboratory: Laboratory) -> Runner | None:
    """A runner for samples of which all entries meet the condition of a claim, if there is one."""
    if judged.condition is None or near is None:
        return near
    others = (runner_for(judged, laboratory, instance) for instance in range(1, UNDEFINED))
    return next((here for here in (near, *others) if here is not None and _meets(judged.condition, here)), near)


def _meets(condition: p.Plan, runner: Runner) -> bool:
    try:
        return bool(runner.run(condition, {}).data.all())
    except STOPS:
        return False


def _in_another_order(judged: Judged, near: Runner, laboratory: Laboratory) -> list[Runner]:
    """A runner for sizes in another order, if a claim has any: `\\log |\\ax|` for `\\log |\\bx|`."""
    written = {part.size for part in walk(judged.plans) if isinstance(part, p.SizeValue)}
    needed = sorted({atom for size in needed_sizes(judged) for atom in size.atoms} & near.sizes.keys())
    if not written or len(needed) < 2:
        return []
    order = _order(near, needed)
    others = (runner_for(judged, laboratory, instance) for instance in range(1, UNDER_CONDITIONS))
    found = next((other for other in others if other is not None and _order(other, needed) != order), None)
    return [] if found is None else [found]


def _order(runner: Runner, atoms: Sequence[str]) -> list[bool]:
    return [runner.sizes[one] < runner.sizes[other] for one, other in combinations(atoms, 2)]


def _is_order(judged: Judged) -> bool:
    return judged.relation is not None and judged.relation.kind in ORDERS


def _forks(judged: Judged) -> bool:
    """Whether an equation has a side that is another formula for other numbers, all of one tensor.

    Of two, which is the larger may be understood, as of the ends of an interval.
    """
    equation = judged.relation is not None and judged.relation.kind == "eq"
    return equation and any(is_forked(side) for side in judged.plans) and len(_free(judged)) == 1


def _is_plain(everything: Sequence[Judged], at: int) -> bool:
    """Whether it is a claim of two values, and without a condition but on signs: *if `A > 0`, then*."""
    judged = everything[at]
    entry, relation = judged.role.entry, judged.relation
    plain = judged.kind is Kind.CLAIM and judged.law is None and judged.member is None
    if not plain or relation is None or judged.value is None or judged.other is None:
        return False
    parsed = entry.parsed
    assumed = entry.assumed and not is_said_of_one_before(judged, everything, at)  # *`f(x) = E` satisfies `F`*
    supposed = entry.worded or assumed or entry.supposed or entry.small or entry.negated
    if supposed or not isinstance(parsed, ast.Chain) or bool(parsed.conditions) is not (judged.condition is not None):
        return False
    return all(signs(condition) for condition in parsed.conditions)


def _free(judged: Judged) -> list[p.Sampled]:
    """The free tensors of a claim, each once."""
    return list(samples_in(*judged.plans).values())


def _refuted(judged: Judged, other: Elsewhere, gross: bool = False) -> Verdict | None:
    """What a claim comes to on other samples, if it does not hold there; by far, if that is asked."""
    assert judged.relation is not None
    if len(judged.plans) != 2 or any(isinstance(n, p.Smooth) for side in judged.plans for n in walk(side)):
        return None
    try:
        left, right = judged.plans
        x, y = sides(judged, left, right, other.runner)
    except STOPS:
        return None
    kind = judged.relation.kind
    either = OR_EQUAL.get(kind, kind)  # what is near 1 becomes 1 by rounding
    difference = differs(kind if other.exact else either, x, y)
    if difference is None or (other.hint and not isfinite(difference.left - difference.right)):
        return None  # what is infinite may have overflowed
    if gross and not _is_gross(difference):
        return None
    found = refuted(judged, kind, difference, x, other.runner, dict(other.runner.sizes))
    hints = (other.hint,) if other.hint else ()
    found.diagnostics = [replace(d, hints=(*d.hints, *hints)) for d in found.diagnostics]
    return found
