"""Samples that are moved step by step to where an order is nearest to false: bounds that hold of all but few.

*`L \\ge \\log(1 + e^{-1/\\tau})`* of unit vectors holds of those that are drawn, and not of opposite ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import isfinite

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes import plan as p

STEPS = 120
_WIDTHS = (2.0, 0.6, 0.2)
_FARTHEST = 3.0  # so that nothing is lost where exponentials of squares are small
_MOST = 40  # entries of a tensor that is moved
_LEAST = 1e-300

_Move = Callable[[np.ndarray, np.ndarray], np.ndarray]  # of numbers, by noise


def nearest_to_false(near: Runner, free: Collection[p.Sampled], gap: Callable[[Runner], float | None]) -> Runner | None:
    """A runner of whose samples an order is false, or that for which it is nearest to that; None if nothing moves.

    The `gap` is by how much it holds, where least; None where it has no value.
    """
    moves = {node.key: move for node in free if (move := _move_of(node)) is not None}
    drawn = {node.key: near.run(node, {}) for node in free if node.key in moves and node.key not in near.given}
    moves = {key: moves[key] for key, x in drawn.items() if 0 < x.data.size <= _MOST}
    best = gap(near)
    if best is None or not moves or not isfinite(best):
        return None
    noise, keys, here = np.random.default_rng(len(drawn)), sorted(moves), near
    for step in range(STEPS):
        chosen = keys if step % (len(keys) + 1) == len(keys) else [keys[step % (len(keys) + 1)]]
        width = _WIDTHS[noise.integers(len(_WIDTHS))]
        moved = {}
        for key in chosen:
            old = drawn[key]
            by = width * noise.normal(size=old.data.shape)
            moved[key] = NamedArray(old.axes, moves[key](old.data, by))
        there = near.again({**near.given, **drawn, **moved}, None)
        found = gap(there)
        if found is not None and isfinite(found) and found < best:
            best, here, drawn = found, there, {**drawn, **moved}
    return here


def _move_of(node: p.Sampled) -> _Move | None:
    """How the samples of a free tensor may be moved, and stay such as it is said to be; None if they may not be."""
    domain = node.domain
    said = domain.diagonal or domain.orthogonal or domain.across or domain.symmetric or domain.definite or domain.small
    if said or node.limit is not None or any(node.bounds):
        return None
    axes = [axis for axis, _ in node.shape]
    unit, centred, summed = (
        tuple(axes.index(axis) for axis in of if axis in axes) for of in (domain.unit, domain.centred, domain.axes)
    )
    if domain.kind is DomainKind.REAL and not (unit and centred):
        return lambda x, by: _of_length(x, _clipped(_centred(x + by, centred)), unit)
    if domain.kind in (DomainKind.POSITIVE, DomainKind.NONNEGATIVE) and not (unit or centred):
        return lambda x, by: np.clip(np.maximum(x, _LEAST) * np.exp(by), 1 / _FARTHEST, _FARTHEST)
    if domain.kind is DomainKind.SIMPLEX:
        return lambda x, by: _summing(np.maximum(x, 1e-9) * np.exp(2 * by), summed)
    if domain.kind is DomainKind.ONE_HOT:
        return lambda x, by: _one_hot(2 * x + by, summed)
    if domain.kind is DomainKind.UNIT and all(map(isfinite, domain.limits)):
        low, high = domain.limits
        return lambda x, by: _within(x, by, low, high)
    return None


def _clipped(x: np.ndarray) -> np.ndarray:
    return np.asarray(np.clip(x, -_FARTHEST, _FARTHEST))


def _centred(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    return x - x.mean(axis=along, keepdims=True) if along else x


def _of_length(old: np.ndarray, new: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    """Numbers of which the squares have the sum along axes that those of others have."""
    if not along:
        return new
    sums = [np.sqrt((x**2).sum(axis=along, keepdims=True)) for x in (old, new)]
    return np.asarray(new * sums[0] / np.maximum(sums[1], _LEAST))


def _summing(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    return np.asarray(x / x.sum(axis=along, keepdims=True))


def _one_hot(x: np.ndarray, along: tuple[int, ...]) -> np.ndarray:
    return np.asarray((x == x.max(axis=along, keepdims=True)).astype(np.float64))


def _within(x: np.ndarray, by: np.ndarray, low: float, high: float) -> np.ndarray:
    part = np.clip((x - low) / (high - low), 1e-6, 1 - 1e-6)
    return np.asarray(low + (high - low) / (1 + np.exp(-(np.log(part / (1 - part)) + by))))
