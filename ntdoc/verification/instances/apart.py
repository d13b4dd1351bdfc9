"""Another sample for a claim whose sizes were poor in all the usual ones: of length 1, or the same for two axes.

The sizes of a document satisfy all that is said in it, so that `V \\in \\reals^{\\feat\\times\\comp}` is square
in every sample where a later section has a square one. Where the statement and its section leave them free, one more
sample has others: along an axis of length 1 nothing is seen, and what holds of a square matrix may hold of no other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from itertools import combinations

from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Plan
from ntdoc.shapes.samples.configured import of_small_sizes
from ntdoc.shapes.sizes import Equations, Size, variable
from ntdoc.verification import conditions
from ntdoc.verification.sizes.sizing import Laboratory

_INSTANCE = 1


def samples(
    judged: Judged,
    laboratory: Laboratory,
    needed: Set[Size],
    sides: tuple[Plan, Plan],
    tried: Collection[tuple[tuple[str, int], ...]],
) -> Iterator[Runner]:
    """One runner more, if the sizes that were `tried` hide something and there are others; else none."""
    equations = judged.notebook.equations.copy()
    for a, b in of_small_sizes(judged, laboratory.asked):
        equations.suggest(a, b)
    atoms = frozenset(atom for size in needed for atom in size.atoms)
    before = [dict(sizes) for sizes in tried]
    if judged.role.sizes or not before or not _hide(equations, atoms, before):
        return
    here = laboratory.of_its_own(equations.about(atoms), needed, atoms, _INSTANCE, judged.role.entry.section)
    if here is None or _hide(equations, atoms, [dict(here.sizes)]) == _hide(equations, atoms, before):
        return
    try:
        conditions.sides(judged, *sides, here)
    except STOPS:
        return
    yield here


def _hide(equations: Equations, atoms: frozenset[str], tried: list[dict[str, int]]) -> set[tuple[str, ...]]:
    """The sizes that are 1 in all these choices, and need not be, and the pairs of those that are equal in all."""
    free = {a: equations.reduce(variable(a)) for a in sorted(atoms)}
    free = {a: size for a, size in free.items() if size.constant is None and all(a in sizes for sizes in tried)}
    found: set[tuple[str, ...]] = {(a,) for a in free if all(sizes[a] == 1 for sizes in tried)}
    for a, b in combinations(free, 2):
        if free[a] != free[b] and all(sizes[a] == sizes[b] for sizes in tried):
            found.add((a, b))
    return found
