"""Named arrays: a tuple of axis names and an array of any library that follows the array API standard."""

from __future__ import annotations

from typing import Any, NamedTuple


class NamedArray(NamedTuple):
    """A named tensor (Def. 4 of the paper): `data` has one dimension for each name in `axes`, in that order.

    The order is a matter of storage and has no meaning. Names are distinct. A scalar has no axes.
    """

    axes: tuple[str, ...]
    data: Any  # an array of numpy, torch, jax or dask: the array API has no common type

    @property
    def sizes(self) -> dict[str, int]:
        return dict(zip(self.axes, self.data.shape, strict=True))
