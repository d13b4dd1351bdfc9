"""What words say to be least or greatest somewhere, *`F` is minimal at `s = E`*, held against its values elsewhere.

The value there is compared with those at other arguments, drawn as the text declares them, and on the way to these. The
sets are convex. Where words tie the arguments by more than their sets, *subject to*, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ntdoc.diagnostics import Diagnostic, Related, Severity
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.rewriting import throughout
from ntdoc.shapes.session import Session
from ntdoc.shapes.summary import samples_in
from ntdoc.shapes.typed import Demand, Typed
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.beside.under_conditions import leave_out
from ntdoc.verification.check import runner_for
from ntdoc.verification.sizes.sizing import INSTANCES, Laboratory
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import two_numbers
from ntdoc.vocabulary import ADVERB, ANY, IF, OPENS

_LEAST = r"minimi[sz]ed|minimal|least|smallest|lowest"
_MOST = r"maximi[sz]ed|maximal|greatest|largest|highest"
_ITS = r"(?:its|a|the)\s+(?:[a-z]+\s+)?"
_WHAT = rf"(?:\b(?:it|this|which)|(?P<what>{sentences.FORMULA}))"
_SAID = [
    regex(rf"{pattern}\s*(?:{OPENS})?\s*$", re.IGNORECASE)
    for pattern in (
        # *it is least at*, *`F(s)` attains its minimum for*
        rf"{_WHAT}\s+(?:is|becomes|has|attains|takes|reaches)\s+(?:then\s+)?"
        rf"(?:(?P<least>{_LEAST}|{_ITS}minimum)|(?P<most>{_MOST}|{_ITS}maximum))\s+"
        rf"(?:(?:exactly|precisely|only)\s+)?(?:at|by|for|{IF})",
        # *its minimum is at*, *the minimizer of `F` is*
        r"\b(?:the|its)\s+(?:(?:unique|global|only)\s+)?(?:(?P<least>minimi[sz]er|minimum)|(?P<most>maximi[sz]er|maximum))"
        rf"(?:\s+of\s+(?P<what>{sentences.FORMULA}))?"
        r"\s+(?:is|lies|(?:is\s+)?(?:attained|reached|taken))(?:\s+(?:at|for|when))?",
        # *minimizing it over `s` gives*
        rf"(?:(?P<least>\bminimi[sz]ing)|(?P<most>\bmaximi[sz]ing))\s+{_WHAT}"
        rf"(?:\s+(?:over|in|with\s+respect\s+to|by)\s+{sentences.FORMULA})?,?"
        r"\s+(?:gives|yields|leads\s+to|results\s+in|we\s+(?:get|obtain|find))",
        # *the optimal scale is*, which may be the least or the greatest
        r"\b(?:the|its|their)\s+(?:optimal|best)\s+(?!of\b)(?P<what>)(?:[a-z-]+\s+){1,2}(?P<least>)(?P<most>)"
        rf"(?:is|are)(?:\s+(?:{ADVERB}|given\s+by))?",
    )
]
# Words that deny are its own: *its minimum is at `x = 2`, and none is lower*.
_TIED = regex(
    r"\b(?:among|over\s+all|under|given|fixed|on\s+(?:average|the)|local\w*|roughly|about|approximat\w*|nearly|almost|limit"
    r"|expect\w*|small|large|not|never|no|if\s+we|were|would|normali[sz]\w*|unit|integers?|binary|possible|equality)\b|n't\b",
    re.IGNORECASE,
)
_CONSTRAINED = regex(
    r"\b(?:subject\s+to|constrain\w*|such\s+that|s\.\s?t\.|lagrang\w*|feasible|adds?\s+up|sums?\s+(?:up\s+)?to|budget)\b",
    re.IGNORECASE,
)
_OF_VECTORS = regex(
    r"\b(?:distributions?|probabilit\w+|normali[sz]ed|simplex|unit\s+(?:vectors?|norm|length))\b", re.IGNORECASE
)
_CASE = regex(  # *without the penalty it is least at*, *for `c = 0` it is least at*
    rf"\b(?:{IF}|without|unless|once|while|as|limit|under|at|instead|whereas"
    rf"|for(?!\s+(?:{ANY})\b|\s+(?:\$|\\\()[^$=<>]*\\in\b)"
    r"|with\s+(?:[a-z]+\s+){0,3}(?:\$|\\\()[^$]*=)\b",
    re.IGNORECASE,
)
_OBJECTIVE = regex(
    r"\b(?:loss|error|objective|cost|risk|energy|likelihood|log-?likelihood|entropy|divergence|reward|utility|regret|elbo)\b",
    re.IGNORECASE,
)
_CONVEX = {DomainKind(kind) for kind in ("real", "positive", "nonnegative", "negative", "unit", "simplex")}
_DRAWS = 8
_STEPS = (1.0, 0.3, 0.1, 0.03, 0.01)
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class _Optimum:
    """An objective, by its plan, that is said to be least (-1), greatest (1) or either (0) where arguments are so."""

    name: str
    plan: p.Plan
    where: Judged
    way: int
    arguments: Mapping[str, tuple[p.Sampled, p.Plan]]


def report(session: Session, judged: Sequence[Judged], verdicts: Sequence[Verdict], laboratory: Laboratory) -> None:
    """Warn where another argument gives less, or more (NT301); else say on how many it was held."""
    for place, (j, v) in enumerate(zip(judged, verdicts, strict=True)):
        given = j.kind is Kind.DEFINITION and v.status is Status.EVALUATED and isinstance(j.binding, Tensor)
        claimed = j.kind is Kind.CLAIM and v.status in (Status.VERIFIED, Status.FAILED)
        found = _optimum(session, judged, verdicts, place) if given or claimed else None
        if found is not None:
            _judge(found, j, v, laboratory)
        elif j.kind is Kind.CLAIM and v.status is Status.FAILED and _said(j) is not None and given_by(j) is not None:
            leave_out(v, "it says where something is least or greatest, and samples are any")


def _said(judged: Judged) -> re.Match[str] | None:
    """The words before an equation that call something least or greatest there."""
    at = judged.role.entry
    words = sentences.before(at.parsed.span, across=at.display)
    return next(filter(None, (pattern.search(words) for pattern in _SAID)), None)


def given_by(judged: Judged) -> tuple[str, Typed] | None:
    """The name that an equation gives a value, and the value."""
    if judged.kind is Kind.DEFINITION and judged.name and judged.value is not None and judged.function is None:
        return judged.name, judged.value
    equation = judged.kind is Kind.CLAIM and judged.relation is not None and judged.relation.kind == "eq"
    left, value = judged.left, judged.other
    if not equation or not isinstance(left, ast.Symbol) or value is None or value.plan is None:
        return None
    if left.sup is not None and isinstance(left.sup.expr, ast.Number) and left.sup.expr.value == 2:
        return left.name, value._replace(plan=p.Operate("sqrt", (), (value.plan,)))  # of what is positive
    return left.full_name, value


def _optimum(
    session: Session, judged: Sequence[Judged], verdicts: Sequence[Verdict], place: int
) -> _Optimum | None:
    j = judged[place]
    said, given = _said(j), given_by(j)
    if said is None or given is None or _is_restricted(j, said):
        return None
    objective = objective_of(judged[:place], j, given[0], _plain(said["what"] or ""))
    plan = with_free_arguments(session, objective, j, given[0]) if objective is not None else None
    if objective is None or plan is None or not _is_meant(objective, j, said):
        return None
    arguments = arguments_given(plan, judged, verdicts, place)
    vectors = any(own.shape and own.domain.kind is not DomainKind.SIMPLEX for own, _ in arguments.values())
    if not arguments or (vectors and _OF_VECTORS.search(sentences.of_section_before(j.span) + said.string)):
        return None
    way = 0 if said["least"] == said["most"] else -1 if said["least"] else 1
    return _Optimum(objective.name or _plain(objective.span.text), plan, objective, way, arguments)


def _is_restricted(judged: Judged, said: re.Match[str]) -> bool:
    """Whether words say more of the arguments than that, or of which case they are."""
    span = judged.role.entry.parsed.span
    behind = "" if judged.role.entry.display else sentences.after(span)
    if _TIED.search(said[0] + behind) or _CASE.search(said.string[: said.start()]):
        return True
    return _CONSTRAINED.search(sentences.of_section_before(span) + said.string + behind) is not None


def _is_meant(objective: Judged, judged: Judged, said: re.Match[str]) -> bool:
    """Whether it is this that words call least, or of which they call something *optimal*."""
    if not said["what"] and not stands_beside(objective, judged, said.string):
        return False
    either = said["least"] == said["most"]
    return not either or _OBJECTIVE.search(sentences.before(objective.span, across=True)) is not None


def arguments_given(
    plan: p.Plan, judged: Sequence[Judged], verdicts: Sequence[Verdict], place: int
) -> dict[str, tuple[p.Sampled, p.Plan]]:
    """The free tensors to which a sentence gives values together, with these; none if they are not any of a set."""
    at, found, free = judged[place].role.entry, dict[str, tuple[p.Sampled, p.Plan]](), samples_in(plan)
    with_it = (o for o in judged[place:] if o.role.entry.sentence == at.sentence)
    for number, (name, value) in enumerate(filter(None, map(given_by, with_it))):
        own = free.get(name)
        if own is None and number:
            continue
        if own is None or value.plan is None or value.shape is None or not _is_convex(own):
            return {}
        fits = value.shape.keys() in ({axis for axis, _ in own.shape}, set())
        if not fits or _is_tied(own.key, at.section, judged, verdicts):
            return {}
        found[own.key] = own, value.plan
    circular = any(key in samples_in(value) for key in found for _, value in found.values())
    return {} if circular else found


def stands_beside(objective: Judged, judged: Judged, words: str) -> bool:
    """Whether no sentence of words alone stands between an objective and a sentence that says *it*."""
    source, start = judged.span.source, judged.role.entry.parsed.span.start - len(words)
    if objective.span.source is not source:
        return False
    between = re.split(r"(?<=[.!?])\s+", source.words[objective.span.end : max(start, objective.span.end)])
    return all("$" in part or "\\" in part or not re.search(r"[A-Za-z]{2,}", part) for part in between)


def _plain(formula: str) -> str:
    """The name in a formula, `F` of `$F(s)$` and of `$F(s) = s^2$`."""
    return re.split(r"[(=]", formula.strip("$\\() "), maxsplit=1)[0].strip()


def objective_of(before: Sequence[Judged], judged: Judged, argument: str, name: str) -> Judged | None:
    """The scalar that a name stands for, or that stands right before, in the section."""
    at = judged.role.entry
    here = [o for o in before if o.role.entry.section == at.section and not o.role.entry.local]
    here = [o for o in here if o.kind in (Kind.DEFINITION, Kind.EXPRESSION, Kind.CLAIM) and o.name != argument]
    if name:
        here = [o for o in here if (o.name or "").lstrip("\\") == name and o.kind is Kind.DEFINITION]
    here = [o for o in here if (given := given_by(o)) is None or given[0] != argument]
    here = [o for o in here if not _is_derivative(o)]  # *its derivative is*
    chains = {o.role.entry.index for o in here if o.kind is Kind.DEFINITION}
    here = [o for o in here if o.kind is not Kind.CLAIM or o.role.entry.index not in chains]  # `f(x) = E = F`
    last = here[-1] if here else None
    if last is None or last.kind is Kind.CLAIM:
        return None
    scalar = last.function.typed.shape == {} if last.function is not None else last.value and last.value.shape == {}
    return last if scalar else None


def _is_derivative(judged: Judged) -> bool:
    """`b'(q)`, `\\frac{\\partial b}{\\partial q}`, of which nothing is least there."""
    return isinstance(judged.left, ast.Derivative) or "'" in (judged.name or "")


def with_free_arguments(session: Session, objective: Judged, judged: Judged, name: str) -> p.Plan | None:
    """The plan of an objective, in which its arguments are free tensors, whatever other sentences give them.

    A function is called with those that its parameters are called after, or has any number that nothing declares.
    """
    checked, scope = objective.function, session.scope
    free = [name] if checked is None else [*checked.shapes]
    if checked is not None and not any(isinstance(b, Declared) for b in scope.by_name.get(name, ())):
        if [*checked.shapes.items()] != [(name, {})] or checked.typed.plan is None:
            return None
        number = p.Sampled(name, (), checked.domains.get(name, (Domain(), None))[0])
        is_it = partial(_is_parameter, name)
        return throughout(checked.typed.plan, lambda part: number if is_it(part) else None)
    for b in [b for own in free for b in scope.by_name.get(own, ()) if isinstance(b, Tensor)]:
        scope = scope.without(b)
    there = replace(session.at_place(None), scope=scope, surroundings={})
    parsed = objective.role.entry.parsed
    if isinstance(objective.binding, Tensor):
        return there.definition(objective.binding).typed.plan
    if not isinstance(parsed, ast.Chain):
        return None
    try:
        found = infer.check(there, parsed.subjects[0], there.environment(judged.role.entry).aside())
    except (Unreadable, Demand):
        return None
    return found.plan if found.shape == {} else None


def _is_parameter(name: str, part: p.Plan) -> bool:
    return isinstance(part, p.Parameter) and part.name == name


def _is_convex(own: p.Sampled) -> bool:
    """Whether all that lies between two arguments is one, too."""
    d = own.domain
    tied = d.centred or d.unit or d.symmetric or d.diagonal or d.orthogonal or d.definite or d.small
    return d.kind in _CONVEX and not tied and own.limit is None and own.bounds == ((), ())


def _is_tied(name: str, section: int, judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> bool:
    """Whether the section has more to say of a name, which samples do not satisfy, or declares it elsewhere as well."""
    here = [(j, v) for j, v in zip(judged, verdicts, strict=True) if j.role.entry.section == section]
    said = (j for j, v in here if (j.kind is Kind.CLAIM and v.status is Status.SKIPPED) or _bounds(j, name))
    return any(name in names_in(j.role.entry.parsed) for j in said)


def _bounds(judged: Judged, name: str) -> bool:
    """Whether a statement is an order of a name and of another thing than a number: `\\eta \\le 1 / L`."""
    parsed = judged.role.entry.parsed
    if not isinstance(parsed, ast.Chain) or not all(r.kind in ("lt", "le", "gt", "ge") for r, _ in parsed.rest):
        return False
    sides = (*parsed.subjects, *(side for _, side in parsed.rest))
    named = any(isinstance(side, ast.Symbol) and side.full_name == name for side in sides)
    return bool(parsed.rest) and named and any(names_in(side) - {name} for side in sides)


def _judge(found: _Optimum, judged: Judged, verdict: Verdict, laboratory: Laboratory) -> None:
    _, value = given_by(judged) or ("", None)
    assert value is not None
    probe = replace(judged, value=value, other=value._replace(plan=found.plan, shape={}))
    count, less, more = 0, None, None
    for instance in range(INSTANCES):
        runner = runner_for(probe, laboratory, instance)
        there = value_of(runner, at_arguments(found.plan, {key: value for key, (_, value) in found.arguments.items()}))
        if runner is None or there is None:
            return
        for other in _elsewhere(found, runner):
            count += 1
            if abs(other - there) > _TOLERANCE * max(1.0, abs(there)):
                less, more = (less or (there, other), more) if other < there else (less, more or (there, other))
    wrong = {-1: less, 1: more, 0: less and more and less}[found.way]
    argument = next(iter(found.arguments))
    which = "others" if len(found.arguments) > 1 else f"other {argument}"
    if wrong is None:
        way = "no less" if (found.way or (-1 if less is None else 1)) < 0 else "no more"
        verdict.reason = f"at {count} {which}, {found.name} is {way}"
        if judged.kind is Kind.CLAIM:
            verdict.diagnostics, verdict.status = [], Status.VERIFIED
        return
    one, another = two_numbers(*wrong)
    most = {-1: "not least", 1: "not greatest", 0: "neither least nor greatest"}[found.way]
    message = f"{found.name} is {most} there: it is {one}, and for another {argument}, {another}"
    related = (Related(found.where.span, f"{found.name} is this"),)
    label = f"{found.name} is {another} elsewhere"
    graded = Severity.WARNING if judged.kind is Kind.DEFINITION else None  # for it is words that say it
    told = Diagnostic("NT301", message, judged.span, label=label, related=related, graded=graded)
    verdict.diagnostics = [*(d for d in verdict.diagnostics if d.code != told.code), told]


def at_arguments(plan: p.Plan, arguments: Mapping[str, p.Plan]) -> p.Plan:
    """The objective at arguments."""
    return throughout(plan, lambda x: arguments.get(x.key) if isinstance(x, p.Sampled) else None)


def value_of(runner: Runner | None, plan: p.Plan) -> float | None:
    try:
        value = float(runner.run(plan, {}).data) if runner is not None else float("nan")
    except STOPS:
        return None
    return value if np.isfinite(value) else None


def _elsewhere(found: _Optimum, runner: Runner) -> Iterator[float]:
    """The values of the objective at drawn arguments and on the way to them."""
    for draw in range(_DRAWS):
        for step in _STEPS:
            others: dict[str, p.Plan] = {}
            for key, (own, here) in found.arguments.items():
                way = p.Operate("subtract", (), (replace(own, key=f"{key}#{draw}"), here))
                others[key] = p.Operate("add", (), (here, p.Operate("multiply", (), (p.Constant(step), way))))
            if (value := value_of(runner, at_arguments(found.plan, others))) is not None:
                yield value
