"""Holding an implementation against the equation of a document: `assert_implements(paper.Attention, my_attention)`."""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from inspect import Signature
from itertools import islice, permutations, product
from math import prod
from typing import Any

from ntdoc.api import prepared
from ntdoc.api.array import Names, misuse, names_of, written
from ntdoc.api.errors import DiagnosticError, MissingValueError, told
from ntdoc.api.handles import Function, Tensor
from ntdoc.api.parameters import meant, unfit
from ntdoc.api.places import place_of
from ntdoc.api.spelling import python_name
from ntdoc.diagnostics import Diagnostic, Operand, Related
from ntdoc.evaluation.sampling import sample
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import Domain
from ntdoc.operations.libraries import LIBRARIES, Mixed, as_data, converted, is_of_torch, to_numpy, wants_tensors
from ntdoc.verification.compare import Difference, differs, undefined_in_one

__all__ = ["ImplementationError", "LiftedWarning", "assert_implements"]

_TRIED = 24
"""On how many choices of sizes the two are compared."""

_FEWEST_SIZES = (1, 2, 3, 4)
_PERMUTED = 24  # ways in which sizes that differ are given to the axes
_SHOWN = 12  # entries of an array that a message shows


class ImplementationError(DiagnosticError, AssertionError):
    """An implementation gives other numbers than the equation. Its text shows a small input where it does."""

    fits = False
    """Whether what it gives has at least the shape of what the equation gives."""


class LiftedWarning(UserWarning):
    """An implementation is right on what the signature says alone, and takes a batch of that, on which it is wrong."""


@told
def assert_implements(
    equation: Function | Tensor,
    implementation: Callable[..., Any],
    *,
    axes: Mapping[str, Names] | None = None,
    lifted: Names | None = None,
    library: str | None = None,
    given: Mapping[str, object] | None = None,
    tolerance: float = 1e-6,
    seed: int = 0,
) -> None:
    """Raise ImplementationError unless a function gives the numbers of an equation, on samples of several sizes.

    The implementation gets the arguments in the order of the parameters, as arrays of `library` (numpy, torch, jax or
    dask) in double precision where the library has it. If it is not said, these are tensors for a function or a module
    of torch itself, and arrays of numpy for all others. `axes` says for a parameter in which order its dimensions are,
    and which axes it has beyond those of the signature (`{"Q": "batch seq' key", "return": "batch seq' val"}`), and for
    the result under `return`; what the document only declares and stands in `axes` too is passed by keyword. Without
    it they are those of the document, and the axes of `lifted` stand before them, in all arguments and in the result:
    then the two are compared with and without these. `given` has values of what the document only declares.

    So a function of vectors is tried on vectors alone, unless `axes` or `lifted="batch"` says more. Where neither is
    given, an implementation that makes a batch of other numbers out of a batch is met with a LiftedWarning: what sums
    over all dimensions is right for a vector, and wrong for many. `lifted=()` says that it is only for one.

    A tensor that the document defines is a function of what it is made of in the end: the implementation gets all of
    that by keyword, with its dimensions in the order of the document where `axes` says no other.

    Raises DiagnosticError where the equation cannot be run on such arguments, and where the implementation takes those
    of another library.
    """
    if not isinstance(axes or {}, Mapping):
        raise misuse('`axes` says it for each parameter, as in {"Q": "seq key", "return": "seq"}', f"axes={axes!r}")
    chosen = {name: names_of(own, f"axes={{{name!r}: {own!r}}}") for name, own in (axes or {}).items()}
    before = () if lifted is None else names_of(lifted, f"lifted={lifted!r}")
    fixed: dict[str, Any] = dict(given or {})
    if not isinstance(equation, (Function, Tensor)):
        message = "what is implemented is a function or a tensor that the document defines"
        raise misuse(message, f"assert_implements({equation!r}, …)")
    if before and isinstance(equation, Tensor):
        raise misuse(f"{equation.name} is a tensor, and only functions are lifted over axes", "lifted=…")
    if library is not None and library not in LIBRARIES:
        near = difflib.get_close_matches(str(library), LIBRARIES, n=1)
        hints = (f"did you mean {near[0]}?",) if near else ()
        message = f"{library!r} is none of the libraries that arrays can be of here: {', '.join(LIBRARIES)}"
        raise misuse(message, f"library={library!r}", hints=hints)
    equation = equation.given(**fixed)
    refused: DiagnosticError | None = None
    compared = 0
    for over in dict.fromkeys(((), before)):
        case = _Case(equation, implementation, chosen, over, library, tolerance, seed)
        for sizes in case.choices():
            try:
                case.compare(sizes)
                compared += 1
            except ImplementationError as different:
                raise case.smallest(sizes, different) from None
            except DiagnosticError as problem:
                if problem.code not in _OF_SIZES:
                    raise
                refused = refused or problem
    if not compared and refused is not None:
        raise refused
    if lifted is None and not chosen and case.parameters:
        batch = "batch"
        while batch in case.all_axes:
            batch += "'"
        many = _Case(equation, implementation, {}, (batch,), library, tolerance, seed)
        wrong = many.wrong_on({batch: _IN_A_BATCH, **sizes} for sizes in case.choices())
        if wrong is not None:
            warnings.warn(LiftedWarning(_ON_A_BATCH.format(case.called, equation.name, wrong.message)), stacklevel=3)


_IN_A_BATCH = max(_FEWEST_SIZES) + 1  # unlike the size of any axis, so that it is not taken for one

_ON_A_BATCH = (
    "{0} implements {1} on what the signature says alone, and on a batch of that it gives other numbers: {2}. "
    'Say lifted="batch" if it has to be right there, too, and lifted=() if it is for none'
)

_OF_SIZES = frozenset({"NT206", "NT211", "NT303"})
"""What is wrong with a choice of sizes, and not with the call: other sizes may fit."""


class _Case:
    """One equation and its implementation, on arguments of certain axes."""

    def __init__(
        self,
        equation: Function | Tensor,
        implementation: Callable[..., Any],
        axes: Mapping[str, tuple[str, ...]],
        lifted: tuple[str, ...],
        library: str | None,
        tolerance: float,
        seed: int,
    ) -> None:
        self.equation, self.implementation = equation, implementation
        self.lifted, self.tolerance, self.seed = lifted, tolerance, seed
        self.library = library or ("torch" if is_of_torch(implementation) else "numpy")
        self.definition = meant(equation, axes) if isinstance(equation, Function) else None
        self.result = axes.get("return")
        names = equation.paper.spellings
        letters = () if self.definition is None else self.definition.letters
        self.parameters = {p: self._axes_of(p, axes, len(letters)) for p in letters}
        known = {*self.parameters, *map(python_name, self.parameters), "return"}
        self.others = equation.made_of() if isinstance(equation, Tensor) else {}
        self.others |= {names.get(name, name): own for name, own in axes.items() if name not in known}

    def _axes_of(self, letter: str, axes: Mapping[str, tuple[str, ...]], count: int) -> tuple[str, ...]:
        given = axes.get(letter, axes.get(python_name(letter)))
        if given is not None:
            return given
        assert isinstance(self.equation, Function)
        own = self.equation.axes_of(letter, count)
        if own is None:
            message = f"the document does not say in which order the axes of {letter} are"
            known = prepared.parameter_axes(self.equation.paper.session, self.equation.definition(count), letter)
            hint = f'say it, as in axes={{"{letter}": "{" ".join(known) or "…"}"}}'
            raise DiagnosticError(Diagnostic("NT501", message, written(self.equation.name), hints=(hint,)))
        return (*self.lifted, *own)

    @property
    def all_axes(self) -> list[str]:
        return list(dict.fromkeys(a for own in (*self.parameters.values(), *self.others.values()) for a in own))

    def choices(self) -> Iterator[dict[str, int]]:
        """Sizes to try, the smallest first, so that the first difference is the smallest one."""
        axes = self.all_axes
        found: dict[tuple[int, ...], None] = {}
        count = len(axes)
        for number in range(_TRIED * 4):
            # Sizes that differ from axis to axis, so that two axes that were taken for one another show
            found[tuple(_FEWEST_SIZES[(number * (i + 1) + i + number // 4) % 4] for i in range(count))] = None
            if len(found) >= _TRIED:
                break
        if count <= 3:
            found |= dict.fromkeys(product(_FEWEST_SIZES[:3], repeat=count))
        found |= dict.fromkeys((n,) * count for n in _FEWEST_SIZES[:3])
        for sizes in sorted(found, key=lambda s: (prod(s), s)):
            yield dict(zip(axes, sizes, strict=True))

    def wrong_on(self, choices: Iterable[dict[str, int]]) -> Diagnostic | None:
        """What differs on the first sizes above one that fit, if an array of the right shape comes out at all.

        An implementation that takes no more axes than the signature has is as right as one that does.
        """
        for sizes in choices:
            if 1 in sizes.values():
                continue
            try:
                self.compare(sizes)
            except ImplementationError as different:
                return different.diagnostic if different.fits else None
            except DiagnosticError as problem:
                if problem.code in _OF_SIZES:
                    continue
                return None
            except Exception:  # it takes none
                return None
            return None
        return None

    def smallest(self, sizes: dict[str, int], error: ImplementationError) -> ImplementationError:
        """The difference on the smallest sizes that still show one, going down from those where one was found."""
        smaller = True
        while smaller:
            smaller = False
            for axis in sizes:
                less = {**sizes, axis: sizes[axis] - 1}
                if less[axis] < 1:
                    continue
                try:
                    self.compare(less)
                except ImplementationError as found:
                    sizes, error, smaller = less, found, True
                except Exception:  # what cannot be run on smaller sizes is no difference
                    continue
        return error if min(sizes.values(), default=2) > 1 else self._telling(error)

    def _telling(self, error: ImplementationError) -> ImplementationError:
        """The same on sizes above one that differ, if these show it: of size one, much is the same or no number."""
        axes = self.all_axes
        for sizes in islice(permutations(range(2, 2 + len(axes))), _PERMUTED):
            try:
                self.compare(dict(zip(axes, sizes, strict=True)))
            except ImplementationError as found:
                return found
            except DiagnosticError:
                continue  # these sizes do not fit together
            except Exception as problem:
                on = ", ".join(f"{axis}[{n}]" for axis, n in zip(axes, sizes, strict=True))
                hint = f"on {on} it raises {type(problem).__name__}: {' '.join(str(problem).split())}"
                return ImplementationError(replace(error.diagnostic, hints=(*error.diagnostic.hints, hint)))
            else:
                return error
        return error

    def compare(self, sizes: Mapping[str, int]) -> None:
        values, others = self._parameters(sizes), self._others(sizes)
        by_name: dict[str, Any] = {python_name(name): value for name, value in others.items()}
        try:
            expected = self.equation(*values.values(), **by_name).named
        except MissingValueError as missing:
            raise self._without(missing) from None
        arrays = [converted(value.data, self.library) for value in values.values()]
        keywords = {name: converted(value.data, self.library) for name, value in by_name.items()}
        try:
            found = self.implementation(*arrays, **keywords)
        except Exception as problem:
            if arrays and (own := unfit(self.implementation, arrays, keywords)) is not None:
                raise self._unfit(own, values, by_name) from None
            if self.library == "numpy" and wants_tensors(problem):
                message = f"{self.called} takes tensors of torch, and got arrays of numpy"
                raise DiagnosticError(
                    Diagnostic("NT501", message, written(self.called), hints=('say `library="torch"`',))
                ) from problem
            shapes = ", ".join(f"{name}: {_text(value)}" for name, value in (values | by_name).items())
            what = f"with {shapes}, in double precision" if shapes else "without arguments"
            problem.add_note(f"ntdoc called it as an implementation of {self.equation.name} {what}")
            raise
        self._hold(expected, found, values | others)

    def _parameters(self, sizes: Mapping[str, int]) -> dict[str, NamedArray]:
        if self.definition is None:
            return {}
        dims = _dimensions(self.parameters, sizes)
        domains = prepared.parameter_domains(self.equation.paper.session, self.definition, dims)
        return {n: self._drawn(n, axes, sizes, domains[n]) for n, axes in self.parameters.items()}

    def _others(self, sizes: Mapping[str, int]) -> dict[str, NamedArray]:
        """Values of what the document only declares, from the sets that it declares them in."""
        if not self.others:
            return {}
        values, given = _dimensions(self.parameters, sizes), _dimensions(self.others, sizes)
        equation = self.equation
        domains = equation.domains(given) if isinstance(equation, Tensor) else equation.domains(values, given)
        return {n: self._drawn(n, axes, sizes, domains[n]) for n, axes in self.others.items()}

    def _drawn(self, name: str, axes: tuple[str, ...], sizes: Mapping[str, int], domain: Domain) -> NamedArray:
        return sample(name, self.seed, 1, axes, tuple(sizes[a] for a in axes), domain)

    def _hold(self, expected: NamedArray, found: object, values: Mapping[str, NamedArray]) -> None:
        order = self.result or self._order(expected)
        if set(order) != set(expected.axes):
            message = f"the result has the axes {_text(expected)}, and not {' × '.join(order) or 'none'}"
            raise self._error(message, values)
        wanted = tuple(expected.sizes[a] for a in order)
        if found is None:
            raise self._error("the implementation returns None: is there no `return` at its end?", values)
        try:
            data = to_numpy(as_data(found))
        except Mixed as problem:
            raise self._error(f"what the implementation returns is no array: {problem}", values) from None
        if tuple(data.shape) != wanted:
            shapes = f"{' × '.join(map(str, data.shape)) or 'a scalar'}, and the equation gives {_text(expected)}"
            raise self._error(f"the implementation returns {shapes}", values)
        actual = NamedArray(order, data)
        plain = NamedArray(expected.axes, to_numpy(expected.data))
        scale = max(1.0, *(abs(float(x)) for x in plain.data.ravel() if abs(float(x)) < float("inf")), 0.0)
        difference = differs("eq", plain, actual, self.tolerance * scale) or undefined_in_one(plain, actual)
        if difference is not None:
            raise self._different(difference, values, plain, actual)

    def _order(self, expected: NamedArray) -> tuple[str, ...]:
        """The axes of the result as the document writes them, after those that are lifted over."""
        order = (*self.lifted, *self._stated())
        if set(order) == set(expected.axes):
            return order
        if len(expected.axes) < 2:
            return expected.axes
        kept = next((own for own in self.parameters.values() if set(own) == set(expected.axes)), None)
        if kept is not None:
            return kept  # as in a parameter with the same axes
        message = f"it is not said in which order the axes of the result are: {_text(expected)}"
        hint = f'say it, as in axes={{"return": "{" ".join(expected.axes)}"}}'
        raise DiagnosticError(Diagnostic("NT501", message, written(self.equation.name), hints=(hint,)))

    def _stated(self) -> tuple[str, ...]:
        if isinstance(self.equation, Tensor):
            return self.equation.axes or ()
        assert self.definition is not None
        signature = self.equation.paper.session.checked(self.definition).signature
        return () if signature is None else tuple(s.axis.name for s in signature.signature.result.shape.axes)

    def _different(
        self, difference: Difference, values: Mapping[str, NamedArray], expected: NamedArray, actual: NamedArray
    ) -> ImplementationError:
        record = ", ".join(f"{axis}({i})" for axis, i in difference.record.items())
        where = f" at {record}" if record else ""
        message = (
            f"{self.equation.name} is {difference.left:.9g}{where}, and the implementation gives "
            f"{difference.right:.9g} ({difference.wrong} of {difference.total} entries differ)"
        )
        error = self._error(message, {**values, self.equation.name: expected, "implementation": actual})
        error.fits = True
        return error

    def _without(self, missing: MissingValueError) -> DiagnosticError:
        """That a value is missing, with how it is given here, which is not as it is with a call."""
        free = {python_name(name): axes for name, axes in missing.needed.items()}
        drawn = ", ".join(f'"{name}": "{" ".join(axes)}"' for name, axes in free.items())
        fixed = ", ".join(f'"{name}": …' for name in free)
        hints = (f"let it be drawn, and passed by keyword: axes={{{drawn}}}", f"or fix it: given={{{fixed}}}")
        return DiagnosticError(replace(missing.diagnostic, hints=hints))

    def _unfit(self, own: Signature, parameters: Iterable[str], keywords: Iterable[str]) -> DiagnosticError:
        """That an implementation has other parameters than the equation."""
        given = ", ".join([*parameters, *(f"{name}=…" for name in keywords)])
        message = f"{self.called}({', '.join(own.parameters)}) has other parameters than {self.equation.name}"
        hints = (f"it is called as {self.called}({given})",)
        return DiagnosticError(Diagnostic("NT501", message, written(self.called), hints=hints))

    @property
    def called(self) -> str:
        return getattr(self.implementation, "__name__", None) or type(self.implementation).__name__

    def _error(self, message: str, values: Mapping[str, NamedArray]) -> ImplementationError:
        operands = tuple(Operand(name, _shown(value)) for name, value in values.items())
        where = self.equation.binding if isinstance(self.equation, Tensor) else self.definition
        related = () if where is None else (Related(where.span, f"{self.equation.name} is defined here"),)
        label = f"does not implement {self.equation.name}"
        place = place_of(self.implementation, self.called)
        return ImplementationError(Diagnostic("NT502", message, place, label, operands, related))


def _dimensions(axes: Mapping[str, tuple[str, ...]], sizes: Mapping[str, int]) -> dict[str, prepared.Dimensions]:
    return {name: (own, tuple(sizes[axis] for axis in own)) for name, own in axes.items()}


def _text(value: NamedArray) -> str:
    return " × ".join(f"{a}[{n}]" for a, n in value.sizes.items()) or "scalar"


def _shown(value: NamedArray) -> str:
    """The shape of an array, and its entries if they are few."""
    if value.data.size > _SHOWN:
        return _text(value)
    import numpy as np

    entries = np.array2string(np.asarray(value.data), precision=6, separator=", ").replace("\n", "")
    return f"{_text(value)} = {entries}"
