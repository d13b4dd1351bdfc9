"""Named arrays as Python programs see them: what goes into an equation of a document, and what comes out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ntdoc.api.errors import DiagnosticError
from ntdoc.diagnostics import Diagnostic, Operand
from ntdoc.operations.array import NamedArray, transpose_to
from ntdoc.operations.libraries import Mixed, as_data, to_numpy
from ntdoc.source import Source, Span

if TYPE_CHECKING:
    from xarray import DataArray


class Array:
    """An array whose axes have names. It keeps the library, the precision and the device of its data."""

    __slots__ = ("named",)

    def __init__(self, named: NamedArray) -> None:
        self.named = named

    @property
    def axes(self) -> tuple[str, ...]:
        """The names of the axes in the order in which they are stored, which has no meaning."""
        return self.named.axes

    @property
    def sizes(self) -> dict[str, int]:
        return self.named.sizes

    @property
    def data(self) -> Any:
        """The array of the library, with its dimensions in the order of `axes`."""
        return self.named.data

    def to(self, *axes: str) -> Any:
        """The array of the library, with its dimensions in the order given."""
        if len(self.axes) < 2 and not axes:
            return self.data
        if sorted(axes) != sorted(self.axes):
            asked = "no order of the axes is given" if not axes else f"the axes asked for are {', '.join(axes)}"
            call = f"to({', '.join(map(repr, axes))})"
            hint = f"name each of its axes once, in the order that you want: to({', '.join(map(repr, self.axes))})"
            raise misuse(f"{asked}, and this array has others", call, hints=(hint,), operands=(shape_of(self.named),))
        return transpose_to(self.named, axes).data

    def to_numpy(self, *axes: str) -> Any:
        """The same as an array of numpy, whatever library it is of."""
        return to_numpy(self.to(*axes))

    def to_xarray(self) -> DataArray:
        """A DataArray of xarray whose dims are the axes. Data of torch and jax is taken to numpy."""
        from xarray import DataArray

        data = self.data
        if type(data).__module__.partition(".")[0] != "dask":
            data = to_numpy(data)
        return DataArray(data, dims=self.axes)

    def __float__(self) -> float:
        return float(self.to())

    def __repr__(self) -> str:
        return f"{' × '.join(f'{a}[{n}]' for a, n in self.sizes.items()) or 'scalar'}\n{self.data!r}"


def array(values: object, *axes: str) -> Array:
    """An array with named axes: `array(values, "seq", "key")`. The values may be an array of any library.

    Raises DiagnosticError unless there is one name, used once, for each dimension.
    """
    call = f"array(values{''.join(f', {axis!r}' for axis in axes)})"
    if isinstance(values, (Array, NamedArray)) or is_labelled(values):
        raise misuse("this array has named axes already", call)
    try:
        data = as_data(values)
    except Mixed as problem:
        raise misuse(str(problem), call) from None
    shape = tuple(data.shape)
    if len(shape) != len(axes):
        count = f"{len(axes)} {'axis' if len(axes) == 1 else 'axes'}"
        raise misuse(f"{count} for an array of {len(shape)} dimensions", call, operands=(dimensions(data),))
    if len(set(axes)) < len(axes):
        twice = next(axis for i, axis in enumerate(axes) if axis in axes[:i])
        raise DiagnosticError(Diagnostic("NT209", f"axis `{twice}` occurs twice in a shape", written(call)))
    return Array(NamedArray(axes, data))


def is_labelled(value: object) -> bool:
    """Whether a value is a DataArray of xarray."""
    xarray = sys.modules.get("xarray")  # where it was never imported, nothing is one of its arrays
    return xarray is not None and isinstance(value, xarray.DataArray)


def misuse(
    message: str, call: str | Span, label: str = "", operands: tuple[Operand, ...] = (), hints: tuple[str, ...] = ()
) -> DiagnosticError:
    """A call from Python that says nothing (NT501)."""
    span = call if isinstance(call, Span) else written(call)
    return DiagnosticError(Diagnostic("NT501", message, span, label, operands, hints=hints))


def written(call: str) -> Span:
    """A call as if it were written in a file of its own."""
    source = Source("python", call)
    return Span(source, 0, len(call))


def shape_of(value: NamedArray, label: str = "array") -> Operand:
    return Operand(label, " × ".join(f"{a}[{n}]" for a, n in value.sizes.items()) or "scalar")


def dimensions(data: Any, label: str = "values") -> Operand:
    return Operand(label, " × ".join(map(str, data.shape)) or "scalar")
