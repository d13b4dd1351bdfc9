"""Cases that are a sine for every other index, and a cosine between: of the same angles, or of the same in pairs.

So are features of positions and bases of waves: `\\sin(p \\omega_i)` and `\\cos(p \\omega_{i-1})`, of two indices. If
the two formulas are one but for their numbers, and for no odd shift of the index the angles are the same, one of the
numbers is a slip.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import Node, rewritten, walk
from ntdoc.operations.array import NamedArray, align
from ntdoc.report import Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.sizes import number
from ntdoc.shapes.summary import is_sampled
from ntdoc.syntax import ast
from ntdoc.verification import conditions
from ntdoc.verification.check import parameters
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_denied

_COUNT = 12  # entries along the index
_SHIFTS = (1, -1, 3, -3)  # the last two if what has no partner is constant: a cosine of 0, in front of all waves
_CLOSE = 1e-9
_ALIKE = {"subtract": "add"}


class _Waves(NamedTuple):
    """The angles of a sine and a cosine, and the condition of the first branch."""

    one: p.Plan
    other: p.Plan
    test: p.Plan


def report(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Warn of cases with a sine and a cosine whose angles do not belong together (NT410)."""
    for j, v in zip(judged, verdicts, strict=True):
        if v.status is not Status.EVALUATED or v.runner is None or j.value is None or j.value.plan is None:
            continue
        cases = conditions.entry(j.value.plan)
        waves = _waves(cases) if isinstance(cases, p.Chosen) and not is_denied(j.span) else None
        if waves is not None and _are_apart(waves, v.runner, parameters(j, v.runner) if j.function else {}):
            message = "the sine and the cosine are of different angles: for no neighbours are they the same"
            found = next(part.span for part in walk(j.role.entry.parsed) if isinstance(part, ast.Cases))
            v.diagnostics = [*v.diagnostics, Diagnostic("NT410", message, found, label="a number differs")]


def _waves(cases: p.Chosen) -> _Waves | None:
    if len(cases.branches) != 2:
        return None
    (first, test), (second, _) = cases.branches
    one, other = _angle(first), _angle(second)
    if test is None or one is None or other is None or {one[0], other[0]} != {"sin", "cos"}:
        return None
    if is_sampled(cases) or any(isinstance(part, p.Parameter) for part in walk(test)):
        return None
    if _form(one[1]) != _form(other[1]):
        return None
    return _Waves(one[1], other[1], test)


def _angle(plan: p.Plan) -> tuple[str, p.Plan] | None:
    plan = conditions.entry(plan)
    if isinstance(plan, p.Operate) and len(plan.arguments) == 1:
        return plan.operation, plan.arguments[0]
    return None


def _form(plan: p.Plan) -> list[tuple[str, ...]]:
    """A plan without its numbers and signs."""
    return [
        (type(part).__name__, _ALIKE.get(name := getattr(part, "operation", ""), name), getattr(part, "axis", ""))
        for part in walk(plan)
    ]


def _are_apart(waves: _Waves, runner: Runner, given: dict[str, NamedArray]) -> bool:
    """Whether the angles are neither equal nor equal in pairs, though both change with the index that decides."""
    axes = {part.axis for part in walk(waves.test) if isinstance(part, p.Counter)}
    if len(axes) != 1:
        return False
    axis = axes.pop()

    def longer(part: Node) -> Node:
        return part.replace(size=number(_COUNT)) if isinstance(part, p.Counter) and part.axis == axis else part

    try:
        found = [runner.run(rewritten(plan, longer), given) for plan in waves]
    except STOPS:
        return False
    if any(axis not in array.axes for array in found):
        return False
    if not given and any(len(array.axes) < 2 for array in found[:2]):
        return False  # of one index alone they are any two sequences
    order, views = align(*found)
    shape = np.broadcast_shapes(*(np.shape(view) for view in views))
    one, other, test = (
        np.moveaxis(np.broadcast_to(np.asarray(view, dtype=np.float64), shape), order.index(axis), -1) for view in views
    )
    holds = test.reshape(-1, _COUNT)[0] != 0
    if (holds[1:] == holds[:-1]).any() or not (np.isfinite(one).all() and np.isfinite(other).all()):
        return False
    return not (_same(one, other) or any(_are_pairs(one, other, holds, shift) for shift in _SHIFTS))


def _are_pairs(one: NDArray[np.float64], other: NDArray[np.float64], holds: NDArray[np.bool_], shift: int) -> bool:
    """Whether the angles are the same so far from each other, and 0 where a wave before all others has no partner."""
    if not _same(*_shifted(one, other, holds, shift)):
        return False
    whole = np.where(holds, one, other)
    here = np.flatnonzero(holds if shift < 0 else ~holds)
    alone = here[here < abs(shift)] if abs(shift) > 1 else here[:0]
    return bool(np.allclose(whole[..., alone], 0, atol=_CLOSE))


def _shifted(
    one: NDArray[np.float64], other: NDArray[np.float64], holds: NDArray[np.bool_], shift: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The angles where the first branch is taken, and those so far from there where the second is."""
    here = np.flatnonzero(holds)
    here = here[(here + shift >= 0) & (here + shift < _COUNT)]
    return one[..., here], other[..., here + shift]


def _same(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    return bool(np.allclose(one, other, rtol=_CLOSE, atol=_CLOSE) or np.allclose(one, -other, rtol=_CLOSE, atol=_CLOSE))
