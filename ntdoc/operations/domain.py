"""Domains: the sets that the entries of a tensor are taken from, and whether an array lies in one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Any, NamedTuple

from ntdoc.operations.array import NamedArray, namespace, positions, real


class DomainKind(StrEnum):
    """What kind of set. The last two say something of whole vectors."""

    REAL = "real"
    POSITIVE = "positive"
    NONNEGATIVE = "nonnegative"
    NEGATIVE = "negative"
    UNIT = "unit"  # [0, 1], or what is between other ends
    BINARY = "binary"  # {0, 1}
    INTEGERS = "integers"  # [n] = {1, …, n}, or by steps of 1 from another number
    FINITE = "finite"  # a set of given numbers
    ONE_HOT = "one_hot"  # one 1 along the axes, else 0
    SIMPLEX = "simplex"  # nonnegative, and the sum along the axes is 1


VECTOR_KINDS = frozenset({DomainKind.ONE_HOT, DomainKind.SIMPLEX})
SIGNED_KINDS = (DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.NEGATIVE)
LIMITS = {  # of the kinds that are an interval
    DomainKind.REAL: (-inf, inf),
    DomainKind.POSITIVE: (0.0, inf),
    DomainKind.NONNEGATIVE: (0.0, inf),
    DomainKind.NEGATIVE: (-inf, 0.0),
    DomainKind.UNIT: (0.0, 1.0),
}


@dataclass(frozen=True, slots=True)
class Domain:
    """A set of numbers, or of vectors along `axes` taken together."""

    kind: DomainKind = DomainKind.REAL
    upper: float = 1  # of INTEGERS: n; of ONE_HOT: how many are 1
    lower: float = 1  # of INTEGERS
    values: tuple[float, ...] = ()  # of FINITE
    axes: tuple[str, ...] = ()  # of ONE_HOT and SIMPLEX
    across: tuple[str, ...] = ()  # of ONE_HOT and SIMPLEX: the sums along these axes are 1 too
    ends: tuple[float, float] = (0.0, 1.0)  # of UNIT
    small: bool = False  # a constant said to be small: samples are near 0
    centred: tuple[str, ...] = ()  # of reals: the sum along these axes taken together is 0
    unit: tuple[str, ...] = ()  # of reals: the squares along these axes taken together add up to 1
    spread: bool = False  # the mean of these squares is 1 instead
    symmetric: tuple[str, ...] = ()  # of reals and of SIMPLEX: these two axes may change places
    definite: float = 0.0  # of symmetric reals: 1 if the matrix is positive definite, -1 if it is negative definite
    diagonal: tuple[str, ...] = ()  # where the indices of these two axes are equal, every entry is
    on_diagonal: float = 0.0  # this number
    orthogonal: str = ""  # of reals: the unit vectors for different indices of this axis are orthogonal

    @property
    def limits(self) -> tuple[float, float]:
        """The ends of an interval; of other sets, which do not end for want of a number, both infinite."""
        return self.ends if self.kind is DomainKind.UNIT else LIMITS.get(self.kind, LIMITS[DomainKind.REAL])

    def __str__(self) -> str:
        match self.kind:
            case DomainKind.INTEGERS:
                return f"[{self.upper:g}]" if self.lower == 1 else f"{{{self.lower:g}, …, {self.upper:g}}}"
            case DomainKind.FINITE:
                return "{" + ", ".join(f"{value:g}" for value in self.values) + "}"
            case DomainKind.ONE_HOT | DomainKind.SIMPLEX:
                numbers = "{0, 1}" if self.kind is DomainKind.ONE_HOT else "ℝ ≥ 0"
                sums = " and along ".join(", ".join(axes) for axes in (self.axes, self.across) if axes)
                turned = f", symmetric in {' and '.join(self.symmetric)}" if self.symmetric else ""
                return f"{numbers}, sum {self.upper:g} along {sums}{turned}"
            case DomainKind.UNIT:
                low, high = self.ends
                if low == -inf:
                    return f"ℝ ≤ {high:g}"
                return f"[{low:g}, {high:g}]" if high < inf else f"ℝ ≥ {low:g}"
            case kind:
                marks = f", sum 0 along {', '.join(self.centred)}" if self.centred else ""
                length = "mean of squares 1" if self.spread else "length 1"
                marks += f", {length} along {', '.join(self.unit)}" if self.unit else ""
                marks += f", orthogonal for each {self.orthogonal}" if self.orthogonal else ""
                marks += f", symmetric in {' and '.join(self.symmetric)}" if self.symmetric else ""
                marks += f", {'positive' if self.definite > 0 else 'negative'} definite" if self.definite else ""
                if self.diagonal:
                    marks += f", {self.on_diagonal:g} where {' and '.join(self.diagonal)} are equal"
                return _PLAIN[kind] + marks


_PLAIN = {
    DomainKind.REAL: "ℝ",
    DomainKind.POSITIVE: "ℝ > 0",
    DomainKind.NONNEGATIVE: "ℝ ≥ 0",
    DomainKind.NEGATIVE: "ℝ < 0",
    DomainKind.BINARY: "{0, 1}",
}


class Offence(NamedTuple):
    """An entry outside a domain: its 1-based indices and its value. Of vectors, the value is their sum."""

    record: dict[str, int]
    value: float


def offence(domain: Domain, array: NamedArray, tolerance: float = 1e-9) -> Offence | None:
    """The first entry of `array`, in the order of storage, that is not in `domain`.

    Raises AxisError where the domain is one of vectors along an axis that `array` lacks.
    """
    xp = namespace(array)
    data = real(xp, array.data)
    found = _first_false(xp, array.axes, _inside(xp, domain, data, tolerance), data)
    if found or domain.kind not in VECTOR_KINDS:
        return found
    axis = positions(array, domain.axes)
    sums = xp.sum(data, axis=axis)
    rest = tuple(name for name in array.axes if name not in domain.axes)
    return _first_false(xp, rest, xp.abs(sums - domain.upper) <= tolerance, sums)


def _inside(xp: Any, domain: Domain, x: Any, near: float) -> Any:
    """For each entry whether it may occur, give or take `near` where the set is closed.

    nan is in no domain; the reals are taken with ±∞, which masks use.
    """
    match domain.kind:
        case DomainKind.REAL:
            return x == x
        case DomainKind.POSITIVE:
            return x > 0
        case DomainKind.NEGATIVE:
            return x < 0
        case DomainKind.NONNEGATIVE | DomainKind.SIMPLEX:
            return x >= -near
        case DomainKind.UNIT:
            return (x >= domain.ends[0] - near) & (x <= domain.ends[1] + near)
        case DomainKind.BINARY | DomainKind.ONE_HOT:
            return (xp.abs(x) <= near) | (xp.abs(x - 1) <= near)
        case DomainKind.INTEGERS:
            steps = x - domain.lower
            bounded = xp.where((steps >= -near) & (x <= domain.upper + near), steps, xp.full_like(x, 0.5))
            return xp.abs(bounded - xp.round(bounded)) <= near
        case DomainKind.FINITE:
            inside = xp.zeros(x.shape, dtype=xp.bool)
            for value in domain.values:
                inside = inside | (xp.abs(x - value) <= near)
            return inside


def _first_false(xp: Any, axes: tuple[str, ...], inside: Any, values: Any) -> Offence | None:
    if bool(xp.all(inside)):
        return None
    outside = xp.astype(~xp.reshape(inside, (-1,)), xp.int64)
    flat = int(xp.argmax(outside))
    record: dict[str, int] = {}
    rest = flat
    for axis, size in zip(reversed(axes), reversed(values.shape), strict=True):
        rest, i = divmod(rest, size)
        record[axis] = i + 1
    value = float(xp.reshape(values, (-1,))[flat])
    return Offence({axis: record[axis] for axis in axes}, value)
