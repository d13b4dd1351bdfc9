"""The equations of a document as functions in Python, on arrays of numpy, torch, jax and dask."""

from ntdoc.api.array import Array, array
from ntdoc.api.errors import DiagnosticError, UnknownNameError
from ntdoc.api.handles import Function, Tensor
from ntdoc.api.paper import Paper, load

__all__ = ["Array", "DiagnosticError", "Function", "Paper", "Tensor", "UnknownNameError", "array", "load"]
