"""What parameters are meant: whether an implementation has those of a call, and which definition has the named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import Signature, signature
from typing import Any

from ntdoc.api.handles import Function
from ntdoc.shapes.bindings import Function as Defined


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


def meant(equation: Function, axes: Mapping[str, tuple[str, ...]]) -> Defined:
    """The definition whose parameters are those that axes are given for; of several, the one that stands last."""
    names = set(axes) - {"return"}
    for binding in equation.bindings:
        if isinstance(binding, Defined) and names and {*binding.letters} <= names:
            return binding
    return equation.definition()
