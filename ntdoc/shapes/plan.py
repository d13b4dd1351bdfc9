"""Typed plans: what is left of an expression when names, axes and lifting are decided. Running one needs no scope.

Every operation in a plan acts on named arrays and lets axes that it does not name pass through, so the same plan runs
on lifted arguments.
"""

from __future__ import annotations

from typing import NamedTuple

from ntdoc.operations.domain import Domain
from ntdoc.shapes.sizes import Size
from ntdoc.source import Span

ShapeOf = dict[str, Size]  # axis names with their sizes; never changed once made


class Constant(NamedTuple):
    """A number."""

    value: float


class Sampled(NamedTuple):
    """A free tensor: its values are drawn."""

    key: str
    shape: tuple[tuple[str, Size], ...]
    domain: Domain
    limit: Size | None = None  # for integers of [n]


class Defined(NamedTuple):
    """A tensor that a statement of the document defines; `key` is the number of the statement."""

    key: int
    body: Plan


class Parameter(NamedTuple):
    """A parameter of the function whose body this is in."""

    name: str


class SizeValue(NamedTuple):
    """`|ax|` as a number. `axes` are read off the local sizes by name at run time where they are local."""

    size: Size


class Operate(NamedTuple):
    """A known operation of the table, at axes if it takes any."""

    operation: str
    axes: tuple[str, ...]
    arguments: tuple[Plan, ...]


class Contract(NamedTuple):
    axes: tuple[str, ...]
    left: Plan
    right: Plan


class Renamed(NamedTuple):
    pairs: tuple[tuple[str, str], ...]
    body: Plan


class Flattened(NamedTuple):
    """Axes made into one, row-major in the order listed."""

    axes: tuple[str, ...]
    axis: str
    body: Plan


class Taken(NamedTuple):
    """The entries of `body` at `index` (1-based, a tensor of integers) along an axis."""

    axis: str
    body: Plan
    index: Plan
    span: Span


class Counter(NamedTuple):
    """The numbers 1, 2, … `size` along an axis of their own: an index variable."""

    axis: str
    low: int
    size: Size


class Literal(NamedTuple):
    """An array by its entries."""

    row: str | None
    column: str | None
    cells: tuple[tuple[Plan, ...], ...]


class Chosen(NamedTuple):
    """`cases`: the first branch whose condition holds; a condition of None always does."""

    branches: tuple[tuple[Plan, Plan | None], ...]


class Compared(NamedTuple):
    """A relation between two tensors, entry by entry: 1 where it holds."""

    relation: str
    left: Plan
    right: Plan


class Eye(NamedTuple):
    """The identity tensor along pairs of axes."""

    pairs: tuple[tuple[str, str, Size], ...]


class Spread(NamedTuple):
    """A tensor broadcast to axes that it lacks."""

    shape: tuple[tuple[str, Size], ...]
    body: Plan


class Concatenated(NamedTuple):
    axis: str
    parts: tuple[Plan, ...]


class Windows(NamedTuple):
    """`unroll` (step 1) or `pool` (step |kernel|): windows of `width` along an axis, numbered along a new one."""

    kind: str
    axis: str
    kernel: str
    width: Size
    body: Plan


class Function(NamedTuple):
    """A function ready to run: parameters with the axes that its body works on, and its body."""

    name: str
    parameters: tuple[tuple[str, tuple[str, ...]], ...]
    body: Plan
    result: tuple[str, ...]


class Smooth(NamedTuple):
    """A function of which only the signature is known: a smooth one, drawn."""

    key: str
    argument_axes: tuple[tuple[str, ...], ...]
    result: tuple[tuple[str, Size], ...]
    arguments: tuple[Plan, ...]


class Call(NamedTuple):
    """A function applied; what its arguments have beyond the axes of its parameters is lifted (Def. 5, 6)."""

    function: Function
    arguments: tuple[Plan, ...]


Plan = (
    Constant | Sampled | Defined | Parameter | SizeValue | Operate | Contract | Renamed | Flattened | Taken | Counter
    | Literal | Chosen | Compared | Eye | Spread | Concatenated | Windows | Smooth | Call
)  # fmt: skip
