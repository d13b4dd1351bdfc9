"""Whether the equations of a recurrence say together what all entries are, which is tried on small sizes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.patterns import DECIDES
from ntdoc.shapes.plan import Compared, Constant, Defined, Operate, Places, Plan, Shared, SizeValue
from ntdoc.shapes.sizes import Equations, Size

if TYPE_CHECKING:
    from ntdoc.shapes.recurrences.grids import Grid

_SIZES = range(1, 6)
_MOST = 3  # letters of sizes
_ENOUGH = 3  # entries, so that one can stand between others

_OPERATIONS: dict[str, Callable[[float, float], float]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "minimum": min,
    "maximum": max,
}


class _Unknown(Exception):
    """What holds where depends on more than places and sizes."""


def everywhere(tests: Sequence[Plan | None], grid: Grid, equations: Equations) -> bool:
    """Whether at each place one of some conditions holds, as far as small sizes show. One of None always does."""
    if any(test is None for test in tests):
        return True
    known = [_reduced(test, equations) for test in tests if test is not None]
    lengths = {axis: equations.reduce(grid.length(axis)) for axis in grid.low}
    sizes = [*lengths.values()]
    sizes += [node.size for test in known for node in walk(test) if isinstance(node, SizeValue)]
    atoms = sorted({atom for size in sizes for atom in size.atoms})
    if len(atoms) > _MOST:
        return False
    try:
        every = (dict(zip(atoms, n, strict=True)) for n in product(_SIZES, repeat=len(atoms)))
        return all(_covered(known, grid, lengths, chosen) for chosen in every)
    except _Unknown:
        return False


def left_out(
    tests: Sequence[Plan], axis: str, low: int, length: Size, equations: Equations
) -> tuple[int | None, int | None] | None:
    """The one place between others, or the last but one (None), at which no condition holds, whatever the sizes are.

    Or the first, if one condition holds at the second alone, and another there, too: then that is the other number.
    """
    known = [_reduced(test, equations) for test in tests]
    length = equations.reduce(length)
    sizes = [length, *(node.size for test in known for node in walk(test) if isinstance(node, SizeValue))]
    atoms = sorted({atom for size in sizes for atom in size.atoms})
    found: set[tuple[int, int, bool]] = set()
    if len(atoms) > _MOST:
        return None
    try:
        for n in product(_SIZES, repeat=len(atoms)):
            chosen = dict(zip(atoms, n, strict=True))
            count = length.evaluate(chosen)
            if count.denominator != 1 or count < _ENOUGH:
                continue
            places = range(low, low + int(count))
            rows = [[bool(_run(test, {axis: place}, chosen)) for place in places] for test in known]
            missing = [at for at, held in enumerate(zip(*rows, strict=True)) if not any(held)]
            if len(missing) != 1:
                return None
            alone = any(row[1] and sum(row) == 1 for row in rows) and sum(row[1] for row in rows) > 1
            found.add((missing[0], int(count) - missing[0], alone))
    except _Unknown:
        return None
    starts, ends = {at for at, _, _ in found}, {end for _, end, _ in found}
    if starts == {0} and all(alone for _, _, alone in found):
        return low, low + 1
    if len(starts) == 1 and 0 not in starts and 1 not in ends and len(ends) > 1:
        return low + min(starts), None
    return (None, None) if ends == {2} and len(starts) > 1 else None


def _reduced(test: Plan, equations: Equations) -> Plan:
    def reduced(part: Node) -> Node:
        return SizeValue(equations.reduce(part.size)) if isinstance(part, SizeValue) else part

    found: Plan = rewritten(test, reduced)
    return found


def _covered(tests: Sequence[Plan], grid: Grid, by_axis: Mapping[str, Size], sizes: Mapping[str, int]) -> bool:
    lengths = [by_axis[axis].evaluate(sizes) for axis in grid.low]
    if any(length < 1 or length.denominator != 1 for length in lengths):
        return True  # there is no such tensor
    ranges = [range(low, low + int(length)) for low, length in zip(grid.low.values(), lengths, strict=True)]
    at = (dict(zip(grid.low, place, strict=True)) for place in product(*ranges))
    return all(any(_run(test, place, sizes) for test in tests) for place in at)


def _run(plan: Plan, place: Mapping[str, int], sizes: Mapping[str, int]) -> float:
    match plan:
        case Constant(value):
            return value
        case Places(axis):
            return place[axis]
        case Defined(_, body) | Shared(body):
            return _run(body, place, sizes)
        case SizeValue(size):
            return float(size.evaluate(sizes))
        case Compared(relation, left, right) if relation in DECIDES:
            return DECIDES[relation](_run(left, place, sizes), _run(right, place, sizes))
        case Operate(operation, (), (left, right)) if operation in _OPERATIONS:
            return _OPERATIONS[operation](_run(left, place, sizes), _run(right, place, sizes))
    raise _Unknown
