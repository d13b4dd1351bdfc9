"""What a name may be bound to: a definition, a declaration, or a signature, with the place that says so."""

from __future__ import annotations

from typing import NamedTuple

from ntdoc.shapes.document.entries import Entry
from ntdoc.source import Span
from ntdoc.syntax.ast import Axis, Chain, Operand, Signature, SizedAxis, Symbol, TensorSet


class Function(NamedTuple):
    """A definition of a function: `name_{axes}(parameters; extras) = body`."""

    name: str
    axes: tuple[str, ...]
    parameters: tuple[Symbol, ...]
    extras: tuple[Symbol, ...]
    body: Operand
    entry: Entry
    span: Span

    @property
    def letters(self) -> tuple[str, ...]:
        return tuple(s.full_name for s in (*self.parameters, *self.extras))


class Tensor(NamedTuple):
    """A definition of a tensor: `X = body`, or entry by entry `X_{\\ax(i)} = body` with the `indices`."""

    name: str
    body: Operand
    indices: tuple[tuple[Axis, Symbol], ...]
    stated: TensorSet | None  # the set that its own chain puts it in
    entry: Entry
    span: Span


def is_own(found: Tensor) -> bool:
    """Whether a definition is of what its statement begins with, and not of another name."""
    subjects = found.entry.parsed.subjects if isinstance(found.entry.parsed, Chain) else ()
    names = {subject.full_name for subject in subjects if isinstance(subject, Symbol)}
    return not names or found.name in names


class Declared(NamedTuple):
    """A declaration: `X \\in S`; or only a property, `\\epsilon > 0`, with no set."""

    name: str
    domain: TensorSet | None
    sign: str  # `positive`, `nonnegative`, `negative`, `unit` or empty
    entry: Entry
    span: Span

    @property
    def along(self) -> tuple[SizedAxis, ...]:
        """The axes of its set."""
        return self.domain.shape.axes if self.domain is not None else ()


def is_open(declared: Declared) -> bool:
    """Whether a tensor is declared over a letter for a shape, `X \\in \\reals^{\\mathcal{S}}`: it may have any."""
    return any(sized.axis.variable for sized in declared.along)


class Signed(NamedTuple):
    """A signature of a function."""

    name: str
    axes: tuple[str, ...]
    signature: Signature
    entry: Entry
    span: Span


Binding = Function | Tensor | Declared | Signed


class Solved(NamedTuple):
    """An equation of a letter that formulas before it are made of."""

    name: str
    right: Operand
    formulas: tuple[Tensor, ...]  # these, the first one first
    letters: frozenset[str]  # all letters that they are made of, the name among them
    parts: frozenset[str]  # what the right side is made of
    said: bool  # words draw it as a conclusion

    @property
    def first(self) -> Entry:
        return self.formulas[0].entry
