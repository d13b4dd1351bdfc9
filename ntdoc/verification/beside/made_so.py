"""Claims of what words call log-probabilities, normalized or centred: samples are any numbers, and can be made so.

Words seldom say along which axes, or in which norm. What numbers refute for each that may be meant is false.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial

import numpy as np

from ntdoc.operations.array import NamedArray
from ntdoc.regex import regex
from ntdoc.report import Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.summary import samples_in
from ntdoc.source import Span
from ntdoc.verification.instances.resampled import Change, Resampled
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.sizes.stated_sizes import verdict

_Made = Callable[[np.ndarray, tuple[int, ...]], np.ndarray]

_LOGARITHMS = regex(r"\blog(?:arithmic)?[-\s]+probabilities\b", re.IGNORECASE)
_PROBABILITIES = regex(r"\bprobabilities\b", re.IGNORECASE)
_NORMALIZED = regex(r"(?:be|is|are|which\s+are|which\s+is)?\s*(?:all|both|each)?\s*normali[sz]ed", re.IGNORECASE)
_CENTRED = regex(r"cent(?:ered|red)", re.IGNORECASE)
_SMALL = 1e-3


def are_refuted(claim: Judged, word: str, declared: Span, entries: Sequence[Entry], laboratory: Laboratory) -> bool:
    """Whether numbers refute a claim for such, too, if that is what a word beside a declaration says that they are."""
    ways = _ways(word, declared)
    names = {name for e in entries if e.parsed.span == declared for name in names_in(e.parsed)} if ways else set()
    parts = [part for key, part in samples_in(*claim.plans).items() if key in names]
    axes = sorted({axis for part in parts for axis, _ in part.shape})
    if not ways or not axes:
        return False
    along = [*((axis,) for axis in axes), *([tuple(axes)] if len(axes) > 1 else [])]
    return all(_is_refuted(claim, change, laboratory) for made in ways for change in _changes(names, made, along))


def _ways(word: str, declared: Span) -> Sequence[_Made]:
    """What makes numbers such as a word says they are, in each way that it may mean."""
    if _NORMALIZED.fullmatch(word):
        return _TO_NORMALIZE
    if _CENTRED.fullmatch(word):
        return (_centred, _standardized)
    words = sentences.around(declared)
    logarithms = _PROBABILITIES.fullmatch(word) and not _PROBABILITIES.search(_LOGARITHMS.sub(" ", words))
    return (_below_zero, _log_softmax) if logarithms else ()


def _is_refuted(claim: Judged, change: Change, laboratory: Laboratory) -> bool:
    there = laboratory.changed(lambda runner: Resampled(runner, change))
    return verdict(claim, there, None).status is Status.FAILED


def _changes(names: Set[str], made: _Made, along: Sequence[tuple[str, ...]]) -> Iterator[Change]:
    yield from (partial(_changed, names=names, made=made, along=axes) for axes in along)


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


def _array(x: np.ndarray) -> np.ndarray:
    return x


_TO_NORMALIZE = (
    _of_length_one, _of_sum_one, _of_absolute_sum_one, _of_maximum_one, _from_zero_to_one, _standardized
)  # fmt: skip
