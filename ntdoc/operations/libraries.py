"""Which library the arrays of a call belong to, and putting what ntdoc makes itself beside them.

Data type and device are settled once, on input: torch refuses to multiply doubles with floats, and no library mixes its
arrays with those of another.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import partial
from operator import methodcaller
from typing import Any

from ntdoc.operations.array import NamedArray, floating, namespace

LIBRARIES = ("numpy", "torch", "jax", "dask")
"""Those that arrays can be converted to."""


class Mixed(Exception):
    """Arrays of two libraries that both are not numpy, or values that are no numbers; the message is for the user."""


class Library:
    """A library of arrays with a precision and, where it has them, a device."""

    __slots__ = ("_data_type", "_device", "_namespace")

    def __init__(self, xp: Any, data_type: Any, device: Any) -> None:
        self._namespace = xp
        self._data_type = data_type
        self._device = device

    @property
    def namespace(self) -> Any:
        return self._namespace

    @property
    def name(self) -> str:
        """numpy, torch, jax, dask, …"""
        parts = self._namespace.__name__.split(".")
        return str(parts[1] if parts[0] == "array_api_compat" else parts[0])

    @property
    def data_type(self) -> Any:
        return self._data_type

    @property
    def key(self) -> object:
        """What tells this library, precision and device from others."""
        return self._namespace, self._data_type, self._device

    @property
    def is_numpy(self) -> bool:
        return self._namespace is sys.modules["numpy"]

    @property
    def for_walks(self) -> Library | None:
        """The same for what takes numpy in double precision as understood."""
        return None if self.is_numpy and self._data_type == sys.modules["numpy"].float64 else self

    def number(self, value: float) -> Any:
        """A number as an operand that leaves the precision of the other as it is."""
        import numpy as np

        match self.name:
            case "numpy":
                return value
            case "jax":
                return np.asarray(value, dtype=self._data_type)  # one made by jax could be of a function it traces
        return self.put(NamedArray((), np.asarray(value))).data

    def kept(self, array: NamedArray) -> Any:
        """The data of a numpy array that is to be used by many calls."""
        import numpy as np

        own = np.array(array.data, dtype=np.float64)  # which may be written on: torch warns where it may not
        return own.astype(self._data_type) if self.name == "jax" else self.put(NamedArray(array.axes, own)).data

    def own(self, array: NamedArray) -> Any:
        """The data of an array that may be written on, if arrays of this library may be."""
        data = self.put(array).data
        return data.copy() if self.is_numpy and not data.flags.writeable and data.ndim else data

    def array(self, data: Any) -> Any:
        """What `number` and `kept` have made, or any array, as an array of this library."""
        return self.put(NamedArray((), data)).data

    def copy(self, data: Any) -> Any:
        """An array of this library that is nobody else's, of what `number` and `kept` have made."""
        own = self.array(data)
        return self._namespace.asarray(own, copy=True) if self.name in ("numpy", "torch") else own

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the array API standard, for arrays of one precision."""
        own = sys.modules["torch"] if self.name == "torch" else self._namespace
        found: Callable[..., Any] = getattr(own, name)
        return found

    def view(self, order: tuple[int, ...] | None, index: tuple[slice | None, ...] | None) -> Callable[[Any], Any]:
        """What arranges the dimensions of an array in an order, and then takes an index of it."""
        if order is None:
            return lambda x: x[index]
        method = {"numpy": "transpose", "torch": "permute"}.get(self.name)
        if method is None:
            xp = self._namespace
            return lambda x: xp.permute_dims(x, order) if index is None else xp.permute_dims(x, order)[index]
        arranged = methodcaller(method, order)
        return arranged if index is None else lambda x: arranged(x)[index]

    def reshape(self, shape: tuple[int, ...]) -> Callable[[Any], Any]:
        if self.name in ("numpy", "torch"):
            return methodcaller("reshape", shape)
        xp = self._namespace
        return lambda x: xp.reshape(x, shape)

    def put(self, array: NamedArray) -> NamedArray:
        """An array of this library, or of numpy, in the precision of this library and on its device."""
        data, xp = array.data, self._namespace
        if getattr(data, "dtype", None) == self._data_type and self._is_own(data):
            return array
        if self._device is None:
            return NamedArray(array.axes, xp.asarray(data, dtype=self._data_type))
        if not array.axes and not self._is_own(data):
            data = float(data)  # torch takes a number much faster than an array of one
        return NamedArray(array.axes, xp.asarray(data, dtype=self._data_type, device=self._device))

    def _is_own(self, data: Any) -> bool:
        numpy = sys.modules["numpy"]
        return isinstance(data, (numpy.ndarray, numpy.generic)) == self.is_numpy


def as_data(value: object) -> Any:
    """What stands for a tensor as the data of a named array: an array of any library as it is, numbers through numpy.

    Raises Mixed for what is no array of numbers.
    """
    import numpy as np

    if isinstance(value, np.ndarray) or hasattr(value, "__array_namespace__") or _has_namespace(value):
        data = value
    else:
        try:
            data = np.asarray(value)
        except (ValueError, TypeError) as problem:
            raise Mixed(f"it is no array of numbers: {problem}") from None
    if isinstance(data, (np.ndarray, np.generic)) and data.dtype.kind not in "biufc":
        raise Mixed(f"it is no array of numbers, but one of {data.dtype}")
    return data


def _has_namespace(value: object) -> bool:
    return bool({t.__module__.partition(".")[0] for t in type(value).__mro__} & {"torch", "jax", "jaxlib", "dask"})


def dimensions_of(data: Any) -> tuple[int, ...]:
    """The shape of an array as numbers. Raises Mixed where a library does not know it yet."""
    shape = tuple(data.shape)
    if not all(isinstance(n, int) for n in shape):
        raise Mixed("its shape is not known before it is computed")
    return shape


def library_of(arrays: Iterable[NamedArray]) -> Library | None:
    """The library that the arrays are of; None stands for numpy in double precision, which needs no care.

    Numbers and numpy arrays go along with any library. Raises Mixed for two others.
    """
    import numpy as np

    own: list[NamedArray] = []
    others: list[NamedArray] = []
    for array in arrays:
        (own if isinstance(array.data, (np.ndarray, np.generic)) else others).append(array)
    if not others:
        types = {array.data.dtype for array in own if array.axes} or {array.data.dtype for array in own}
        if types <= {np.dtype(np.float64)}:
            return None
        kept = [t for t in types if t.kind in "fc"]
        return Library(np, np.result_type(*kept), None) if kept else None
    try:
        xp = namespace(*others)
    except TypeError:
        names = sorted({type(array.data).__module__.partition(".")[0] for array in others})
        raise Mixed(f"these are arrays of two libraries, {' and '.join(names)}") from None
    types = {array.data.dtype for array in others if floating(xp, array.data.dtype)}
    data_type = xp.result_type(*types) if types else xp.asarray(0.0).dtype
    if "torch" in xp.__name__:
        return Library(xp, data_type, others[0].data.device)
    return Library(xp, data_type, None)


def is_of_numpy(data: Any) -> bool:
    """Whether the numbers of an array are there to be looked at, and are on no device and traced by nobody."""
    import numpy as np

    return isinstance(data, (np.ndarray, np.generic))


def to_numpy(data: Any) -> Any:
    """An array of any library as one of numpy: taken off its device, cut off from derivatives, and computed."""
    import numpy as np

    if hasattr(data, "detach"):
        data = data.detach().cpu()
        data = data.float() if str(data.dtype) == "torch.bfloat16" else data  # which numpy has not
    return np.asarray(data)


def converted(data: Any, library: str, precision: str = "float64", device: object = None) -> Any:
    """A numpy array in double precision as one of the library of that name: numpy, torch, jax or dask."""
    if library == "torch":
        import torch

        own = torch.asarray(data, device=device)
        return own if precision == "float64" else own.to(getattr(torch, precision))
    if precision != "float64":
        data = data.astype(precision)
    match library:
        case "jax":
            from jax.numpy import asarray as jax_array

            return jax_array(data)
        case "dask":
            from dask.array import asarray as dask_array

            return dask_array(data)
    return data


def is_of_torch(function: object) -> bool:
    """Whether a function is one of torch itself, or a module of torch, as far as that can be known: whoever has one
    has imported torch.
    """
    if (torch := sys.modules.get("torch")) is None:
        return False
    function = _inner(function)
    owner = getattr(function, "__module__", None) or getattr(function, "__objclass__", type(None)).__module__
    return isinstance(function, torch.nn.Module) or str(owner).split(".")[0] == "torch"


def _inner(function: object) -> object:
    """What stands behind partial arguments and methods: of a module of torch, the module."""
    while isinstance(function, partial):
        function = function.func
    module = getattr(sys.modules.get("torch"), "nn", None)
    of = getattr(function, "__self__", None)
    return of if module is not None and isinstance(of, module.Module) else getattr(function, "__func__", function)


def module_of_torch(function: object) -> tuple[str | None, object]:
    """The precision and the device of the weights of a module of torch; None where there is none."""
    torch = sys.modules.get("torch")
    inner = _inner(function)
    if torch is None or not isinstance(inner, torch.nn.Module):
        return None, None
    weights = [w for w in (*inner.parameters(), *inner.buffers()) if w.dtype.is_floating_point]
    kinds = {(str(w.dtype).removeprefix("torch."), w.device) for w in weights}
    return kinds.pop() if len(kinds) == 1 else (None, None)


def wants_tensors(problem: Exception) -> bool:
    """Whether this is how a function of torch complains about arrays of numpy."""
    if (torch := sys.modules.get("torch")) is None:
        return False
    if isinstance(problem, AttributeError):
        is_array = isinstance(problem.obj, sys.modules["numpy"].ndarray)
        return is_array and hasattr(torch.Tensor, problem.name or "")
    return isinstance(problem, TypeError) and "Tensor" in str(problem) and "numpy" in str(problem)
