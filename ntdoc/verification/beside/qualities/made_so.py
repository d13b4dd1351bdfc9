"""Claims of what words call log-probabilities, normalized, centred or sorted, or say a measure of: *with variance `s`*.

Samples are any numbers, and can be made so. Words seldom say along which axes, or in which norm. What numbers refute
for each that may be meant is false.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from functools import partial

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.regex import regex
from ntdoc.report import Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import equated, names_in
from ntdoc.shapes.summary import samples_in
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.beside.qualities.letters_said import letters
from ntdoc.verification.instances.resampled import Resampled
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict

_Made = Callable[[np.ndarray, tuple[int, ...]], np.ndarray]
_Way = Callable[[Runner], _Made]

_LOGARITHMS = regex(r"\blog(?:arithmic)?[-\s]+probabilities\b", re.IGNORECASE)
_PROBABILITIES = regex(r"\bprobabilities\b", re.IGNORECASE)
_NORMALIZED = regex(r"(?:be|is|are|which\s+are|which\s+is)?\s*(?:all|both|each)?\s*normali[sz]ed", re.IGNORECASE)
_VECTORS = regex(r"unit[\s-]+[a-z]+s\Z", re.IGNORECASE)  # which lie along the last axis, as those of one-hot ones do
_CENTRED = regex(
    r"cent(?:ered|red)|(?:(?:with|having|has|have|of)\s+)?(?:zero[- ]mean|mean[- ](?:zero|\$0\$))", re.IGNORECASE
)
_SORTED = regex(
    r"(?:(?:be|is|are|which\s+are|which\s+is|already|always|all|each|both)\s+)*(?:sorted|ordered)"
    r"(?:\s+(?:from\s+[a-z]+\s+to\s+[a-z]+|(?:in|by)\s+(?:[a-z]+\s+)?(?:order|size|magnitude)|(?:in|de)creasingly))?",
    re.IGNORECASE,
)
_DRAWN = regex(  # its mean is then that of its distribution
    r"\b(?:nois[ey]\w*|random\w*|drawn?|draws|sampl\w+|stochastic\w*|distribut\w+|gaussian|i\.?i\.?d|independent\w*)\b",
    re.IGNORECASE,
)
_MEASURE = r"(?:norm|length|mean|average|variance|sum|total)"
_MEASURED = regex(  # *with the noise variance `s > 0`*, and no other measure
    rf"(?:(?!\b{_MEASURE}\b)[^$])*\b(?P<measure>{_MEASURE})\s+(?P<number>{sentences.FORMULA})"
    rf"(?!\s*(?:,|and\b|or\b))(?:(?!\b{_MEASURE}\b).)*",
    re.IGNORECASE | re.DOTALL,
)
_ORDERED = regex(r"\s*(?:[<>=]|\\(?:le|ge|in)).*?(?=\$|\\\)|\Z)", re.DOTALL)
_SCALED = regex(r"\b(?:scal|standardi[sz]|normali[sz]|whiten|variance|deviation)", re.IGNORECASE)
_COPY = regex(  # all of them may be the same: so nothing was exchanged, and there was no noise
    r"(?:an?|the|any|some)\s+(?:(?:noisy|random|randomly|exact|identical|slightly|perturbed|corrupted|shuffled|permuted)\s+){0,2}"
    r"(?:permutation|re-?arrangement|re-?ordering|shuffle|shuffling|copy)\s+of\b",
    re.IGNORECASE,
)
_MORE = regex(r"\b(?:with|such|that|whose|which|where|for|but|without|after|by|having)\b", re.IGNORECASE)
_SMALL = 1e-3
_ANY = 1.3  # of what a letter is that stands in no formula of the claim


def are_refuted(claim: Judged, word: str, declared: Span, entries: Sequence[Entry], laboratory: Laboratory) -> bool:
    """Whether numbers refute a claim for such, too, if that is what a word beside a declaration says that they are."""
    if _COPY.match(word) is not None:
        return _is_refuted_of_the_same(claim, word, declared, laboratory)
    ways = _ways(word, declared, claim, entries)
    said = [e.parsed for e in entries if e.parsed.span == declared] if ways else []
    names = {name for parsed in said for name in names_in(parsed)}
    parts = [part for key, part in samples_in(*claim.plans).items() if key in names]
    axes = sorted({axis for part in parts for axis, _ in part.shape})
    if not ways or not axes:
        return False
    along = [*((axis,) for axis in axes), *([tuple(axes)] if len(axes) > 1 else [])]
    if _VECTORS.match(word):
        sets = [part for parsed in said for part in walk(parsed) if isinstance(part, ast.TensorSet)]
        along = [(of.shape.axes[-1].axis.name,) for of in sets if of.shape.axes]
    return all(_is_refuted(claim, way, names, axes, laboratory) for way in ways for axes in along)


def _is_refuted_of_the_same(claim: Judged, word: str, declared: Span, laboratory: Laboratory) -> bool:
    """Whether an equation of a tensor and of a copy of it is false where the copy is the tensor itself."""
    if claim.relation is None or claim.relation.kind not in ("eq", "approx") or _MORE.search(sentences.after(declared)):
        return False
    own = letters(f"${declared.text}$")
    free = samples_in(*claim.plans)
    whose, copies = letters(word) & free.keys(), own & free.keys()
    if len(whose) != 1 or len(copies) != 1 or whose == copies:
        return False
    (one,), (copy,) = ([free[name] for name in names] for names in (whose, copies))
    if one.shape != copy.shape:
        return False

    def change(runner: Runner) -> Runner:
        return Resampled(runner, lambda found, plan: runner.run(one, {}) if plan.key == copy.key else found)

    return verdict(claim, laboratory.changed(change), None).status is Status.FAILED


def _ways(word: str, declared: Span, claim: Judged, entries: Sequence[Entry]) -> Sequence[_Way]:
    """What makes numbers such as a word says they are, in each way that it may mean."""
    if (measured := _MEASURED.fullmatch(word)) is not None:
        return _of_measure(measured, claim, entries)
    return [partial(_always, made=made) for made in _named(word, declared)]


def _always(_: Runner, made: _Made) -> _Made:
    return made


def _of_measure(said: re.Match[str], claim: Judged, entries: Sequence[Entry]) -> Sequence[_Way]:
    """What gives numbers the norm, mean, variance or sum that words give to them by a number or a free letter."""
    text = _ORDERED.sub("", said["number"])
    number = text.strip("$\\() \n")
    name = min(letters(text), default="")
    part = samples_in(*claim.plans).get(name)
    defined = any(equated(entry.parsed) == name for entry in entries)
    if not re.fullmatch(r"\d+(?:\.\d+)?", number) and (not name or defined or (part is not None and part.shape)):
        return ()
    make = _OF_MEASURE[said["measure"].lower()]

    def way(runner: Runner) -> _Made:
        value = float(runner.run(part, {}).data) if part is not None else _ANY if name else float(number)
        return partial(make, value=value)

    return (way,)


def _named(word: str, declared: Span) -> Sequence[_Made]:
    if _VECTORS.match(word):
        return (_of_length_one,)
    if _NORMALIZED.fullmatch(word):
        return _TO_NORMALIZE
    if _CENTRED.fullmatch(word):
        if _DRAWN.search(sentences.around(declared, across=True)):
            return ()
        return (_centred, _standardized) if _SCALED.search(sentences.around(declared)) else (_centred,)
    if _SORTED.fullmatch(word):
        return (_rising, _falling)
    words = sentences.around(declared)
    logarithms = _PROBABILITIES.fullmatch(word) and not _PROBABILITIES.search(_LOGARITHMS.sub(" ", words))
    return (_below_zero, _log_softmax) if logarithms else ()


def _is_refuted(
    claim: Judged, way: _Way, names: Set[str], along: tuple[str, ...], laboratory: Laboratory
) -> bool:
    def change(runner: Runner) -> Runner:
        return Resampled(runner, partial(_changed, names=names, made=way(runner), along=along))

    return verdict(claim, laboratory.changed(change), None).status is Status.FAILED


def _changed(
    found: NamedArray, plan: p.Sampled, *, names: Set[str], made: _Made, along: tuple[str, ...]
) -> NamedArray:
    places = tuple(at for at, axis in enumerate(found.axes) if axis in along)
    return NamedArray(found.axes, made(found.data, places)) if plan.key in names and places else found


def _below_zero(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    return _array(-np.abs(x) - _SMALL)


def _log_softmax(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    return _array(x - np.log(np.exp(x).sum(axis=along, keepdims=True)))


def _of_length_one(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    return _array(x / (np.sqrt((x**2).sum(axis=along, keepdims=True)) + _SMALL**4))


def _of_sum_one(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    return _array(np.abs(x) / (np.abs(x).sum(axis=along, keepdims=True) + _SMALL**4))


def _of_absolute_sum_one(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    return _array(x / (np.abs(x).sum(axis=along, keepdims=True) + _SMALL**4))


def _of_maximum_one(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    return _array(x / (np.abs(x).max(axis=along, keepdims=True) + _SMALL**4))


def _from_zero_to_one(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    low, high = (f(axis=along, keepdims=True) for f in (x.min, x.max))
    return _array((x - low) / (high - low + _SMALL**4))


def _centred(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    return _array(x - x.mean(axis=along, keepdims=True))


def _standardized(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    return _array(_centred(x, along) / (x.std(axis=along, keepdims=True) + _SMALL**4))


def _rising(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    for axis in along:
        x = np.sort(x, axis=axis)
    return _array(x)


def _falling(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    return _array(-_rising(-x, along))


def _of_norm(x: np.ndarray, along: tuple[int, ...], value: float) -> np.ndarray:
    return _array(x * value / (np.sqrt((x**2).sum(axis=along, keepdims=True)) + _SMALL**4))


def _of_mean(x: np.ndarray, along: tuple[int, ...], value: float) -> np.ndarray:
    return _array(_centred(x, along) + value)


def _of_variance(x: np.ndarray, along: tuple[int, ...], value: float) -> np.ndarray:
    return _array(_standardized(x, along) * np.sqrt(abs(value)) + x.mean(axis=along, keepdims=True))


def _of_sum(x: np.ndarray, along: tuple[int, ...], value: float) -> np.ndarray:
    return _array(x - (x.sum(axis=along, keepdims=True) - value) / np.prod([x.shape[axis] for axis in along]))


def _array(x: np.ndarray) -> np.ndarray:
    return x


_TO_NORMALIZE = (
    _of_length_one, _of_sum_one, _of_absolute_sum_one, _of_maximum_one, _from_zero_to_one, _standardized
)  # fmt: skip
_OF_MEASURE: dict[str, Callable[..., np.ndarray]] = {
    "norm": _of_norm, "length": _of_norm, "mean": _of_mean, "average": _of_mean, "variance": _of_variance,
    "sum": _of_sum, "total": _of_sum,
}  # fmt: skip
