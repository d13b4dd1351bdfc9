"""In which order the axes of a tensor are shown: that which the author wrote.

A named tensor has no order of axes, but a reader compares arrays that stand beside each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from ntdoc.operations.array import NamedArray, transpose_to
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.environment import Use
from ntdoc.shapes.judged import Judged
from ntdoc.syntax import ast

Axes = tuple[str, ...]


class Orders:
    """The orders of a document.

    A tensor has that of its declaration, or of the set that it is said to be in; else, as any other value, that in
    which its axes come up in the tensors of its statement. So both sides of a claim have the same.
    """

    def __init__(self, judged: Iterable[Judged]) -> None:
        self._of_names: dict[str, dict[frozenset[str], Axes]] = {}
        statements = list(judged)
        in_sets: dict[int, Axes] = {}  # by the entry of the chain that says so
        for j in statements:
            for use in uses_of(j):
                if isinstance(use.binding, Declared) and use.typed is not None and use.typed.shape is not None:
                    self._learn(use.name, tuple(use.typed.shape))
            if j.member is not None:
                in_sets.setdefault(j.role.entry.index, tuple(j.member[0] or ()))
                if isinstance(j.left, ast.Symbol):
                    self._learn(j.left.full_name, tuple(j.member[0] or ()))
        for j in statements:
            if isinstance(j.binding, Tensor) and j.value is not None and j.value.shape is not None:
                said = in_sets.get(j.role.entry.index, ())
                axes = tuple(j.value.shape)
                self._learn(j.binding.name, said if set(said) == set(axes) else self.within(j, axes))

    def of(self, name: str, axes: Iterable[str]) -> Axes:
        """The axes of what is called so, in their order."""
        axes = tuple(axes)
        return self._of_names.get(name, {}).get(frozenset(axes), axes)

    def within(self, judged: Judged, axes: Iterable[str]) -> Axes:
        """The axes of what is a value of a statement, in their order."""
        axes = tuple(axes)
        if judged.binding is not None:
            own = self._of_names.get(judged.binding.name, {}).get(frozenset(axes))
            if own is not None:
                return own
        uses = sorted(uses_of(judged), key=lambda use: use.span.start)
        shapes = (self.of(use.name, use.typed.shape or ()) for use in uses if use.typed is not None)
        said = tuple(judged.member[0] or ()) if judged.member is not None else ()
        left = judged.value.shape if judged.value is not None else None  # of a claim: the other side goes by it
        places: dict[str, int] = {}
        for axis in chain(said, *shapes, left or ()):
            places.setdefault(axis, len(places))
        return tuple(sorted(axes, key=lambda axis: places.get(axis, len(places))))

    def _learn(self, name: str, axes: Axes) -> None:
        self._of_names.setdefault(name, {}).setdefault(frozenset(axes), axes)


def stored(array: NamedArray, axes: Axes) -> NamedArray:
    """The array with its axes in an order of them; as it is if they are others."""
    return transpose_to(array, axes) if set(axes) == set(array.axes) else array


def uses_of(judged: Judged) -> list[Use]:
    """The names that a statement uses, each once, what it defines first."""
    found: dict[str, Use] = {}
    for use in (*judged.uses, *judged.notebook.uses):
        own = use in judged.uses and use.span.source is judged.span.source
        if own or judged.span.holds_start(use.span):
            found.setdefault(use.name, use)
    return list(found.values())
