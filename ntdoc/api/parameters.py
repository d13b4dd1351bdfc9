"""Whether an implementation has parameters for what it is called with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import Signature, signature
from typing import Any


def unfit(
    implementation: Callable[..., Any], arguments: Sequence[object], keywords: Mapping[str, object]
) -> Signature | None:
    """The parameters of an implementation that cannot take such arguments; None if it can, or if nobody knows."""
    try:
        own = signature(implementation)
    except (TypeError, ValueError):  # no function, or one that does not say what it takes
        return None
    try:
        own.bind(*arguments, **keywords)
    except TypeError:
        return own
    return None
