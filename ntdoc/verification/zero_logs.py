"""`0 \\log 0 = 0`, as everyone means it who writes `\\nsum{\\ax} p \\log p`: what has a value by this alone."""

from __future__ import annotations

import numpy as np

from ntdoc.evaluation.frames import Frame
from ntdoc.evaluation.run import Runner
from ntdoc.nodes import walk
from ntdoc.operations import contraction
from ntdoc.operations.array import NamedArray, align
from ntdoc.operations.table import lookup
from ntdoc.report import WRONG, Status
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Contract, Operate, Plan
from ntdoc.syntax import ast
from ntdoc.verification import check
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.verdicts import Verdict

_LOGARITHMS = frozenset({"log", "log2", "log10"})
_DECIDED = (Status.EVALUATED, Status.VERIFIED, Status.FAILED)


def verdict(judged: Judged, laboratory: Laboratory, needs: Verdict | None) -> Verdict:
    """The verdict on a statement; if it has no value, that with zero times an infinite logarithm as zero."""
    found = check.verdict(judged, laboratory, needs)
    if found.status not in WRONG or {d.code for d in found.diagnostics} != {"NT302"} or not _takes_logarithms(judged):
        return found
    again = check.verdict(judged, laboratory.changed(_with_convention), needs)
    if again.status not in _DECIDED or any(d.code == "NT302" for d in again.diagnostics):
        return found
    if again.status is not Status.FAILED:
        again.reason = ", ".join(filter(None, (again.reason, "with 0 log 0 as 0")))
    return again


def _takes_logarithms(judged: Judged) -> bool:
    """Whether there is a logarithm in it of something that has a name: `0 \\log 0 = 0` alone is the convention."""
    names = (part.name for part in walk(judged.role.entry.parsed) if isinstance(part, ast.Symbol))
    operations = {node.operation for plan in judged.plans for node in walk(plan) if isinstance(node, Operate)}
    return not operations.isdisjoint(_LOGARITHMS) and any(lookup(name) is None for name in names)


def _with_convention(runner: Runner) -> Runner:
    return _ZeroLogs(runner.sizes, runner.seed, runner.instance, runner.given, runner.most)


class _ZeroLogs(Runner):
    """A runner for which zero times infinity is zero."""

    def _operate(self, name: str, axes: tuple[str, ...], arguments: list[NamedArray]) -> NamedArray:
        with np.errstate(invalid="ignore"):
            found = super()._operate(name, axes, arguments)
        if name != "multiply" or not np.isnan(found.data).any():
            return found
        union, (x, y, product) = align(*arguments, found)
        zero = ((x == 0) & np.isinf(y)) | (np.isinf(x) & (y == 0))
        return NamedArray(union, np.where(zero, 0.0, product))

    def _run(self, plan: Plan, frame: Frame) -> NamedArray:
        if isinstance(plan, Contract):
            x, y = self._run(plan.left, frame), self._run(plan.right, frame)
            if np.isinf(x.data).any() or np.isinf(y.data).any():
                return self._operate("sum", plan.axes, [self._operate("multiply", (), [x, y])])
            self._bounded(x, y, without=plan.axes)
            return contraction.contract(x, y, plan.axes)
        return super()._run(plan, frame)
