"""Holding an implementation against the equation of a document: `assert_implements(paper.Attention, my_attention)`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

from ntdoc.api.array import Names, misuse, names_of
from ntdoc.api.errors import DiagnosticError, told
from ntdoc.api.handles import Function, Tensor
from ntdoc.api.spelling import python_name
from ntdoc.testing.arrays import arrays_for
from ntdoc.testing.case import Case
from ntdoc.testing.outcomes import ImplementationError, LiftedWarning
from ntdoc.testing.sizes import IN_A_BATCH, OF_SIZES, choices, smallest, wrong_on

__all__ = ["ImplementationError", "LiftedWarning", "assert_implements"]
for _public in (ImplementationError, LiftedWarning):
    _public.__module__ = __name__  # as messages call them


@told
def assert_implements(
    equation: Function | Tensor,
    implementation: Callable[..., Any],
    *,
    axes: Mapping[str, Names] | None = None,
    lifted: Names | None = None,
    library: str | None = None,
    dtype: object = None,
    given: Mapping[str, object] | None = None,
    tolerance: float | None = None,
    seed: int = 0,
) -> None:
    """Raise ImplementationError unless a function gives the numbers of an equation, on samples of several sizes.

    The implementation gets the arguments in the order of the parameters, as arrays of `library` (numpy, torch, jax or
    dask). If it is not said, these are tensors for a function or a module of torch itself, and arrays of numpy for all
    others. They are in double precision where the library has it, and for a module of torch in that of its weights,
    unless `dtype` says another, as "float32". `axes` says for a parameter in which order its dimensions are,
    and which axes it has beyond those of the signature (`{"Q": "batch seq' key", "return": "batch seq' val"}`), and for
    the result under `return`; what the document only declares and stands in `axes` too is passed by keyword. Without
    it they are those of the document, and the axes of `lifted` stand before them, in all arguments and in the result:
    then the two are compared with and without these. `given` has values of what the document only declares.

    So a function of vectors is tried on vectors alone, unless `axes` of a parameter or `lifted="batch"` says more.
    Where neither does, an implementation that makes a batch of other numbers out of a batch is met with a
    LiftedWarning: what sums over all dimensions is right for a vector, and wrong for many. `lifted=()` says that it is
    only for one.

    A tensor that the document defines is a function of what it is made of in the end: the implementation gets all of
    that by keyword, with its dimensions in the order of the document where `axes` says no other. It may be lifted, too:
    the equation then holds for each member of the batch, and what `axes` names without the batch is the same for all.

    Numbers may differ by `tolerance`, relative to the largest: 1e-6 in double precision, 1e-4 in single precision.

    Raises DiagnosticError where the equation cannot be run on such arguments, and where the implementation takes those
    of another library.
    """
    __tracebackhide__ = True
    if not isinstance(axes or {}, Mapping):
        raise misuse('`axes` says it for each parameter, as in {"Q": "seq key", "return": "seq"}', f"axes={axes!r}")
    chosen = {name: names_of(own, f"axes={{{name!r}: {own!r}}}") for name, own in (axes or {}).items()}
    before = () if lifted is None else names_of(lifted, f"lifted={lifted!r}")
    fixed: dict[str, Any] = dict(given or {})
    if not isinstance(equation, (Function, Tensor)):
        message = "what is implemented is a function or a tensor that the document defines"
        raise misuse(message, f"assert_implements({equation!r}, …)")
    kind = arrays_for(implementation, library, dtype)
    equation = equation.given(**fixed)
    refused: DiagnosticError | None = None
    compared = 0
    for over in dict.fromkeys(((), before)):
        case = Case(equation, implementation, chosen, over, kind, tolerance, seed)
        for sizes in choices(case.all_axes, case.given_sizes):
            try:
                case.compare(sizes)
                compared += 1
            except ImplementationError as different:
                raise smallest(case, sizes, different) from None
            except DiagnosticError as problem:
                if problem.code not in OF_SIZES:
                    raise
                refused = refused or problem
    if not compared and refused is not None:
        raise refused
    said = {name for letter in case.parameters for name in (letter, python_name(letter))}
    if lifted is None and case.parameters and said.isdisjoint(chosen):
        batch = "batch"
        while batch in case.all_axes:
            batch += "'"
        many = Case(equation, implementation, chosen, (batch,), kind, tolerance, seed)
        wrong = wrong_on(many, ({batch: IN_A_BATCH, **sizes} for sizes in choices(case.all_axes, case.given_sizes)))
        if wrong is not None:
            warnings.warn(LiftedWarning(_ON_A_BATCH.format(case.called, equation.name, wrong.message)), stacklevel=3)


_ON_A_BATCH = (
    "{0} implements {1} on what the signature says alone, and on a batch of that it gives other numbers: {2}. "
    'Say lifted="batch" if it has to be right there, too, and lifted=() if it is for none'
)
