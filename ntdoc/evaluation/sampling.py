"""Samples: the numbers that stand for a tensor of which the document says only where it lives.

A sample depends on the seed, the symbol's key, the instance, and the shape and domain asked for, and on
nothing else: not on the order of storage, the process or the rest of the document. Values are short decimals
that read well, and generic: never 0 or the end of an interval unless the domain has nothing else, and all
different while there are enough of them, so that a maximum is at one place. Instance 0 is for show; others
serve to verify.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import shake_128
from math import isinf, prod
from typing import Any

import numpy as np

from ntdoc.evaluation import variety
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import Domain, DomainKind

SMALL = 1000
"""How many entries a sample may have to be kept."""

_ROUNDS = 100  # in which each value is drawn once; of larger arrays it does not matter
_MAGNITUDES = np.arange(10, 201) / 100
_SMALL = np.arange(1, 10) / 1000
_SHARES = np.arange(5, 96) / 100

Array = Any  # of numpy


def sample(
    key: str, seed: int, instance: int, axes: tuple[str, ...], sizes: tuple[int, ...], domain: Domain
) -> NamedArray:
    """Entries of `domain` for the symbol `key`, along `axes` of `sizes`, in double precision.

    Axes of the domain that are not among `axes` are passed over.
    """
    chance = _Chance(f"{seed}\0{instance}\0{key}")
    order = sorted(range(len(axes)), key=axes.__getitem__)
    shape = tuple(sizes[i] for i in order)
    along = tuple(position for position, i in enumerate(order) if axes[i] in domain.axes)
    across = tuple(position for position, i in enumerate(order) if axes[i] in domain.across)
    if len(along) == len(across) == 1 and shape[along[0]] == shape[across[0]]:
        data = _doubly(chance, shape, (*along, *across), domain.kind is DomainKind.ONE_HOT)
    else:
        data = _fill(chance, shape, along, domain, plain=instance == 0)
        if instance <= variety.LAST:  # orders may hold only where there are both kinds, and are tried on more samples
            data = _varied(data, chance, along, domain)
        if data.size == 1 and instance == variety.LAST and variety.numbers(domain):
            before = [sample(key, seed, i, axes, sizes, domain).data for i in range(instance)]
            data = variety.with_another(data, before, int(chance.below(1000, 1)[0]), domain)
        names = [axes[i] for i in order]
        unit = [names.index(a) for a in domain.unit]
        if domain.centred:
            data = data - data.mean(axis=tuple(names.index(a) for a in domain.centred), keepdims=True)
        if domain.kind is not DomainKind.SIMPLEX:
            data = _drawn(data, [names.index(a) for a in domain.symmetric], unit)
        if domain.spread:
            data = data * prod(data.shape[i] for i in unit) ** 0.5
        if domain.definite:
            data = _definite(data, [names.index(a) for a in domain.symmetric], domain)
        if domain.diagonal:
            _set_diagonal(data, [names.index(a) for a in domain.diagonal], domain.on_diagonal)
        if domain.orthogonal:
            data = _orthonormal(data, unit, names.index(domain.orthogonal))
    if domain.kind is DomainKind.SIMPLEX and domain.symmetric:
        data = _turned_over(data, [sorted(axes).index(a) for a in domain.symmetric])
    stored = tuple(order.index(i) for i in range(len(axes)))
    return NamedArray(axes, np.ascontiguousarray(data.transpose(stored)).reshape(sizes))


def _varied(data: Array, chance: _Chance, along: tuple[int, ...], domain: Domain) -> Array:
    if domain.kind is DomainKind.ONE_HOT:
        return variety.varied_vectors(data, along, int(chance.below(1000, 1)[0]))
    return variety.varied(data, int(chance.below(1000, 1)[0]), domain) if variety.numbers(domain) else data


def kept(
    key: str, seed: int, instance: int, axes: tuple[str, ...], sizes: tuple[int, ...], domain: Domain
) -> NamedArray:
    """The same, which is not to be written to: a small one is drawn once, for many statements are about it."""
    return (_small if prod(sizes) <= SMALL else sample)(key, seed, instance, axes, sizes, domain)


@lru_cache(maxsize=4096)
def _small(
    key: str, seed: int, instance: int, axes: tuple[str, ...], sizes: tuple[int, ...], domain: Domain
) -> NamedArray:
    drawn = sample(key, seed, instance, axes, sizes, domain)
    drawn.data.flags.writeable = False
    return drawn


class _Chance:
    """An endless row of numbers that look random, made from a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._drawn = 0

    def integers(self, count: int) -> Array:
        """The next `count` integers of 64 bits."""
        self._drawn += 1
        digest = shake_128(f"{self._text}\0{self._drawn}".encode("utf-8", "surrogatepass")).digest(8 * count)
        return np.frombuffer(digest, dtype="<u8")

    def below(self, bound: int, count: int) -> Array:
        """The next `count` integers from 0 up to, not including, `bound`."""
        return (self.integers(count) % bound).astype(np.int64)

    def distinct(self, values: Array, count: int) -> Array:
        """`count` of the values, all different while there are enough of them; then every value about as often."""
        rounds = min(-(-count // len(values)), _ROUNDS)
        orders = [self.integers(len(values)).argsort(kind="stable") for _ in range(rounds)]
        order = orders[0] if rounds == 1 else np.concatenate([*orders, np.zeros(0, np.int64)])
        rest = count - len(order)
        return values[np.concatenate([order, self.below(len(values), rest)]) if rest > 0 else order[:count]]


def _fill(chance: _Chance, shape: tuple[int, ...], along: tuple[int, ...], domain: Domain, plain: bool) -> Array:
    count = prod(shape)
    match domain.kind:
        case DomainKind.BINARY:
            return _binary(chance, shape)
        case DomainKind.INTEGERS:
            steps = max(1, int(domain.upper - domain.lower) + 1)
            return domain.lower + chance.below(steps, count).astype(np.float64).reshape(shape)
        case DomainKind.FINITE if domain.values:
            return np.asarray(domain.values, dtype=np.float64)[chance.below(len(domain.values), count)].reshape(shape)
        case DomainKind.ONE_HOT | DomainKind.SIMPLEX:
            rest = tuple(i for i in range(len(shape)) if i not in along)
            vectors = prod(shape[i] for i in rest), prod(shape[i] for i in along)
            if domain.kind is DomainKind.SIMPLEX:
                drawn = _simplex(chance, *vectors)
            else:
                one = domain.upper == 1
                drawn = _one_hot(chance, *vectors) if one else _several_hot(chance, *vectors, int(domain.upper))
            merged = drawn.reshape([shape[i] for i in (*rest, *along)])
            return merged.transpose(np.argsort([*rest, *along]).tolist())
        case DomainKind.UNIT:
            low, high = domain.ends
            if isinf(high):
                return low + chance.distinct(_MAGNITUDES, count).reshape(shape)
            if isinf(low):
                return high - chance.distinct(_MAGNITUDES, count).reshape(shape)
            return low + (high - low) * chance.distinct(_SHARES, count).reshape(shape)
    if domain.small:
        magnitudes = np.full(count, _SMALL[0]) if plain and count == 1 else chance.distinct(_SMALL, count)
    else:
        magnitudes = chance.distinct(_MAGNITUDES, count)
    match domain.kind:
        case DomainKind.POSITIVE | DomainKind.NONNEGATIVE:
            return magnitudes.reshape(shape)
        case DomainKind.NEGATIVE:
            return -magnitudes.reshape(shape)
        case _:
            signs = 1 - 2 * chance.below(2, count)
            return (signs * magnitudes).reshape(shape)


def _drawn(data: Array, symmetric: list[int], unit: list[int]) -> Array:
    """The same numbers with those beyond a diagonal from before it, and as vectors of length 1."""
    if symmetric and data.shape[symmetric[0]] == data.shape[symmetric[1]]:
        rows, columns = np.ogrid[: data.shape[symmetric[0]], : data.shape[symmetric[0]]]
        moved = np.moveaxis(data, symmetric, (-2, -1))
        data = np.moveaxis(np.where(rows >= columns, moved, np.swapaxes(moved, -2, -1)), (-2, -1), symmetric)
    if unit:
        data = data / np.sqrt(np.sum(data**2, axis=tuple(unit), keepdims=True))
    return data


def _turned_over(data: Array, axes: list[int]) -> Array:
    """The mean of a matrix and itself turned over: it is symmetric, and its sums are the same."""
    if data.shape[axes[0]] != data.shape[axes[1]]:
        return data
    return (data + np.swapaxes(data, *axes)) / 2


def _definite(data: Array, axes: list[int], domain: Domain) -> Array:
    """The product of a matrix with itself turned over, and 1 on the diagonal: it is positive definite.

    So it stays with rows and columns scaled for a diagonal that is given.
    """
    moved = np.moveaxis(data, axes, (-2, -1))
    if moved.shape[-2] != moved.shape[-1]:
        return data
    made = moved @ np.swapaxes(moved, -2, -1) / max(1, moved.shape[-1]) + np.eye(moved.shape[-1])
    if domain.diagonal and domain.on_diagonal * domain.definite > 0:
        scale = np.sqrt(abs(domain.on_diagonal) / np.diagonal(made, axis1=-2, axis2=-1))
        made = made * scale[..., :, None] * scale[..., None, :]
    return np.moveaxis(domain.definite * made, (-2, -1), axes)


def _set_diagonal(data: Array, axes: list[int], value: float) -> None:
    """Write a number where the indices of two axes are equal."""
    moved = np.moveaxis(data, axes, (-2, -1))
    both = np.arange(min(moved.shape[-2:]))
    moved[..., both, both] = value


def _binary(chance: _Chance, shape: tuple[int, ...]) -> Array:
    """Zeros and ones, with a one in every vector along every axis of more than one entry.

    A mask of zeros alone would leave an attention nothing to attend to.
    """
    data = chance.below(2, prod(shape)).astype(np.float64).reshape(shape)
    step = min((size for size in shape if size > 1), default=1)
    if step == 1:
        return data
    # The entries whose indices add up to a fixed number, modulo the least size, meet every such vector
    offset = int(chance.below(step, 1)[0])
    diagonal = sum(np.ogrid[tuple(slice(size) for size in shape)])
    data[diagonal % step == offset] = 1
    return data


def _one_hot(chance: _Chance, vectors: int, length: int) -> Array:
    data = np.zeros((vectors, length))
    if length:
        data[np.arange(vectors), chance.below(length, vectors)] = 1
    return data


def _several_hot(chance: _Chance, vectors: int, length: int, count: int) -> Array:
    data = np.zeros((vectors, length))
    order = np.argsort(chance.integers(vectors * length).reshape(vectors, length), axis=1, kind="stable")
    np.put_along_axis(data, order[:, :count], 1, axis=1)
    return data


def _orthonormal(data: Array, along: list[int], each: int) -> Array:
    """Unit vectors along axes taken together, orthogonal for different indices of `each`, as far as there is room."""
    rest = [i for i in range(data.ndim) if i not in (*along, each)]
    ordered = data.transpose([*rest, *along, each])
    matrices = ordered.reshape((*(data.shape[i] for i in rest), -1, data.shape[each]))
    vectors, triangle = np.linalg.qr(matrices)
    if vectors.shape != matrices.shape:
        return data
    signs = np.where(np.diagonal(triangle, axis1=-2, axis2=-1) < 0, -1.0, 1.0)  # one of the two that there are
    return (vectors * signs[..., None, :]).reshape(ordered.shape).transpose(np.argsort([*rest, *along, each]))


def _doubly(chance: _Chance, shape: tuple[int, ...], pair: tuple[int, ...], exact: bool) -> Array:
    """Permutation matrices, or means of them that have no zeros."""
    rest = tuple(i for i in range(len(shape)) if i not in pair)
    n, count = shape[pair[0]], prod(shape[i] for i in rest)

    def permutations() -> Array:
        orders = np.argsort(chance.integers(count * n).reshape(count, n), axis=1, kind="stable")
        return np.eye(n)[orders]

    data = permutations()
    if not exact:
        data = 0.5 * data + 0.25 * permutations() + 0.25 / max(1, n)
    ordered = data.reshape([shape[i] for i in (*rest, *pair)])
    return ordered.transpose(np.argsort([*rest, *pair]).tolist())


def _simplex(chance: _Chance, vectors: int, length: int) -> Array:
    """Positive entries that add up to 1, in hundredths while there are enough of these."""
    units = 100 if length <= 50 else 100 * length
    weights = 1 + chance.below(100, vectors * length).reshape(vectors, length)
    shares = weights * (units - length) // weights.sum(axis=1, keepdims=True)
    missing = units - length - shares.sum(axis=1, keepdims=True)
    return (shares + 1 + (np.arange(length) < missing)) / units
