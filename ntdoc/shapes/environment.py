"""What surrounds an expression while it is checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.shapes.bindings import Binding, Function
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import Indices
from ntdoc.shapes.sizes import Equations, Size
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span

Shapes = Mapping[str, tuple[str, ...]]
"""What letters for whole shapes stand for."""

NO_SHAPES: Shapes = MappingProxyType({})


def shape_key(letter: str) -> str:
    """How a letter for a whole shape is called among the axis parameters: a shape S is no axis `S`."""
    return f"\\mathcal{{{letter}}}"


@dataclass(frozen=True, slots=True)
class Use:
    """A name that an expression uses: for the table of symbols, and for what it depends on."""

    name: str
    role: str
    binding: Binding | None
    typed: Typed | None
    span: Span
    declared: Span | None = None  # of a tensor that is defined elsewhere: what says its shape


@dataclass(slots=True)
class Notebook:
    """What checking one statement finds out. Filled while it is checked, and read when that is done."""

    equations: Equations
    diagnostics: list[Diagnostic] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    blockers: list[tuple[str, Entry | None]] = field(default_factory=list)  # what is in error that this needs
    said: tuple[tuple[Size, Size], ...] = ()  # sizes that prose says are equal: they hold where nothing contradicts
    spent: list[tuple[str, Span, str]] = field(default_factory=list)  # axes that a sum takes away, and where
    apart: list[tuple[Typed, Typed]] = field(default_factory=list)  # terms of sums that each have axes of their own

    @property
    def problems(self) -> list[Diagnostic]:
        """Errors and warnings: notes do not count."""
        return [d for d in self.diagnostics if d.severity is not Severity.NOTE]

    def suggest(self, a: Size, b: Size, *, needed: bool = False) -> None:
        """Take two sizes for one, unless prose says otherwise: `|\\ax| = 2 n`, of a sum from 1 to `n`.

        Nor if the one is longer but where something has length 1, as `n` is than the `n - k + 1` of a sum. That it is
        `needed` is noted.
        """
        told = Equations()
        for one, other in self.said:
            if one.constant is None and other.constant is None:  # numbers may be those of an example
                told.suggest(one, other)
        if self.equations.is_longer(b, a) or told.is_longer(b, a):
            return
        if not told.solved or told.unify(a, b):
            (self.equations.unify if needed else self.equations.suggest)(a, b)

    def suggest_alone(self, a: Size, b: Size) -> None:
        """The same, where nothing else is said of the first size."""
        said = any(not a.atoms.isdisjoint(size.atoms) for pair in self.said for size in pair)
        bound = {atom for solution in self.equations.solved.values() for atom in solution.atoms}
        if not said and a == self.equations.reduce(a) and a.atoms.isdisjoint(bound):
            self.equations.suggest(a, b)

    def following(self) -> Notebook:
        """A fresh one with the sizes found so far, for what comes next in a chain."""
        return Notebook(self.equations.copy(), said=self.said)


@dataclass(frozen=True, slots=True)
class Environment:
    """Where an expression stands, and what is bound around it. Making a larger one leaves this one as it is."""

    at: Entry
    notebook: Notebook
    values: dict[str, Typed] = field(default_factory=dict)  # parameters and index variables
    axes: dict[str, tuple[str, ...]] = field(default_factory=dict)  # axis parameters
    sizes: dict[str, Size] = field(default_factory=dict)  # sizes of local axes, and size variables
    inside: Function | None = None  # the function whose body this is
    depth: int = 0
    parts: frozenset[object] = frozenset()  # what of a where-clause is being put in for its name
    indices: Indices = field(default_factory=dict)  # the values of the letters in the names of families
    records: dict[str, tuple[str, ...]] = field(default_factory=dict)  # letters of records, and their axes
    bounded: frozenset[str] = frozenset()  # index axes whose letters are said to run over a part of what there is
    partial: bool = False  # a condition says which entries are taken: the others need not be there
    final: bool = False  # an axis that a parameter still lacks is an error, and no demand

    def aside(self) -> Environment:
        """The same with a notebook of its own: what is tried there leaves this one as it is."""
        return replace(self, notebook=Notebook(self.notebook.equations.copy()))

    @property
    def open_shapes(self) -> dict[str, tuple[str, ...]]:
        """What letters for whole shapes stand for here: that holds in bodies of functions too."""
        return {letter: axes for letter, axes in self.axes.items() if letter.startswith("\\mathcal{")}
