"""One equation and its implementation, run on the same samples of certain sizes and held against each other."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from inspect import Signature
from itertools import count
from typing import Any

from ntdoc.api import prepared
from ntdoc.api.array import misuse, written
from ntdoc.api.errors import DiagnosticError, MissingValueError
from ntdoc.api.handles import Function, Tensor
from ntdoc.api.parameters import meant, unfit
from ntdoc.api.places import place_of
from ntdoc.api.spelling import python_name
from ntdoc.diagnostics import Diagnostic, Operand, Related
from ntdoc.evaluation.sampling import sample
from ntdoc.operations.array import NamedArray, transpose_to
from ntdoc.operations.domain import Domain
from ntdoc.operations.libraries import Mixed, as_data, to_numpy, wants_tensors
from ntdoc.testing.arrays import Arrays
from ntdoc.testing.batches import Members, member, on_each
from ntdoc.testing.orders import in_other_order
from ntdoc.testing.outcomes import ImplementationError
from ntdoc.verification.compare import Difference, differs, undefined_in_one
from ntdoc.verification.hints.factors import constant_factor

_SHOWN = 12  # entries of an array that a message shows


class Case:
    """One equation and its implementation, on arguments of certain axes."""

    def __init__(
        self,
        equation: Function | Tensor,
        implementation: Callable[..., Any],
        axes: Mapping[str, tuple[str, ...]],
        lifted: tuple[str, ...],
        kind: Arrays,
        tolerance: float | None,
        seed: int,
    ) -> None:
        self.equation, self.implementation, self.kind = equation, implementation, kind
        self.lifted, self.seed = lifted, seed
        self.tolerance = kind.tolerance if tolerance is None else tolerance
        self.definition = meant(equation, axes) if isinstance(equation, Function) else None
        self.result = axes.get("return")
        if self.result is not None:
            self.result = (*(axis for axis in lifted if axis not in self.result), *self.result)
        names = equation.paper.spellings
        letters = () if self.definition is None else self.definition.letters
        self.parameters = {p: self._axes_of(p, axes, len(letters)) for p in letters}
        known = {*self.parameters, *map(python_name, self.parameters), "return"}
        own = equation.made_of() if isinstance(equation, Tensor) else {}
        self.others = {name: (*lifted, *axes) for name, axes in own.items()}
        self.others |= {names.get(name, name): own for name, own in axes.items() if name not in known}
        # A tensor is lifted over axes that nothing of what it is made of has; a function says itself what it is over.
        within = {axis for axes in own.values() for axis in axes}
        further = (axis for name in own for axis in self.others[name] if axis not in within)
        self.over = tuple(dict.fromkeys(further))

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

    @property
    def given_sizes(self) -> dict[str, int]:
        """The sizes that given values have."""
        return {axis: size for value in self.equation.fixed.values() for axis, size in value.sizes.items()}

    @property
    def beyond(self) -> set[str]:
        """The axes that parameters have beyond those that the equation works on."""
        if self.definition is None:
            return {*self.over}
        session, own = self.equation.paper.session, {*self._stated()}
        for letter in self.parameters:
            own |= {*prepared.parameter_axes(session, self.definition, letter)}
        return {axis for axes in self.parameters.values() for axis in axes} - own

    def compare(self, sizes: Mapping[str, int]) -> None:
        """Raise ImplementationError if the two differ on these sizes."""
        __tracebackhide__ = True  # what an implementation raises is its own
        values, others = self._parameters(sizes), self._others(sizes)
        by_name: dict[str, Any] = {python_name(name): value for name, value in others.items()}
        try:

            def of(members: Members) -> NamedArray:
                named: dict[str, Any] = {name: member(value, members) for name, value in by_name.items()}
                return self.equation(*values.values(), **named).named

            expected = on_each(of, self.over, sizes)
        except MissingValueError as missing:
            raise self._without(missing) from None
        arrays = [self.kind.array(value.data) for value in values.values()]
        keywords = {name: self.kind.array(value.data) for name, value in by_name.items()}
        try:
            found = self.implementation(*arrays, **keywords)
        except Exception as problem:
            if arrays and (own := unfit(self.implementation, arrays, keywords)) is not None:
                raise self._unfit(own, values, by_name) from None
            if self.kind.library == "numpy" and wants_tensors(problem):
                message = f"{self.called} takes tensors of torch, and got arrays of numpy"
                raise misuse(message, self.called, hints=('say `library="torch"`',)) from problem
            if (wanted := self.kind.other_precision(problem)) is not None:
                message = f"{self.called} works in {wanted}, and got {self.kind.precision}"
                raise misuse(message, self.called, hints=(f'say `dtype="{wanted}"`',)) from problem
            given = [
                f"{how} {', '.join(f'{name}: {_text(value)}' for name, value in own.items())}"
                for how, own in (("with", values), ("by keyword with", by_name))
                if own
            ]
            what = f"{' and '.join(given)}, in {self.kind.in_words}" if given else "without arguments"
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
        alone = {n: tuple(axis for axis in axes if axis not in self.over) for n, axes in self.others.items()}
        values, given = _dimensions(self.parameters, sizes), _dimensions(alone, sizes)
        equation = self.equation
        domains = equation.domains(given) if isinstance(equation, Tensor) else equation.domains(values, given)
        return {n: self._drawn(n, axes, sizes, domains[n]) for n, axes in self.others.items()}

    def _drawn(self, name: str, axes: tuple[str, ...], sizes: Mapping[str, int], domain: Domain) -> NamedArray:
        """A value on its axes; for each of a batch of tensors another one of its set."""
        over = [axis for axis in axes if axis in self.over]
        alone = tuple(axis for axis in axes if axis not in over)
        numbers = count(1)

        def one(_: Members) -> NamedArray:
            return sample(name, self.seed, next(numbers), alone, tuple(sizes[a] for a in alone), domain)

        drawn = transpose_to(on_each(one, over, sizes), axes)
        return NamedArray(drawn.axes, self.kind.rounded(drawn.data))

    def _hold(self, expected: NamedArray, found: object, values: Mapping[str, NamedArray]) -> None:
        order = self.result or self._order(expected)
        if sorted(order) != sorted(expected.axes):
            raise self._other_axes(order, expected)
        wanted_as = transpose_to(expected, order)
        wanted = tuple(expected.sizes[a] for a in order)
        if found is None:
            raise self._error("the implementation returns None: is there no `return` at its end?", values)
        try:
            data = to_numpy(as_data(found))
        except Mixed as problem:
            raise self._error(f"what the implementation returns is no array: {problem}", values) from None
        if tuple(data.shape) != wanted:
            shapes = f"{' × '.join(map(str, data.shape)) or 'a scalar'}, and the equation gives {_text(wanted_as)}"
            raise self._error(f"the implementation returns {shapes}", values, in_other_order(wanted_as, data))
        actual = NamedArray(order, data)
        plain = NamedArray(expected.axes, to_numpy(expected.data))
        scale = max(1.0, *(abs(float(x)) for x in plain.data.ravel() if abs(float(x)) < float("inf")), 0.0)
        difference = differs("eq", plain, actual, self.tolerance * scale) or undefined_in_one(plain, actual)
        if difference is not None:
            raise self._different(difference, values, plain, actual)

    def _order(self, expected: NamedArray) -> tuple[str, ...]:
        """The axes of the result as the document writes them, after those that are lifted over."""
        order = (*(self.over or self.lifted), *self._stated())
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

    def _other_axes(self, order: tuple[str, ...], expected: NamedArray) -> DiagnosticError:
        """That `axes` names other axes for the result than it has: a slip in the call, and not in what it calls."""
        lacking = [axis for axis in expected.axes if axis not in order]
        near = {axis: difflib.get_close_matches(axis, lacking, n=1) for axis in order if axis not in expected.axes}
        meant = " ".join((near.get(axis) or [axis])[0] for axis in order)
        likely = meant if sorted(meant.split()) == sorted(expected.axes) else " ".join(expected.axes)
        message = f"the result has the axes {_text(expected)}, and not {' × '.join(order) or 'none'}"
        call = f'axes={{"return": "{" ".join(order)}"}}'
        return misuse(message, call, hints=(f'say it in your order, as in axes={{"return": "{likely}"}}',))

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
        times = constant_factor(expected, actual)
        hints: tuple[str, ...] = ()
        if times is not None:
            hints = (f"what it gives is {times} times what {self.equation.name} is, everywhere",)
        hints = hints or in_other_order(transpose_to(expected, actual.axes), actual.data)
        error = self._error(message, {**values, self.equation.name: expected, "implementation": actual}, hints)
        error.fits = True
        error.is_whole = all(_is_shown(value) for value in (*values.values(), expected, actual))
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

    def _error(
        self, message: str, values: Mapping[str, NamedArray], hints: tuple[str, ...] = ()
    ) -> ImplementationError:
        operands = tuple(_operand(name, value) for name, value in values.items())
        where = self.equation.binding if isinstance(self.equation, Tensor) else self.definition
        related = () if where is None else (Related(where.span, f"{self.equation.name} is defined here"),)
        label = f"does not implement {self.equation.name}"
        place = place_of(self.implementation, self.called)
        return ImplementationError(Diagnostic("NT502", message, place, label, operands, related, hints))


def _dimensions(axes: Mapping[str, tuple[str, ...]], sizes: Mapping[str, int]) -> dict[str, prepared.Dimensions]:
    return {name: (own, tuple(sizes[axis] for axis in own)) for name, own in axes.items()}


def _text(value: NamedArray) -> str:
    return " × ".join(f"{a}[{n}]" for a, n in value.sizes.items()) or "scalar"


def _is_shown(value: NamedArray) -> bool:
    return int(value.data.size) <= _SHOWN


def _operand(name: str, value: NamedArray) -> Operand:
    """An array with its shape, and its entries if they are few."""
    if not _is_shown(value):
        return Operand(name, _text(value))
    import numpy as np

    entries = np.array2string(np.asarray(value.data), precision=6, separator=", ").replace("\n", "")
    return Operand(name, _text(value), entries)
