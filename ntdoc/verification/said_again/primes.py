"""`\\tanh'(z) = 1 - \\tanh^2 z`: a prime on a known function of one number is its derivative."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction

import numpy as np

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.array import NamedArray
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.report import Kind, Status
from ntdoc.shapes.bindings import Declared, Function
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import Operate, Plan
from ntdoc.shapes.summary import is_sampled, samples_in
from ntdoc.syntax import ast
from ntdoc.syntax.symbols import GREEK
from ntdoc.verification.check import parameters
from ntdoc.verification.said_again.builtin import usual_plan
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_bare, is_called_derivative, is_variant
from ntdoc.vocabulary import ADVERB, OPENS, OTHER, THEN, WE_GET, WE_HAVE

_THEN = regex(rf"(?:^|[,;:])\s*(?:(?:and\s+)?(?:{THEN})|that is)[\s,:]*$", re.IGNORECASE)
_HAVE = regex(  # "we have", "show that", and other formulas up to it: not "we have a teacher `f`, and a student"
    rf"\b(?:{WE_HAVE}|{WE_GET}|(?:we|one)\s+(?:(?:{ADVERB})\s+)?sees?"
    r"|(?:show|prove|verify|check|see|finds?|notes?)(?:,?\s+(?:\w+ly\s+)?that)?|it\s+follows\s+that)"
    rf"(?:\s|,|\band\b|\bfirst\b|\balso\b|\bthat\b|{sentences.FORMULA})*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_HAS = regex(r"(?:\$|\\\)|,|\band)\s*(?:has|have|satisfies)\s+(?:\$|\\\()?\s*$", re.IGNORECASE)
_ANOTHER = regex(
    rf"\b(?:{OTHER}|second|modified|smoothed|shifted|copy|versions?)\b"
    rf"|\b(?:two|both)\s+(?:[\w-]+\s+){{1,2}}(?:are|read|differ)\b|\btwo\s+(?:[\w-]+\s+)?[\w-]+s[:,\s]*(?:{OPENS})?\s*$",
    re.IGNORECASE,
)
_HEARD = 250  # characters
_IT_IS = "it is the derivative"
_STEP = 1e-3
_WEIGHTS = ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12))  # of fourth order
_SECOND = ((-2, -1 / 12), (-1, 4 / 3), (0, -5 / 2), (1, 4 / 3), (2, -1 / 12))
_CLOSE = 1e-6  # larger than what the differences are off by, smaller than any slip
_PLACES = (0.4, 0.7, 1.3, 1.9)
_LARGEST = 6  # numbers in a factor: more is rather chance


def compare_all(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Hold definitions of `f'` against `f`: what everybody means by its name, or what the document defines.

    An own `f'` may be another function: it is a derivative where the words right before it call it so, and say of
    what one function beside it, or where they are *show that*. So it is in the section of a function with a usual
    name, and where it is some small multiple of the derivative, as a whole or term by term, which is a slip, and
    behind *then*, if it is made of the same. A prime on a known one may be that of a variant that the words name.
    Where one `f'` of a section is the derivative of its f, so is `f''` that of `f'`, and a prime there means a
    derivative on the other functions, too.
    """
    slopes, sections = set[int](), set[int]()  # the definitions that were found to be derivatives, and where
    doubtful: list[tuple[Judged, Verdict, Judged]] = []
    named = {j.name for j in judged} | {declared.name for j in judged for declared in j.role.declares}
    own = [j for j, v in zip(judged, verdicts, strict=True) if _is_of_a_number(j) and v.status is Status.EVALUATED]
    partly = {(j.role.entry.sentence, n) for j in judged if j.kind is Kind.CONSTRAINT for n in names_in(_parsed(j))}
    for j, v in zip(judged, verdicts, strict=True):
        if v.status is not Status.EVALUATED or not _is_of_a_number(j):
            continue
        if is_sampled(j.value and j.value.plan) and _is_of_some(j, partly):
            continue
        assert isinstance(j.binding, Function)
        base = _without_prime(j.binding.name)
        if base == j.binding.name:
            continue
        at = j.role.entry
        earlier = [f for f in own if f.name == base and _is_said_before(f.role.entry, at)]
        here = [f for f in earlier if f.role.entry.section == at.section]
        if base.partition("_")[0].endswith("'"):
            first = [f for f in here[-1:] if id(f) in slopes]
            _compare_second(j, v, first, own if base not in named else ())
            continue
        before = [f for f in earlier if f.role.entry.run == at.run]
        if not before and not is_variant(j.span):
            usual = lookup(base) is not None or is_called_derivative(j.span, by_its=True)
            usual = usual or any(_follows(j, f) for f in here[-1:])
            before = (earlier if at.shown else here if usual else [])[-1:]
        only = not before and len(earlier) == 1 and is_called_derivative(j.span, by_its=False)
        before = earlier if only and not is_variant(j.span) else before
        beside = {(f.role.entry.item, f.role.entry.sentence) for f in before}
        own_words = not any(item == at.item or said == at.sentence for item, said in beside)
        derivative = only or at.shown or lookup(base) is not None or is_called_derivative(j.span, by_its=own_words)
        derivative = derivative or any(_follows(j, f) for f in before)
        if len(before) == 1 and derivative and _mean_the_same(before[0], j):
            _compare_with(j, v, before[0])
        elif here and not is_variant(j.span):
            _compare_multiples(j, v, here[-1])
            plain = len(here) == 1 and _mean_the_same(here[-1], j) and not _is_another(here[-1], j)
            if v.reason != _IT_IS and not v.diagnostics and plain:
                if _is_beside(here[-1], j):
                    _compare_with(j, v, here[-1])
                doubtful.append((j, v, here[-1]))
        elif base not in named and _is_usual(base, j.binding) and not is_variant(j.span):
            _compare(j, v, usual_plan(base, (), ("x",)), "x")
        if v.reason == _IT_IS:
            slopes.add(id(j))
            sections.add(at.section)
    for j, v, base_of in doubtful:
        if not v.diagnostics and j.role.entry.section in sections:
            _compare_with(j, v, base_of)


def _is_said_before(there: Entry, at: Entry) -> bool:
    """Whether a function is said before its derivative, or behind it in its sentence: *the slope is `f'` for `f`*."""
    return there.index < at.index or (there.sentence == at.sentence and there.index > at.index)


def _compare_second(judged: Judged, verdict: Verdict, first: Sequence[Judged], own: Sequence[Judged]) -> None:
    """Hold `f''` against an `f'` that is a derivative, or else against the last `f` of its section among its `own`."""
    at, base = judged.role.entry, _without_prime(_without_prime(judged.name or ""))
    whole = [f for f in own if f.name == base and f.role.entry.is_above(at)]
    for f in first or whole[-1:]:
        if not is_variant(judged.span) and _mean_the_same(f, judged):
            _compare_with(judged, verdict, f, order=1 if first else 2)


def _is_another(base: Judged, judged: Judged) -> bool:
    """Whether words beside it call an `f'` one more function: *two schedules, `f(t) = 1 / t` and `f'(t) = 1 / t^2`*.

    So it is where one *let* introduces both.
    """
    span, at, there = _parsed(judged).span, judged.role.entry, base.role.entry
    before = span.source.words[max(0, span.start - _HEARD) : span.start]
    let = (there.lets or at.lets) and at.sentence == there.sentence
    return let or any(_ANOTHER.search(text) for text in (before, sentences.after(span)))


def _is_beside(base: Judged, judged: Judged) -> bool:
    """Whether `f'` stands in the display or the sentence of `f`, of the same letter, and rests on nothing else."""
    one, other, at, there = judged.binding, base.binding, judged.role.entry, base.role.entry
    if not isinstance(one, Function) or not isinstance(other, Function) or one.letters != other.letters:
        return False
    if other.name in names_in(one.body) or (at.item != there.item and at.sentence != there.sentence):
        return False
    if at.item != there.item and not is_bare(base.span.end, judged.span.start, judged.span):
        return False  # *with the target `q'(s) = …`*
    parts, known = (samples_in(j.value and j.value.plan) for j in (judged, base))
    return parts.keys() <= known.keys()


def _compare_with(judged: Judged, verdict: Verdict, base: Judged, order: int = 1) -> None:
    assert base.value is not None
    assert base.function is not None
    _compare(judged, verdict, base.value.plan, next(iter(base.function.shapes)), order)


def _follows(judged: Judged, base: Judged) -> bool:
    """*Then `J'(v) = …`*, or *we have*, after `J(v) = …` in the section, of the same letter and made of nothing else.

    What is made of `J` itself, *then `J'(v) = J(v) + 1`*, may be one more function, and so may what words call another.
    """
    one, other, span = judged.binding, base.binding, _parsed(judged).span
    if not isinstance(one, Function) or not isinstance(other, Function) or one.letters != other.letters:
        return False
    if other.name in names_in(one.body) or _ANOTHER.search(sentences.after(span)):
        return False
    parts, known = ({use.name for use in j.notebook.uses if use.role != "function"} for j in (judged, base))
    before = sentences.before(span, across=True)
    same = base.role.entry.sentence == judged.role.entry.sentence
    have = _HAVE.search(before) or (same and _HAS.search(before))  # *the loss `f(d) = … ` has `f'(d) = …`*
    said = _THEN.search(before) or (have and not _is_another(base, judged))
    return bool(said) and base.role.entry.section == judged.role.entry.section and parts <= known


def _is_usual(base: str, function: Function) -> bool:
    """Whether a name has its usual meaning: a Greek letter has it where what `f'` is made of applies it."""
    return base not in GREEK or base in names_in(function.body)


def _without_prime(name: str) -> str:
    """The name of what `f'`, or `\\ell'_{\\log}`, is the derivative of."""
    head, mark, rest = name.partition("_")
    return head.removesuffix("'") + mark + rest


def _compare_multiples(judged: Judged, verdict: Verdict, base: Judged) -> None:
    """Hold an own `f'` against the derivative of `f` only if it is that, or a small multiple of it, everywhere.

    So it is where the derivatives of the terms of `f` add up to it with small factors, as one term with a 2 too much.
    """
    assert judged.value is not None
    assert base.value is not None
    assert base.function is not None
    assert judged.function is not None
    if verdict.runner is None or judged.value.plan is None or base.value.plan is None:
        return
    (own,), (letter,) = judged.function.shapes, base.function.shapes
    run, terms = verdict.runner, _terms(base.value.plan)
    try:
        found = np.array([float(run.run(judged.value.plan, {own: _array(number)}).data) for number in _PLACES])
        slopes = np.array([_slope(run, base.value.plan, letter, number) for number in _PLACES])
        if len(terms) in range(2, len(_PLACES)):
            of_terms = np.array([[_slope(run, term, letter, number) for term in terms] for number in _PLACES])
        else:
            of_terms = slopes[:, None]
    except STOPS:
        return
    if not (np.isfinite(found).all() and np.isfinite(of_terms).all()) or (abs(slopes) < _CLOSE).any():
        return
    if any(_are_small_factors(of, found) for of in (slopes[:, None], of_terms)):
        _compare(judged, verdict, base.value.plan, letter)


def _terms(plan: Plan) -> list[Plan]:
    """What a sum is made of."""
    match plan:
        case Operate("add" | "subtract", (), (left, right)):
            return [*_terms(left), *_terms(right)]
        case Operate("negate", (), (inner,)):
            return _terms(inner)
    return [plan]


def _are_small_factors(slopes: np.ndarray[tuple[int, int]], found: np.ndarray[tuple[int]]) -> bool:
    """Whether some slopes, a column for each, add up to what was found with small factors, of which none is 0."""
    factors = np.linalg.lstsq(slopes, found, rcond=None)[0]
    near = [Fraction(float(factor)).limit_denominator(_LARGEST) for factor in factors]
    if not all(0 < abs(factor.numerator) <= _LARGEST for factor in near):
        return False
    return bool(np.max(abs(slopes @ np.array(list(map(float, near))) - found)) < _CLOSE * np.max(abs(found)))


def _is_of_a_number(judged: Judged) -> bool:
    """Whether a definition is one of a function of one number, by numbers and letters for numbers."""
    function, checked = judged.binding, judged.function
    if not isinstance(function, Function) or checked is None or judged.value is None or function.axes:
        return False
    plain = len(checked.shapes) == 1 and not any(checked.shapes.values()) and not judged.value.shape
    return plain and judged.value.plan is not None


def _parsed(judged: Judged) -> ast.Parsed:
    return judged.role.entry.parsed


def _mean_the_same(one: Judged, other: Judged) -> bool:
    """Whether the letters that two definitions share are the same, and no example has given one a number between."""
    first = {use.name: use.binding for use in one.notebook.uses if use.role != "function"}
    others = [use for use in other.notebook.uses if use.role != "function"]
    return all(_is_one(first.get(use.name, use.binding), use.binding) for use in others)


def _is_one(first: object, second: object) -> bool:
    """Whether two bindings of a name are one; a declaration is, whatever sign is heard of it."""
    if isinstance(first, Declared) and isinstance(second, Declared):
        return first.entry is second.entry and first.domain is second.domain
    return first is second


def _is_of_some(judged: Judged, partly: Collection[tuple[int, str]]) -> bool:
    """Whether a definition holds of some numbers alone, *for `x < c`*, which the samples may not be."""
    at, parsed = judged.role.entry, _parsed(judged)
    conditions = isinstance(parsed, ast.Chain) and bool(parsed.conditions)
    letters = judged.binding.letters if isinstance(judged.binding, Function) else ()
    return conditions or any((at.sentence, letter) in partly for letter in letters)


def _compare(judged: Judged, verdict: Verdict, plan: Plan | None, letter: str, order: int = 1) -> None:
    if plan is None or verdict.runner is None or verdict.value is None:
        return
    ((own, at),) = parameters(judged, verdict.runner).items()
    for number in (float(at.data), -float(at.data), _PLACES[0]):  # cases are of signs, and entropies of `(0, 1)`
        if not _holds(judged, verdict, plan, (letter, own), number, order):
            return


def _holds(
    judged: Judged, verdict: Verdict, plan: Plan, letters: tuple[str, str], number: float, order: int
) -> bool:
    """Whether a definition is the derivative at a number, or nothing can be said there."""
    assert verdict.runner is not None
    assert judged.value is not None
    assert judged.value.plan is not None
    letter, own = letters
    try:
        slope = _slope(verdict.runner, plan, letter, number, order)
        here = verdict.runner.run(judged.value.plan, {own: _array(number)})
    except STOPS:
        return True
    found = float(here.data)
    if not np.isfinite([slope, found]).all():
        return True
    if abs(found - slope) <= _CLOSE * max(1.0, abs(slope)):
        verdict.reason = _IT_IS
        return True
    assert isinstance(judged.binding, Function)
    name, which = judged.binding.name, "derivative" if order == 1 else "second derivative"
    base = _without_prime(name) if order == 1 else _without_prime(_without_prime(name))
    message = (
        f"{name} as defined here is not the {which} of {base}: "
        f"{found:.6g} instead of {slope:.6g} at {number:.4g}"
    )
    verdict.reason = None
    verdict.diagnostics.append(Diagnostic("NT305", message, judged.span, label=f"not the {which}"))
    return False


def _slope(runner: Runner, plan: Plan, letter: str, number: float, order: int = 1) -> float:
    weights = _WEIGHTS if order == 1 else _SECOND
    around = [runner.run(plan, {letter: _array(number + k * _STEP)}) for k, _ in weights]
    return sum(w * float(value.data) for (_, w), value in zip(weights, around, strict=True)) / _STEP**order


def _array(number: float) -> NamedArray:
    return NamedArray((), np.asarray(number))
