"""Samples of sets of a few numbers are not all the same: labels in `\\{-1,1\\}^{\\obs}` are of both kinds.

Where all are 1, nothing is seen of what they do: `a \\ndot{\\obs} X` would be `(a \\odot y) \\ndot{\\obs} X`. What
differs already is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Any

import numpy as np

from ntdoc.operations.domain import Domain, DomainKind

LAST = 2
"""The last of the instances that serve every claim, and of those that vary: if the others have one number, it has
another one. Orders are tried on more of them."""

Array = Any  # of numpy


def numbers(domain: Domain) -> tuple[float, ...]:
    """The numbers that an entry may be, if there are a few, and none depends on another entry; else none."""
    match domain.kind:
        case DomainKind.BINARY:
            return (0.0, 1.0)
        case DomainKind.FINITE:
            return tuple(sorted(set(domain.values)))
        case DomainKind.INTEGERS if domain.lower < domain.upper:
            return tuple(domain.lower + step for step in range(int(min(domain.upper - domain.lower, 8)) + 1))
    return ()


def varied(data: Array, chance: int, domain: Domain) -> Array:
    """The same numbers, and if all of them are equal, one of them another; `chance` says which."""
    few = numbers(domain)
    if data.size < 2 or len(few) < 2 or np.any(data != data.flat[0]):
        return data
    found = data.copy()
    found.flat[chance % data.size] = _another(few, float(data.flat[0]), chance)
    return found


def with_another(data: Array, others: Iterable[Array], chance: int, domain: Domain) -> Array:
    """Of a single number that is the same as in all `others`, another one."""
    few = numbers(domain)
    if data.size != 1 or len(few) < 2 or any(float(other.flat[0]) != float(data.flat[0]) for other in others):
        return data
    return np.full(data.shape, _another(few, float(data.flat[0]), chance))


def varied_vectors(data: Array, along: tuple[int, ...], chance: int) -> Array:
    """One-hot vectors along some axes, and if all of them are equal, one of them another."""
    rest = tuple(i for i in range(data.ndim) if i not in along)
    count, length = prod(data.shape[i] for i in rest), prod(data.shape[i] for i in along)
    vectors = data.transpose(*rest, *along).reshape(count, length).copy()
    if count < 2 or length < 2 or vectors[0].all() or np.any(vectors != vectors[0]):
        return data
    vectors[chance % count] = np.roll(vectors[0], 1)
    merged = vectors.reshape([data.shape[i] for i in (*rest, *along)])
    return merged.transpose(np.argsort([*rest, *along]).tolist())


def _another(few: tuple[float, ...], number: float, chance: int) -> float:
    others = [value for value in few if value != number]
    return others[chance % len(others)]
