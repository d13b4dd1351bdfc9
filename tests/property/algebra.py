"""A small algebra of named arrays in plain numpy, which knows nothing of ntdoc: expressions with two readings, as
LaTeX and as numbers.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

SIZES = {"row": 2, "col": 3, "time": 4, "row'": 2, "col'": 3, "time'": 4}
"""The axes that there are. An axis and its twin with a prime have one size, so that one can be renamed to the other."""

Numbers = np.ndarray[Any, Any]


class IllFormed(Exception):
    """An operand has no such axis, or has it twice, or has it in another size."""


class Named(NamedTuple):
    """An array with a name for each dimension."""

    axes: tuple[str, ...]
    numbers: Numbers


Values = Mapping[str, Named]


def subscripts(*axes: tuple[str, ...]) -> list[str]:
    """Letters of einsum, one for each name."""
    letters = dict(zip(sorted({a for group in axes for a in group}), string.ascii_letters, strict=False))
    return ["".join(letters[a] for a in group) for group in axes]


def agree(left: Named, right: Named) -> None:
    """An axis that both have must be equally long in both: after a renaming it need not be."""
    sizes = dict(zip(left.axes, left.numbers.shape, strict=True))
    if any(sizes.get(a, n) != n for a, n in zip(right.axes, right.numbers.shape, strict=True)):
        raise IllFormed


def together(left: Named, right: Named, operation: Callable[[Numbers, Numbers], Numbers]) -> Named:
    """Entry by entry, with the axes of both."""
    axes = tuple(sorted({*left.axes, *right.axes}))
    agree(left, right)

    def spread(x: Named) -> Numbers:
        one, all_ = subscripts(x.axes, axes)
        shape = [x.numbers.shape[x.axes.index(a)] if a in x.axes else 1 for a in axes]
        ordered = "".join(c for c in all_ if c in one)
        return np.einsum(f"{one}->{ordered}", x.numbers).reshape(shape)

    return Named(axes, operation(spread(left), spread(right)))


@dataclass(frozen=True)
class Letter:
    """A tensor that the document declares."""

    name: str

    def latex(self) -> str:
        return self.name

    def value(self, values: Values) -> Named:
        return values[self.name]


@dataclass(frozen=True)
class Both:
    """Sum, difference or product of two."""

    sign: str
    left: Expression
    right: Expression

    def latex(self) -> str:
        sign = {"+": "+", "-": "-", "*": r"\odot"}[self.sign]
        return rf"\left( {self.left.latex()} \right) {sign} \left( {self.right.latex()} \right)"

    def value(self, values: Values) -> Named:
        operation = {"+": np.add, "-": np.subtract, "*": np.multiply}[self.sign]
        return together(self.left.value(values), self.right.value(values), operation)


@dataclass(frozen=True)
class Contraction:
    """Product, summed over axes that both must have."""

    axes: tuple[str, ...]
    left: Expression
    right: Expression

    def latex(self) -> str:
        axes = written(self.axes, ",")
        return rf"\left[ {self.left.latex()} \right] \ndot{{{axes}}} \left[ {self.right.latex()} \right]"

    def value(self, values: Values) -> Named:
        left, right = self.left.value(values), self.right.value(values)
        if not {*self.axes} <= {*left.axes} & {*right.axes}:
            raise IllFormed
        agree(left, right)
        kept = tuple(a for a in dict.fromkeys((*left.axes, *right.axes)) if a not in self.axes)
        one, two, out = subscripts(left.axes, right.axes, kept)
        return Named(kept, np.einsum(f"{one},{two}->{out}", left.numbers, right.numbers))


@dataclass(frozen=True)
class Along:
    """A function of one axis: the axis goes, or it stays."""

    function: str
    axis: str
    body: Expression

    def latex(self) -> str:
        if self.function == "sum":
            return rf"\left( \sum_{{{written((self.axis,))}}} \left( {self.body.latex()} \right) \right)"
        return rf"\nfun{{{written((self.axis,))}}}{{{self.function}}} \left( {self.body.latex()} \right)"

    def value(self, values: Values) -> Named:
        x = self.body.value(values)
        if self.axis not in x.axes:
            raise IllFormed
        at = x.axes.index(self.axis)
        if self.function == "softmax":
            powers = np.exp(x.numbers - x.numbers.max(axis=at, keepdims=True))
            return Named(x.axes, powers / powers.sum(axis=at, keepdims=True))
        reduced = {"sum": np.sum, "max": np.max, "mean": np.mean}[self.function](x.numbers, axis=at)
        return Named(tuple(a for a in x.axes if a != self.axis), np.asarray(reduced))


@dataclass(frozen=True)
class Renaming:
    """One axis called otherwise."""

    old: str
    new: str
    body: Expression

    def latex(self) -> str:
        return rf"\left( {self.body.latex()} \right)_{{{written((self.old,))} \to {written((self.new,))}}}"

    def value(self, values: Values) -> Named:
        x = self.body.value(values)
        if self.old not in x.axes:
            raise IllFormed
        if self.new in x.axes and self.new != self.old:
            raise IllFormed
        return Named(tuple(self.new if a == self.old else a for a in x.axes), x.numbers)


@dataclass(frozen=True)
class Elementwise:
    """A function of numbers."""

    function: str
    body: Expression

    def latex(self) -> str:
        return rf"\{self.function}\left( {self.body.latex()} \right)"

    def value(self, values: Values) -> Named:
        x = self.body.value(values)
        return Named(x.axes, {"tanh": np.tanh, "sin": np.sin}[self.function](x.numbers))


Expression = Letter | Both | Contraction | Along | Renaming | Elementwise


def written(axes: tuple[str, ...], joint: str = r"\times") -> str:
    """`\\name{row}\\times\\name{col}'`."""
    return joint.join(rf"\name{{{a.rstrip(chr(39))}}}" + "'" * a.count("'") for a in axes)


def tensor_set(axes: tuple[str, ...]) -> str:
    return rf"\reals^{{{written(axes)}}}" if axes else r"\reals"


some_axes = st.lists(st.sampled_from([*SIZES]), unique=True, max_size=3).map(tuple)
one_axis = st.sampled_from([*SIZES])


def expressions(names: st.SearchStrategy[str], depth: int = 3) -> st.SearchStrategy[Expression]:
    """Expressions of the letters; their axes need not fit."""
    found: st.SearchStrategy[Expression] = names.map(Letter)
    for _ in range(depth):
        found = st.one_of(
            names.map(Letter),
            st.builds(Both, st.sampled_from("+-*"), found, found),
            st.builds(Contraction, st.lists(one_axis, unique=True, min_size=1, max_size=2).map(tuple), found, found),
            st.builds(Along, st.sampled_from(["sum", "max", "mean", "softmax"]), one_axis, found),
            st.builds(Renaming, one_axis, one_axis, found),
            st.builds(Elementwise, st.sampled_from(["tanh", "sin"]), found),
        )
    return found


class Well(NamedTuple):
    """An expression whose axes fit, with the axes that it has."""

    expression: Expression
    axes: frozenset[str]


@st.composite
def well_formed(draw: st.DrawFn, shapes: Mapping[str, frozenset[str]], depth: int = 4) -> Well:
    """Expressions of letters with these axes, whose axes fit."""
    if depth == 0 or draw(st.integers(0, 5)) == 0:
        name = draw(st.sampled_from(sorted(shapes)))
        return Well(Letter(name), shapes[name])
    body = draw(well_formed(shapes, depth - 1))
    kind = draw(st.sampled_from(["both", "contraction", "along", "renaming", "elementwise"]))
    if kind == "both":
        other = draw(well_formed(shapes, depth - 1))
        return Well(Both(draw(st.sampled_from("+-*")), body.expression, other.expression), body.axes | other.axes)
    if kind == "contraction":
        other = draw(well_formed(shapes, depth - 1))
        common = sorted(body.axes & other.axes)
        if common:
            axes = tuple(draw(st.lists(st.sampled_from(common), unique=True, min_size=1)))
            return Well(Contraction(axes, body.expression, other.expression), (body.axes | other.axes) - {*axes})
    if kind == "along" and body.axes:
        axis = draw(st.sampled_from(sorted(body.axes)))
        function = draw(st.sampled_from(["sum", "max", "mean", "softmax"]))
        kept = body.axes if function == "softmax" else body.axes - {axis}
        return Well(Along(function, axis, body.expression), kept)
    able = [(a, b) for a in sorted(body.axes) for b in SIZES if b not in body.axes and SIZES[a] == SIZES[b]]
    if kind == "renaming" and able:
        old, new = draw(st.sampled_from(able))
        return Well(Renaming(old, new, body.expression), body.axes - {old} | {new})
    return Well(Elementwise(draw(st.sampled_from(["tanh", "sin"])), body.expression), body.axes)
