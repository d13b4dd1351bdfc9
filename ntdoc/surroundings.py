"""What the statements of a document, and of each section, say together of the sizes of axes."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations
from ntdoc.shapes.stated import StatedSize
from ntdoc.shapes.summary import sizes_in
from ntdoc.verification.check import needed_sizes
from ntdoc.verification.sizes.sizing import Surroundings, atoms_of_all


def meeting(judged: Judged) -> frozenset[str]:
    """The sizes that occur together in a statement."""
    typed = [judged.value, judged.other, *(use.typed for use in judged.notebook.uses)]
    atoms = atoms_of_all(typed)
    if judged.function is not None:
        atoms |= {a for shape in judged.function.shapes.values() for size in shape.values() for a in size.atoms}
    atoms |= {a for plan in judged.plans for size in sizes_in(plan) for a in size.atoms}
    solved = judged.notebook.equations.solved
    for atom in list(atoms):
        if atom in solved:
            atoms |= solved[atom].atoms
    return frozenset(atoms)


def everywhere(sizes: Sequence[StatedSize], judged: list[Judged], *, numbers: bool = False) -> Equations:
    """The equations of many statements as far as they go together; what prose says in numbers holds later only.

    What it says of a case, *when `|\\ax| = |\\bx|`*, holds in its sentence alone.

    What a statement needs to be a number, for the array beside it, only its section need have so.
    """
    equations = Equations()
    for stated in sizes:
        (first, _), *others = stated.sizes
        in_numbers = any(size.constant is not None for size, _ in stated.sizes)
        if not stated.entry.example and (stated.entry.display or not (in_numbers or stated.entry.local)):
            for size, _ in others:
                equations.suggest(first, size)
    for j in judged:
        if j.law is not None:
            continue  # it is about sizes of its own
        for a, b in j.notebook.equations.needed:
            if not numbers and (a.constant is not None or b.constant is not None):
                continue
            before = equations.copy()
            equations.suggest(a, b)
            if len(equations.open) > len(before.open):  # a statement that needs such sizes has its own
                equations.restore(before)
        for size, least in j.notebook.equations.least.items():
            equations.at_least(size, least, size in j.notebook.equations.rooms)
    return equations


def places(judged: list[Judged]) -> dict[int, list[int]]:
    """Where the displayed statements of each section, and all its definitions, stand among all."""
    found: dict[int, list[int]] = {}
    for place, j in enumerate(judged):
        if j.role.entry.display or (j.kind is Kind.DEFINITION and not j.role.entry.local):
            found.setdefault(j.role.entry.section, []).append(place)
    return found


def surroundings(
    session: Session, judged: list[Judged], displayed: dict[int, list[int]], linked: frozenset[int], section: int
) -> Surroundings:
    """What a section says of sizes by itself. `displayed` are the places of its statements among those judged."""
    own = [judged[place] for place in displayed.get(section, ()) if not judged[place].notebook.equations.open]
    stated = session.stated().small.all
    equations = everywhere([s for s in stated if s.entry.section <= section or s.entry.companion], own, numbers=True)
    occurring = frozenset(
        size for j in own for size in needed_sizes(j) if equations.reduce(size).constant is None and size.atom is None
    )
    meetings = frozenset(meeting(j) for j in own if j.law is None and section not in linked)
    return Surroundings(equations, occurring, meetings)


def linked_sections(judged: list[Judged]) -> frozenset[int]:
    """The sections whose tensors others use, or that use those of others: their sizes should agree."""
    found: set[int] = set()
    for j in judged:
        here = j.role.entry.section
        for use in j.notebook.uses:
            binding = use.binding
            if isinstance(binding, Declared | Tensor) and binding.entry.section != here:
                found |= {here, binding.entry.section}
    return frozenset(found)
