"""The one table of known operations: how each is spelt, what it does to axes, how it runs, what it means.

Importing it does not import numpy: the shape checker reads the table, and a kernel is looked up when it
first runs. A document's own definition of a name comes before the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from importlib import import_module
from math import e, pi
from typing import Any

CONSTANTS = {"pi": pi, "e": e}
"""The names that stand for numbers where the document gives them no other meaning."""


class Rule(Enum):
    """What an operation does to axes, and how its kernel is called."""

    ELEMENTWISE = "elementwise"  # kernel(*arrays): the result has the axes of all arguments
    REDUCTION = "reduction"  # kernel(x, axes): the axes below it go
    ALONG = "along"  # kernel(x, axes): the axes below it stay
    INDEX = "index"  # kernel(x, axis, indices): the axis below it goes, those of the indices come
    UNROLL = "unroll"  # kernel(x, seq, kernel, size): seq[n] becomes seq[n - size + 1], kernel[size]
    POOL = "pool"  # kernel(x, seq, kernel, size): seq[n] becomes seq[n / size], kernel[size]
    DET = "det"  # kernel(x, row, column): two axes of one size go
    INV = "inv"  # kernel(x, row, column): two axes of one size stay, and change their roles
    CONCAT = "concat"  # kernel(arrays, axis): the sizes of the axis below it add up


@dataclass(frozen=True)
class Operation:
    """One known operation.

    `arity` is the number of arguments in brackets (axes are none of them), None for two or more. `spellings`
    are the names as read: a command without its backslash, a Greek letter by the name of its command. `doc`
    says what it computes, in the notation.
    """

    name: str
    spellings: frozenset[str]
    arity: int | None
    rule: Rule
    function: str  # where the kernel is: `module:name` within this package
    doc: str

    @cached_property
    def kernel(self) -> Callable[..., Any]:
        module, _, name = self.function.partition(":")
        kernel: Callable[..., Any] = getattr(import_module(f"ntdoc.operations.{module}"), name)
        return kernel


def _group(module: str, rule: Rule, arity: int | None, *rows: tuple[str, str, str]) -> list[Operation]:
    """Operations of one module, rule and arity: kernel, spellings (the usual one first), meaning."""
    return [
        Operation(names.split()[0], frozenset(names.split()), arity, rule, f"{module}:{kernel}", doc)
        for kernel, names, doc in rows
    ]


OPERATIONS: tuple[Operation, ...] = (
    *_group(
        "elementwise",
        Rule.ELEMENTWISE,
        1,
        ("exp", "exp Exp", "e^x"),
        ("expm1", "expm1", "e^x - 1"),
        ("log", "log ln Log Ln", "natural logarithm"),
        ("log1p", "log1p", r"\log(1 + x)"),
        ("log2", "log2 log_2", "logarithm to the base 2"),
        ("log10", "log10 log_10", "logarithm to the base 10"),
        ("sqrt", "sqrt Sqrt", r"\sqrt{x}"),
        ("absolute", "abs Abs absolute", "|x|"),
        ("sign", "sign sgn Sign", "1 above 0, -1 below, 0 at 0"),
        ("floor", "floor Floor", "the greatest integer that is at most x"),
        ("ceil", "ceil Ceil ceiling", "the least integer that is at least x"),
        ("rounded", "round Round", "the nearest integer, of two the even one"),
        ("sin", "sin", "sine"),
        ("cos", "cos", "cosine"),
        ("tan", "tan tg", "tangent"),
        ("cot", "cot ctg", r"1 / \tan x"),
        ("sec", "sec", r"1 / \cos x"),
        ("csc", "csc cosec", r"1 / \sin x"),
        ("arcsin", "arcsin asin", "inverse of the sine"),
        ("arccos", "arccos acos", "inverse of the cosine"),
        ("arctan", "arctan atan arctg", "inverse of the tangent"),
        ("sinh", "sinh", "hyperbolic sine"),
        ("cosh", "cosh", "hyperbolic cosine"),
        ("tanh", "tanh Tanh", "hyperbolic tangent"),
        ("coth", "coth", r"1 / \tanh x"),
        ("arcsinh", "arcsinh arsinh asinh", "inverse of the hyperbolic sine"),
        ("arccosh", "arccosh arcosh acosh", "inverse of the hyperbolic cosine"),
        ("arctanh", "arctanh artanh atanh", "inverse of the hyperbolic tangent"),
        ("sigmoid", "sigmoid Sigmoid sigma σ logistic expit sigm", "1 / (1 + e^{-x})"),
        ("log_sigmoid", "log_sigmoid logsigmoid LogSigmoid", r"\log \sigma(x)"),
        ("softplus", "softplus Softplus SoftPlus", r"\log(1 + e^x)"),
        ("relu", "relu ReLU RELU ReLu Relu", r"\max(0, x)"),
        ("elu", "elu ELU Elu", "x where it is positive, e^x - 1 elsewhere"),
        ("silu", "silu SiLU SILU swish Swish", r"x \sigma(x)"),
        (
            "gelu",
            "gelu GELU GeLU Gelu",
            r"x \Phi(x), with \Phi the distribution function of the normal",
        ),
        ("identity", "id Id identity", "x"),
        (
            "identity",
            "stop_gradient stopgradient stop-gradient StopGradient stop_grad stopgrad stop-grad StopGrad sg detach",
            "x, a constant for derivatives",
        ),
        ("erf", "erf", r"\frac{2}{\sqrt\pi} \int_0^x e^{-t^2} dt"),
        ("erfc", "erfc", r"1 - \operatorname{erf} x"),
    ),
    *_group(
        "elementwise",
        Rule.ELEMENTWISE,
        2,
        ("arctan2", "arctan2 atan2", "the angle of the point (y, x)"),
        ("remainder", "mod remainder", r"x - y \lfloor x / y \rfloor"),
    ),
    *_group(
        "elementwise",
        Rule.ELEMENTWISE,
        None,
        ("maximum", "maximum max Max", "the largest of the arguments, entry by entry"),
        ("minimum", "minimum min Min", "the smallest of the arguments, entry by entry"),
    ),
    *_group(
        "along",
        Rule.REDUCTION,
        1,
        ("sum_", "sum Sum", r"\sum_i X_{ax(i)}"),
        ("prod_", "prod Prod product", r"\prod_i X_{ax(i)}"),
        ("mean", "mean Mean avg average Avg Average", r"\frac{1}{|ax|} \sum_{ax} X"),
        ("var", "var Var variance Variance", r"\frac{1}{|ax|} \sum_{ax} (X - mean X)^2"),
        ("std", "std Std stddev stdev", r"\sqrt{var X}"),
        ("norm", "norm", r"\sqrt{\sum_{ax} X^2}"),
        ("max_", "max Max maximum sup", "the largest entry"),
        ("min_", "min Min minimum inf", "the smallest entry"),
        ("logsumexp", "logsumexp log_sum_exp LogSumExp LSE lse", r"\log \sum_{ax} \exp X"),
    ),
    *_group(
        "along",
        Rule.ALONG,
        1,
        ("softmax", "softmax Softmax SoftMax softMax soft-max", r"\frac{\exp X}{\sum_{ax} \exp X}"),
        ("log_softmax", "log_softmax logsoftmax LogSoftmax LogSoftMax log-softmax", r"\log softmax X"),
        (
            "argmax",
            "argmax Argmax ArgMax arg-max",
            "one-hot at the largest entry; ties share equally, as in the limit of softmax αX, α → ∞",
        ),
        (
            "argmin",
            "argmin Argmin ArgMin arg-min",
            "one-hot at the smallest entry; ties share equally, as in the limit of softmax αX, α → -∞",
        ),
        (
            "standardize",
            "standardize Standardize standardise Standardise",
            r"\frac{X - mean X}{\sqrt{var X}}",
        ),
        ("cumsum", "cumsum CumSum Cumsum", "the sum of the entries up to and including this one"),
    ),
    *_group("indexing", Rule.INDEX, 2, ("gather", "index Index gather Gather", "X_{ax(I)}, for each entry of I")),
    *_group(
        "indexing",
        Rule.UNROLL,
        1,
        ("unroll", "unroll Unroll unfold", "Y_{seq(i),kernel(j)} = X_{seq(i+j-1)}"),
    ),
    *_group("indexing", Rule.POOL, 1, ("pool", "pool Pool", "Y_{seq(i),kernel(j)} = X_{seq((i-1)·|kernel|+j)}")),
    *_group(
        "matrix",
        Rule.DET,
        1,
        ("det", "det Det determinant", "the determinant"),
        ("trace", "trace Trace tr Tr", "the sum of the entries with equal indices"),
    ),
    *_group("matrix", Rule.INV, 1, ("inv", "inv Inv inverse Inverse", "the inverse")),
    *_group(
        "structure",
        Rule.CONCAT,
        None,
        ("concat", "concat Concat cat concatenate", "one after the other along ax"),
    ),
)


COMPOSED: tuple[Operation, ...] = tuple(
    _group("", Rule.ELEMENTWISE, 3, ("clip", "clip Clip clamp Clamp", r"\min(\max(x, a), b)"))
)
"""What plans have as other operations: no kernel."""


def _by_spelling() -> dict[str, tuple[Operation, ...]]:
    found: dict[str, tuple[Operation, ...]] = {}
    for operation in (*OPERATIONS, *COMPOSED):
        for spelling in operation.spellings:
            found[spelling] = (*found.get(spelling, ()), operation)
    return found


_BY_SPELLING = _by_spelling()


ARITHMETIC: tuple[Operation, ...] = tuple(
    Operation(name, frozenset(), arity, Rule.ELEMENTWISE, f"elementwise:{name}", doc)
    for name, arity, doc in (
        ("add", 2, "x + y"),
        ("subtract", 2, "x - y"),
        ("multiply", 2, "x y"),
        ("divide", 2, "x / y"),
        ("power", 2, "x^y"),
        ("negate", 1, "-x"),
        ("xlogy", 2, r"x \log y, and 0 where x is 0 and y no less"),
    )
)
"""What signs stand for, and a product that plans are made into: no name of a function."""

SLOPES: tuple[Operation, ...] = tuple(
    Operation(name, frozenset(), arity, rule, f"slopes:{name}", doc)
    for name, arity, rule, doc in (
        ("step", 1, Rule.ELEMENTWISE, "1 above 0, 0 below"),
        ("direction", 1, Rule.ELEMENTWISE, "1 above 0, -1 below"),
        ("larger", 2, Rule.ELEMENTWISE, "1 where x > y, 0 where x < y"),
        ("largest", 1, Rule.ALONG, "1 at the largest entry, else 0"),
        ("smallest", 1, Rule.ALONG, "1 at the smallest entry, else 0"),
    )
)
"""What derivatives need beside: nan at jumps and ties, where nothing is differentiable. No name of a function."""

_BY_NAME = {operation.name: operation for operation in (*OPERATIONS, *ARITHMETIC, *SLOPES)}


def named(name: str) -> Operation:
    """The operation of that name in plans: those of the table, the arithmetic written with signs, and slopes."""
    return _BY_NAME[name]


def all_spellings() -> tuple[str, ...]:
    """The names of all known operations."""
    return tuple(_BY_SPELLING)


def lookup(spelling: str, axes: bool = True) -> Operation | None:
    """The operation of that name, or None.

    A few names have two readings: with axes below it `max` is a reduction, else it compares its arguments.
    `axes` says which reading is meant; a name with one reading has that one in either case.
    """
    found = _BY_SPELLING.get(spelling)
    if not found:
        return None
    return next((o for o in found if (o.rule is not Rule.ELEMENTWISE) == axes), found[0])
