"""A counterexample to a law with small sizes and small whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from ntdoc.operations.array import NamedArray
from ntdoc.shapes.judged import Judged
from ntdoc.verification import check, samples

if TYPE_CHECKING:
    from ntdoc.verification.instances.laws import Trial, Tried

MOST = 24  # entries that are made whole numbers one by one
_PATTERNS = ((1,), (1, 0, 0, 1, 1, 1, 0), (1, 2, 3, 4, 5), (1, -1, 2, -2, 3), (2, 3, 5, 7, 11), (2, 1, 3, -1, 0))


def small(trial: Trial, one: Judged, sample: int) -> Tried:
    """A failing run of an instance: axes of one record or two if that is enough, and entries 0 and 1 if they are."""
    best = trial.run(one, sample)
    assert best is not None
    best = _short(trial, one, sample, best)
    return _whole(trial, one, sample, best)


def _short(trial: Trial, one: Judged, sample: int, best: Tried) -> Tried:
    sizes = {atom: best.runner.sizes[atom] for atom in _atoms(one) if atom in best.runner.sizes}
    for atom in sorted(sizes):
        for length in range(1, sizes[atom]):
            tried = trial.run(one, sample, sizes | {atom: length})
            if tried is not None and tried.difference is not None and tried.runner.sizes.get(atom) == length:
                best, sizes = tried, sizes | {atom: length}
                break
    return best


def _whole(trial: Trial, one: Judged, sample: int, best: Tried) -> Tried:
    free = samples.tensors(one, best.runner, real=True)
    sizes = {atom: best.runner.sizes[atom] for atom in _atoms(one) if atom in best.runner.sizes}
    given: Mapping[str, NamedArray] = {}
    for candidate in (*(dict(_filled(free, pattern)) for pattern in _PATTERNS), _rounded(free)):
        tried = trial.run(one, sample, sizes, candidate)
        if tried is not None and tried.difference is not None:
            best, given = tried, candidate
            break
    else:
        return best
    if sum(int(np.size(x.data)) for x in given.values()) > MOST:
        return best
    for name, array in list(given.items()):
        for position in np.ndindex(np.shape(array.data)):
            for value in (0.0, 1.0, 2.0):
                old = given[name]
                if old.data[position] == value:
                    break
                data = np.array(old.data)
                data[position] = value
                candidate = {**given, name: NamedArray(old.axes, data)}
                tried = trial.run(one, sample, sizes, candidate)
                if tried is not None and tried.difference is not None:
                    best, given = tried, candidate
                    break
    return best


def _filled(free: Mapping[str, NamedArray], pattern: tuple[int, ...]) -> Iterator[tuple[str, NamedArray]]:
    at = 0
    for name, array in free.items():
        count = int(np.size(array.data))
        values = [float(pattern[(at + i) % len(pattern)]) for i in range(count)]
        at += count
        yield name, NamedArray(array.axes, np.asarray(values).reshape(np.shape(array.data)))


def _rounded(free: Mapping[str, NamedArray]) -> dict[str, NamedArray]:
    """The samples with their signs, away from 0."""
    return {n: NamedArray(x.axes, np.sign(x.data) * np.maximum(np.round(np.abs(x.data)), 1.0)) for n, x in free.items()}


def _atoms(one: Judged) -> list[str]:
    return sorted({atom for size in check.needed_sizes(one) for atom in size.atoms})
