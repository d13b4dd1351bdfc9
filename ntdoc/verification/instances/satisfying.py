"""Samples that satisfy what the text supposes: an equation, the nearest to those drawn where it is linear in them, or
that vectors have the length 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain, product
from math import prod
from types import MappingProxyType

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray, align
from ntdoc.operations.domain import DomainKind, offence
from ntdoc.report import Status
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import ORDERS
from ntdoc.shapes.plan import Compared, Operate, Plan, Sampled
from ntdoc.shapes.summary import samples_in
from ntdoc.syntax import ast
from ntdoc.verification.check import runner_for, verdict
from ntdoc.verification.compare import differs
from ntdoc.verification.instances.extremes import lessened, scaled
from ntdoc.verification.instances.solutions import solution
from ntdoc.verification.sizes.sizing import INSTANCES, Laboratory
from ntdoc.verification.verdicts import Verdict

TRIED = 64
"""How many samples are drawn for one that meets a condition."""
_WAYS = 16  # in which arrays hold vectors
_SCALED = 6  # of them that are made larger and smaller
_APART = 1009  # so that the samples tried for one runner are none of another's
_ROUNDS = 50  # of solving several equations by turns
_GAP = 1e-5  # between what is nearly equal


def verdict_under(
    judged: Judged,
    suppositions: Mapping[str, Judged],
    laboratory: Laboratory,
    alike: Mapping[str, Sequence[str]] = MappingProxyType({}),
    orders: Sequence[Plan] = (),
) -> Verdict | None:
    """The verdict on a claim for samples of free tensors that satisfy a supposition each; None if there are none.

    Of numbers alone others are drawn where these do not go together: beside `a = 1.3` no `b` makes `a^2 + b^2 = 1`.
    So they are where one of some `orders` does not hold: beside `0 < a < 1`, `a b = 1` needs a `b` above 1.
    What is supposed of some of the tensors holds for others, too, that are `alike`.
    Of numbers the equations may have two solutions, `c` and `-c` in `a^2 + b^2 = c^2`: then it is what both come to.
    """
    free = samples_in(*(plan for supposition in suppositions.values() for plan in supposition.plans), *orders)
    of_numbers = not any(node.shape for node in free.values())
    several = False

    def values(runner: Runner, side: int) -> dict[str, NamedArray] | None:
        nonlocal several
        for number in range(TRIED if of_numbers and len(free) > len(suppositions) else 1):
            drawn: dict[str, NamedArray] = {}
            if number:
                there = Runner(runner.sizes, runner.seed, runner.instance + number * _APART, runner.given, runner.most)
                drawn = {key: there.run(node, {}) for key, node in free.items() if key not in runner.given}
            found = _solved(suppositions, runner, drawn, side)
            if found is not None and _are_met(orders, runner.again({**runner.given, **found}, None)):
                if of_numbers and not several and (other := _solved(suppositions, runner, drawn, -side)) is not None:
                    several = any(differs("eq", found[name], other[name]) is not None for name in suppositions)
                return found | {like: found[name] for name, others in alike.items() for like in others}
        return None

    whole = not any(isinstance(part, ast.Index) for s in suppositions.values() for part in walk((s.left, s.right)))
    held = _verdict_with(judged, laboratory, partial(values, side=1), whole)
    if held is None or not several:
        return held
    there = _verdict_with(judged, laboratory, partial(values, side=-1), whole)
    return held if there is None or there.status is held.status else None


def _are_met(orders: Sequence[Plan], runner: Runner) -> bool:
    return all(np.all(runner.run(order, {}).data) for order in orders)


def _solved(
    suppositions: Mapping[str, Judged], runner: Runner, drawn: dict[str, NamedArray], side: int
) -> dict[str, NamedArray] | None:
    """Values for the free tensors that each satisfy a supposition, beside those that are drawn; None without them."""
    found = dict(drawn)
    for _ in range(_ROUNDS if len(suppositions) > 1 else 1):  # `b = c` was solved for `b` before `c = 1` was for `c`
        before = {name: found.get(name) for name in suppositions}
        for name, supposition in suppositions.items():
            value = solution(supposition, name, runner.again({**runner.given, **found}, None), side)
            if value is None:
                return None
            found[name] = value
        if all(x is not None and differs("eq", x, found[name]) is None for name, x in before.items()):
            return found
    return found if len(suppositions) == 1 else None


def verdict_for_unit_vectors(judged: Judged, names: Sequence[str], laboratory: Laboratory) -> Verdict | None:
    """The verdict on a claim for samples of length 1, of the vectors with these names, or without any of all.

    Those of an array may lie along each of its axes: what is false has to be so for all. None if one of these is no
    array of real numbers, or they are too many.
    """
    free = samples_in(*judged.plans)
    if not free.keys() >= {*names}:
        return None
    vectors = [node for name, node in free.items() if node.shape and (not names or name in names)]
    ways = prod(len(vector.shape) for vector in vectors)
    if ways > _WAYS or any(vector.domain.kind is not DomainKind.REAL for vector in vectors):
        return None

    def values(runner: Runner, along: Sequence[str]) -> dict[str, NamedArray]:
        drawn = ((vector.key, runner.run(vector, {}), axis) for vector, axis in zip(vectors, along, strict=True))
        return {name: _of_length_one(array, axis) for name, array, axis in drawn}

    found: Verdict | None = None
    for along in product(*([axis for axis, _ in vector.shape] for vector in vectors)):
        held = _verdict_with(judged, laboratory, partial(values, along=along))
        if held is None or held.status is Status.VERIFIED:
            return held
        found = found or held
    return found


def _of_length_one(array: NamedArray, along: str) -> NamedArray:
    place = array.axes.index(along)
    return NamedArray(array.axes, array.data / np.linalg.norm(array.data, axis=place, keepdims=True))


def verdict_in_order(judged: Judged, names: Sequence[str], laboratory: Laboratory) -> Verdict | None:
    """The verdict on a claim for samples of free tensors from the least to the largest; None if they are not alike.

    An order is held against some that are nearly equal, too: *if `x \\le y`, then `x \\le y - 0.001`*.
    """
    free = samples_in(*judged.plans)
    if not free.keys() >= {*names} or any(any(free[name].bounds) for name in names):
        return None
    if len({(free[name].shape, free[name].domain) for name in names}) != 1:
        return None

    def values(runner: Runner) -> dict[str, NamedArray]:
        first, *others = (runner.run(free[name], {}) for name in names)
        in_order = np.sort(np.stack([first.data, *(align(first, other)[1][1] for other in others)]), axis=0)
        return {name: NamedArray(first.axes, x) for name, x in zip(names, in_order, strict=True)}

    def near(runner: Runner) -> dict[str, NamedArray] | None:
        first = runner.run(free[names[0]], {})
        found = {name: NamedArray(first.axes, first.data + n * _GAP) for n, name in enumerate(names)}
        return found if all(offence(free[name].domain, x) is None for name, x in found.items()) else None

    found = _verdict_with(judged, laboratory, values)
    if found is None or found.status is not Status.VERIFIED or judged.relation is None or judged.law is not None:
        return found
    close = _verdict_with(judged, laboratory, near) if judged.relation.kind in ORDERS else None
    return close if close is not None and close.status is Status.FAILED else found


def verdict_where(judged: Judged, condition: Plan, laboratory: Laboratory) -> Verdict | None:
    """The verdict on a claim for samples for which a condition holds; None if for some choice of sizes few do."""
    if judged.law is not None:
        return _law_where(judged, condition, laboratory)
    free = samples_in(*judged.plans, condition)

    def values(runner: Runner) -> dict[str, NamedArray] | None:
        for number in range(TRIED):
            there = Runner(runner.sizes, runner.seed, runner.instance + number * _APART, runner.given, runner.most)
            if np.all(there.run(condition, {}).data):
                return {key: there.run(node, {}) for key, node in free.items()}
        bounded = samples_in(condition).values()  # *if the norm of `g` is at most `c`*, *if all entries are below 1*
        for number in range(_SCALED):
            near = Runner(runner.sizes, runner.seed, runner.instance + number * _APART, runner.given, runner.most)
            for other in chain(lessened(near, bounded, even=near.instance % 2 == 1), scaled(near, free.values())):
                if np.all(other.run(condition, {}).data):
                    return {key: other.run(node, {}) for key, node in free.items()}
        return None

    return _verdict_with(judged, laboratory, values)


def _law_where(judged: Judged, condition: Plan, laboratory: Laboratory) -> Verdict | None:
    """The verdict on a law for instances whose samples of what a condition is made of meet it; None if few do."""
    free = samples_in(condition)

    def met(runner: Runner) -> Runner | None:
        for number in range(TRIED):
            there = Runner(runner.sizes, runner.seed, runner.instance + number * _APART, runner.given, runner.most)
            try:
                if np.all(there.run(condition, {}).data):
                    drawn = {key: there.run(node, {}) for key, node in free.items()}
                    return runner.again({**runner.given, **drawn}, None)
            except STOPS:
                return None
        return None

    found = verdict(judged, laboratory.where(met), None)
    if found.status is Status.SKIPPED or found.runner is None:
        return None
    try:  # it may have been refuted by larger samples, of all that it is made of
        return found if np.all(found.runner.run(condition, {}).data) else None
    except STOPS:
        return None


def verdict_bounded(
    judged: Judged, orders: Sequence[tuple[str, Plan, Plan]], laboratory: Laboratory
) -> Verdict | None:
    """The verdict on a claim for samples that satisfy orders of a free tensor each, which is moved beyond its bound.

    None for other orders, and if what is moved for one makes another one false.
    """
    bounds = [_bound_in(*order) for order in orders]
    found = [bound for bound in bounds if bound is not None]
    if len(found) != len(orders) or len({free.key for free, _, _ in found}) != len(found):
        return None
    condition: Plan = Compared(*orders[0])
    for order in orders[1:]:
        condition = Operate("multiply", (), (condition, Compared(*order)))

    def values(runner: Runner) -> dict[str, NamedArray] | None:
        moved: dict[str, NamedArray] = {}
        for free, other, sign in found:
            drawn, value = runner.run(free, {}), runner.run(other, {})
            if not {*value.axes} <= {*drawn.axes}:
                return None
            axes, (own, bound) = align(drawn, value)
            there = NamedArray(tuple(axes), np.asarray(bound + sign * np.abs(own - bound), dtype=np.float64))
            if offence(free.domain, there) is not None:
                return None
            moved[free.key] = there
        again = runner.again({**runner.given, **moved}, None)
        return moved if np.all(again.run(condition, {}).data) else None

    return _verdict_with(judged, laboratory, values)


def _bound_in(relation: str, left: Plan, right: Plan) -> tuple[Sampled, Plan, int] | None:
    """The free tensor that an order bounds, by what, and whether that is from below (1) or above (-1)."""
    for free, other, below in ((left, right, ("gt", "ge")), (right, left, ("lt", "le"))):
        if isinstance(free, Sampled) and free.key not in samples_in(other) and relation in ("lt", "le", "gt", "ge"):
            return free, other, 1 if relation in below else -1
    return None


def verdict_at(judged: Judged, condition: Plan, laboratory: Laboratory) -> Verdict | None:
    """The verdict on a claim *if `T = E`*, of a free tensor that `E` is not made of; None for other conditions."""
    pair = _equal(condition)
    if pair is None:
        return None
    free, other = pair

    def values(runner: Runner) -> dict[str, NamedArray] | None:
        drawn, value = runner.run(free, {}), runner.run(other, {})
        if not {*value.axes} <= {*drawn.axes}:
            return None
        _, (like, said) = align(drawn, value)
        given = NamedArray(drawn.axes, np.array(np.broadcast_to(said, np.shape(like)), dtype=np.float64))
        return {free.key: given} if offence(free.domain, given) is None else None

    return _verdict_with(judged, laboratory, values)


def _equal(condition: Plan) -> tuple[Sampled, Plan] | None:
    """The free tensor that a condition says to be equal to something, with that; None if it is another condition."""
    if not isinstance(condition, Compared) or condition.relation != "eq":
        return None
    for free, other in ((condition.left, condition.right), (condition.right, condition.left)):
        if isinstance(free, Sampled) and free.key not in samples_in(other):
            return free, other
    return None


def _tried(values: Callable[[Runner], dict[str, NamedArray] | None], runner: Runner) -> dict[str, NamedArray] | None:
    try:
        return values(runner)
    except STOPS:
        return None


def _verdict_with(
    judged: Judged,
    laboratory: Laboratory,
    values: Callable[[Runner], dict[str, NamedArray] | None],
    elsewhere: bool = True,
) -> Verdict | None:
    """The verdict with other values in the place of some samples; None if for some choice of sizes there are none.

    With `elsewhere`, others are drawn of sizes that have some: no three columns of two entries are orthonormal. Of
    entries at letters some may be found by chance.
    """
    failed, last = False, None

    def change(runner: Runner) -> Runner:
        nonlocal failed, last
        found = _tried(values, runner)
        if found is None and last is None and elsewhere:
            others = (runner_for(judged, laboratory, number) for number in range(1, INSTANCES))
            last = next((other for other in others if other is not None and _tried(values, other)), None)
        if found is None and last is not None and elsewhere:
            runner = Runner(last.sizes, last.seed, runner.instance + _APART, last.given, last.most)
            found = _tried(values, runner)
        if found is None:
            failed = True
            return runner
        last = runner
        return runner.again({**runner.given, **found}, None)

    found = verdict(judged, laboratory.changed(change), None)
    return None if failed else found
