"""Small integers for sizes: satisfying every equation, near to what is preferred, and different where they may be.

Only atoms that equations tie together are searched, component by component; all others take what is preferred.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from operator import itemgetter
from typing import Any

import numpy as np

from ntdoc.shapes.sizes import Equations, Monomial, Rounded, Size
from ntdoc.verification.sizes.candidates import TRIES, Array, Columns, candidates, multiples, nearest

LARGEST = 10**12
STEPS = 3000  # for one order of the atoms
_COMPLETED = 20  # steps that it takes as long as to look at all sizes at once
ORDERS = 5
_ONE = 60  # what it costs that a size is 1: nothing is seen along such an axis
_SAME = 6  # what it costs that two axes that meet have one size
_LONG = 12  # sizes beyond this are no longer small

_Factors = tuple[float, tuple[str, ...], tuple[str, ...]]  # a term: a number times some atoms, divided by others
_Found = tuple[float, dict[str, int]]  # what values cost, and the values


def solve(
    equations: Equations, sizes: Iterable[Size], preferred: Mapping[str, int], meetings: Collection[frozenset[str]] = ()
) -> dict[str, int] | None:
    """Positive integers for all atoms that satisfy the equations; each of `sizes` comes out as a positive integer.

    None if nothing among the values tried does. Axes are no longer than their indices need, but where that makes one
    of them 1 and another size would not.
    """
    sizes = tuple(sizes)
    tight = _solved(equations.tightened(), sizes, preferred, meetings) if equations.rooms else None
    if tight is not None and 1 not in tight.values():
        return tight
    found = _solved(equations, sizes, preferred, meetings)
    if tight is None or found is None:
        return found or tight
    return found if _ones(found) < _ones(tight) else tight


def _ones(sizes: Mapping[str, int]) -> int:
    return sum(n == 1 for n in sizes.values())


def _solved(
    equations: Equations, sizes: Iterable[Size], preferred: Mapping[str, int], meetings: Collection[frozenset[str]]
) -> dict[str, int] | None:
    reduced = {equations.reduce(size) for size in sizes}
    if any(size.constant is not None and (size.constant < 0 or size.constant.denominator != 1) for size in reduced):
        return None
    composite = [size for size in reduced if size.atom is None and size.constant is None]
    least = [(equations.reduce(size), n) for size, n in equations.least.items()]
    if any(size.constant is not None and size.constant < n for size, n in least):
        least = [(size, n) for size, n in least if size.constant is None]  # an index out of range is found when run
    atoms = {a for size in (*reduced, *equations.open, *equations.solved.values()) for a in size.atoms}
    atoms |= {a for size, _ in least for a in size.atoms}
    result: dict[str, int] = {}
    for component in _components(equations, atoms, composite, least):
        found = _best(equations, component, composite, least, preferred, meetings)
        if found is None and least:  # an index out of range is found when run
            found = _best(equations, component, composite, [], preferred, meetings)
        if found is None:
            return None
        result.update(found)
    return result


def _components(
    equations: Equations, atoms: set[str], composite: list[Size], least: list[tuple[Size, int]]
) -> list[frozenset[str]]:
    """Free atoms that one equation or one composite size joins."""
    parent: dict[str, str] = {a: a for a in atoms if a not in equations.solved}

    def root(a: str) -> str:
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        return a

    for size in (*equations.solved.values(), *equations.open, *composite, *(s for s, _ in least)):
        behind = {b for a in size.atoms for b in (equations.solved[a].atoms if a in equations.solved else (a,))}
        joined = [a for a in sorted(behind) if a in parent]
        for a in joined[1:]:
            parent[root(a)] = root(joined[0])
    groups: dict[str, set[str]] = {}
    for a in parent:
        groups.setdefault(root(a), set()).add(a)
    fixed = frozenset(a for a, s in equations.solved.items() if not any(b in parent for b in s.atoms))
    return [frozenset(g) for g in groups.values()] + ([fixed] if fixed else [])


def _best(
    equations: Equations,
    component: frozenset[str],
    composite: list[Size],
    least: list[tuple[Size, int]],
    preferred: Mapping[str, int],
    meetings: Collection[frozenset[str]],
) -> dict[str, int] | None:
    """The cheapest values for the atoms of a component and for those solved in terms of them."""
    free = sorted(a for a in component if a not in equations.solved)
    derived = {a: s for a, s in equations.solved.items() if (s.atoms & component) or (not s.atoms and a in component)}
    whole = [s for s in composite if s.atoms & component]
    tied = component | derived.keys()
    zero = [s for s in equations.open if s.atoms & tied]
    room = [(s, n) for s, n in least if s.atoms & tied]
    near = {(a, b) for m in meetings for a in m & tied for b in m & tied if a < b and not _equal(equations, a, b)}
    constraints = _Constraints(derived, whole, zero, room)
    powers = {a for a, s in derived.items() if any(power > 1 for m, _ in s.terms for _, power in m)}
    near_to = {a: n for a, n in preferred.items() if a not in powers}  # else `n^2` is always 4
    cost = _Cost(near_to, near, constraints.whole, {a for a in derived if derived[a].constant is not None})
    many = len(free) > 4 and bool(whole)
    best: _Found | None = None
    tries = 40 if many else TRIES if derived or whole or zero or room else 1
    for values in candidates(free, preferred, tries):
        best = _cheaper(best, cost.least(*constraints.completed(values)))
        if best is not None and best[0] == 0:
            break
    if many and (best is None or best[0] >= _ONE):
        best = _cheaper(best, _searched(free, preferred, constraints, cost))
    for values in multiples(free, (*derived.values(), *zero)) if best is None else ():
        best = _cheaper(best, cost.least(*constraints.completed(values)))
    return best[1] if best is not None else None


def _cheaper(one: _Found | None, other: _Found | None) -> _Found | None:
    return min((found for found in (one, other) if found is not None), key=itemgetter(0), default=None)


def _searched(free: list[str], preferred: Mapping[str, int], constraints: _Constraints, cost: _Cost) -> _Found | None:
    """Values found one atom after the other, each size looked at as soon as all its atoms have one.

    For sizes that hang together in many ways, as through several layers of windows.
    """
    bound = {atom for size in constraints.several() for atom in size.atoms}
    apart = [atom for atom in free if atom not in bound]  # whatever they are, nothing fails by them
    tied = sorted((atom for atom in free if atom in bound), key=constraints.closeness)
    small = dict(preferred) | dict.fromkeys(constraints.windows(), 2)
    best: _Found | None = None
    for least, width in ((2, 6), (2, 14), (2, 24), (1, 6), (1, 14), (1, 30)):  # along an axis of size 1 nothing is seen
        for first in tied[:: max(1, len(tied) // ORDERS)]:
            order = [*constraints.chained(first, tied), *apart]
            try:
                found = _in_order(order, small, constraints, width, least)
            except _TooLong:
                continue
            if found is None:
                break  # all was tried: nothing fits in any order
            best = _cheaper(best, cost.least(*found))
        if best is not None:
            return best
    with suppress(_TooLong):  # windows of one entry change no size: that satisfies most equations
        found = _in_order(free, dict.fromkeys(free, 1), constraints, 4, 1)
        if found is not None:
            return _ONE, {atom: int(column[0]) for atom, column in found[0].items()}
    return None


class _TooLong(Exception):
    """A search has taken as many steps as it may."""


def _in_order(
    order: list[str], preferred: Mapping[str, int], constraints: _Constraints, width: int, least: int
) -> tuple[Columns, Array] | None:
    """Values for the atoms, in this order; None if there are none, whatever the order. Raises _TooLong."""
    tried = [nearest(preferred.get(atom, 3), width) for atom in order]
    checks = constraints.by_last(order, tried, least)
    steps = 0

    def extend(number: int, values: dict[str, int]) -> tuple[Columns, Array] | None:
        nonlocal steps
        fitting = frozenset(tried[number])
        for check in checks[number]:
            fitting = fitting and fitting & check.fitting(values)
        possible = [value for value in tried[number] if value >= least and value in fitting]
        last = number == len(order) - 1
        steps += len(tried[number]) + (_COMPLETED if last and possible else 0)
        if steps > STEPS:
            raise _TooLong
        if last:
            return completed(values, possible) if possible else None
        for value in possible:
            if (found := extend(number + 1, {**values, order[number]: value})) is not None:
                return found
        return None

    def completed(values: dict[str, int], possible: list[int]) -> tuple[Columns, Array] | None:
        columns = {atom: np.full(len(possible), float(n)) for atom, n in values.items()}
        complete, fit = constraints.completed({**columns, order[-1]: np.array(possible, float)})
        first = int(np.argmax(fit))
        return ({a: c[first : first + 1] for a, c in complete.items()}, fit[first : first + 1]) if fit[first] else None

    return extend(0, {})


class _Quick:
    """A size made ready to be evaluated thousands of times, in floating point: candidates are small."""

    def __init__(self, size: Size) -> None:
        self.atoms = size.atoms
        self.factors = [(float(c), _repeated(m, 1), _repeated(m, -1)) for m, c in size.terms]
        inner = dict.fromkeys(atom for m, _ in size.terms for atom, _ in m if isinstance(atom, Rounded))
        self.rounded = [(atom, _Quick(atom.size)) for atom in inner]

    def __call__(self, values: Columns) -> Array:
        if self.rounded:
            values = {**values, **{atom: np.floor(size(values) + 1e-9) for atom, size in self.rounded}}
        return _sum(self.factors, values)


def _sum(terms: list[_Factors], values: Mapping[str, Any]) -> Any:
    """The sum of some terms for values that are numbers, or columns of numbers."""
    total = 0.0
    for term, above, below in terms:
        for atom in above:
            term = term * values[atom]
        for atom in below:
            term = term / values[atom]
        total = total + term
    return total


def _repeated(monomial: Monomial, sign: int) -> tuple[str, ...]:
    return tuple(atom for atom, power in monomial for _ in range(sign * power))


def _positives(values: Array) -> Array:
    """Which of the values are positive integers."""
    nearest = np.rint(values)
    return (nearest >= 1) & (np.abs(values - nearest) < 1e-9) & (nearest <= LARGEST)


class _Last:
    """A size that is complete once one atom has a value, the last of them: which values it may have."""

    def __init__(self, size: _Quick, atom: str, tried: tuple[int, ...], least: int | None) -> None:
        """The size is to be at least this, or 0 if there is no least. `tried` are the values of the atom."""
        self.tried, self.least = tried, least
        self.others = [other for other in size.atoms if other != atom]
        self.known: dict[tuple[int, ...], frozenset[int]] = {}
        self.powers: dict[int, list[_Factors]] = {}
        for c, above, below in size.factors:
            power = above.count(atom) - below.count(atom)
            others = (c, tuple(a for a in above if a != atom), tuple(a for a in below if a != atom))
            self.powers.setdefault(power, []).append(others)
        self.without = self.powers.pop(0, [])

    def fitting(self, values: Mapping[str, int]) -> frozenset[int]:
        """Those that the atom can have beside the values of the others, which searches come back to again and again."""
        key = tuple([values[other] for other in self.others])
        if key not in self.known:
            self.known[key] = frozenset(self._fitting(values))
        return self.known[key]

    def _fitting(self, values: Mapping[str, int]) -> list[int]:
        sizes = [_sum(self.without, values)] * len(self.tried)
        for power, factors in self.powers.items():
            c = _sum(factors, values)
            sizes = [size + c * value**power for size, value in zip(sizes, self.tried, strict=True)]
        least = self.least
        if least is None:
            return [value for value, size in zip(self.tried, sizes, strict=True) if abs(size) < 1e-9]
        return [
            value
            for value, size in zip(self.tried, sizes, strict=True)
            if least <= (nearest := round(size)) <= LARGEST and abs(size - nearest) < 1e-9
        ]


class _Constraints:
    """What the values of a component must satisfy."""

    def __init__(
        self, derived: Mapping[str, Size], whole: list[Size], zero: list[Size], room: list[tuple[Size, int]]
    ) -> None:
        self.derived = [(atom, _Quick(size)) for atom, size in derived.items()]
        self.whole = [_Quick(size) for size in whole]
        self.zero = [_Quick(size) for size in zero]
        self.room = [(_Quick(size), n) for size, n in room]
        self._lasts: dict[object, _Last] = {}

    def several(self) -> list[_Quick]:
        """The sizes that depend on more than one atom."""
        sizes = (*self.whole, *self.zero, *(size for _, size in self.derived))
        return [size for size in sizes if len(size.atoms) > 1]

    def windows(self) -> set[str]:
        """The atoms that make something smaller, by being subtracted or divided by."""
        terms = [term for size in (*self.whole, *(s for _, s in self.derived)) for term in size.factors]
        return {atom for c, above, below in terms for atom in (*below, *(above if c < 0 else ()))}

    def chained(self, first: str, atoms: list[str]) -> list[str]:
        """Atoms in an order in which sizes are complete as early as possible, from the first on."""
        sizes = [size.atoms for size in (*self.several(), *self.zero)]
        order, left = [first], [atom for atom in atoms if atom != first]
        while left:
            there = set(order)

            def gain(atom: str) -> tuple[int, int]:
                whole = sum(atom in size and size <= there | {atom} for size in sizes)  # noqa: B023
                begun = sum(atom in size and not size.isdisjoint(there) for size in sizes)  # noqa: B023
                return whole, begun

            following = max(left, key=gain)
            order.append(following)
            left.remove(following)
        return order

    def closeness(self, atom: str) -> tuple[int, str]:
        """Atoms of the shortest sizes first: what they rule out is ruled out early."""
        return min((len(size.atoms) for size in self.several() if atom in size.atoms), default=0), atom

    def by_last(self, order: list[str], tried: list[tuple[int, ...]], least: int) -> list[list[_Last]]:
        """For each atom and the values tried for it, what can be looked at once those before it have values."""
        whole = [(size, least) for size in (*self.whole, *(size for _, size in self.derived))]
        found: list[list[_Last]] = [[] for _ in order]
        for size, lowest in (*((size, None) for size in self.zero), *whole):  # what leaves the fewest values first
            if size.atoms and size.atoms <= set(order) and not size.rounded:
                last = max(order.index(a) for a in size.atoms)
                key = (size, order[last], tried[last], lowest)
                if key not in self._lasts:
                    self._lasts[key] = _Last(*key)
                found[last].append(self._lasts[key])
        return found

    def completed(self, values: Columns) -> tuple[Columns, Array]:
        """The values with those of the solved atoms, and which of them satisfy everything."""
        zeros = 0.0 * next(iter(values.values()), np.zeros(1))
        complete, fit = dict(values), zeros == 0
        try:
            with np.errstate(all="ignore"):
                for size in self.whole:
                    fit &= _positives(size(values))
                for atom, size in self.derived:
                    value = size(values) + zeros
                    fit &= _positives(value)
                    complete[atom] = np.rint(value)
                for size in self.zero:
                    fit &= np.abs(size(complete)) <= 1e-9
                for size, n in self.room:
                    fit &= size(complete) >= n - 1e-9
        except KeyError:  # an atom of another component, which has no value here
            fit[:] = False
        return complete, fit


class _Cost:
    """How far values are from what is preferred."""

    def __init__(
        self,
        preferred: Mapping[str, int],
        near: Collection[tuple[str, str]],
        composite: Collection[_Quick],
        forced: Collection[str],
    ) -> None:
        self.preferred, self.near, self.composite, self.forced = preferred, near, composite, forced

    def least(self, values: Columns, fit: Array) -> _Found | None:
        """The cheapest of the choices that fit, and what it costs."""
        if not fit.any():
            return None
        total = np.where(fit, 0.0, np.inf)
        for atom, column in values.items():
            total += np.abs(column - self.preferred.get(atom, column)) + np.maximum(0, column - _LONG) * 4
            if atom not in self.forced:
                total += _ONE * (column == 1)
        with np.errstate(all="ignore"):  # what does not fit may be divided by 0
            for size in self.composite:
                total += _ONE * (np.abs(size(values) - 1) < 1e-9)
        for a, b in self.near:
            if a in values and b in values:
                total += _SAME * (values[a] == values[b])
        row = int(np.argmin(total))
        return float(total[row]), {atom: int(column[row]) for atom, column in values.items()}


def _equal(equations: Equations, a: str, b: str) -> bool:
    solved = equations.solved
    return (
        (solved.get(a) or a) == (solved.get(b) or b)
        or (a in solved and solved[a].atom == b)
        or (b in solved and solved[b].atom == a)
    )
