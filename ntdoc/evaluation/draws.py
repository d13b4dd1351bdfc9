"""Draws of what is random: they depend on the seed, the symbol, the instance and the sizes, and on nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import shake_128
from math import sqrt

import numpy as np

from ntdoc.operations.array import NamedArray
from ntdoc.shapes.drawn_plan import ANY, BATCH, BATCHES, DRAW, DRAWS, NORMAL

COUNT = DRAWS * BATCHES
"""How many draws there are of each entry."""


def drawn(key: str, seed: int, instance: int, sizes: Mapping[str, int], kind: str) -> NamedArray:
    """Independent draws along `sizes` and along the axes of the draws; the mean of those in a batch is exact.

    Half of them are the others mirrored at the mean, in another order for each key, so that those of two keys go
    together as chance has it.

    Those of which only the mean and the variance are known are normal for an instance with an even number, and uniform
    for others.
    """
    axes = sorted(sizes)
    text = f"{seed}\0{instance}\0{key}\0{axes}"
    digest = shake_128(text.encode("utf-8", "surrogatepass")).digest(16)
    generator = np.random.Generator(np.random.PCG64(int.from_bytes(digest, "little")))
    shape = (*(sizes[axis] for axis in axes), BATCHES, DRAWS // 2)
    normal = kind == NORMAL or (kind == ANY and is_normal(instance))
    half = generator.standard_normal(shape) if normal else generator.random(shape)
    mirrored = (-half if normal else 1.0 - half)[..., generator.permutation(DRAWS // 2)]
    data = np.concatenate([half, mirrored], axis=-1)
    if kind == ANY and not normal:
        data = (data - 0.5) * sqrt(12.0)
    return NamedArray((*axes, BATCH, DRAW), data)


def is_normal(instance: int) -> bool:
    """Whether draws of which only the mean and the variance are known are normal ones."""
    return instance % 2 == 0


def averaged(value: NamedArray) -> NamedArray:
    """The mean over the draws of each batch; what is the same for all of them is its own mean."""
    if DRAW not in value.axes:
        return value
    at = value.axes.index(DRAW)
    return NamedArray(tuple(axis for axis in value.axes if axis != DRAW), value.data.mean(axis=at))
