"""The syntax trees: small frozen nodes in a closed union, each with the span of what the author wrote.

Two things cannot be known without scope and stay open here: whether juxtaposition (`Juxtaposition`) applies a function
or multiplies, and whether a superscript (`Symbol.sup`) is part of a name or a power.
"""

from __future__ import annotations

from ntdoc.nodes import Node, node
from ntdoc.source import Span
from ntdoc.syntax.binding_ast import Binding, RecordIndex


@node
class Axis(Node):
    """An axis by its name, as `\\seq'` or `\\ax^*`; `variable` when it stands for a whole shape, as `\\mathcal{S}`.

    `without` is taken from it, as in `\\mathcal{S} \\setminus \\mathcal{T}`, and `within` is what a `\\cap` leaves.
    """

    name: str
    span: Span
    variable: bool = False
    without: tuple[Axis, ...] = ()
    within: tuple[Axis, ...] | None = None


@node
class SizedAxis(Node):
    """An axis in a shape: `\\seq` or `\\seq[n-1]`."""

    axis: Axis
    size: Expr | None


@node
class Shape(Node):
    """A shape as written: axes joined by `\\times` (or commas, or unions)."""

    axes: tuple[SizedAxis, ...]
    span: Span


@node
class Script(Node):
    """A sub- or superscript that is no axis expression: its plain text, and what it says if it is an expression.

    `parts` are what it says between its commas.
    """

    text: str
    expr: Expr | None
    span: Span
    parts: tuple[Expr | None, ...] = ()
    axes: tuple[Axis, ...] = ()  # if it is a shape, as in `f^{\\mathcal{S}}`
    records: tuple[RecordIndex, ...] = ()  # if it may be letters for records, as in `X_s`


@node
class Number(Node):
    """A number as written; `places` counts the digits after the point. `\\mathbf{1}` is spread: of any shape."""

    value: float
    places: int
    span: Span
    spread: bool = False


@node
class Symbol(Node):
    """A name with its scripts: `W_1`, `\\gamma`, `W^{l,Q}`, `\\text{LayerNorm}^{1'}`.

    `axes` are the axes that stand below it (`\\nfun{\\seq}{softmax}`) or are its only subscript (`\\softmax_{\\seq}`).
    """

    base: str
    sub: Script | None
    sup: Script | None
    axes: tuple[Axis, ...]
    roman: bool  # set upright, as names of functions are
    span: Span
    under: bool = False  # the axes stand below it, so that it is certainly a function

    @property
    def name(self) -> str:
        """The name without a superscript."""
        return self.base if self.sub is None else f"{self.base}_{self.sub.text}"

    @property
    def full_name(self) -> str:
        return self.name if self.sup is None else f"{self.name}^{self.sup.text}"

    @property
    def without_superscript(self) -> Symbol:
        """The name that has the superscript, with its own span if the superscript is what is written last."""
        here, sup = self.span, self.sup.span if self.sup is not None else self.span
        if sup.source is not here.source or not here.start < sup.start < here.end:
            return self.replace(sup=None)
        before, sign, between = here.source.text[here.start : sup.start].rpartition("^")
        if not sign or between.strip("{ ") or (self.sub is not None and self.sub.span.start > sup.start):
            return self.replace(sup=None)
        return self.replace(sup=None, span=Span(here.source, here.start, here.start + len(before.rstrip())))


@node
class Group(Node):
    """Something in brackets: `(a, b; c)` has two `items` and one of `parameters`."""

    items: tuple[Expr, ...]
    parameters: tuple[Expr, ...]
    bracket: str  # `(`, `[` or `{`
    span: Span

    @property
    def contents(self) -> tuple[Expr, ...]:
        """What a call gives, in front of a semicolon and behind it."""
        return (*self.items, *self.parameters)


@node
class Juxtaposition(Node):
    """Factors that stand side by side: an application or a product."""

    factors: tuple[Expr, ...]
    span: Span


@node
class ProductOperator(Node):
    """`\\cdot`, `\\odot` and `*` (`times`), `/` (`divide`), `\\ndot{S}` (`contract`), or a document's own (`other`)."""

    kind: str
    symbol: str
    axes: tuple[Axis, ...]
    span: Span
    pairs: tuple[tuple[Axis, Axis], ...] = ()  # of the left and the right operand: `\\ax|\\bx`


@node
class Product(Node):
    """`first op operand op operand …`, left-associative."""

    first: Expr
    rest: tuple[tuple[ProductOperator, Expr], ...]
    span: Span

    @property
    def factors(self) -> tuple[Expr, ...]:
        return (self.first, *(factor for _, factor in self.rest))


@node
class Sum(Node):
    """Terms with their signs, +1 or -1."""

    terms: tuple[tuple[int, Expr], ...]
    span: Span


@node
class Fraction(Node):
    numerator: Expr
    denominator: Expr
    span: Span


@node
class Root(Node):
    radicand: Expr
    degree: Expr | None
    span: Span


@node
class Power(Node):
    base: Expr
    exponent: Expr
    span: Span


@node
class Bars(Node):
    """`|x|`: an absolute value; `\\|x\\|` is a norm, and `\\|x\\|_1` one of another order."""

    body: Expr
    double: bool
    span: Span
    order: Number | None = None


@node
class Size(Node):
    """`|\\ax|`: the size of an axis, or of several axes or shapes taken together."""

    axes: tuple[Axis, ...]
    span: Span


@node
class AxisTerm(Node):
    """An axis where an expression was looked for; it has no value of its own."""

    axis: Axis
    span: Span


@node
class Rename(Node):
    """`X_{a \\to b}`; a pair with several axes on the left is a reshape."""

    body: Expr
    pairs: tuple[tuple[tuple[Axis, ...], tuple[Axis, ...]], ...]
    span: Span
    script: Span


@node
class Index(Node):
    """`X_{\\ax(i), \\bx(j)}`, indices 1-based."""

    body: Expr
    items: tuple[tuple[Axis, Expr], ...]
    span: Span


@node
class Star(Node):
    """`X^*`: every axis renamed to its starred twin."""

    body: Expr
    mark: str
    span: Span


@node
class BigOperator(Node):
    """`\\sum`, `\\prod` over `axes`, or over an index `variable` from `low` to `high` or in a `domain`."""

    operator: str
    axes: tuple[Axis, ...]
    variable: Symbol | None
    low: Expr | None
    high: Expr | None
    domain: Expr | None
    body: Expr
    span: Span
    sizes: tuple[Expr | None, ...] = ()  # as written behind the axes


@node
class Matrix(Node):
    """`\\nmatrix{row}{column}{cells}`; `sizes` are those written behind its axes, `\\nmatrix{\\ax[2]}{}{…}`."""

    row: Axis | None
    column: Axis | None
    cells: tuple[tuple[Expr, ...], ...]
    span: Span
    sizes: tuple[int | None, int | None] = (None, None)


@node
class Cases(Node):
    """`cases`: expressions with their conditions; a condition of None is `otherwise`."""

    branches: tuple[tuple[Expr, Chain | None], ...]
    span: Span


@node
class Braces(Node):
    """`\\{ … \\}`: a set by its elements."""

    items: tuple[Expr, ...]
    span: Span


@node
class Differential(Node):
    """`\\partial E`, with `E` the next factor; `\\nabla_X E` is `by` X."""

    body: Expr
    by: Expr | None
    span: Span


@node
class Derivative(Node):
    """`\\frac{\\partial E}{\\partial X^*}`, by several for a higher one.

    `total` when it is written with a d. `plain` is the fraction as a fraction of products, where the d may be a tensor.
    """

    body: Expr
    by: tuple[Expr, ...]
    total: bool
    plain: Expr | None
    span: Span


@node
class Restricted(Node):
    """`E|_{X=U}`: the value of E with X replaced by U."""

    body: Expr
    items: tuple[tuple[Symbol, Expr], ...]
    span: Span


@node
class TensorSet(Node):
    """`\\reals^{…}`, `\\{0,1\\}^{…}`, `[n]^{…}`: a set of numbers, and a shape."""

    base: Base
    shape: Shape
    span: Span


@node
class Base(Node):
    """A set of numbers, by its kind: `reals`, `integers`, `naturals`, `set` (of the `items`), `range` (1 … `items[0]`),
    `interval` (`items`), `simplex` (numbers with the sum 1 along the axis `text`), `records` (of a shape), or `named`
    (`text`, a field or a set declared elsewhere).
    """

    kind: str
    items: tuple[Expr, ...]
    text: str
    span: Span


@node
class Signature(Node):
    """`f \\colon A \\times B \\to C`."""

    subject: Expr
    arguments: tuple[TensorSet, ...]
    result: TensorSet
    span: Span
    in_words: bool = False  # that it is one of numbers is said in words, which may say more of it


Expr = (
    Number | Symbol | Group | Juxtaposition | Product | Sum | Fraction | Root | Power | Bars | Size | AxisTerm | Rename
    | Index | Star | BigOperator | Matrix | Cases | Braces | Differential | Derivative | Restricted | Binding
)

Operand = Expr | TensorSet


@node
class Relation(Node):
    """A relation sign: `=`, `in`, `approx`, `le`, `lt`, `ge`, `gt`, `ne`, `define`, `update`, `subset`, `other`,
    `scaled` (equal up to a factor, `\\propto`), `shifted` (up to a term, `= E + \\text{const}`).
    `reason` is what stands over it: `(\\ref{chain})`.
    """

    kind: str
    text: str
    span: Span
    reason: str = ""


@node
class Chain(Node):
    """`e_0 = e_1 = e_2 \\in S`; without relations, an expression.

    `subjects` has more than one entry for `\\gamma, \\beta \\in S`. `rows` gives the display row of each operand.
    """

    subjects: tuple[Operand, ...]
    rest: tuple[tuple[Relation, Operand], ...]
    rows: tuple[int, ...]
    conditions: tuple[Chain, ...]
    span: Span


@node
class Unread(Node):
    """A statement that could not be parsed: `malformed` when it is certainly wrong, else notation not supported."""

    reason: str
    malformed: bool
    at: Span
    span: Span
    row: int
    known: bool = False  # a diagnostic says so already
    lefts: tuple[str, ...] = ()  # of one that is known, the names that it may be about


Parsed = Chain | Signature | Unread
