"""A document's own softmax, mean, … against the usual one.

What standardizes has no one definition, as a small number may stand beside the variance. But it always takes the mean
away, and divides by no less than the deviation: so the mean of what it makes is 0, and the variance at most 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import Node, fields_of, walk
from ntdoc.operations.array import NamedArray, align
from ntdoc.operations.table import Rule, lookup
from ntdoc.report import Status
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.document.said import said_shapes
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Constant, Defined, Operate, Parameter, Plan, Sampled, SizeValue
from ntdoc.shapes.summary import is_closed, is_sampled, sizes_in
from ntdoc.verification.beside.cases import cases_in_words
from ntdoc.verification.beside.qualities.qualified import is_under_property
from ntdoc.verification.check import parameters
from ntdoc.verification.compare import differs
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import evaluated
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_denied, is_variant

_STANDARDIZES = frozenset(["standardize", "standardise"])
_CLOSE = 1e-6
_SMALL = 1e-3
_NEAR = 1e-3  # of numbers about 1: how far approximations that are in use are from what they stand for


def compare_all(judged: list[Judged], verdicts: list[Verdict], laboratory: Laboratory) -> None:
    """Say of each definition of a known name whether it agrees with the usual meaning."""
    for j, v in zip(judged, verdicts, strict=True):
        denied = j.role.entry.negated and not j.role.entry.display
        if isinstance(j.binding, Function) and v.status is Status.EVALUATED and not denied:
            found = _unlike_the_usual(j, v, j.binding)
            if found is not None and (there := evaluated(j, laboratory)) is not None:
                found = _unlike_the_usual(j, there, j.binding)
                v.reason = v.reason if found is not None else there.reason
            if found is not None and not _is_of_a_case(j):
                v.diagnostics.append(found)
            if not any(d.code == "NT305" for d in v.diagnostics):
                _standardized(j, v, j.binding)


def _is_of_a_case(judged: Judged) -> bool:
    """Whether words say of which arguments an equation is: *for zero-mean inputs the variance is*.

    Of which axes these are, *if `A` has shape `S`*, the definition says, too.
    """
    case = cases_in_words.said(judged.span, display=judged.role.entry.display)
    return is_under_property(judged.span) or bool(case and not said_shapes.is_of_shape(case))


def _unlike_the_usual(judged: Judged, verdict: Verdict, function: Function) -> Diagnostic | None:
    usual = usual_plan(function.name, function.axes, function.letters) if not function.extras else None
    to_base = _to_base(function, judged) if usual is None else None
    usual = usual or to_base
    if usual is None or verdict.runner is None or verdict.value is None:
        return None
    assert judged.value is not None
    if judged.value.plan is None:
        return None
    try:
        frame = parameters(judged, verdict.runner)
        own, expected = verdict.value, verdict.runner.run(usual, frame)
        if np.isnan(np.asarray(expected.data, dtype=np.float64)).any():  # as a logarithm of what is negative
            frame = {name: NamedArray(a.axes, np.abs(a.data)) for name, a in frame.items()}
            own, expected = (verdict.runner.run(plan, frame) for plan in (judged.value.plan, usual))
    except (*STOPS, KeyError):
        return None
    if set(expected.axes) != set(own.axes):
        if not function.axes or judged.function is None or judged.function.signature is not None:
            return None  # a signature says that another function is meant
        its, usually = (" × ".join(value.axes) or "none" for value in (own, expected))
        unlike = f"has the axes {its}, and the usual one {usually}"
    elif is_sampled(judged.value.plan):
        return None  # it has constants of its own, as an ε, on which its numbers rest, though not its axes
    else:
        difference = differs("eq", own, expected)
        if difference is None:
            verdict.reason = f"agrees with the usual {function.name}"
            return None
        if to_base is None and _has_other_sizes(judged, judged.value.plan):
            return None
        slack = 10 * _small_constant(judged.value.plan, verdict.runner)
        _, (left, right) = align(own, expected)
        if slack and np.allclose(left, right, rtol=slack, atol=slack):
            verdict.reason = f"agrees with the usual {function.name} but for a small constant"
            return None
        if np.allclose(left, right, rtol=0, atol=_NEAR):  # as gelu by a tanh
            verdict.reason = f"is near the usual {function.name}, but not the same"
            return None
        numbers = f"{difference.left:.6g} instead of {difference.right:.6g}"
        unlike = f"differs from the usual one: {numbers} on the sample"
    message = f"{function.name} as defined here {unlike}"
    return Diagnostic("NT305", message, judged.span, label="not the usual definition")


def _to_base(function: Function, judged: Judged) -> Plan | None:
    """What `\\log_b x` is, if it is defined by the letter `b` below it."""
    letters = letters_in(function.name)
    if function.name not in {f"log_{letter}" for letter in letters} or len(function.letters) != 1 or function.extras:
        return None
    plan = judged.value.plan if judged.value is not None else None
    bases = [part for part in walk(plan) if isinstance(part, SizeValue) and part.size.atoms == letters]
    if function.axes or not bases:
        return None
    logarithms = (Operate("log", (), (argument,)) for argument in (Parameter(function.letters[0]), bases[0]))
    return Operate("divide", (), tuple(logarithms))


def _small_constant(plan: Plan, runner: Runner) -> float:
    """The largest small number in a definition, as the ε beside a variance; 0 if there is none."""
    found = 0.0
    for part in walk(plan):
        if not isinstance(part, Constant | Defined | Operate) or not is_closed(part):
            continue
        if not any(isinstance(inner, Parameter) for inner in walk(part)):
            with suppress(*STOPS, KeyError):
                value = np.abs(np.asarray(runner.run(part, {}).data, dtype=np.float64))
                found = max(found, float(value)) if value.shape == () and value <= _SMALL else found
    return found


def _has_other_sizes(judged: Judged, plan: Plan) -> bool:
    """Whether it has sizes that are none of its parameters: the `n` of `X \\in \\reals^{\\ax[n]}`, but for any X."""
    shapes = judged.function.shapes.values() if judged.function is not None else ()
    solved = judged.notebook.equations.reduce
    own = {atom for shape in shapes for size in shape.values() for atom in solved(size).atoms}
    return any(not solved(size).atoms <= own for size in sizes_in(plan))


def _standardized(judged: Judged, verdict: Verdict, function: Function) -> None:
    """Whether what is called `standardize` gives a mean of 0 and a variance of 1 at most, along the axis below it."""
    value = verdict.value
    if function.name not in _STANDARDIZES or len(function.axes) != 1 or len(function.letters) != 1:
        return
    if value is None or function.axes[0] not in value.axes or is_variant(judged.span) or is_denied(judged.span):
        return
    if judged.value is None or judged.value.plan is None or _has_constants_above(judged.value.plan):
        return  # it is brought to a mean and a deviation that are given
    data = np.moveaxis(np.asarray(value.data, dtype=np.float64), value.axes.index(function.axes[0]), -1)
    mean, variance = np.abs(data.mean(axis=-1)).max(), data.var(axis=-1).max()
    wrong = f"the mean is {mean:.6g}" if mean > _CLOSE else f"the variance is {variance:.6g}"
    if not np.isfinite(data).all() or (mean <= _CLOSE and variance <= 1 + _CLOSE):
        return
    message = f"what {function.name} makes here is not standardized: {wrong} on the sample"
    verdict.diagnostics.append(Diagnostic("NT305", message, judged.span, label="not the usual definition"))


def _has_constants_above(plan: Plan) -> bool:
    """Whether samples stand in a plan beside those in denominators, as an ε is."""
    pending: list[object] = [plan]
    while pending:
        item = pending.pop()
        if isinstance(item, Sampled):
            return True
        if isinstance(item, Operate) and item.operation == "divide":
            pending.append(item.arguments[0])
        else:
            pending.extend(item if isinstance(item, tuple) else fields_of(item) if isinstance(item, Node) else ())
    return False


def usual_plan(name: str, axes: tuple[str, ...], letters: Sequence[str]) -> Plan | None:
    """The known operation of that name, applied to parameters; None if it takes others."""
    operation = lookup(name, axes=bool(axes))
    if operation is None or operation.arity != len(letters) or operation.name == "stop_gradient":
        return None  # `sg` is a short name, and may be that of any function
    arguments = tuple(Parameter(letter) for letter in letters)
    if operation.rule is Rule.ELEMENTWISE and not axes:
        return Operate(operation.name, (), arguments)
    if operation.rule in (Rule.REDUCTION, Rule.ALONG) and len(axes) == 1:
        return Operate(operation.name, axes, arguments)
    return None
