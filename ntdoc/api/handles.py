"""The functions and tensors of a document, as Python programs call them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from ntdoc.api import prepared
from ntdoc.api.array import Array, Names, dimensions, in_dimensions, is_labelled, misuse, names_of, naming, written
from ntdoc.api.errors import DiagnosticError, told
from ntdoc.api.spelling import spelt
from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.stops import RunError
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import Domain, DomainKind, offence
from ntdoc.operations.errors import AxisError
from ntdoc.operations.libraries import Mixed, as_data, dimensions_of, is_of_numpy, library_of
from ntdoc.shapes.bindings import Binding, Declared, Signed
from ntdoc.shapes.bindings import Function as Defined
from ntdoc.shapes.bindings import Tensor as DefinedTensor
from ntdoc.shapes.functions.overloads import arity, bind_axes
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.api.paper import Paper

_MOST_PLANS = 256  # kept for each function: one for each choice of axes and sizes
_SIGNS = frozenset({DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.NEGATIVE})
Given = Mapping[str, NamedArray]
Shapes = Mapping[str, prepared.Dimensions]


class Choice(NamedTuple):
    """Which definition a call is of, and what each of its arguments is for."""

    function: Defined
    letters: tuple[str, ...]  # of the arguments in the order in which they are given
    order: tuple[int, ...]  # of the parameters, where to find them among the arguments
    given: tuple[tuple[str, str], ...]  # keywords for what the document only declares, and its names


class _Handle:
    """What functions and tensors have in common: given values, and plans that are kept."""

    def __init__(self, paper: Paper, name: str, given: Given, sizes: Mapping[str, int]) -> None:
        self.paper = paper
        self.name = name
        self._fixed = dict(given)
        self._sizes = dict(sizes)
        self._plans: dict[object, prepared.Prepared] = {}

    @property
    def fixed(self) -> Given:
        """The values that are given for all calls."""
        return self._fixed

    def _kept(self, key: object, plan: prepared.Prepared) -> prepared.Prepared:
        if len(self._plans) >= _MOST_PLANS:
            self._plans.clear()
        self._plans[key] = plan
        return plan

    def _evaluated(self, ready: prepared.Prepared, values: Given, given: Given, names: tuple[str, ...]) -> Array:
        if given:
            _allowed(ready, given, f"{self.name}({', '.join(names)})")
        try:
            return Array(ready.plan.run(values, given, library_of((*values.values(), *given.values()))))
        except (Mixed, RunError, AxisError, RecursionError, MemoryError) as problem:
            raise _stopped(problem, f"{self.name}({', '.join(names)})") from None

    def _free(self, keywords: Sequence[str]) -> dict[str, str]:
        """Which names of the document keywords are for. Raises DiagnosticError for one that is for none."""
        found = ((keyword, self.paper.name_of(keyword)) for keyword in keywords)
        return {keyword: name for keyword, name in found if name is not None}


class Function(_Handle):
    """A function of a document: `paper.Attention(Q, K, V)`, or with arguments by name.

    Arguments are named arrays, DataArrays of xarray, plain arrays with the axes of the parameter in their order, and
    numbers. Axes beyond those of the parameter are lifted over. Keywords that are no parameters are values of what the
    document only declares; `axis` is the axis of a function like softmax that takes one, and `sizes` are sizes that the
    arguments do not tell. Raises DiagnosticError.
    """

    def __init__(
        self,
        paper: Paper,
        name: str,
        bindings: Sequence[Defined | Signed],
        symbol: ast.Symbol,
        given: Given,
        sizes: Mapping[str, int],
    ) -> None:
        super().__init__(paper, name, given, sizes)
        self.bindings = tuple(bindings)
        self._symbol = symbol
        self._choices: dict[object, Choice] = {}
        self._declared: dict[object, tuple[str, ...] | None] = {}

    def __repr__(self) -> str:
        return f"<{self.name}{' or '.join(self.signatures)} of {self.paper.path}>"

    @property
    def signatures(self) -> tuple[str, ...]:
        """The parameters of each definition of the name, as the document writes them."""
        return tuple(
            f"({', '.join(s.full_name for s in b.parameters)}"
            + (f"; {', '.join(s.full_name for s in b.extras)})" if b.extras else ")")
            for b in self.bindings
            if isinstance(b, Defined)
        )

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parameters of the definition that stands last."""
        return self.definition().letters

    def definition(self, count: int | None = None) -> Defined:
        """The definition with so many parameters, or the one that stands last. Raises DiagnosticError."""
        own = [b for b in self.bindings if isinstance(b, Defined) and count in (None, len(b.letters))]
        if not own:
            message = f"the document gives only the signature of {self.name}, and does not say what it computes"
            raise misuse(message, f"{self.name}(…)")
        return own[0]

    def axes_of(self, letter: str, count: int | None = None) -> tuple[str, ...] | None:
        """The axes of a parameter, in the order of the document; None where it does not write them."""
        return prepared.declared_axes(self.paper.session, self.definition(count), letter, {})

    def given(self, *, sizes: Mapping[str, int] | None = None, **values: object) -> Function:
        """The same function with values for what the document only declares."""
        fixed = self._fixed | self.paper.named_values(values)
        known = {**self._sizes, **whole(sizes or {})}
        return Function(self.paper, self.name, self.bindings, self._symbol, fixed, known)

    @told
    def __call__(
        self,
        /,
        *arguments: object,
        axis: Names = (),
        sizes: Mapping[str, int] | None = None,
        **keywords: object,
    ) -> Array:
        kind = (len(arguments), *keywords)
        choice = self._choices.get(kind)
        if choice is None:
            choice = self._choices[kind] = self._choose(len(arguments), tuple(keywords))
        axes = names_of(axis, f"{self.name}(…, axis={axis!r})") if axis != () else ()
        free = dict(choice.given) if choice.given else ()
        actual = (*arguments, *[keywords[n] for n in keywords if n not in free])
        values = {}
        for i in choice.order:
            letter, value = choice.letters[i], actual[i]
            values[letter] = value.named if isinstance(value, Array) else self._named(value, letter, choice, axes)
        given = self._fixed
        if choice.given:
            given = given | self.paper.named_values({keyword: keywords[keyword] for keyword, _ in choice.given})
        stated = {**self._sizes, **whole(sizes)} if sizes else self._sizes
        key = (
            kind,
            axes,
            tuple([(v.axes, v.data.shape) for v in values.values()]),
            tuple([(n, v.axes, v.data.shape) for n, v in given.items()]) if given else (),
            tuple(stated.items()) if stated else (),
        )
        ready = self._plans.get(key)
        if ready is None:
            call = f"{self.name}({', '.join(values)})"
            shapes, more = ({n: _dims(v, n, call) for n, v in own.items()} for own in (values, given))
            ready = self._kept(key, self._prepared(choice, axes, shapes, more, stated))
        return self._evaluated(ready, values, given, tuple(values))

    def domains(self, values: Shapes, given: Shapes) -> dict[str, Domain]:
        """The sets that what is only declared lies in, for values of parameters of certain axes and sizes."""
        given = {self.paper.name_of(n) or n: dims for n, dims in given.items()}
        fixed = {n: _dims(v, n, self.name) for n, v in self._fixed.items()}
        choice = self._choose(len(values), tuple(given))
        return self._prepared(choice, (), values, fixed | given, self._sizes).domains

    def _prepared(
        self, choice: Choice, axes: tuple[str, ...], values: Shapes, given: Shapes, sizes: Mapping[str, int]
    ) -> prepared.Prepared:
        call = f"{self.name}({', '.join(values)})"
        with self.paper.checking(call):
            ready = prepared.call(
                self.paper.session, choice.function, self._symbol, axes or choice.function.axes, values, given, sizes
            )
        _all_needed(ready, [name for _, name in choice.given], call, self.name)
        return ready

    def _choose(self, count: int, keywords: tuple[str, ...]) -> Choice:
        """The definition that takes so many arguments and these keywords; what is no parameter is only declared."""
        self.definition()
        for binding in self.bindings:
            if not isinstance(binding, Defined):
                continue
            own = spelt(binding.letters)
            first = binding.letters[:count]
            later = {k: own[k] for k in keywords if k in own}
            if sorted((*first, *later.values())) != sorted(binding.letters) or len(first) < count:
                continue
            rest = self._free([k for k in keywords if k not in later])
            if len(rest) + len(later) == len(keywords):
                letters = (*first, *later.values())
                return Choice(binding, letters, tuple(map(letters.index, binding.letters)), tuple(rest.items()))
        raise self._no_choice(count, keywords)

    def _no_choice(self, count: int, keywords: tuple[str, ...]) -> DiagnosticError:
        known = " or ".join(sorted({arity(b) for b in self.bindings if isinstance(b, Defined)}))
        call = f"{self.name}({', '.join([*['…'] * count, *(f'{k}=…' for k in keywords)])})"
        last = self.definition()
        hints = tuple(f"{self.name}{signature}" for signature in self.signatures)
        parameters = {p for b in self.bindings if isinstance(b, Defined) for p in spelt(b.letters)}
        strange = [k for k in keywords if k not in parameters and k not in self.paper.spellings]
        message = f"{self.name} takes {known}"
        if strange:
            message = f"{strange[0]} is no parameter of {self.name}, and nothing else in the document"
        span = written(call)
        return DiagnosticError(Diagnostic("NT207", message, span, related=prepared.where_defined(last), hints=hints))

    def _named(self, value: object, letter: str, choice: Choice, axes: tuple[str, ...]) -> NamedArray:
        """A plain array as one whose axes are those of the parameter, in their order."""
        if isinstance(value, NamedArray):
            return value
        call = f"{self.name}({', '.join(choice.letters)})"
        data = named_or_data(value, letter, call)
        if isinstance(data, NamedArray):
            return data
        if not data.shape:
            return NamedArray((), data)
        key = (id(choice.function), letter, axes)  # the choice is kept
        if key not in self._declared:
            bound = bind_axes(choice.function.axes, axes or choice.function.axes) or {}
            with self.paper.checking(call):
                self._declared[key] = prepared.declared_axes(self.paper.session, choice.function, letter, bound)
        own = self._declared[key]
        if (own is None or len(own) != len(data.shape)) and not choice.function.axes:
            said = prepared.axes_of_letter(self.paper.session, choice.function, letter)
            if said is not None and len(said) == len(data.shape):
                return NamedArray(said, data)
        known = own or prepared.parameter_axes(self.paper.session, choice.function, letter)
        hints = naming(letter, known, data)
        if own is None:
            message = f"the document does not say in which order the axes of {letter} are"
            raise misuse(message, call, operands=(dimensions(data, letter),), hints=hints)
        if len(own) != len(data.shape):
            has = f"the axes {' × '.join(own)}" if own else "none, for it is a scalar"
            message = f"{letter} has {in_dimensions(data)}, and the parameter has {has}"
            raise misuse(message, call, operands=(dimensions(data, letter),), hints=hints)
        return NamedArray(own, data)


class Tensor(_Handle):
    """A tensor of a document: `paper.A.value`, or `paper.Y(X=…)` for given values of what is only declared."""

    def __init__(
        self, paper: Paper, name: str, binding: DefinedTensor | Declared, given: Given, sizes: Mapping[str, int]
    ) -> None:
        super().__init__(paper, name, given, sizes)
        self.binding = binding

    def __repr__(self) -> str:
        return f"<{self.name} of {self.paper.path}>"

    @property
    def value(self) -> Array:
        """Its value, if the document says it, or if values are given for all that it does not say."""
        return self()

    @property
    def axes(self) -> tuple[str, ...] | None:
        """Its axes, in the order of the document; None where it does not write them."""
        return prepared.stated_axes(self.paper.session, self.binding)

    def made_of(self) -> dict[str, tuple[str, ...]]:
        """What its value needs of what is only declared and is not given yet, with the axes in their order."""
        if isinstance(self.binding, Declared):
            return {}
        with self.paper.checking(f"{self.name}()"):
            needed = prepared.made_of(self.paper.session, self.binding)
        return {name: axes for name, axes in needed.items() if name not in self._fixed}

    def given(self, *, sizes: Mapping[str, int] | None = None, **values: object) -> Tensor:
        """The same tensor with values for what the document only declares."""
        fixed = self._fixed | self.paper.named_values(values)
        return Tensor(self.paper, self.name, self.binding, fixed, {**self._sizes, **whole(sizes or {})})

    @told
    def __call__(self, /, *arguments: object, sizes: Mapping[str, int] | None = None, **values: object) -> Array:
        if arguments:
            message = f"{self.name} is a tensor and takes no arguments, only values by name of what it is made of"
            raise misuse(message, f"{self.name}({', '.join('…' for _ in arguments)})")
        given = self._fixed | self.paper.named_values(values)
        binding, call = self.binding, f"{self.name}({', '.join(values)})"
        if isinstance(binding, Declared):
            if self.name in given:
                return Array(given[self.name])
            raise misuse(f"the document only declares {self.name}, and gives it no value", call)
        stated = {**self._sizes, **whole(sizes or {})}
        key = (tuple([(n, v.axes, v.data.shape) for n, v in given.items()]), tuple(stated.items()))
        ready = self._plans.get(key)
        if ready is None:
            dims = {n: _dims(v, n, call) for n, v in given.items()}
            ready = self._kept(key, self._prepared(binding, dims, stated, values))
        return self._evaluated(ready, {}, given, tuple(values))

    def domains(self, given: Shapes) -> dict[str, Domain]:
        """The sets that what it is made of lies in, for values of certain axes and sizes."""
        if isinstance(self.binding, Declared):
            return {}
        fixed = {n: _dims(v, n, self.name) for n, v in self._fixed.items()}
        return self._prepared(self.binding, fixed | dict(given), self._sizes, given).domains

    def _prepared(
        self, binding: DefinedTensor, given: Shapes, sizes: Mapping[str, int], keywords: Iterable[str]
    ) -> prepared.Prepared:
        call = f"{self.name}({', '.join(keywords)})"
        with self.paper.checking(call):
            ready = prepared.value(self.paper.session, binding, given, sizes)
        _all_needed(ready, [self.paper.name_of(keyword) or keyword for keyword in keywords], call, self.name)
        return ready


def whole(sizes: Mapping[str, int]) -> dict[str, int]:
    """Sizes that are given by name. Raises DiagnosticError for what is no size."""
    if not isinstance(sizes, Mapping):
        raise misuse('sizes are given by the names of their axes, as in {"seq": 5}', f"sizes={sizes!r}")
    found = {}
    for name, size in sizes.items():
        try:
            found[name] = index(size)
        except TypeError:
            found[name] = 0
        if isinstance(size, bool) or found[name] < 1:
            raise misuse(f"{size!r} is no size: a whole number, at least 1", f"sizes={{{name!r}: {size!r}}}")
    return found


def labelled(value: object, name: str, call: str) -> NamedArray:
    """A DataArray of xarray: its dims are the axes."""
    dims = tuple(getattr(value, "dims", ()))
    if not all(isinstance(dim, str) for dim in dims):
        raise misuse(f"the dims of {name} are not all text, and names of axes are", call)
    return NamedArray(dims, value.data)  # type: ignore[attr-defined]


def named_or_data(value: object, name: str, call: str) -> Any:
    """What is given for a name: with its axes, if it names them itself, else an array alone. Raises DiagnosticError."""
    if is_labelled(value):
        return labelled(value, name, call)
    try:
        return as_data(value)
    except Mixed as problem:
        raise misuse(f"{name}: {problem}", call) from None


def _all_needed(ready: prepared.Prepared, names: Sequence[str], call: str, what: str) -> None:
    """A value that a call gives and that changes nothing is a mistake."""
    for name in names:
        if name not in ready.free:
            raise misuse(f"{name} is no argument of {what}, nor is it declared alone and used by it", call)


def _allowed(ready: prepared.Prepared, given: Given, call: str) -> None:
    """Numbers that are given have the sign that the document says. Raises DiagnosticError."""
    for name, value in given.items():
        node = ready.free.get(name)
        if node is None or value.axes or node.domain.kind not in _SIGNS or not is_of_numpy(value.data):
            continue
        if offence(node.domain, value) is not None:
            number = value.data.item()
            raise misuse(f"{name} is given as {number:g}, and the document says {name} ∈ {node.domain}", call)


def _dims(value: NamedArray, name: str, call: str) -> prepared.Dimensions:
    try:
        return value.axes, dimensions_of(value.data)
    except Mixed as problem:
        raise misuse(f"{name}: {problem}", call) from None


def _stopped(problem: Exception, call: str) -> DiagnosticError:
    match problem:
        case RunError():
            span = problem.span or written(call)
            return DiagnosticError(Diagnostic(problem.code or "NT501", problem.message, span))
        case AxisError():
            return DiagnosticError(Diagnostic("NT206", problem.message, written(call)))
        case RecursionError():
            return misuse("what this needs is too long or too deeply nested to be followed", call)
        case MemoryError():
            return misuse("there is not enough memory for this", call)
    return misuse(str(problem), call)


def is_function(binding: Binding) -> bool:
    return isinstance(binding, (Defined, Signed))
