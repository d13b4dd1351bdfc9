"""The syntax trees: small frozen nodes in a closed union, each with the span of what the author wrote.

Two things cannot be known without scope and stay open here: whether juxtaposition (`Juxtaposition`) applies a function
or multiplies, and whether a superscript (`Symbol.sup`) is part of a name or a power.
"""

from __future__ import annotations

from typing import NamedTuple

from ntdoc.source import Span


class Axis(NamedTuple):
    """An axis by its name, as `\\seq'` or `\\ax^*`; `variable` when it stands for a whole shape, as `\\mathcal{S}`."""

    name: str
    span: Span
    variable: bool = False


class SizedAxis(NamedTuple):
    """An axis in a shape: `\\seq` or `\\seq[n-1]`."""

    axis: Axis
    size: Expr | None


class Shape(NamedTuple):
    """A shape as written: axes joined by `\\times` (or commas, or unions)."""

    axes: tuple[SizedAxis, ...]
    span: Span


class Script(NamedTuple):
    """A sub- or superscript that is no axis expression: its plain text, and what it says if it is an expression."""

    text: str
    expr: Expr | None
    span: Span


class Number(NamedTuple):
    """A number as written; `places` counts the digits after the point."""

    value: float
    places: int
    span: Span


class Symbol(NamedTuple):
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


class Group(NamedTuple):
    """Something in brackets: `(a, b; c)` has two `items` and one of `parameters`."""

    items: tuple[Expr, ...]
    parameters: tuple[Expr, ...]
    bracket: str  # `(`, `[` or `{`
    span: Span


class Juxtaposition(NamedTuple):
    """Factors that stand side by side: an application or a product."""

    factors: tuple[Expr, ...]
    span: Span


class ProductOperator(NamedTuple):
    """`\\cdot`, `\\odot` and `*` (`times`), `/` (`divide`), `\\ndot{S}` (`contract`), or a document's own (`other`)."""

    kind: str
    symbol: str
    axes: tuple[Axis, ...]
    span: Span


class Product(NamedTuple):
    """`first op operand op operand …`, left-associative."""

    first: Expr
    rest: tuple[tuple[ProductOperator, Expr], ...]
    span: Span


class Sum(NamedTuple):
    """Terms with their signs, +1 or -1."""

    terms: tuple[tuple[int, Expr], ...]
    span: Span


class Fraction(NamedTuple):
    numerator: Expr
    denominator: Expr
    span: Span


class Root(NamedTuple):
    radicand: Expr
    degree: Expr | None
    span: Span


class Power(NamedTuple):
    base: Expr
    exponent: Expr
    span: Span


class Bars(NamedTuple):
    """`|x|`: an absolute value; `\\|x\\|` is a norm."""

    body: Expr
    double: bool
    span: Span


class Size(NamedTuple):
    """`|\\ax|`: the size of an axis, or of several axes or shapes taken together."""

    axes: tuple[Axis, ...]
    span: Span


class AxisTerm(NamedTuple):
    """An axis where an expression was looked for; it has no value of its own."""

    axis: Axis
    span: Span


class Rename(NamedTuple):
    """`X_{a \\to b}`; a pair with several axes on the left is a reshape."""

    body: Expr
    pairs: tuple[tuple[tuple[Axis, ...], tuple[Axis, ...]], ...]
    span: Span
    script: Span


class Index(NamedTuple):
    """`X_{\\ax(i), \\bx(j)}`, indices 1-based."""

    body: Expr
    items: tuple[tuple[Axis, Expr], ...]
    span: Span


class Star(NamedTuple):
    """`X^*`: every axis renamed to its starred twin."""

    body: Expr
    mark: str
    span: Span


class BigOperator(NamedTuple):
    """`\\sum`, `\\prod` over axes (`axes`) or over an index variable (`variable` with `low` and `high`, or `domain`)."""

    operator: str
    axes: tuple[Axis, ...]
    variable: Symbol | None
    low: Expr | None
    high: Expr | None
    domain: Expr | None
    body: Expr
    span: Span


class Matrix(NamedTuple):
    """`\\nmatrix{row}{column}{cells}`."""

    row: Axis | None
    column: Axis | None
    cells: tuple[tuple[Expr, ...], ...]
    span: Span


class Cases(NamedTuple):
    """`cases`: expressions with their conditions; a condition of None is `otherwise`."""

    branches: tuple[tuple[Expr, Chain | None], ...]
    span: Span


class Braces(NamedTuple):
    """`\\{ … \\}`: a set by its elements."""

    items: tuple[Expr, ...]
    span: Span


class Differential(NamedTuple):
    """`\\partial E`, with `E` the next factor."""

    body: Expr
    span: Span


class Hole(NamedTuple):
    """`\\mathord-`, the place of an operand in a signature."""

    span: Span


class TensorSet(NamedTuple):
    """`\\reals^{…}`, `\\{0,1\\}^{…}`, `[n]^{…}`: a set of numbers, and a shape."""

    base: Base
    shape: Shape
    span: Span


class Base(NamedTuple):
    """A set of numbers.

    kind: `reals`, `integers`, `naturals`, `set` (of the `items`), `range` (1 … `items[0]`), `interval` (`items`), or
    `named` (`text`, a field or a set declared elsewhere).
    """

    kind: str
    items: tuple[Expr, ...]
    text: str
    span: Span


class Signature(NamedTuple):
    """`f \\colon A \\times B \\to C`."""

    subject: Expr
    arguments: tuple[TensorSet, ...]
    result: TensorSet
    span: Span


Expr = (
    Number | Symbol | Group | Juxtaposition | Product | Sum | Fraction | Root | Power | Bars | Size | AxisTerm
    | Rename | Index | Star | BigOperator | Matrix | Cases | Braces | Differential | Hole
)  # fmt: skip

Operand = Expr | TensorSet


class Relation(NamedTuple):
    """A relation sign: `=`, `in`, `approx`, `le`, `lt`, `ge`, `gt`, `ne`, `define`, `update`, `subset`, `other`."""

    kind: str
    text: str
    span: Span


class Chain(NamedTuple):
    """`e_0 = e_1 = e_2 \\in S`; without relations, an expression.

    `subjects` has more than one entry for `\\gamma, \\beta \\in S`. `rows` gives the display row of each operand.
    """

    subjects: tuple[Operand, ...]
    rest: tuple[tuple[Relation, Operand], ...]
    rows: tuple[int, ...]
    conditions: tuple[Chain, ...]
    span: Span


class Unread(NamedTuple):
    """A statement that could not be parsed: `malformed` when it is certainly wrong, else notation not supported."""

    reason: str
    malformed: bool
    at: Span
    span: Span
    row: int


Parsed = Chain | Signature | Unread
