"""Sizes of axes as code: read off the shapes of the arrays that a function is given, else given as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from math import lcm

from ntdoc.export.code import ATOM, Code, binary, number
from ntdoc.export.names import identifier
from ntdoc.shapes.sizes import Equations, Monomial, Rounded, Size, SizeError, variable


class SizeCodes:
    """The sizes of one function.

    `dimensions` are those that its arrays have, each with the code that reads it. `bind` makes a local variable and
    returns its name, `need` makes a parameter.
    """

    def __init__(
        self,
        equations: Equations,
        dimensions: Iterable[tuple[str, Size, str]],
        bind: Callable[[str, str], str],
        need: Callable[[str, str], str],
    ) -> None:
        self._stated = equations
        self._bind, self._need = bind, need
        self._known: dict[str, tuple[str, str]] = {}
        self._names: dict[str, str] = {}
        self._direct: dict[Size, str] = {}
        self._dimensions: list[tuple[Size, str]] = []
        for count, (axis, size, code) in enumerate(dimensions):
            atom = f"|~{count:04}|"  # above all others, so that the others are expressed by it
            self._known[atom] = (axis, code)
            self._direct.setdefault(size, atom)
            self._dimensions.append((size, atom))

    @cached_property
    def _equations(self) -> Equations:
        """What is known of the sizes. Most functions need none of it, and with many letters it is much."""
        found = self._stated.copy()
        for size, atom in self._dimensions:
            found.unify(size, variable(atom), stated=True)
        return found

    def equal(self, one: Size | None, other: Size | None) -> bool:
        return one is not None and other is not None and (one == other or self._equations.equal(one, other))

    def code(self, size: Size) -> Code:
        """A size as an expression with whole numbers."""
        if size.constant is None and size in self._direct:
            return Code(self._name(self._direct[size]))
        reduced = size if size.constant is not None else self._equations.reduce(size)
        if reduced.constant is not None:
            return number(float(reduced.constant)) if reduced.constant.denominator == 1 else _terms(reduced, {})
        names = {atom: self._name(atom) for atom in sorted(reduced.atoms)}
        for atom in {atom for monomial, _ in reduced.terms for atom, _ in monomial}:
            if isinstance(atom, Rounded):
                names[atom] = self.code(atom.size).atom  # whole numbers are divided so that they are rounded down
        return _terms(reduced, names)

    def _name(self, atom: str) -> str:
        if atom not in self._names:
            if atom in self._known:
                axis, code = self._known[atom]
                self._names[atom] = self._bind(size_name(f"|{axis}|"), code)
            else:
                self._names[atom] = self._need(size_name(atom), atom)
        return self._names[atom]


def size_name(atom: str) -> str:
    """What the size of an axis is called, `n_seq`, or a size that has a letter."""
    plain = atom.strip("|").split("@")[0].lstrip("#")
    return f"n_{identifier(plain).rstrip('_')}" if atom.startswith("|") else identifier(plain)


def _terms(size: Size, names: dict[str, str]) -> Code:
    """A polynomial over a common denominator."""
    below: dict[str, int] = {}
    for monomial, _ in size.terms:
        for atom, power in monomial:
            if power < 0:
                below[atom] = max(below.get(atom, 0), -power)
    whole = lcm(*(c.denominator for _, c in size.terms))
    scaled = size
    try:
        for atom, power in below.items():
            for _ in range(power):
                scaled = scaled * variable(atom)
    except SizeError:  # pragma: no cover - a product is always one
        raise
    total: Code | None = None
    ordered = sorted(scaled.terms, key=lambda term: term[1] < 0)
    for monomial, coefficient in ordered:
        term = _product(abs(int(coefficient * whole)), monomial, names)
        if total is None:
            total = term if coefficient > 0 else binary("-", Code("0"), term)
        else:
            total = binary("+" if coefficient > 0 else "-", total, term)
    total = total or Code("0")
    if not below and whole == 1:
        return total
    return binary("//", total, _product(whole, tuple(below.items()), names))


def _product(amount: int, monomial: Monomial, names: dict[str, str]) -> Code:
    factors = [Code(names[atom], ATOM) for atom, power in monomial for _ in range(power)]
    if amount != 1 or not factors:
        factors.insert(0, number(float(amount)))
    found = factors[0]
    for factor in factors[1:]:
        found = binary("*", found, factor)
    return found
