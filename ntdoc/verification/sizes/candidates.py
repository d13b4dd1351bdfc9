"""The values that are tried for sizes, in columns: many choices are looked at together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import lcm
from typing import Any

import numpy as np

from ntdoc.shapes.sizes import Size

TRIES = 3000
FEW = (2, 3, 4, 1)
LARGEST = 10**6  # of the numbers whose multiples are tried
Array = Any  # of numpy
Columns = dict[str, Array]  # the values of each atom, in all the choices that are looked at together


def candidates(free: list[str], preferred: Mapping[str, int], most: int) -> Iterator[Columns]:
    """At most so many choices of values, in columns, from what is preferred to what is ever farther from it."""
    base = {atom: preferred.get(atom, 3) for atom in free}
    yield {atom: np.array([float(value)]) for atom, value in base.items()}
    most -= 1
    for width in (8, 16, 40) if len(free) < 4 else (5, 7) if len(free) < 6 else (3, 4):
        numbers = np.arange(min(most, width ** len(free)))
        if not len(numbers):
            return
        most -= len(numbers)
        # The first atom changes with each choice, the next one when that has been through all its values, and so on
        repeated = [numbers // min(width**place, TRIES) % width for place in range(len(free))]
        yield {a: np.array(nearest(base[a], width), float)[digits] for a, digits in zip(free, repeated, strict=True)}


@lru_cache(maxsize=1024)
def nearest(value: int, count: int) -> tuple[int, ...]:
    """So many numbers around a value, the nearest first."""
    near = sorted(range(1, value + count), key=lambda n: (abs(n - value) + (4 if n == 1 != value else 0), n))
    return tuple(near[:count])


def multiples(free: list[str], tied: Iterable[Size]) -> Iterator[Columns]:
    """Choices with multiples of the large numbers in equations: with 128 and 256 for `|\\hidden| / 128`."""
    times = dict.fromkeys(free, 1)
    for size in tied:
        numbers = {n for _, c in size.terms for n in (abs(c.numerator), c.denominator)}
        for atom in size.atoms & times.keys():
            times[atom] = lcm(times[atom], *numbers)
    if len(free) < 5 and 1 < max(times.values(), default=1) <= LARGEST:
        choices = ((*FEW, *(times[a] * n for n in FEW if times[a] > 1)) for a in free)
        columns = np.array([*product(*choices)], float).T
        yield dict(zip(free, columns, strict=True))
