"""Orders of sizes: *let `n > p`*, *with `|\\obs| \\ge |\\feat|`*. The sizes of samples keep to them.

Nothing follows of the sizes that a document leaves open, so what it says of their order is a condition, and no claim;
an order of which the sizes that are stated decide is one, and so is what holds for all sizes or none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions.indexing import to_size
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import ORDERS, is_size, names_in, operands
from ntdoc.shapes.sizes import Equations, Size, number
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.names.lefts.roles import Role
    from ntdoc.shapes.session import Session


@dataclass(frozen=True, slots=True)
class SizeOrder:
    """A size that is at least 1, as `n - p` where `n > p`, with the place that says so."""

    size: Size
    entry: Entry
    ranges: bool = False  # it says how far a letter goes that is no size, *for `1 \\le k \\le |\\ax|`*


def recognised(session: Session, roles: Sequence[Role]) -> list[Role]:
    """The roles, with the orders of open sizes as conditions; the session is told of these."""
    result: list[Role] = []
    for role in roles:
        if role.kind in (Kind.CLAIM, Kind.CONSTRAINT) and not role.sizes:
            found = tuple(_orders(session, role.entry))
            if found and (role.kind is Kind.CONSTRAINT or role.entry.supposed or not _is_told(session, found)):
                session.size_orders.extend(found)
                role = replace(role, kind=Kind.CONSTRAINT)
        result.append(role)
    return result


def add(session: Session, at: Entry, equations: Equations) -> None:
    """Add the orders that are visible from an entry; the latest first, for it wins over its contrary."""
    seen: set[Size] = set()
    for order in reversed(session.size_orders):
        e = order.entry
        here = e.sentence == at.sentence or (order.ranges and e.run == at.run)
        if not (e.index <= at.index or e.run == at.run) or not (here or not (e.local or e.example or e.supposed)):
            continue
        if number(0) - order.size + number(1) not in seen and number(0) - order.size not in seen:
            seen.add(order.size)
            equations.at_least(order.size, 1)


def _orders(session: Session, at: Entry) -> Iterator[SizeOrder]:
    """The orders of a chain, if it is of nothing but sizes that are open."""
    parsed = at.parsed
    if not isinstance(parsed, ast.Chain) or parsed.conditions or at.negated or at.mistaken or len(parsed.subjects) > 1:
        return
    sides = operands(parsed)
    if not all(relation.kind in ORDERS for relation, _ in parsed.rest) or not all(map(is_size, sides)):
        return
    if not parsed.rest or not _are_sizes(session, sides, at):
        return
    equations = Equations()
    for stated in session.visible_sizes(at):
        for pair in stated.pairs:
            equations.suggest(*pair)
    env = Environment(at, Notebook(Equations()))
    unsaid = {name for name in _letters(sides) if session.scope.tensor(name, at) is None}
    ranges = not unsaid <= session.written_sizes.keys()
    supposes = at.assumed or at.lets or at.introduces or at.supposed
    found: list[SizeOrder] = []
    for (relation, _), (left, right) in zip(parsed.rest, pairwise(sides), strict=True):
        try:
            low, high = to_size(session, left, env), to_size(session, right, env)
        except Unreadable:
            return
        if relation.kind in ("gt", "ge"):
            low, high = high, low
        size = high - low + number(relation.kind in ("ge", "le"))
        decided = _decided(equations.reduce(size))
        if decided is False or not (supposes or _is_linear(size)):
            return
        if decided is None:
            found.append(SizeOrder(size, at, ranges))
    yield from found


def _are_sizes(session: Session, sides: Sequence[ast.Operand], at: Entry) -> bool:
    """Whether these are made of sizes and numbers, with nothing else beside."""
    names = _letters(sides)
    if not names and not any(isinstance(part, ast.Size) for part in walk(sides)):
        return False
    for name in names:
        found = session.scope.tensor(name, at)
        if found is None:
            if name not in session.written_sizes and name not in session.scope.limited:
                return False
        elif not isinstance(found, Tensor) or found.indices or not numeric.is_of_sizes(session.scope, found):
            return False
        elif not names_in(found.body) and not any(isinstance(part, ast.Size) for part in walk(found.body)):
            return False  # a number
    return True


def _letters(sides: Sequence[ast.Operand]) -> set[str]:
    return {part.full_name for part in walk(sides) if isinstance(part, ast.Symbol)}


def _is_linear(size: Size) -> bool:
    """Whether no sizes are multiplied: `n^2 \\le n` is rather a slip than a condition that makes `n` 1."""
    return all(sum(abs(power) for _, power in m) <= 1 for m, _ in size.terms)


def _decided(size: Size) -> bool | None:
    """Whether a size is positive whatever its atoms are, as far as its signs tell; None if it may be, and may not.

    What is rounded or divided is no condition, either: False.
    """
    if size.rounded or any(power < 0 for m, _ in size.terms for _, power in m):
        return False
    at_ones = sum(c for _, c in size.terms)  # the least, or the most, that it can be
    growing, falling = (all(sign * c > 0 for m, c in size.terms if m) for sign in (1, -1))
    if growing and at_ones >= 1:
        return True
    return False if falling and at_ones < 1 else None


def _is_told(session: Session, found: Sequence[SizeOrder]) -> bool:
    """Whether something else is said of an order of these sizes: what follows from that is a claim."""
    atoms = {atom for order in found for atom in order.size.atoms}
    before = (order for order in session.size_orders if order.entry.section == found[0].entry.section)
    return any(atoms <= order.size.atoms for order in before)
