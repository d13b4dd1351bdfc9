"""Numbers as arguments: `g(0)` takes a tensor of zeros where `g` works on axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.shapes.bindings import Function
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import combine
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.typed import Typed

if TYPE_CHECKING:
    from ntdoc.shapes.functions.functions import Checked
    from ntdoc.shapes.session import Session


def shapes(
    session: Session,
    function: Function,
    checked: Checked,
    values: Sequence[Typed],
    inner: Environment,
    outer: Environment,
) -> dict[str, ShapeOf] | None:
    """The shapes that are written for the parameters that get numbers, with the sizes that the others leave open.

    None after an error. `outer` has the axes of the signature.
    """
    found: dict[str, ShapeOf] = {}
    for letter, value in zip(function.letters, values, strict=False):
        written = checked.written.get(letter)
        if not value.number or written is None:
            continue
        signed = checked.signature is not None and written in checked.signature.signature.arguments
        there = replace(outer, sizes=inner.sizes) if signed else inner
        shape = session.shape(written.shape, there, written.span)
        if shape is None:
            return None
        found[letter] = shape
    return found


def spread(letters: Sequence[str], values: Sequence[Typed], wanted: dict[str, ShapeOf | None]) -> list[Typed]:
    """The arguments of a call, with tensors of the shapes of the parameters for numbers."""
    return [
        combine.spread(value, shape) if value.number and (shape := wanted.get(letter)) else value
        for letter, value in zip(letters, values, strict=False)
    ]
