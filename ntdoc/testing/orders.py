"""Whether what an implementation gives is right but for the order of its axes."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np

from ntdoc.operations.array import NamedArray

_MOST_AXES = 4


def in_other_order(wanted: NamedArray, found: Any) -> tuple[str, ...]:
    """The hint, where the numbers are those that are wanted with the axes in another order."""
    count = len(wanted.axes)
    if not 1 < count <= _MOST_AXES or np.ndim(found) != count:
        return ()
    numbers = np.asarray(wanted.data)
    for number, order in enumerate(permutations(range(count))):
        turned = numbers.transpose(order)
        if turned.shape == np.shape(found) and np.allclose(turned, found, rtol=1e-3, equal_nan=True):
            axes = " ".join(wanted.axes[i] for i in order)
            if number == 0:  # as they are wanted, and only not exact
                return ()
            return (f'the numbers are right, and their axes in another order: say axes={{"return": "{axes}"}}',)
    return ()
