"""Named arrays as Python programs see them: what goes into an equation of a document, and what comes out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ntdoc.api.errors import DiagnosticError, told
from ntdoc.diagnostics import Diagnostic, Operand
from ntdoc.operations.array import NamedArray, transpose_to
from ntdoc.operations.libraries import Mixed, as_data, to_numpy
from ntdoc.source import Source, Span

if TYPE_CHECKING:
    from xarray import DataArray


Names = str | Sequence[str]
"""Names of axes: `"seq key"`, or `["seq", "key"]`."""


class Array:
    """An array whose axes have names. It keeps the library, the precision and the device of its data.

    A scalar, and an array with one axis, is an array of numpy wherever one is asked for. With more axes it is none
    before it is said in which order they are, as in `to_numpy("seq", "key")`.
    """

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

    def to(self, *names: Names) -> Any:
        """The array of the library, with its dimensions in the order given."""
        return self._ordered("to", names)

    @told
    def to_numpy(self, *names: Names) -> Any:
        """The same as an array of numpy, whatever library it is of."""
        return to_numpy(self._ordered("to_numpy", names))

    def _ordered(self, method: str, names: tuple[Names, ...]) -> Any:
        axes = names_of(names, f"{method}({', '.join(map(repr, names))})", self.axes)
        if len(self.axes) < 2 and not axes:
            return self.data
        if sorted(axes) != sorted(self.axes):
            asked = f"the axes asked for are {', '.join(axes)}, and this array has others"
            asked = asked if axes else "no order of the axes is given"
            call = f"{method}({', '.join(map(repr, axes))})"
            own = f"{method}({', '.join(map(repr, self.axes))})"
            hints = (f"name each of its axes once, in the order that you want: {own}",)
            raise misuse(asked, call, hints=hints, operands=(shape_of(self.named),))
        return transpose_to(self.named, axes).data

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if len(self.axes) > 1:
            raise self._no_order("numpy needs one")
        data = to_numpy(self.data)
        return data.astype(dtype) if dtype is not None and data.dtype != dtype else data.copy() if copy else data

    def to_xarray(self) -> DataArray:
        """A DataArray of xarray whose dims are the axes. Data of torch and jax is taken to numpy."""
        from xarray import DataArray

        data = self.data
        if type(data).__module__.partition(".")[0] != "dask":
            data = to_numpy(data)
        return DataArray(data, dims=self.axes)

    def __float__(self) -> float:
        if self.axes:
            raise TypeError(f"this array has the axes {' × '.join(self.axes)}, and only a scalar is a float")
        return float(to_numpy(self.data).item())  # which torch does without a warning of derivatives

    def __eq__(self, other: object) -> Any:
        """Whether a scalar is a number. Of arrays this could mean several things, and it is an error."""
        for array in (self, other):
            if isinstance(array, Array) and array.axes:
                message = "== compares scalars, and this array has axes: compare it as an array of numpy, as in "
                raise TypeError(f"{message}numpy.testing.assert_allclose({array._as_numpy}, …)")
        own = other.data if isinstance(other, Array) else other
        return to_numpy(self.data).item() == (to_numpy(own).item() if isinstance(other, Array) else own)

    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, index: object) -> Any:
        raise self._no_order("an index needs one")

    def __getattr__(self, name: str) -> Any:
        message = f"an array with named axes has no {name!r}"
        if name in ("shape", "ndim", "T"):
            ordered = f"{self._as_numpy}.{name}"
            message = f"the axes of this array have no order: its sizes are `.sizes`, and in an order it has {ordered}"
        raise AttributeError(message, name=name, obj=self)

    @property
    def _as_numpy(self) -> str:
        return f".to_numpy({', '.join(chr(34) + axis + chr(34) for axis in self.axes)})"

    def _no_order(self, why: str) -> TypeError:
        return TypeError(f"the axes of this array have no order, and {why}: say it, as in {self._as_numpy}")

    def __repr__(self) -> str:
        return f"{' × '.join(f'{a}[{n}]' for a, n in self.sizes.items()) or 'scalar'}\n{self.data!r}"


@told
def array(values: object, *names: Names) -> Array:
    """An array with named axes: `array(values, "seq", "key")`. The values may be an array of any library.

    The names may stand in one text, too, `"seq key"`, or in a list or a tuple. Raises DiagnosticError unless there is
    one name, used once, for each dimension.
    """
    call = f"array(values{''.join(f', {name!r}' for name in names)})"
    axes = names_of(names, call)
    if isinstance(values, (Array, NamedArray)) or is_labelled(values):
        raise misuse("this array has named axes already", call)
    try:
        data = as_data(values)
    except Mixed as problem:
        raise misuse(str(problem), call) from None
    shape = tuple(data.shape)
    if len(shape) != len(axes):
        count = f"{len(axes)} {'axis' if len(axes) == 1 else 'axes'}"
        raise misuse(f"{count} for an array of {in_dimensions(data)}", call, operands=(dimensions(data),))
    if len(set(axes)) < len(axes):
        twice = next(axis for i, axis in enumerate(axes) if axis in axes[:i])
        raise DiagnosticError(Diagnostic("NT209", f"axis `{twice}` occurs twice in a shape", written(call)))
    return Array(NamedArray(axes, data))


def names_of(names: object, call: str, known: Sequence[str] = ()) -> tuple[str, ...]:
    """Names of axes, however they are put together. Raises DiagnosticError for what is none."""
    if isinstance(names, str):
        return (names,) if names in known else tuple(names.split())
    if isinstance(names, Sequence) and not isinstance(names, bytes):
        return tuple([name for own in names for name in names_of(own, call, known)])
    raise misuse(f'axes are given by their names, as "seq key" or ["seq", "key"], and not as {names!r}', call)


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


def naming(name: str, axes: Sequence[str], data: Any) -> tuple[str, ...]:
    """The hint to name the axes of an array, those that are known as its last: batches stand first in most programs.

    None where the array has fewer dimensions than these, which no name mends.
    """
    more = len(data.shape) - len(axes)
    listed = [name, *(["…"] if more > 0 else []), *map(repr, axes)]
    return (f"name its axes: ntdoc.array({', '.join(listed)})",) if more >= 0 else ()


def in_dimensions(data: Any) -> str:
    """How many dimensions an array has, in words."""
    return "1 dimension" if len(data.shape) == 1 else f"{len(data.shape)} dimensions"


def dimensions(data: Any, label: str = "values") -> Operand:
    return Operand(label, " × ".join(map(str, data.shape)) or "scalar")
