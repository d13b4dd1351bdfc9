"""Nodes that bind letters, and nodes that speak of shapes: records, sets by a condition, limits, conditions on shapes.

They belong to the same closed union as those of `ast`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.nodes import Node, node
from ntdoc.source import Span

if TYPE_CHECKING:
    from ntdoc.syntax.ast import Axis, Chain, Expr, Number, Operand, Script, Shape, Size, Symbol


@node
class RecordIndex(Node):
    """A letter for a whole record in a subscript: `s`, `s^*`, `\\left.s\\right|_{\\mathcal{S}}` (its part `within`)."""

    letter: str
    mark: str
    within: tuple[Axis, ...] | None
    span: Span


@node
class Record(Node):
    """`[X]_s`: the entry of a tensor at a record, or at several records together."""

    body: Expr
    items: tuple[RecordIndex, ...]
    span: Span
    script: Script | None = None  # of a name with a star before it, `x^*_i`: that subscript, as part of the name


@node
class SetOf(Node):
    """`\\{ E(i) \\mid i \\in I \\}`: the values of a `body` where its conditions hold."""

    body: Expr
    conditions: tuple[Chain, ...]
    span: Span


@node
class Limit(Node):
    """`\\lim_{\\alpha \\to a} E`; `side` is +1 or -1 where `a` is approached from above or below.

    Without a variable and a target it does not say what tends to what.
    """

    variable: Symbol | None
    target: Expr | None
    side: int
    body: Expr
    span: Span


@node
class Among(Node):
    """The terms of `\\sum_{k \\neq j} X_{\\ax(k)}`: those for which that holds, `nothing` for others."""

    variable: Symbol
    body: Expr
    condition: Chain
    nothing: Number
    span: Span


@node
class Everywhere(Node):
    """`\\mathbf{1}_{\\ax,\\bx[n]}`: a number in every entry of a shape."""

    number: Number
    shape: Shape
    span: Span


@node
class Indicator(Node):
    """`\\mathbb{I}[i = j]`: 1 where a condition holds, and 0 elsewhere."""

    condition: Chain
    span: Span


@node
class Moment(Node):
    """`\\mathbb{E}_{\\epsilon \\sim D}[X]`: a mean over chances, of all that is random or of what stands below it."""

    kind: str
    over: tuple[Chain, ...]
    items: tuple[Expr, ...]
    span: Span


@node
class Logical(Node):
    """Conditions joined by `and` or `or`, or one that is denied by `not`."""

    kind: str
    parts: tuple[Chain, ...]
    span: Span


@node
class Entries(Node):
    """The tensor whose entry at letters is the `body`; made of a left side `[T_{\\ax}]_{\\ax(i)}`, never written."""

    indices: tuple[tuple[Axis, Symbol], ...]
    body: Operand
    span: Span


@node
class Slices(Node):
    """The tensor whose parts along an axis are given one by one, the first first; never written as such."""

    axis: Axis
    parts: tuple[Expr, ...]
    span: Span


@node
class Place(Node):
    """Where along an axis the entries are of which an equation speaks: at `letter + more`, `end + more`, or `more`.

    The end is a letter for the size of the axis, or that size itself.
    """

    axis: Axis
    letter: Symbol | None
    end: Symbol | Size | None
    more: int


@node
class Line(Node):
    """One of the equations of a recurrence: what the entries of a tensor at some places are."""

    name: str
    places: tuple[Place, ...]
    body: Operand
    conditions: tuple[Chain, ...]
    span: Span


@node
class Recurrence(Node):
    """The tensor `name`, whose entries are made of other entries of it; made of several equations, never written.

    `order` has the axes along which they follow each other, upwards (1) or downwards (-1), as far as that is plain.
    """

    name: str
    lines: tuple[Line, ...]
    order: tuple[tuple[str, int], ...]
    span: Span


@node
class ShapeSet(Node):
    """A set of axes in a condition on shapes.

    kind: `axes` as listed, `shape` (that of the `body`: `\\shp X`), or `union`, `meet`, `minus` of the `parts`.
    """

    kind: str
    axes: tuple[Axis, ...]
    body: Expr | None
    parts: tuple[ShapeSet, ...]
    span: Span


@node
class Gap(Node):
    """An operand of a chain that could not be read, between others that could."""

    reason: str
    malformed: bool
    at: Span
    span: Span


@node
class Gradient(Node):
    """`\\nabla f(x)`: a function differentiated by its one argument, at the value in the bracket.

    Of `\\nabla f` and `\\nabla^2 f`, which are at the letter of the function, the argument has no items.
    """

    function: Symbol
    argument: Expr
    span: Span
    order: int = 1


@node
class Hole(Node):
    """`\\mathord-`, the place of an operand in a signature."""

    span: Span


Binding = (
    Hole
    | Record
    | SetOf
    | Limit
    | Among
    | Everywhere
    | Indicator
    | Moment
    | Logical
    | Entries
    | Slices
    | Recurrence
    | ShapeSet
    | Gradient
    | Gap
)
