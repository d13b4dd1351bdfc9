"""Steps that words call *gradient descent*, held against the loss that they are to make less.

A small step in such a direction makes it less, whatever the rate; one of *gradient ascent* makes it more. Which
multiple of the gradient is taken, and whether a momentum is, is left open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.diagnostics import Diagnostic, Related, Severity
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import is_update
from ntdoc.shapes.session import Session
from ntdoc.shapes.summary import samples_in
from ntdoc.verification.check import runner_for
from ntdoc.verification.said_again.optima import at_arguments, objective_of, value_of, with_free_arguments
from ntdoc.verification.sizes.sizing import INSTANCES, Laboratory
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import two_numbers

_DOWN = regex(r"\b(?:gradient|steepest)\s+descent\b", re.IGNORECASE)
_UP = regex(r"\b(?:gradient|steepest)\s+ascent\b", re.IGNORECASE)
_SPEAKS = regex(r"\b(?:de|a)scent\b", re.IGNORECASE)
_OTHERWISE = regex(  # it is another thing that is made less, or no such step
    r"\b(?:not|instead|wrong\w*|mistakes?|sign|negative\w*|minus|maximi[sz]\w*|likelihood|rewards?|returns?|regulari[sz]\w*"
    r"|decay|penal\w*|momentum|project\w*|natural|adversar\w*|saddle|ascent|if|would|diverg\w*|exercise)\b|\?",
    re.IGNORECASE,
)
_STEP = 1e-4
_FLAT = 1e-6


def report(session: Session, judged: Sequence[Judged], verdicts: Sequence[Verdict], laboratory: Laboratory) -> None:
    """Warn where every sample says that the step goes the other way (NT301)."""
    sources = {id(j.span.source): j.span.source for j in judged}
    if not any(_SPEAKS.search(source.words) for source in sources.values()):
        return
    for place, (j, v) in enumerate(zip(judged, verdicts, strict=True)):
        if j.kind is not Kind.DEFINITION or v.status is not Status.EVALUATED or not isinstance(j.binding, Tensor):
            continue
        down = _is_down(j)
        if down is None or v.diagnostics:
            continue
        told = _told(session, judged[:place], j, down, laboratory)
        if told is not None:
            v.diagnostics.append(told)


def _is_down(judged: Judged) -> bool | None:
    """Whether words call a step one of descent, or of ascent; None where they do not, or say more."""
    at = judged.role.entry
    span = at.parsed.span
    own = sentences.around(span, across=at.display)
    near = " ".join((*sentences.of_paragraph_before(span, across=at.display)[-1:], own))
    words = sentences.CUT_OFF.sub(" ", near)
    down, up = _DOWN.search(words), _UP.search(words)
    if (down is None) is (up is None) or at.negated or at.mistaken:
        return None
    rest = (_DOWN if down else _UP).sub(" ", words)
    return None if _OTHERWISE.search(rest) else down is not None


def _told(
    session: Session, before: Sequence[Judged], judged: Judged, down: bool, laboratory: Laboratory
) -> Diagnostic | None:
    assert judged.name is not None
    base = judged.name if is_update(judged.role.entry.parsed) else taken_apart(judged.name).base
    value = judged.value.plan if judged.value is not None else None
    moved = value.body if isinstance(value, p.Defined) else value
    others = [other for other in before if other.name is None or taken_apart(other.name).base != base]
    objective = objective_of(others, judged, base, "")
    plan = with_free_arguments(session, objective, judged, base) if objective is not None else None
    own = samples_in(plan).get(base)
    if objective is None or plan is None or own is None or moved is None:
        return None
    start = _start(judged, base)
    if start is None:
        return None
    rates = (leaf for key, leaf in samples_in(moved).items() if key not in samples_in(plan))
    if any(not leaf.shape and leaf.domain.limits[0] < 0 for leaf in rates):
        return None  # a rate may be one of either sign
    step = p.Operate("subtract", (), (moved, start))
    slopes = []
    for instance in range(INSTANCES):
        runner = runner_for(judged, laboratory, instance)
        if runner is None:
            return None
        parts = (p.Operate("multiply", (), (p.Constant(h), step)) for h in (-_STEP, _STEP))
        there = (p.Operate("add", (), (start, part)) for part in parts)
        less, more = (value_of(runner, at_arguments(plan, {own.key: at})) for at in there)
        if less is None or more is None:
            return None
        slopes.append((more - less) / (2 * _STEP))
    if not all(slope > _FLAT if down else slope < -_FLAT for slope in slopes):
        return None
    shown, _ = two_numbers(slopes[0], 0.0)
    what = "increases" if down else "decreases"
    message = f"a small step in this direction {what} {objective.name}: along it, the slope is {shown}"
    related = (Related(objective.span, "what the step is to make less" if down else "what the step is to make more"),)
    label = "goes up" if down else "goes down"
    return Diagnostic("NT301", message, judged.span, label=label, related=related, graded=Severity.WARNING)


def _start(judged: Judged, base: str) -> p.Plan | None:
    """What a step begins with: the tensor as it was drawn, or as what stands before has left it."""
    used = (use.typed for use in judged.notebook.uses if taken_apart(use.name).base == base)
    plans = (typed.plan for typed in used if typed is not None)
    named = {plan.key: plan for plan in plans if isinstance(plan, p.Sampled | p.Defined)}
    return next(iter(named.values())) if len(named) == 1 else None
