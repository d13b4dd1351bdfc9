"""Sizes for examples: small, different for axes that meet, and satisfying every equation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import NamedTuple

from ntdoc.evaluation.frames import LARGEST
from ntdoc.evaluation.run import Runner
from ntdoc.operations.array import NamedArray
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.sizes import Equations, Size, number, variable
from ntdoc.shapes.typed import Typed
from ntdoc.verification.sizes.solving import solve

_SIZES = (3, 4, 2, 5, 6, 7)
INSTANCES = 3
AFFORDABLE = 2**20  # entries of an array at the sizes that are stated
UNDEFINED = 48  # of a claim whose sides have no value for the first of them
UNDER_CONDITIONS = 12  # of a claim that is made only where a condition holds


class Surroundings(NamedTuple):
    """The equations of a section as far as they go together, and the sizes that occur in it."""

    equations: Equations
    occurring: frozenset[Size]
    meetings: frozenset[frozenset[str]]


def _as_it_is(runner: Runner) -> Runner:
    return runner


class Laboratory:
    """Chooses sizes and keeps a runner for each choice, so that a definition is evaluated once for it."""

    def __init__(
        self,
        meetings: Iterable[frozenset[str]],
        everywhere: Equations,
        seed: int = 0,
        sections: Mapping[int, Callable[[], Surroundings]] | None = None,
        given: Mapping[str, NamedArray] | None = None,
        stated: Callable[[Entry], Sequence[tuple[Size, Size]]] | None = None,
        asked: frozenset[tuple[Size, Size]] = frozenset(),
    ) -> None:
        """`everywhere` holds the equations of the whole document as far as they go together.

        What is `given` stands in the place of samples. `stated` are the sizes that are too large for most examples;
        those `asked` for are taken as they are.
        """
        self.asked = asked
        self._stated = stated
        self._large: Sequence[tuple[Size, Size]] = ()
        self.sections = sections or {}
        self.seed = seed
        self.meetings = frozenset(meetings)
        self.colours = _coloured(sorted(self.meetings, key=sorted), everywhere)
        self.everywhere = everywhere
        self.given = given
        self._changed: Callable[[Runner], Runner] = _as_it_is
        self._met: Callable[[Runner], Runner | None] = _as_it_is
        self._bases: dict[tuple[int, int | None], dict[str, int]] = {}
        self._surroundings: dict[int, Surroundings] = {}
        self._solutions: dict[object, dict[str, int] | None] = {}
        self._runners: dict[object, Runner] = {}

    def runner(
        self, equations: Equations, needed: Iterable[Size], instance: int = 0, section: int | None = None
    ) -> Runner | None:
        """A runner for sizes that satisfy the equations, or None if no small ones do.

        `needed` are the sizes that occur: each will be a positive integer.
        Instance 0 is for show; the others take other sizes and other samples.
        """
        base = self._base(instance, section)
        needed = frozenset(needed)
        if self._large:
            equations = equations.copy()
            for a, b in self._large:
                equations.suggest(a, b)
        solution = {} if _fits(equations, needed, base) else self._solution(equations, needed, base, instance)
        if solution is None:
            return None
        sizes = base | solution if solution else base
        key = (tuple(sorted(solution.items())), id(base), instance, bool(self._large))
        if key not in self._runners:
            most = AFFORDABLE if self._large else LARGEST
            self._runners[key] = Runner(sizes, self.seed, instance, self.given, most)
        return self._changed(self._runners[key])

    def of_its_own(
        self, equations: Equations, needed: Iterable[Size], meeting: frozenset[str], instance: int, section: int
    ) -> Runner | None:
        """A runner for sizes of one statement, which differ as far as that and its section leave them free.

        None where only large sizes count.
        """
        if self._large:
            return None
        base, needed = self._base(instance, section), frozenset(needed)
        together = equations.copy()
        if section in self._surroundings:
            around = self._surroundings[section].equations
            for atom, size in around.solved.items():
                together.suggest(variable(atom), size)
            for size in around.open:
                together.suggest(size, number(0))
        own = _preferred(_coloured([meeting], together), instance)
        solution = solve(together, needed | {variable(a) for a in meeting}, base | own, {meeting})
        sizes = base | own | solution if solution is not None else base
        if solution is None or not _fits(equations, needed, sizes):
            return None
        return self._changed(Runner(sizes, self.seed, instance, self.given))

    def changed(self, change: Callable[[Runner], Runner]) -> Laboratory:
        """The same choices, with a change to the runner of each, but for those of laws."""
        twin = copy(self)
        twin._changed = change
        return twin

    def where(self, met: Callable[[Runner], Runner | None]) -> Laboratory:
        """The same choices for instances of laws, with samples that meet a condition; None for none that do."""
        twin = copy(self)
        twin._met = met
        return twin

    def at_stated_sizes(self, at: Entry) -> Laboratory | None:
        """The same, with the sizes that are stated at an entry, however large; None if examples have them anyway."""
        large = self._stated(at) if self._stated is not None else ()
        if not large:
            return None
        twin = copy(self)
        twin._large = large
        return twin

    def of_any_sizes(self) -> Laboratory:
        """The same, without what the document and its sections say of sizes beside what each statement needs."""
        return Laboratory(self.meetings, Equations(), self.seed, given=self.given, asked=self.asked)

    @property
    def stated_numbers(self) -> tuple[Size, ...]:
        """The large numbers that sizes have here."""
        return tuple(size for pair in self._large for size in pair if size.constant is not None)

    def for_instance(
        self,
        equations: Equations,
        needed: Iterable[Size],
        preferred: Mapping[str, int],
        instance: int,
        given: Mapping[str, NamedArray] | None = None,
    ) -> Runner | None:
        """A runner of its own for an instance of a law: sizes near those preferred, and tensors that are `given`."""
        needed = frozenset(needed)
        atoms = frozenset(atom for size in needed for atom in size.atoms)
        equations = equations.about(atoms)
        base = self._base(instance, None)
        bound = {a for atom, size in equations.solved.items() for a in (atom, *size.atoms)}
        sizes = {a: base[a] for a in (*atoms, *bound) if a in base} | dict(preferred)
        if not _fits(equations, needed, sizes):
            solution = solve(equations, needed, sizes, (atoms,))
            if solution is None:
                return None
            sizes = sizes | solution
        return self._met(Runner(sizes, self.seed, instance, given))

    def _solution(
        self, equations: Equations, needed: frozenset[Size], base: dict[str, int], instance: int
    ) -> dict[str, int] | None:
        """Many statements ask for the same: each question is answered once."""
        key = (
            id(base),
            frozenset(equations.solved.items()),
            frozenset(equations.open),
            frozenset(equations.least.items()),
            needed,
            instance,
        )
        if key not in self._solutions:
            self._solutions[key] = solve(equations, needed, base, self.meetings)
        return self._solutions[key]

    def _base(self, instance: int, section: int | None) -> dict[str, int]:
        """Sizes for the whole document; a section has others where these do not fit it or hide something.

        A statement has others only where it must.
        """
        key = (instance, section)
        if key not in self._bases:
            preferred = _preferred(self.colours, instance)
            if section is None:
                solution = solve(self.everywhere, (), preferred, self.meetings)
                self._bases[key] = preferred | (solution or {})
            else:
                self._bases[key] = self._of_section(section, instance, preferred)
        return self._bases[key]

    def _of_section(self, section: int, instance: int, preferred: dict[str, int]) -> dict[str, int]:
        whole = self._base(instance, None)
        if section not in self.sections:
            return whole
        if section not in self._surroundings:
            self._surroundings[section] = self.sections[section]()
        equations, occurring, meetings = self._surroundings[section]
        seen = _fits(equations, occurring, whole) and not any(size.evaluate(whole) == 1 for size in occurring)
        if seen and not any(_blurred(meeting, equations, whole) for meeting in meetings):
            return whole
        everything = {variable(a) for meeting in meetings for a in meeting}
        own = _preferred(_coloured(sorted(meetings, key=sorted), equations), instance)
        solution = solve(equations, occurring | everything, preferred | own, meetings or self.meetings)
        return whole if solution is None else whole | solution


def _blurred(meeting: frozenset[str], equations: Equations, sizes: Mapping[str, int]) -> bool:
    """Whether two axes that meet, and need not be equal, have one size."""
    of_size: dict[int, set[Size]] = {}
    for atom in meeting:
        if not atom.startswith("#") and atom in sizes:  # not the end of an index
            of_size.setdefault(sizes[atom], set()).add(equations.reduce(variable(atom)))
    return any(len(different) > 1 for different in of_size.values())


def _preferred(colours: Mapping[str, int], instance: int) -> dict[str, int]:
    return {atom: _size(colour, instance) for atom, colour in colours.items()}


def _size(colour: int, instance: int) -> int:
    """A small size for a colour; colours that have one size in one instance have different ones in the next."""
    return _SIZES[(colour + instance * (1 + colour // len(_SIZES))) % len(_SIZES)]


def _fits(equations: Equations, needed: Iterable[Size], sizes: Mapping[str, int]) -> bool:
    """Whether sizes satisfy the equations, and all that is needed is a positive integer."""
    try:
        return (
            all(size.evaluate(sizes) == sizes[atom] for atom, size in equations.solved.items())
            and all(size.evaluate(sizes) == 0 for size in equations.open)
            and all(size.evaluate(sizes) >= n for size, n in equations.least.items())
            and all((v := size.evaluate(sizes)).denominator == 1 and v >= 1 for size in needed)
        )
    except (KeyError, ZeroDivisionError):
        return False


def _coloured(meetings: Iterable[frozenset[str]], equations: Equations) -> Mapping[str, int]:
    """A number for each atom, different for atoms that occur together, as small as possible in order of occurrence.

    Those that the equations make one have one number: after `|\\ax| = m` and `|\\bx| = n` the `m` and the `n` differ
    where the axes meet.
    """
    beside: dict[str, set[str]] = {}
    one = {atom: size.atom or atom for atom, size in equations.solved.items()}
    atoms: dict[str, None] = {}
    order: dict[str, None] = {}
    for group in meetings:
        whole = {one.get(atom, atom) for atom in group}
        for atom in sorted(group):
            atoms.setdefault(atom)
            order.setdefault(one.get(atom, atom))
        for atom in whole:
            beside.setdefault(atom, set()).update(whole - {atom})
    colours: dict[str, int] = {}
    for atom in order:
        taken = {colours[other] for other in beside[atom] if other in colours}
        colours[atom] = next(c for c in range(len(order) + 1) if c not in taken)
    return {atom: colours[one.get(atom, atom)] for atom in atoms} | colours


def atoms_of(shape: ShapeOf | None) -> frozenset[str]:
    return frozenset().union(*(size.atoms for size in shape.values())) if shape else frozenset()


def atoms_of_all(values: Iterable[Typed | None]) -> frozenset[str]:
    return frozenset().union(*(atoms_of(v.shape) for v in values if v is not None))
