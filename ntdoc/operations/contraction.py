"""Contraction: elementwise product, then the sum over some of the axes that both operands have.

The work goes to BLAS wherever it pays. Which way to go is decided once for each pair of shapes (by name) and
kept. The rules, in the comments of `pairing` and `contract`, come from measurements over random contractions.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import prod
from typing import Any, NamedTuple

from numpy import argsort, ascontiguousarray, einsum, errstate, ndarray

from ntdoc.operations.array import NamedArray, align, namespace, real
from ntdoc.operations.elementwise import multiply
from ntdoc.operations.errors import AxisError

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SMALL_PRODUCT = 64  # a matrix product of at most so many multiplications costs less than arranging its operands
_LARGE_OPERAND = 2**12  # entries from which it pays to look at how an operand is stored

Dimensions = tuple[int, ...]


class Arrangement(NamedTuple):
    """The dimensions of the operands, as [aligned, left, contracted] and [aligned, contracted, right]."""

    left: Dimensions
    right: Dimensions
    left_copied: bool  # if the operand is stored row by row, the arrangement cannot be had as a view
    right_copied: bool


class Pairing(NamedTuple):
    """All that the names alone decide."""

    axes: tuple[str, ...]  # of the result
    common: tuple[tuple[str, int, int], ...]  # axes of both operands, with their dimension in each
    aligned: Dimensions  # of the left operand, and so on
    left: Dimensions
    contracted: Dimensions
    right: Dimensions  # of the right operand
    by_left: Arrangement  # contracted axes in the order of the left operand
    by_right: Arrangement
    einsum: str  # empty if there are more axes than letters
    einsum_axes: tuple[str, ...]
    einsum_always: bool


def _in_place(dimensions: Dimensions) -> bool:
    """Whether dimensions stand one after the other, so that they merge into one without a copy."""
    return all(b == a + 1 for a, b in pairwise(dimensions))


@lru_cache(maxsize=4096)
def pairing(x: tuple[str, ...], y: tuple[str, ...], axes: tuple[str, ...]) -> Pairing:
    for axis in axes:
        lacking = [side for side, names in (("left", x), ("right", y)) if axis not in names]
        if lacking:
            operand = "neither operand has an" if len(lacking) == 2 else f"the {lacking[0]} operand has no"
            raise AxisError(axis, f"{operand} axis `{axis}`")
    aligned = [axis for axis in x if axis in y and axis not in axes]
    left = [axis for axis in x if axis not in y]
    right = [axis for axis in y if axis not in x]

    def arrangement(contracted: list[str]) -> Arrangement:
        def copied(names: tuple[str, ...], free: list[str]) -> bool:
            # BLAS needs one of the two merged dimensions to be the one whose entries are neighbours in memory
            merges = all(_in_place(tuple(map(names.index, group))) for group in (free, contracted))
            return not merges or names[-1] in aligned

        return Arrangement(
            tuple(map(x.index, [*aligned, *left, *contracted])),
            tuple(map(y.index, [*aligned, *contracted, *right])),
            copied(x, left),
            copied(y, right),
        )

    by_left = arrangement([axis for axis in x if axis in axes])
    by_right = arrangement([axis for axis in y if axis in axes])
    # No free axes, or on one side only and the other side would have to be copied: einsum reads in place
    if not left and not right:
        einsum_always = True
    elif not left or not right:
        einsum_always = by_left.left_copied if left else by_right.right_copied
    else:
        einsum_always = False
    letters = dict(zip(dict.fromkeys((*x, *y)), _LETTERS, strict=False))
    spelled = len(letters) == len({*x, *y})
    einsum_axes = (*(axis for axis in x if axis not in axes), *right)
    operands = ",".join("".join(letters[axis] for axis in names) for names in (x, y)) if spelled else ""
    return Pairing(
        axes=(*aligned, *left, *right),
        common=tuple((axis, x.index(axis), y.index(axis)) for axis in x if axis in y),
        aligned=tuple(map(x.index, aligned)),
        left=tuple(map(x.index, left)),
        contracted=tuple(x.index(axis) for axis in x if axis in axes),
        right=tuple(map(y.index, right)),
        by_left=by_left,
        by_right=by_right,
        einsum=f"{operands}->{''.join(letters[axis] for axis in einsum_axes)}" if spelled else "",
        einsum_axes=einsum_axes,
        einsum_always=einsum_always,
    )


@errstate(all="ignore")
def contract(x: NamedArray, y: NamedArray, axes: tuple[str, ...]) -> NamedArray:
    """`x` contracted with `y` over `axes` (section 3.3 of the paper); over none, their elementwise product.

    The result has the other axes of both, in an order that has no meaning. Integers are taken as doubles.
    Raises AxisError for an axis of `axes` that an operand lacks, and for one that has two sizes.
    """
    if not axes:
        return multiply(x, y)
    xp = namespace(x, y)
    numpy = xp.__name__ == "numpy"
    if numpy:
        x, y = _as_stored(x), _as_stored(y)
    plan = pairing(x.axes, y.axes, axes)
    rows, columns = x.data.shape, y.data.shape
    for axis, i, j in plan.common:
        if rows[i] != columns[j]:
            message = f"axis `{axis}` has size {rows[i]} in the left operand and {columns[j]} in the right one"
            raise AxisError(axis, message)
    left, right = real(xp, x.data), real(xp, y.data)
    way = chosen(plan, rows, columns, numpy)
    if way is None:
        if numpy and plan.einsum:
            return NamedArray(plan.einsum_axes, einsum(plan.einsum, left, right))
        return _summed_product(xp, NamedArray(x.axes, left), NamedArray(y.axes, right), axes)

    batch = [rows[i] for i in plan.aligned]
    m = prod([rows[i] for i in plan.left])
    k = prod([rows[i] for i in plan.contracted])
    n = prod([columns[j] for j in plan.right])
    if numpy:
        left, right = left.transpose(way.left), right.transpose(way.right)
        # What BLAS could not read in place, numpy would multiply entry by entry
        left = ascontiguousarray(left) if way.left_copied else left
        right = ascontiguousarray(right) if way.right_copied else right
    else:
        left, right = xp.permute_dims(left, way.left), xp.permute_dims(right, way.right)
    reshape = ndarray.reshape if numpy else xp.reshape
    if len(plan.left) != 1 or len(plan.contracted) != 1:
        left = reshape(left, (*batch, m, k))
    if len(plan.right) != 1 or len(plan.contracted) != 1:
        right = reshape(right, (*batch, k, n))
    product = xp.matmul(left, right)
    if len(plan.left) != 1 or len(plan.right) != 1:
        free = (*[rows[i] for i in plan.left], *[columns[j] for j in plan.right])
        product = reshape(product, (*batch, *free))
    return NamedArray(plan.axes, product)


def chosen(plan: Pairing, rows: Dimensions, columns: Dimensions, numpy: bool) -> Arrangement | None:
    """How operands of these dimensions are arranged for a matrix product; None where einsum is the better way."""
    if plan.einsum_always and ((numpy and plan.einsum) or not (plan.left or plan.right)):
        return None
    way = plan.by_left
    if way.left_copied or way.right_copied:
        way = _cheaper(plan, prod(rows), prod(columns))
        # Many small products of operands that lie badly: arranging them would cost more than the products
        work = prod(rows) * prod([columns[j] for j in plan.right])
        work //= max(1, prod([rows[i] for i in plan.aligned]))
        if numpy and plan.aligned and work <= _SMALL_PRODUCT and plan.einsum:
            return None
    return way


def _cheaper(plan: Pairing, left_size: int, right_size: int) -> Arrangement:
    """The order of the contracted axes with which fewer entries are copied."""
    first, second = (
        way.left_copied * left_size + way.right_copied * right_size for way in (plan.by_left, plan.by_right)
    )
    return plan.by_left if first <= second else plan.by_right


def _as_stored(array: NamedArray) -> NamedArray:
    """A large numpy array with its axes in the order in which they lie in memory, on which plans rely."""
    data = array.data
    if data.size < _LARGE_OPERAND or data.flags.c_contiguous:
        return array
    order = stored_order(data)
    return NamedArray(tuple([array.axes[i] for i in order]), data.transpose(order))


def stored_order(data: Any) -> Dimensions:
    """The dimensions of a numpy array from that with the largest steps in memory to that with the smallest."""
    return tuple(argsort([-abs(stride) or -data.nbytes for stride in data.strides], kind="stable").tolist())


def _summed_product(xp: Any, x: NamedArray, y: NamedArray, axes: tuple[str, ...]) -> NamedArray:
    names, (left, right) = align(x, y)
    total = xp.sum(left * right, axis=tuple(map(names.index, axes)))
    return NamedArray(tuple(axis for axis in names if axis not in axes), total)
