"""Tensors put together of others: by their entries, by cases, and by whether a relation holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy import asarray, broadcast_shapes, errstate, float64

from ntdoc.operations.array import NamedArray, align, namespace, real

quiet = errstate(all="ignore")


def literal(row: str | None, column: str | None, cells: Sequence[Sequence[NamedArray]]) -> NamedArray:
    """An array by its entries, along an axis for the rows and one for the columns, where there are such.

    Entries may have axes of their own; one that only some have is broadcast to the others.
    Raises AxisError where an axis has two sizes.
    """
    flat = [cell for line in cells for cell in line]
    axes, views = align(*flat)
    xp = namespace(*flat)
    shape = broadcast_shapes(*[tuple(v.shape) for v in views])
    data = xp.stack([xp.broadcast_to(v, shape) for v in views])
    grid = xp.reshape(data, (len(cells), len(cells[0]), *shape))
    names: tuple[str, ...] = axes
    if column is None:
        grid = grid[:, 0, ...]
    else:
        names = (column, *names)
    if row is None:
        grid = grid[0, ...]
    else:
        names = (row, *names)
    return NamedArray(names, grid)


def choose(branches: Sequence[tuple[NamedArray, NamedArray | None]]) -> NamedArray:
    """`cases`: entry by entry the first value whose test is not 0; nan where no test holds. A test of None always does.

    Raises AxisError where an axis has two sizes.
    """
    flat = [x for value, test in branches for x in ((value,) if test is None else (value, test))]
    axes, views = align(*flat)
    xp = namespace(*flat)
    shape = broadcast_shapes(*[tuple(v.shape) for v in views])
    remaining = iter(views)
    pairs = [(real(xp, next(remaining)), None if test is None else next(remaining)) for _, test in branches]
    result = xp.full_like(pairs[-1][0], xp.nan)
    for value, test in reversed(pairs):
        result = value if test is None else xp.where(test != 0, value, result)
    return NamedArray(axes, xp.broadcast_to(result, shape))


@quiet
def compare(relation: str, left: NamedArray, right: NamedArray) -> NamedArray:
    """A relation entry by entry: 1 where it holds.

    Raises AxisError where an axis has two sizes.
    """
    axes, (x, y) = align(left, right)
    xp = namespace(left, right)
    match relation:
        case "eq":
            holds = x == y
        case "ne":
            holds = x != y
        case "le":
            holds = x <= y
        case "lt":
            holds = x < y
        case "ge":
            holds = x >= y
        case "gt":
            holds = x > y
        case "odd":
            holds = xp.remainder(x, 2) == 1
        case _:
            holds = xp.remainder(x, 2) == 0
    return NamedArray(axes, _as_numbers(xp, holds, x))


def _as_numbers(xp: Any, holds: Any, like: Any) -> Any:
    if xp.__name__ == "numpy":
        return asarray(holds, dtype=float64)
    return xp.astype(holds, real(xp, like).dtype)
