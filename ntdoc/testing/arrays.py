"""Of which library, in which precision and on which device the arrays are that an implementation gets."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ntdoc.api.array import misuse
from ntdoc.operations.libraries import LIBRARIES, converted, is_of_torch, module_of_torch, to_numpy
from ntdoc.regex import regex

_TOLERANCES = {"float64": 1e-6, "float32": 1e-4, "float16": 2e-2, "bfloat16": 1e-1}
"""How far numbers may be apart in each precision, relative to the largest."""

_IN_WORDS = {"float64": "double precision", "float32": "single precision"}

_OF_PRECISION = regex(r"dtype|data type|scalar type|same type")
_NAMED = (
    ("bfloat16", regex(r"\bbfloat16\b|\bc10::BFloat16\b")),
    ("float16", regex(r"\b(?:float16|Half|c10::Half)\b")),
    ("float32", regex(r"\b(?:[Ff]loat|float32)\b")),
    ("float64", regex(r"\b(?:[Dd]ouble|float64)\b")),
)
"""What the libraries call each precision in their messages."""


@dataclass(frozen=True, slots=True)
class Arrays:
    """What kind of arrays an implementation gets."""

    library: str
    precision: str = "float64"
    device: object = None

    @property
    def tolerance(self) -> float:
        return _TOLERANCES[self.precision]

    @property
    def in_words(self) -> str:
        return _IN_WORDS.get(self.precision, self.precision)

    def array(self, data: Any) -> Any:
        """A numpy array in double precision as one of these."""
        return converted(data, self.library, self.precision, self.device)

    def rounded(self, data: Any) -> Any:
        """A numpy array with numbers that this precision has, so that both get the same."""
        if self.precision == "float64":
            return data
        return np.asarray(to_numpy(converted(data, self.library, self.precision)), dtype=np.float64)

    def other_precision(self, problem: Exception) -> str | None:
        """The precision that an implementation asks for, by what it raises; None where it is about something else."""
        text = str(problem)
        if not isinstance(problem, (RuntimeError, TypeError, ValueError)) or not _OF_PRECISION.search(text):
            return None
        named = [name for name, called in _NAMED if called.search(text)]
        return next((name for name in named if name != self.precision), None) if self.precision in named else None


def arrays_for(implementation: Callable[..., Any], library: str | None, dtype: object) -> Arrays:
    """The arrays for an implementation: as is said, and else as it has them itself. Raises DiagnosticError."""
    if library is not None and library not in LIBRARIES:
        message = f"{library!r} is none of the libraries that arrays can be of here: {', '.join(LIBRARIES)}"
        raise misuse(message, f"library={library!r}", hints=_near(str(library), LIBRARIES))
    own = library or ("torch" if is_of_torch(implementation) else "numpy")
    precision, device = module_of_torch(implementation) if own == "torch" else (None, None)
    if dtype is not None:
        precision = getattr(dtype, "__name__", None) or str(dtype).split(".")[-1]
        if precision not in _TOLERANCES or (precision == "bfloat16" and own != "torch"):
            message = f"{dtype!r} is none of the precisions that arrays can have here: {', '.join(_TOLERANCES)}"
            raise misuse(message, f"dtype={dtype!r}", hints=_near(precision, _TOLERANCES))
    return Arrays(own, precision if precision in _TOLERANCES else "float64", device)


def _near(name: str, known: Any) -> tuple[str, ...]:
    near = difflib.get_close_matches(name, list(known), n=1)
    return (f"did you mean {near[0]}?",) if near else ()
