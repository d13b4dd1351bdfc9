"""`cases` of which no row holds for some entry: the conditions leave a gap."""

from __future__ import annotations

import numpy as np

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray, align
from ntdoc.report import Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.summary import is_sampled
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification import conditions
from ntdoc.verification.compare import all_undefined, undefined
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import at_record


def report(judged: list[Judged], verdicts: list[Verdict]) -> None:
    """Say where the cases that a statement is say nothing, if indices and sizes alone decide on the rows.

    What no row holds for whatever the index is, as for a size that is even, is left alone.
    """
    for j, v in zip(judged, verdicts, strict=True):
        if v.status not in (Status.EVALUATED, Status.VERIFIED) or v.runner is None:
            continue
        for typed in (j.value, j.other):
            cases = _outermost(typed.plan) if typed is not None else None
            gap = _gap(cases, j.condition, v.runner) if cases is not None else None
            if gap is not None and not may_be_shorter(j, typed, gap):
                where = undefined(gap) or {}
                v.status, v.reason = Status.ERROR, None
                message = f"no row of these cases holds{at_record(dict(sorted(where.items())))}"
                v.diagnostics = [*v.diagnostics, Diagnostic("NT302", message, _span(j), label="a value is missing")]
                break


def may_be_shorter(judged: Judged, value: Typed | None, array: NamedArray) -> bool:
    """Whether the axes of cases may have 2 entries or more of which each has a row, as nobody says how long they are.

    `h_{\\tap(n)}` is 1 for `n = 1` and -1 for `n = 2`: it has two entries.
    """
    cases = _outermost(value.plan) if value is not None else None
    if value is None or cases is None:
        return False
    if any(isinstance(part, p.SizeValue) for _, test in cases.branches if test is not None for part in walk(test)):
        return False
    stated = judged.notebook.equations.copy()
    for a, b in judged.notebook.said:
        stated.suggest(a, b)
    free = {axis for axis, size in (value.shape or {}).items() if stated.reduce(size).constant is None}
    of_two = tuple(slice(2) if axis in free or axis.startswith("#") else slice(None) for axis in array.axes)
    return bool(free) and not np.isnan(np.asarray(array.data, dtype=np.float64)[of_two]).any()


def _outermost(plan: p.Plan | None) -> p.Chosen | None:
    inner = conditions.entry(plan) if plan is not None else None
    return inner if isinstance(inner, p.Chosen) else None


def _gap(cases: p.Chosen, condition: p.Plan | None, runner: Runner) -> NamedArray | None:
    """0 for the entries for which a row holds, or of which the statement is not, if some are left out."""
    tests = [test for _, test in cases.branches]
    if any(test is None or _rests_on_values(test) for test in tests):
        return None
    try:
        chosen = runner.run(p.Chosen(tuple((p.Constant(0.0), test) for test in tests)), {})
        if condition is not None:
            axes, (x, holds) = align(chosen, runner.run(condition, {}))
            chosen = NamedArray(axes, np.where(np.asarray(holds) != 0, x, 0.0))
    except STOPS:
        return None
    return None if all_undefined(chosen) or undefined(chosen) is None else chosen


def _span(judged: Judged) -> Span:
    """The cases, if there are no others in the statement."""
    every = [part.span for part in walk(judged.role.entry.parsed) if isinstance(part, ast.Cases)]
    return every[0] if len(every) == 1 else judged.span


def _rests_on_values(test: p.Plan) -> bool:
    return is_sampled(test) or any(isinstance(part, p.Parameter) for part in walk(test))
