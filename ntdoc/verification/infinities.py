"""Values that are no numbers because infinities meet: by a mask of `\\infty`, or one that leaves nothing in a row."""

from __future__ import annotations

from math import copysign, isinf

import numpy as np

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.evaluation.frames import Frame
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.array import NamedArray, scalar
from ntdoc.report import Kind, Status
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Constant, Plan
from ntdoc.shapes.summary import has_infinity, is_kinked
from ntdoc.verification.check import parameters, runner_for
from ntdoc.verification.compare import infinite, undefined
from ntdoc.verification.sizes.sizing import INSTANCES, Laboratory
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import at_record

_LARGE = 1e4
"""In the place of an infinity: so large that a weight of it is 0, and so small that its square is a number."""


def report(judged: list[Judged], verdicts: list[Verdict], laboratory: Laboratory) -> None:
    """Say where a value becomes no number for any sample, and is one if the infinities in it are large numbers."""
    undefined_there = {j.role.entry.index for j, v in zip(judged, verdicts, strict=True) if _is_undefined(j, v)}
    if not undefined_there:
        return
    known = {j.role.entry.index: (j, v.value) for j, v in zip(judged, verdicts, strict=True) if v.value is not None}
    for j, v in zip(judged, verdicts, strict=True):
        used = _used(j) if j.role.entry.index in undefined_there else undefined_there
        if not used & undefined_there and _by_infinities(j, laboratory):
            assert v.value is not None
            message = f"the value is not a number{at_record(undefined(v.value) or {})}, whatever the samples are"
            related = tuple(
                Related(known[i][0].span, f"infinite{at_record(record)}")
                for i in sorted(used & set(known))
                if (record := infinite(known[i][1])) is not None
            )
            v.status, v.reason = Status.ERROR, None
            found = Diagnostic("NT302", message, j.span, label="infinities meet", related=related)
            v.diagnostics = [*v.diagnostics, found]


def _is_undefined(judged: Judged, verdict: Verdict) -> bool:
    if verdict.status is not Status.EVALUATED or judged.kind is not Kind.DEFINITION or verdict.value is None:
        return False
    plan = judged.value.plan if judged.value is not None else None
    return undefined(verdict.value) is not None and has_infinity(plan) and not is_kinked(plan)


def _used(judged: Judged) -> frozenset[int]:
    """The statements whose definitions a statement uses."""
    uses = (use for notebook in judged.notebooks for use in notebook.uses)
    return frozenset(use.binding.entry.index for use in uses if use.binding is not None) - {judged.role.entry.index}


def _by_infinities(judged: Judged, laboratory: Laboratory) -> bool:
    assert judged.value is not None
    plan = judged.value.plan
    assert plan is not None
    for instance in range(INSTANCES):
        runner = runner_for(judged, laboratory, instance)
        if runner is None:
            continue
        large = _Large(runner.sizes, runner.seed, runner.instance, runner.given, runner.most)
        try:
            if undefined(_run(judged, runner, plan)) is None or undefined(_run(judged, large, plan)) is not None:
                return False
        except STOPS:
            return False
    return True


class _Large(Runner):
    """A runner for which infinities are large numbers."""

    def _run(self, plan: Plan, frame: Frame) -> NamedArray:
        if isinstance(plan, Constant) and isinf(plan.value):
            return scalar(copysign(_LARGE, plan.value))
        return super()._run(plan, frame)


def _run(judged: Judged, runner: Runner, plan: Plan) -> NamedArray:
    with np.errstate(all="ignore"):
        return runner.run(plan, parameters(judged, runner) if judged.function is not None else {})
