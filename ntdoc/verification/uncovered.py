"""`cases` of which no row holds for some entry: the conditions leave a gap."""

from __future__ import annotations

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.run import STOPS, Runner
from ntdoc.nodes import walk
from ntdoc.report import Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.summary import is_sampled
from ntdoc.source import Span
from ntdoc.syntax import ast
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
            where = _gap(cases, v.runner) if cases is not None else None
            if where is not None:
                v.status, v.reason = Status.ERROR, None
                message = f"no row of these cases holds{at_record(dict(sorted(where.items())))}"
                v.diagnostics = [*v.diagnostics, Diagnostic("NT302", message, _span(j), label="a value is missing")]
                break


def _outermost(plan: p.Plan | None) -> p.Chosen | None:
    while isinstance(plan, p.Renamed | p.Shared | p.Spread | p.Like):
        plan = plan.body
    return plan if isinstance(plan, p.Chosen) else None


def _gap(cases: p.Chosen, runner: Runner) -> dict[str, int] | None:
    tests = [test for _, test in cases.branches]
    if any(test is None or _rests_on_values(test) for test in tests):
        return None
    try:
        chosen = runner.run(p.Chosen(tuple((p.Constant(0.0), test) for test in tests)), {})
    except STOPS:
        return None
    return None if all_undefined(chosen) else undefined(chosen)


def _span(judged: Judged) -> Span:
    """The cases, if there are no others in the statement."""
    every = [part.span for part in walk(judged.role.entry.parsed) if isinstance(part, ast.Cases)]
    return every[0] if len(every) == 1 else judged.span


def _rests_on_values(test: p.Plan) -> bool:
    return is_sampled(test) or any(isinstance(part, p.Parameter) for part in walk(test))
