"""Functions of matrices: tensors with two axes of one size. All other axes are lifted over."""

from __future__ import annotations

from typing import Any

from numpy import errstate
from numpy.linalg import LinAlgError

from ntdoc.operations.array import NamedArray, namespace, positions, real, transpose_to
from ntdoc.operations.errors import AxisError
from ntdoc.operations.structure import distinct


def _matrices(x: NamedArray, row: str, column: str) -> NamedArray:
    """`x` with its two axes last.

    Raises AxisError where `x` lacks one, or they have not the same size.
    """
    distinct((row, column))
    positions(x, (row, column))
    x = transpose_to(x, (*(axis for axis in x.axes if axis not in (row, column)), row, column))
    rows, columns = x.data.shape[-2:]
    if rows != columns:
        raise AxisError(column, f"axis `{column}` has size {columns}, but axis `{row}` has size {rows}")
    return NamedArray(x.axes, real(namespace(x), x.data))


@errstate(all="ignore")
def det(x: NamedArray, row: str, column: str) -> NamedArray:
    """The determinant; which of the axes is the row does not matter.

    Raises AxisError where `x` lacks an axis, or they have not the same size.
    """
    x = _matrices(x, row, column)
    return NamedArray(x.axes[:-2], namespace(x).linalg.det(x.data))


@errstate(all="ignore")
def trace(x: NamedArray, row: str, column: str) -> NamedArray:
    """The sum of the entries with equal indices.

    Raises AxisError where `x` lacks an axis, or they have not the same size.
    """
    x = _matrices(x, row, column)
    xp = namespace(x)
    diagonal = xp.eye(x.data.shape[-1], dtype=xp.bool)
    return NamedArray(x.axes[:-2], xp.sum(xp.where(diagonal, x.data, xp.zeros_like(x.data)), axis=(-2, -1)))


@errstate(all="ignore")
def inv(x: NamedArray, row: str, column: str) -> NamedArray:
    """The inverse Y: X_{row(i),column(j)} Y_{column(j),row(k)} summed over j is the identity; nan if none.

    Raises AxisError where `x` lacks an axis, or they have not the same size.
    """
    x = _matrices(x, row, column)
    xp = namespace(x)
    axes = (*x.axes[:-2], column, row)
    try:
        inverse = xp.linalg.inv(x.data)
    except LinAlgError:
        inverse = _inverse_where_regular(xp, x.data)
    # What rounding leaves of a singular matrix has an inverse too, none of whose digits means anything.
    singular = _largest_column(xp, x.data) * _largest_column(xp, inverse) > 0.01 / xp.finfo(inverse.dtype).eps
    return NamedArray(axes, xp.where(singular, xp.full_like(inverse, xp.nan), inverse))


def _largest_column(xp: Any, data: Any) -> Any:
    """The norm of each matrix of a stack by its columns: of it and of its inverse, the product says how far from
    singular it is."""
    return xp.max(xp.sum(xp.abs(data), axis=-2, keepdims=True), axis=-1, keepdims=True)


def _inverse_where_regular(xp: Any, data: Any) -> Any:
    """The inverses of those matrices of a stack that have one, and nan for the others."""
    singular = (xp.linalg.det(data) == 0)[..., None, None]
    unknown = xp.full_like(data, xp.nan)
    try:
        return xp.where(singular, unknown, xp.linalg.inv(xp.where(singular, xp.eye(data.shape[-1]), data)))
    except LinAlgError:
        return unknown
