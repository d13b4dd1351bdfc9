"""A document's own softmax, mean, … against the usual one."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.run import STOPS
from ntdoc.operations.table import Rule, lookup
from ntdoc.report import Status
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Operate, Parameter, Plan
from ntdoc.shapes.scope import Function
from ntdoc.shapes.summary import is_sampled
from ntdoc.verification.check import parameters
from ntdoc.verification.compare import differs
from ntdoc.verification.verdicts import Verdict


def compare_all(judged: list[Judged], verdicts: list[Verdict]) -> None:
    """Say of each definition of a known name whether it agrees with the usual meaning."""
    for j, v in zip(judged, verdicts, strict=True):
        if isinstance(j.binding, Function) and v.status is Status.EVALUATED:
            _compare(j, v, j.binding)


def _compare(judged: Judged, verdict: Verdict, function: Function) -> None:
    usual = usual_plan(function.name, function.axes, function.letters) if not function.extras else None
    if usual is None or verdict.runner is None or verdict.value is None:
        return
    assert judged.value is not None
    if judged.value.plan is None or is_sampled(judged.value.plan):
        return  # it has constants of its own, as an ε
    try:
        frame = parameters(judged, verdict.runner)
        expected = verdict.runner.run(usual, frame)
    except (*STOPS, KeyError):
        return
    if set(expected.axes) != set(verdict.value.axes):
        if not function.axes or judged.function is None or judged.function.signature is not None:
            return  # a signature says that another function is meant
        own, usually = (" × ".join(value.axes) or "none" for value in (verdict.value, expected))
        unlike = f"has the axes {own}, and the usual one {usually}"
    else:
        difference = differs("eq", verdict.value, expected)
        if difference is None:
            verdict.reason = f"agrees with the usual {function.name}"
            return
        numbers = f"{difference.left:.6g} instead of {difference.right:.6g}"
        unlike = f"differs from the usual one: {numbers} on the sample"
    message = f"{function.name} as defined here {unlike}"
    verdict.diagnostics.append(Diagnostic("NT305", message, judged.span, label="not the usual definition"))


def usual_plan(name: str, axes: tuple[str, ...], letters: Sequence[str]) -> Plan | None:
    """The known operation of that name, applied to parameters; None if it takes others."""
    operation = lookup(name, axes=bool(axes))
    if operation is None or operation.arity != len(letters):
        return None
    arguments = tuple(Parameter(letter) for letter in letters)
    if operation.rule is Rule.ELEMENTWISE and not axes:
        return Operate(operation.name, (), arguments)
    if operation.rule in (Rule.REDUCTION, Rule.ALONG) and len(axes) == 1:
        return Operate(operation.name, axes, arguments)
    return None
