"""Contraction of a starred axis with the plain one, where the words of a section say that `X \\ndot{\\ax} Y` is that.

*Multiplication contracts starred axes of the left operand with unstarred ones of the right*: the axis `ax*` of `X` is
contracted with the axis `ax` of `Y`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import combine
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span


def contract(env: Environment, axes: Sequence[str], left: Typed, right: Typed, span: Span, at: Span) -> Typed:
    """The contraction over axes, of which those are starred in the left operand that it has with a star."""
    joint = []
    for axis in axes:
        starred = f"{axis}*"
        if starred in (left.shape or {}) and axis in (right.shape or {}):
            both = f"{starred}|{axis}"
            left = combine.rename(env, [((starred,), both)], left, left.span, at)
            right = combine.rename(env, [((axis,), both)], right, right.span, at)
            joint.append(both)
        else:
            joint.append(axis)
    return combine.contract(env, joint, left, right, span, at)
