"""What a piece of exported code computes, and arranging its axes.

The axes that a value has by itself come last, in a known order; arguments of functions may have others before them, as
broadcasting has it. So axes are counted from the end, and an axis that a value lacks is put in among its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from ntdoc.export.code import Code, call
from ntdoc.shapes.sizes import Size

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Type(Enum):
    """How Python holds a value."""

    ARRAY = "array"
    MASK = "mask"  # an array of truth values
    NUMBER = "number"  # of Python
    FLAG = "flag"  # a truth value of Python


@dataclass(frozen=True, slots=True)
class Product:
    """A call of einsum, which gives the axes of its result in any order."""

    module: str
    operands: str  # how the axes of the operands are spelt
    letters: dict[str, str]
    codes: tuple[Code, ...]

    def code(self, order: Sequence[str], batched: bool) -> Code:
        result = ("..." if batched else "") + "".join(self.letters[a] for a in order)
        return call(f"{self.module}.einsum", f'"{self.operands}->{result}"', *self.codes)

    def renamed(self, names: Mapping[str, str]) -> Product:
        return replace(self, letters={names.get(a, a): x for a, x in self.letters.items()})


@dataclass(frozen=True, slots=True)
class Value:
    """An expression with its axes; `batched` says that it may have more before these.

    `kept` is the same with axes of size 1 in the place of those that a reduction took away.
    """

    code: Code
    axes: tuple[str, ...] = ()
    batched: bool = False
    type: Type = Type.ARRAY
    sizes: dict[str, Size] = field(default_factory=dict)
    kept: tuple[Code, tuple[str, ...]] | None = None
    label: str = ""  # what it may be called
    product: Product | None = None

    @property
    def is_array(self) -> bool:
        return self.type in (Type.ARRAY, Type.MASK)


def position(value: Value, axis: str) -> int:
    """Where an axis is, counted from the end."""
    return value.axes.index(axis) - len(value.axes)


def positions(value: Value, axes: Sequence[str]) -> str:
    """Axes as an argument: `-1`, `(-2, -1)`."""
    found = sorted(position(value, axis) for axis in axes)
    return str(found[0]) if len(found) == 1 else f"({', '.join(map(str, found))})"


def union(values: Sequence[Value], preferred: Sequence[str] = ()) -> tuple[str, ...]:
    """The axes of several values, in an order in which few of them must be moved: at best in that preferred."""
    arrays = [v for v in values if v.is_array]
    if not arrays:
        return ()
    widest = max(arrays, key=lambda v: len(v.axes)).axes
    others = dict.fromkeys(a for v in arrays for a in v.axes if a not in widest)
    orders = [(*others, *widest), tuple(dict.fromkeys(a for v in arrays for a in v.axes))]
    ranks = {a: i for i, a in enumerate(preferred)}
    orders.insert(0, tuple(sorted(orders[0], key=lambda a: ranks.get(a, -1))))
    return min(orders, key=lambda order: sum(tuple(a for a in order if a in v.axes) != v.axes for v in arrays))


Namer = Callable[[Code, str], Code]


def arranged(value: Value, order: Sequence[str], module: str, name: Namer) -> Code:
    """The code of a value with its axes in an order, and with axes of size 1 where it lacks some of them."""
    if not value.is_array:
        return value.code
    own = tuple(a for a in order if a in value.axes)
    if value.kept is not None and value.kept[1] == tuple(order):
        return value.kept[0]
    code = permuted(value, own, module, name)
    present = [a in own for a in order]
    if not value.batched:
        while present and not present[0]:
            present = present[1:]
    if all(present):
        return code
    start = present.index(False)
    places = ", ".join(":" if there else "None" for there in present[start:])
    if not value.batched:  # all dimensions are known
        return Code(f"{name(code, value.label).atom}[{', '.join(':' if there else 'None' for there in present)}]")
    before = "..., "
    return Code(f"{name(code, value.label).atom}[{before}{places}]")


def permuted(value: Value, order: tuple[str, ...], module: str, name: Namer) -> Code:
    """The code of a value with its own axes in another order."""
    if value.axes == order:
        return value.code
    if value.product is not None:
        return value.product.code(order, value.batched)
    if order[:-2] == value.axes[:-2] and order[-2:] == value.axes[:-3:-1]:
        return Code(f"{name(value.code, value.label).atom}.mT")
    letters = spelling((value.axes,))
    dots = "..." if value.batched else ""
    before, after = ("".join(letters[a] for a in axes) for axes in (value.axes, order))
    return call(f"{module}.einsum", Code(f'"{dots}{before}->{dots}{after}"'), value.code)


def spelling(all_axes: Sequence[Sequence[str]]) -> dict[str, str]:
    """A letter for each axis, its first one if that is free."""
    found: dict[str, str] = {}
    for axis in dict.fromkeys(a for axes in all_axes for a in axes):
        free = [x for x in LETTERS if x not in found.values()]
        plain = [c for c in axis.lstrip("#").lower() if c.isascii() and c.isalpha()]
        wanted = [c for c in (*plain[:1], *[c.upper() for c in plain[:1]], *plain) if c in free]
        found[axis] = (wanted or free)[0]
    return found
