"""Sizes for examples: small, different for axes that meet, and satisfying every equation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ntdoc.evaluation.run import Runner
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.sizes import Equations, Size, solve
from ntdoc.shapes.typed import Typed

_SIZES = (3, 4, 2, 5, 6, 7, 8, 9, 10, 11)
INSTANCES = 3


class Laboratory:
    """Chooses sizes and keeps a runner for each choice, so that a definition is evaluated once for it."""

    def __init__(self, meetings: Iterable[frozenset[str]], seed: int = 0) -> None:
        self.seed = seed
        self.colours = _coloured(meetings)
        self._runners: dict[tuple[tuple[tuple[str, int], ...], int], Runner] = {}

    def runner(self, equations: Equations, needed: Iterable[Size], instance: int = 0) -> Runner | None:
        """A runner for sizes that satisfy the equations, or None if no small ones do.

        `needed` are the sizes that occur: each will be a positive integer.
        Instance 0 is for show; the others take other sizes and other samples.
        """
        preferred = {a: _SIZES[(c + instance) % len(_SIZES)] for a, c in self.colours.items()}
        solution = solve(equations, needed, preferred)
        if solution is None:
            return None
        sizes = preferred | solution
        key = (tuple(sorted(sizes.items())), instance)
        if key not in self._runners:
            self._runners[key] = Runner(sizes, self.seed, instance)
        return self._runners[key]


def _coloured(meetings: Iterable[frozenset[str]]) -> Mapping[str, int]:
    """A number for each atom, different for atoms that occur together, as small as possible in order of occurrence."""
    beside: dict[str, set[str]] = {}
    order: dict[str, None] = {}
    for group in meetings:
        for atom in sorted(group):
            order.setdefault(atom)
            beside.setdefault(atom, set()).update(group - {atom})
    colours: dict[str, int] = {}
    for atom in order:
        taken = {colours[other] for other in beside[atom] if other in colours}
        colours[atom] = next(c for c in range(len(order) + 1) if c not in taken)
    return colours


def atoms_of(shape: ShapeOf | None) -> frozenset[str]:
    return frozenset().union(*(size.atoms for size in shape.values())) if shape else frozenset()


def atoms_of_all(values: Iterable[Typed | None]) -> frozenset[str]:
    return frozenset().union(*(atoms_of(v.shape) for v in values if v is not None))
