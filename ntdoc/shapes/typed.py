"""The type of an expression, and how checking it can stop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ntdoc.diagnostics import Operand
from ntdoc.shapes.plan import Plan, ShapeOf
from ntdoc.shapes.sizes import Size, default_size
from ntdoc.source import Span

_LONG = 48  # letters: more of a formula is cut off


class Typed(NamedTuple):
    """An expression with its named shape.

    `shape` is None after an error: what depends on it is not checked. `plan` is None where the shape is known from a
    declaration but the value is not to be had. `flows` are the parameters of unknown shape whose axes end up here.
    """

    plan: Plan | None
    shape: ShapeOf | None
    span: Span
    flows: frozenset[str] = frozenset()
    literal: bool = False

    @property
    def number(self) -> bool:
        """Whether it is a number as it is written, `0`, `1/2` or `1/|\\ax|`: where a tensor is needed, one of them."""
        return self.literal and self.shape == {}

    @property
    def own_shape(self) -> ShapeOf:
        """Its shape without index variables: `X_{\\ax(i)}` is a tensor for each i, and is lifted over them."""
        return {axis: size for axis, size in (self.shape or {}).items() if not axis.startswith("#")}

    @property
    def own_axes(self) -> tuple[str, ...]:
        return tuple(self.own_shape)

    @property
    def text(self) -> str:
        """The expression as the author wrote it, on one line and cut short."""
        line = " ".join(self.span.text.split())
        return line if len(line) <= _LONG else line[: _LONG - 3] + "…"

    def beside(self, others: Sequence[Typed]) -> str:
        """The same; of two operands a long one by its side: half a formula is no name of anything."""
        line = " ".join(self.span.text.split())
        if len(line) <= _LONG or len(others) != 1 or others[0].span.source is not self.span.source:
            return self.text
        return "the left operand" if self.span.start < others[0].span.start else "the right operand"


class Demand(Exception):
    """An operation needs an axis of a parameter whose shape is not declared: it has it, then."""

    def __init__(self, axis: str, parameters: frozenset[str], span: Span, operand: Typed) -> None:
        super().__init__(axis)
        self.axis = axis
        self.parameters = parameters
        self.span = span
        self.operand = operand


def shape_text(shape: ShapeOf | None) -> str:
    """`chans × seq'[n-1]`; sizes are shown where they are not the axis' own.

    Of what there is one for each value of an index it is the shape of one.
    """
    if shape is None:
        return "unknown"
    axes = [axis_text(axis, size) for axis, size in shape.items() if not axis.startswith("#")]
    return " × ".join(axes) or "scalar"


def has_shape(shape: ShapeOf | None) -> str:
    """`has the shape chans × seq`, `is a scalar`."""
    return "is a scalar" if shape == {} else f"has the shape {shape_text(shape)}"


def axis_text(axis: str, size: Size) -> str:
    if size == default_size(axis):
        return axis
    return f"{axis}[{str(size).replace('#', '')}]"


def operand(value: Typed) -> Operand:
    return Operand(value.text, shape_text(value.shape))


def axes_text(axes: Iterable[str]) -> str:
    """`a`, `a` and `b`, in backquotes."""
    quoted = [f"`{a}`" for a in axes]
    if len(quoted) < 2:
        return "".join(quoted)
    return ", ".join(quoted[:-1]) + " and " + quoted[-1]
