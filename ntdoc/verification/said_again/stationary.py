"""What comes out where a derivative is set to zero, *setting the derivative to zero gives `x = E`*, held against it.

A step to either side of that, in any direction, changes the objective in the second order alone. Whatever ties the
arguments besides, the equation that words say is solved has no other solutions. Where the equation is written, *set it
to zero: `F(x) = 0`. Solving for `x`, we get `x = E`*, its sides are held against each other there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ntdoc.diagnostics import Diagnostic, Related, Severity
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.shapes.summary import samples_in
from ntdoc.verification.check import runner_for
from ntdoc.verification.said_again.optima import (
    at_arguments,
    given_by,
    objective_of,
    stands_beside,
    value_of,
    with_free_arguments,
)
from ntdoc.verification.sizes.sizing import INSTANCES, Laboratory
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import two_numbers
from ntdoc.vocabulary import CLOSES, OPENS, THEN, WE_GET

_DISPLAY = r"(?:.*(?:\$\$|\\\]|\\end\s*\{[a-z]+\*?\})[\s.,;]*)?"  # of the same sentence
_SETS = regex(  # "Setting the derivative to zero gives", and no "Adding a penalty and" before it
    rf"\A{_DISPLAY}\W*(?:(?:and|now|here|again|next|finally|{THEN})\b[\s,]*){{0,2}}(?:by\s+)?"
    rf"(?:differentiating\s+(?:(?:it|this)\s+)?(?:(?:with\s+respect\s+to|by|in)\s+{sentences.FORMULA}\s*)?,?\s*and\s+)?"
    r"(?:setting|putting|equating)\s+(?:the|its|this|that)\s+(?:[a-z]+\s+)?(?:derivative|gradient|slope)\s+"
    rf"(?:(?:to|equal\s+to|with)\s+)?(?:zero|0|(?:\$|\\\()\s*0\s*(?:\$|\\\)))\s*(?:gives|yields|leads\s+to|results\s+in|,?\s*{WE_GET})"
    rf"[\s:]*(?:{OPENS})?\s*\Z",
    re.IGNORECASE | re.DOTALL,
)
_SOLVED = regex(  # "Solving for `x`, we get", "Rearranging gives", "Hence"
    rf"\A{_DISPLAY}\W*(?:(?:and|now|here|again|next|finally|{THEN})\b[\s,]*){{0,2}}"
    rf"(?:(?:by\s+)?(?:solving|rearranging|isolating)(?:\s+(?:this|it|that|the\s+equation))?(?:\s+for)?\s*(?:{sentences.FORMULA})?,?"
    rf"\s*(?:then\s+)?(?:(?:this|it)\s+)?(?:gives|yields|leads\s+to|results\s+in|{WE_GET}|we\s+have)"
    rf"|(?:(?:which|this|it)\s+)?(?:gives|yields|leads\s+to)|{THEN}|{WE_GET})"
    rf"[\s:,]*(?:{OPENS})?\s*\Z",
    re.IGNORECASE | re.DOTALL,
)
_TIES = r"subject\s+to|constrain\w*|unit|spheres?|simplex|normali[sz]\w*|sums?\s+(?:up\s+)?to|adds?\s+up"
_TIED = regex(rf"\b(?:{_TIES})\b", re.IGNORECASE)  # anywhere before it in its section
_CHANGED = regex(  # another objective is made of it, or its arguments are not any
    rf"\b(?:{_TIES}|under|over|on|along|such\s+that|within|among|inside|penal\w*|regulari[sz]\w*|decay|plus|approximat\w*"
    r"|add(?:ed|ing)|without|substitut\w*|replac\w*|instead|prior|quadratic\s+model|lineari[sz]\w*|expan\w+|perturb\w*)\b",
    re.IGNORECASE,
)
_CLOSED = regex(rf"\A\s*(?:{CLOSES})")
_FORMULAS = regex(r"\$\$.*?\$\$|\\\[.*?\\\]|\$[^$]*\$|\\\(.*?\\\)", re.DOTALL)
_AND = regex(r"\b(?:and|if|for|where|when|with|then|up\s+to|normali[sz]\w*)\b", re.IGNORECASE)
_GOES_ON = regex(
    rf"[\s,.;]*(?:{CLOSES})\s*(?:and|if|for|where|when|with|then|since|because|as|up\s+to|provided|assuming)\b"
)
_STEP = 1e-4
_FLAT = 1e-3  # of what a larger step changes
_DRAWS = 4
_HUGE = 1e6


def report(session: Session, judged: Sequence[Judged], verdicts: Sequence[Verdict], laboratory: Laboratory) -> None:
    """Warn where the derivative is not zero there (NT301)."""
    for place, (j, v) in enumerate(zip(judged, verdicts, strict=True)):
        if j.kind is not Kind.DEFINITION or v.status is not Status.EVALUATED or not isinstance(j.binding, Tensor):
            continue
        told = _told(session, judged, place, laboratory) or _unsolved(judged, place, laboratory)
        if told is not None and not any(d.code == told.code for d in v.diagnostics):
            v.diagnostics.append(told)


def _told(session: Session, judged: Sequence[Judged], place: int, laboratory: Laboratory) -> Diagnostic | None:
    j = judged[place]
    span = j.role.entry.parsed.span
    before = sentences.before(span, across=j.role.entry.display)
    if _SETS.search(before) is None or (given := given_by(j)) is None:
        return None
    if _AND.search(sentences.after(span)):
        return None
    name, value = given
    objective = objective_of(judged[:place], j, name, "")
    plan = with_free_arguments(session, objective, j, name) if objective is not None else None
    own = samples_in(plan).get(name)
    if objective is None or not stands_beside(objective, j, before) or _is_changed(objective, j):
        return None
    if plan is None or own is None or value.plan is None or name in samples_in(value.plan):
        return None
    if not samples_in(value.plan).keys() <= samples_in(plan).keys():
        return None  # it is made of something else, and so of more than this objective
    if value.shape is None or value.shape.keys() not in ({axis for axis, _ in own.shape}, set()):
        return None
    there, steepest = {own.key: value.plan}, 0.0
    for instance in range(INSTANCES):
        if (runner := runner_for(j, laboratory, instance)) is None:
            return None
        for by in sorted(samples_in(plan).values(), key=lambda by: by.key != own.key):
            slopes = [*_slopes(plan, by, there, runner)]
            if not slopes or not all(abs(slope) > _FLAT * max(scale, _FLAT) for slope, scale in slopes):
                return None  # so is that by another letter, of which this is solved for the first
            steepest = steepest or slopes[0][0]
    shown = two_numbers(steepest, 0.0)[0]
    message = f"the derivative is not zero there: along one direction it is {shown}"
    related = (Related(objective.span, "what it is the derivative of"),)
    return Diagnostic("NT301", message, j.span, label="not where it is zero", related=related, graded=Severity.WARNING)


def _unsolved(judged: Sequence[Judged], place: int, laboratory: Laboratory) -> Diagnostic | None:
    """What is wrong with a solution of the equation that stands right before it and is set to zero."""
    j, at = judged[place], judged[place].role.entry
    before = sentences.before(at.parsed.span, across=at.display)
    if _SOLVED.search(before) is None or (given := given_by(j)) is None:
        return None
    if _AND.search(sentences.after(at.parsed.span)) or _GOES_ON.match(at.parsed.span.source.words, at.parsed.span.end):
        return None
    equation, (name, value) = judged[place - 1] if place else j, given
    solved = equation.role.entry.solves and equation.role.entry.section == at.section and equation.kind is Kind.CLAIM
    sides = equation.plans
    if not solved or len(sides) != 2 or value.plan is None or equation.law or equation.condition is not None:
        return None
    free = samples_in(p.Operate("subtract", (), sides))
    own, parts = free.get(name), samples_in(value.plan).keys()
    put_in = any(use.binding is j.binding for use in equation.notebook.uses)  # as what stands behind it in its sentence
    if put_in is (own is not None) or name in parts or not parts <= free.keys():
        return None
    if equation.relation is None or equation.relation.kind != "eq" or _is_changed(equation, j):
        return None
    between = sentences.BEGINS.sub("", sentences.between(equation.span, at.parsed.span))
    if re.search(r"(?<!\\)\b[A-Za-z]{2,}(?!\})", between[: max(0, len(between) - len(before))]):
        return None  # a sentence of words alone stands between them
    if own is not None and (value.shape is None or value.shape.keys() not in ({axis for axis, _ in own.shape}, set())):
        return None
    here = (o for o in judged if o.role.entry.section == at.section and o.kind is Kind.CLAIM)
    system = any(o.role.entry.solves and o.role.entry.row != equation.role.entry.row for o in here)
    if system and not free.keys() - {name} <= parts:
        return None  # it may be what all of them are solved by
    worst = 0.0
    for instance in range(INSTANCES):
        if (runner := runner_for(replace(j, value=equation.value, other=equation.other), laboratory, instance)) is None:
            return None
        if (_largest(runner, value.plan) or _HUGE) >= _HUGE:
            continue  # what it divides by is next to nothing
        gap = p.Operate("subtract", (), sides)
        anywhere = _largest(runner, gap if own is not None else value.plan)
        there = _largest(runner, at_arguments(gap, {own.key: value.plan}) if own is not None else gap)
        if anywhere is None or there is None or there <= _FLAT * max(anywhere, _FLAT):
            return None
        worst = worst or there
    if not worst:
        return None
    message = f"it does not solve the equation: with it, the two sides differ by {two_numbers(worst, 0.0)[0]}"
    related = (Related(equation.span, "what it is to solve"),)
    return Diagnostic("NT301", message, j.span, label="no solution", related=related, graded=Severity.WARNING)


def _largest(runner: Runner, plan: p.Plan) -> float | None:
    """The largest entry of what a plan comes to, without its sign."""
    try:
        found = np.abs(runner.run(plan, {}).data).max(initial=0.0)
    except STOPS:
        return None
    return float(found) if np.isfinite(found) else None


def _is_changed(objective: Judged, judged: Judged) -> bool:
    """Whether words around an objective add something to it, or tie its arguments: *among all that sum to one*."""
    at, own = objective.role.entry, objective.role.entry.parsed.span
    behind = _FORMULAS.sub(" ", _CLOSED.sub("", sentences.between(own, judged.role.entry.parsed.span)))
    before = _FORMULAS.sub(" ", sentences.before(own, across=at.display))
    above = _FORMULAS.sub(" ", sentences.of_section_before(own))
    return bool(_CHANGED.search(behind) or _CHANGED.search(before) or _TIED.search(above))


def _slopes(
    plan: p.Plan, by: p.Sampled, there: Mapping[str, p.Plan], runner: Runner
) -> Iterator[tuple[float, float]]:
    """The slopes by a free tensor at a place, in some directions, and how much a large step changes the objective."""
    here = there.get(by.key, by)
    for draw in range(_DRAWS):
        away = p.Operate("subtract", (), (by.replace(key=f"{by.key}#{draw}"), here))
        steps = (0.0, -_STEP, _STEP, 0.3)
        moved = (p.Operate("add", (), (here, p.Operate("multiply", (), (p.Constant(step), away)))) for step in steps)
        values = [value_of(runner, at_arguments(plan, {**there, by.key: to})) for to in moved]
        if any(value is None for value in values):
            return
        at, below, above, far = (value or 0.0 for value in values)
        yield (above - below) / (2 * _STEP), abs(far - at)
