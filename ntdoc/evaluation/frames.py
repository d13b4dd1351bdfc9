"""What is known while a plan is run."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from ntdoc.operations.array import NamedArray
from ntdoc.shapes import plan as p

LARGEST = 2**24
"""How many entries an array may have: beyond that nothing is evaluated."""

Values = Mapping[str, NamedArray]


class Frame:
    """The parameters of one call, and what has been found in it of plans that occur in several places."""

    __slots__ = ("entries", "outside", "shared", "values")

    def __init__(self, values: Values, outside: float | None = None) -> None:
        """`outside` is what stands for entries at indices that are out of range; None if there must be none."""
        self.values = values
        self.outside = outside
        self.shared: dict[int, NamedArray] = {}
        self.entries = 0

    def keep(self, plan: p.Shared, value: NamedArray) -> None:
        """Keep a value for the next time, while there is room: what is large is rather made again."""
        self.entries += prod(value.data.shape)
        if self.entries <= 4 * LARGEST:
            self.shared[id(plan)] = value
