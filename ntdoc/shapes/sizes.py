"""Sizes of axes: symbolic expressions, equations between them, and small integers that satisfy the equations.

A size is a Laurent polynomial over atoms, so that `n - |kernel| + 1`, `n / k` and `|height| |width|` are all in normal
form. An atom is a string: `|seq|` for the size of an axis that is written without one, `n` for a variable. A quotient
that is rounded down is one atom, too, which knows what it is made of.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from math import floor
from typing import NamedTuple

Monomial = tuple[tuple[str, int], ...]
Rational = int | Fraction  # an integer is always an int: a Fraction takes many times as long to add and to look up

MOST_TERMS = 40  # a longer equation is left as it is
MOST_FACTORS = 12
STARS = "*†‡"  # what is written above the name of a starred axis


class SizeError(Exception):
    """A size that is no polynomial, as a quotient by a sum."""


def unstarred(name: str, known: Container[str]) -> str:
    """The tensor that a name with a star is of; `X_*` is one of its own, if it is known."""
    while name not in known and name[-1:] in STARS and name:
        name = name[:-1]
    return name


class Rounded(str):
    """The atom for a size rounded down: nothing solves for it, its value follows from what it is made of."""

    size: Size


class Size(NamedTuple):
    """A sum of monomials with their coefficients, sorted; the empty sum is 0."""

    terms: tuple[tuple[Monomial, Rational], ...]

    @property
    def constant(self) -> Rational | None:
        """The number, if it is one."""
        if not self.terms:
            return 0
        if len(self.terms) == 1 and not self.terms[0][0]:
            return self.terms[0][1]
        return None

    @property
    def atom(self) -> str | None:
        """The atom, if it is nothing but one."""
        if len(self.terms) == 1:
            monomial, coefficient = self.terms[0]
            if coefficient == 1 and len(monomial) == 1 and monomial[0][1] == 1 and type(monomial[0][0]) is str:
                return monomial[0][0]
        return None

    @property
    def atoms(self) -> frozenset[str]:
        """Those that have values of their own, also within what is rounded."""
        return _atoms(self)

    @property
    def rounded(self) -> bool:
        """Whether a part of it is rounded."""
        return any(isinstance(atom, Rounded) for monomial, _ in self.terms for atom, _ in monomial)

    def __add__(self, other: Size) -> Size:  # type: ignore[override]
        return _collect([*self.terms, *other.terms])

    def __sub__(self, other: Size) -> Size:
        return _collect([*self.terms, *((m, -c) for m, c in other.terms)])

    def __mul__(self, other: Size) -> Size:  # type: ignore[override]
        return _collect([(_times(m, n), c * d) for m, c in self.terms for n, d in other.terms])

    def __truediv__(self, other: Size) -> Size:
        if len(other.terms) != 1:
            raise SizeError
        monomial, coefficient = other.terms[0]
        inverse = tuple((atom, -power) for atom, power in monomial)
        return _collect([(_times(m, inverse), Fraction(c) / coefficient) for m, c in self.terms])

    def __pow__(self, exponent: int) -> Size:
        """A size to a power that is a whole number and at least 1."""
        return reduce(Size.__mul__, (self,) * exponent)

    def substitute(self, values: Mapping[str, Size]) -> Size:
        """With atoms replaced by sizes."""
        if not any(atom in values for atom in self.atoms):
            return self
        total = number(0)
        for monomial, coefficient in self.terms:
            term = _collect([((), coefficient)])
            for atom, power in monomial:
                if isinstance(atom, Rounded):
                    factor = rounded_down(atom.size.substitute(values))
                else:
                    factor = values.get(atom) or variable(atom)
                for _ in range(abs(power)):
                    term = term * factor if power > 0 else term / factor
            total = total + term
        return total

    def evaluate(self, values: Mapping[str, int]) -> Rational:
        """The number for given values of the atoms. Raises KeyError if an atom has none, ZeroDivisionError."""
        total: Rational = 0
        for monomial, term in self.terms:
            for atom, power in monomial:
                value = floor(atom.size.evaluate(values)) if isinstance(atom, Rounded) else values[atom]
                term *= value**power if power > 0 else Fraction(1, value**-power)
            total += term
        return total

    def __str__(self) -> str:
        parts = []
        for monomial, coefficient in self.terms:
            above = [f"{a}^{p}" if p > 1 else a for a, p in monomial if p > 0]
            below = [f"{a}^{-p}" if p < -1 else a for a, p in monomial if p < 0]
            size = abs(coefficient)
            if size != 1 or not above:
                above.insert(0, str(size))
            text = " ".join(above) + "".join(f"/{b}" for b in below)
            parts.append((" - " if coefficient < 0 else " + ") + text)
        joined = "".join(parts) or " + 0"
        return "-" + joined[3:] if joined.startswith(" - ") else joined[3:]


@lru_cache(maxsize=8192)  # of few sizes it is asked again and again
def _atoms(size: Size) -> frozenset[str]:
    found = frozenset([atom for monomial, _ in size.terms for atom, _ in monomial])
    inner = [atom for atom in found if isinstance(atom, Rounded)]
    return found.difference(inner).union(*(atom.size.atoms for atom in inner)) if inner else found


def number(value: Rational) -> Size:
    return _collect([((), value)])


def variable(atom: str) -> Size:
    return Size(((((atom, 1),), 1),))


def rounded_down(size: Size) -> Size:
    """The greatest integer that is at most a size."""
    if size.constant is not None:
        return number(floor(size.constant))
    if all(c.denominator == 1 and all(power > 0 for _, power in m) for m, c in size.terms):
        return size  # a whole number as it is
    atom = Rounded(f"⌊{size}⌋")
    atom.size = size
    return variable(atom)


def axis_atom(name: str) -> str:
    """The atom of an axis whose size is not written."""
    return f"|{name}|"


def stem(name: str) -> str:
    """The name that an axis and its twins have: without primes and stars."""
    return name.rstrip("'" + STARS)


def default_size(name: str) -> Size:
    """The size of an axis where nothing else is said; a starred twin has that of its axis (Def. 7)."""
    return variable(axis_atom(name.rstrip(STARS)))


def _times(a: Monomial, b: Monomial) -> Monomial:
    powers = dict(a)
    for atom, power in b:
        powers[atom] = powers.get(atom, 0) + power
    return tuple(sorted((atom, power) for atom, power in powers.items() if power))


def _collect(terms: Iterable[tuple[Monomial, Rational]]) -> Size:
    total: dict[Monomial, Rational] = {}
    for monomial, coefficient in terms:
        total[monomial] = total.get(monomial, 0) + coefficient
    found = [(m, c if c.denominator > 1 else c.numerator) for m, c in total.items() if c]
    found.sort(key=lambda term: (not term[0], term[0]))
    return Size(tuple(found))


class Equations:
    """Equations between sizes, kept solved as far as they are linear in an atom.

    `merged` lists the pairs of atoms, of axes or of variables, that were set equal by use and not by a statement of the
    document.
    """

    def __init__(self) -> None:
        self.solved: dict[str, Size] = {}
        self.open: list[Size] = []  # each must be 0
        self.merged: list[tuple[str, str]] = []
        self.needed: list[tuple[Size, Size]] = []  # what was added by use, in order, to be included elsewhere
        self.suggested: list[tuple[Size, Size]] = []  # the same, but what gives way where it does not fit
        self.least: dict[Size, int] = {}  # sizes that are at least a number, because an index is written
        self.rooms: set[Size] = set()  # those that are just large enough, if that goes with the rest

    def copy(self) -> Equations:
        twin = Equations()
        twin.solved = dict(self.solved)
        twin.open = list(self.open)
        twin.merged = list(self.merged)
        twin.needed = list(self.needed)
        twin.suggested = list(self.suggested)
        twin.least = dict(self.least)
        twin.rooms = set(self.rooms)
        return twin

    def tightened(self) -> Equations:
        """The same, with axes no longer than their indices need where that fits."""
        twin = self.copy()
        for size, least in self.least.items():
            if size in self.rooms:
                twin.suggest(size, number(least))
        return twin

    def about(self, atoms: Collection[str]) -> Equations:
        """Those that bear on some atoms, directly or through others: a long document states many sizes."""
        groups = [
            *(({atom, *size.atoms}, "solved", atom) for atom, size in self.solved.items()),
            *((set(size.atoms), "open", size) for size in self.open),
            *((set(size.atoms), "least", size) for size in self.least),
        ]
        reached, left = set(atoms), groups
        while True:
            near = [g for g in left if not g[0].isdisjoint(reached)]
            if not near:
                break
            left = [g for g in left if g[0].isdisjoint(reached)]
            for group, _, _ in near:
                reached |= group
        if not left:
            return self
        twin = self.copy()
        twin.solved = {a: s for a, s in self.solved.items() if a in reached}
        twin.open = [s for s in self.open if not reached.isdisjoint(s.atoms)]
        twin.least = {s: n for s, n in self.least.items() if not reached.isdisjoint(s.atoms)}
        return twin

    def restore(self, other: Equations) -> None:
        """Become a copy of another."""
        self.__dict__.update(other.copy().__dict__)

    def reduce(self, size: Size) -> Size:
        """A size with what is known put in, as far as that leaves it a polynomial."""
        try:
            return size.substitute(self.solved) if self.solved else size
        except SizeError:
            return size

    def equal(self, a: Size, b: Size) -> bool:
        """Whether the equations already imply a = b."""
        return a == b or not self.reduce(a - b).terms

    def is_another(self, stated: Size, computed: Size) -> bool:
        """Whether `J + K` is stated of what comes to `J K`: for some numbers they are equal, and not for any.

        What is stated in other letters may say what these are, as `d` of `h k` and `n / 2` of `n / k`. So may what is
        stated of the sizes of axes; but `|\\ax| + |\\bx| - 1` of what comes to `|\\ax| - |\\bx| + 1` says of no axis
        that it is 1 long.
        """
        said, found = self.reduce(stated), self.reduce(computed)
        if said == found or said.rounded or found.rounded or found.atom is not None or found.constant is not None:
            return False
        if said.atoms != found.atoms:
            return False
        more = said - found
        return not any(atom.startswith("|") for atom in said.atoms) or (
            more.constant is None and len(more.atoms) == 1 < len(said.atoms) and all(len(m) < 2 for m, _ in more.terms)
        )

    def suggest(self, a: Size, b: Size) -> None:
        """Add a = b if it fits. Once: what is made of many definitions hears the same from each of them."""
        if (a, b) not in self.suggested and self.unify(a, b, stated=True):
            self.suggested.append((a, b))

    def unify(self, a: Size, b: Size, stated: bool = False) -> bool:
        """Add a = b, because it is stated or because it is needed. False if that contradicts what is known."""
        if a == b:
            return True
        if not self._add(a, b, stated):
            return False
        if not stated:
            self.needed.append((a, b))
        return True

    def _add(self, a: Size, b: Size, stated: bool) -> bool:
        difference = self.reduce(a - b)
        if not difference.terms:
            return True
        if difference.constant is not None:
            return False
        simple = len(difference.terms) <= MOST_TERMS and all(len(m) <= MOST_FACTORS for m, _ in difference.terms)
        atom = _eliminable(difference) if simple else None
        if atom is None:
            self.open.append(difference)
            return True
        if not stated and (pair := _two_sizes(difference)):
            self.merged.append(pair)
        coefficient = next(c for m, c in difference.terms if m == ((atom, 1),))
        rest = _collect([(m, Fraction(-c) / coefficient) for m, c in difference.terms if m != ((atom, 1),)])
        if rest.constant is not None and (rest.constant < 1 or rest.constant.denominator != 1):
            return False
        replacement = {atom: rest}
        try:
            solved = {a: s.substitute(replacement) for a, s in self.solved.items()}
            opened = [p.substitute(replacement) for p in self.open]
        except SizeError:  # a quotient by a sum: the equation is left as it is
            self.open.append(difference)
            return True
        self.solved = solved | {atom: rest}
        self.open = []
        return all(self._add(p, number(0), True) for p in opened)

    def is_longer(self, high: Size, low: Size) -> bool:
        """Whether two sizes are equal only where something has length 1, and the first is longer elsewhere.

        So is `n` than `n - k + 1`, `|\\seq|` than `|\\out|` where that is so long, and `h |\\out|` than `|\\out|`.
        """
        more = self.reduce(high - low)
        if len(more.terms) != 2:
            return False
        (one, c), (other, d) = more.terms
        if c + d == 0 and (longer := dict(one if c > 0 else other).items() - dict(one if d > 0 else other).items()):
            shorter = dict(one if d > 0 else other).items() - dict(one if c > 0 else other).items()
            if len(longer) == 1 and not shorter:
                return True
        there = self.copy()
        there.unify(high, low)
        ones = (a for a, size in there.solved.items() if size.constant == 1)
        return any(self.reduce(variable(a)) - number(1) == more for a in ones)

    def include(self, other: Equations) -> bool:
        """Add what another needs. What is only stated where that stands is not added: it may not hold here."""
        ok = True
        for a, b in other.needed:
            ok &= self._add(a, b, stated=True)
        self.needed.extend(pair for pair in other.needed if pair not in self.needed)
        for a, b in other.suggested:
            self.suggest(a, b)
        self.merged.extend(pair for pair in other.merged if pair not in self.merged)
        for size, least in other.least.items():
            self.at_least(size, least, size in other.rooms)
        return ok

    def at_least(self, size: Size, least: int, room: bool = False) -> None:
        """A size has room for a written index, and if it is a `room`, rather no more than that."""
        self.least[size] = max(self.least.get(size, 1), least)
        if room:
            self.rooms.add(size)


def _rank(atom: str) -> tuple[bool, bool, str]:
    """Local variables are eliminated before those of the document, and variables before axes."""
    return ("#" not in atom, atom.startswith("|"), atom)


def _eliminable(size: Size) -> str | None:
    """An atom in which the size is linear and that occurs in no other term."""
    single = [m[0][0] for m, _ in size.terms if len(m) == 1 and m[0][1] == 1 and type(m[0][0]) is str]
    within = Size(tuple(term for term in size.terms if Size((term,)).rounded)).atoms if size.rounded else frozenset()
    once = [a for a in single if a not in within and sum(a in dict(m) for m, _ in size.terms) == 1]
    return min(once, key=_rank) if once else None


def solved_for(size: Size, atom: str) -> Size | None:
    """What an atom is where a size is 0, if that is linear in it and nothing else stands beside it."""
    factor = dict(size.terms).get(((atom, 1),))
    rest = [(m, Fraction(-c) / factor) for m, c in size.terms if m != ((atom, 1),)] if factor else []
    found = _collect(rest)
    return found if factor and atom not in found.atoms else None


def _two_sizes(size: Size) -> tuple[str, str] | None:
    if len(size.terms) != 2:
        return None
    (m, c), (n, d) = size.terms
    if c + d == 0 and len(m) == len(n) == 1 and m[0][1] == n[0][1] == 1:
        pair = (m[0][0], n[0][0])
        if not any("#" in atom for atom in pair) and len({atom.startswith("|") for atom in pair}) == 1:
            return pair
    return None
