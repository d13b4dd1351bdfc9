"""Typed plans: what is left of an expression when names, axes and lifting are decided. Running one needs no scope.

Every operation in a plan acts on named arrays and lets axes that it does not name pass through, so the same plan runs
on lifted arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ntdoc.nodes import Node, node
from ntdoc.operations.domain import Domain
from ntdoc.shapes.drawn_plan import Averaged, Drawn
from ntdoc.shapes.sizes import Rational, Size, variable
from ntdoc.shapes.sizes import number as size_number
from ntdoc.source import Span

ShapeOf = dict[str, Size]  # axis names with their sizes; never changed once made


_ONE = size_number(1)


@node
class Constant(Node):
    """A number."""

    value: float


@node
class Sampled(Node):
    """A free tensor: its values are drawn."""

    key: str
    shape: tuple[tuple[str, Size], ...]
    domain: Domain
    limit: Size | tuple[Size, Size] | None = None  # for integers of [n], and between two numbers that sizes give
    bounds: tuple[tuple[Plan, ...], tuple[Plan, ...]] = ((), ())  # what it is above, and what it is below

    @property
    def sizes(self) -> frozenset[Size]:
        own = frozenset(s for _, s in self.shape)
        if self.limit is None or isinstance(self.limit, Size):
            return own | {self.limit} if self.limit is not None else own
        return own.union(variable(atom) for limit in self.limit for atom in limit.atoms)  # the ends are no sizes

    def bounded(self, number: Callable[[Size], Rational]) -> Domain:
        """The domain with its ends as numbers."""
        if self.limit is None:
            return self.domain
        ends = (_ONE, self.limit) if isinstance(self.limit, Size) else self.limit
        low, high = (float(number(end)) for end in ends)
        return replace(self.domain, lower=low, upper=max(low, high), ends=(low, max(low, high)))


@node
class Defined(Node):
    """A tensor that a statement of the document defines; `key` tells it from all others."""

    key: object
    body: Plan


@node
class Parameter(Node):
    """A parameter of the function whose body this is in."""

    name: str


@node
class SizeValue(Node):
    """`|ax|` as a number. `axes` are read off the local sizes by name at run time where they are local."""

    size: Size


@node
class Operate(Node):
    """A known operation of the table, at axes if it takes any."""

    operation: str
    axes: tuple[str, ...]
    arguments: tuple[Plan, ...]


@node
class Contract(Node):
    axes: tuple[str, ...]
    left: Plan
    right: Plan


@node
class Renamed(Node):
    pairs: tuple[tuple[str, str], ...]
    body: Plan


@node
class Flattened(Node):
    """Axes made into one, row-major in the order listed."""

    axes: tuple[str, ...]
    axis: str
    body: Plan


@node
class Unflattened(Node):
    """One axis made into several, row-major in the order listed."""

    axis: str
    shape: tuple[tuple[str, Size], ...]
    body: Plan


@node
class Taken(Node):
    """The entries of `body` at `index` (1-based, a tensor of integers) along an axis."""

    axis: str
    body: Plan
    index: Plan
    span: Span


@node
class Counter(Node):
    """The numbers 1, 2, … `size` along an axis of their own: an index variable."""

    axis: str
    low: int
    size: Size


@node
class Literal(Node):
    """An array by its entries."""

    row: str | None
    column: str | None
    cells: tuple[tuple[Plan, ...], ...]


@node
class Chosen(Node):
    """`cases`: the first branch whose condition holds; a condition of None always does."""

    branches: tuple[tuple[Plan, Plan | None], ...]


@node
class Compared(Node):
    """A relation between two tensors, entry by entry: 1 where it holds."""

    relation: str
    left: Plan
    right: Plan


@node
class Eye(Node):
    """The identity tensor along pairs of axes."""

    pairs: tuple[tuple[str, str, Size], ...]


@node
class Spread(Node):
    """A tensor broadcast to axes that it lacks."""

    shape: tuple[tuple[str, Size], ...]
    body: Plan


@node
class Concatenated(Node):
    axis: str
    parts: tuple[Plan, ...]


@node
class Windows(Node):
    """`unroll` (step 1) or `pool` (step |kernel|): windows of `width` along an axis, numbered along a new one."""

    kind: str
    axis: str
    kernel: str
    width: Size
    body: Plan
    count: Size | None = None  # how many there are: a whole number, though they may be put into one axis again


@node
class Function(Node):
    """A function ready to run: parameters with the axes that its body works on, and its body."""

    name: str
    parameters: tuple[tuple[str, tuple[str, ...]], ...]
    body: Plan
    result: tuple[str, ...]
    known: Plan | None = None  # the known operation of that name, which may be the same function
    definition: int | None = None  # the statement that says what it is
    shapes: tuple[tuple[tuple[str, Size], ...], ...] = ()  # of the parameters


@node
class Smooth(Node):
    """A function of which only the signature is known: a smooth one, drawn."""

    key: str
    argument_axes: tuple[tuple[str, ...], ...]
    result: tuple[tuple[str, Size], ...]
    arguments: tuple[Plan, ...]


@node
class Linear(Node):
    """The linear map within a `Smooth` function of that name, on the differentials of some of its arguments.

    `numbers` says which of the arguments, counted from 0, each of these belongs to.
    """

    key: str
    argument_axes: tuple[tuple[str, ...], ...]
    result: tuple[tuple[str, Size], ...]
    numbers: tuple[int, ...]
    arguments: tuple[Plan, ...]


def tends(letter: str) -> str:
    """The name of the parameter that a letter is in a limit."""
    return f"lim {letter}"


@node
class Limiting(Node):
    """What `body` comes to when the parameter `name` goes to `target`, from one `side` if it is not 0."""

    name: str
    target: float
    side: int
    body: Plan


@node
class Places(Node):
    """The places along an axis at which entries of a recurrence are computed: one number, or several along it."""

    axis: str

    @property
    def index_axis(self) -> str:
        """What the places are along, and what they are called among the values: nothing else has such a name."""
        return f"#{self.axis} at"


@node
class Entries(Node):
    """One of the tensors of a recurrence: what its entries at some places are made of, and where they begin.

    In the body, the tensors of the recurrence are parameters.
    """

    name: str
    shape: tuple[tuple[str, Size], ...]
    first: tuple[tuple[str, int], ...]
    body: Plan


@node
class Recurrence(Node):
    """The tensor `name` of those whose entries are made of others of them.

    `order` has the axes along which they are found one after the other, upwards (1) or downwards (-1). Without one,
    nothing is known of the order.
    """

    name: str
    parts: tuple[Entries, ...]
    order: tuple[tuple[str, int], ...]


@node
class Shared(Node):
    """What occurs in several places of a plan: it is run once for each call."""

    body: Plan


@node
class Like(Node):
    """A tensor broadcast to those axes of another that it lacks: a differential may lack axes of its value."""

    body: Plan
    like: Plan


@node
class Unit(Node):
    """The identity tensor along an axis of another tensor and a twin of that axis."""

    axis: str
    twin: str
    like: Plan


@node
class Call(Node):
    """A function applied; what its arguments have beyond the axes of its parameters is lifted (Def. 5, 6)."""

    function: Function
    arguments: tuple[Plan, ...]


Plan = (
    Constant
    | Sampled
    | Drawn
    | Averaged
    | Defined
    | Parameter
    | SizeValue
    | Operate
    | Contract
    | Renamed
    | Flattened
    | Unflattened
    | Taken
    | Counter
    | Literal
    | Chosen
    | Compared
    | Eye
    | Spread
    | Concatenated
    | Windows
    | Smooth
    | Linear
    | Shared
    | Like
    | Unit
    | Limiting
    | Places
    | Recurrence
    | Call
)
