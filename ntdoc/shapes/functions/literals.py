"""Numbers as arguments: `g(0)` takes a tensor of zeros where `g` works on axes, and `f(3, 4)` the vector `(3, 4)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.shapes.bindings import Function, Signed
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import combine
from ntdoc.shapes.functions.overloads import overload
from ntdoc.shapes.names.numbers import vectors
from ntdoc.shapes.patterns import along
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast

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
        shape = session.shape(written.shape, there)
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


def as_vector(session: Session, own: Sequence[Function | Signed], written: ast.Group) -> Sequence[ast.Expr]:
    """The arguments of a call; of a function of one vector its entries may be written as if they were arguments."""
    if written.parameters or not own or overload(own, len(written.items), 0) is not None:
        listed = written.items[0] if len(written.items) == 1 else None  # `f((3, 4))`
    else:
        listed = written
    numbers = vectors.as_list(listed) if isinstance(listed, ast.Group) else None
    function = overload(own, 1, 0)
    if numbers is None or not isinstance(function, Function) or function.extras:
        return written.items
    set_of = session.checked(function).written.get(function.letters[0])
    axes = set_of.shape.axes if set_of is not None else ()
    if len(axes) != 1 or axes[0].axis.variable:
        return written.items
    return (along(numbers, axes[0].axis.name),)
