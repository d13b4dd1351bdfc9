"""How far the letter of a sum goes beside that of an entry: `\\sum_{j < i}` and `\\sum_{j=1}^{i-1}` stay before `i`,
and `t - k` in `\\sum_{k=1}^{2}` is one or two entries before `t`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.shapes.patterns import MIRRORED, shifted
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Among

_UP = {"gt": 1, "ge": 0}
_DOWN = {"lt": -1, "le": 0}


class Bound(NamedTuple):
    """A letter is `letter + more` or beyond, upwards for a `sign` of 1 and downwards for -1; or `more`, a number."""

    letter: str | None
    more: int
    sign: int


Bounds = Mapping[str, Sequence[Bound]]


def bounds_of(node: ast.Operand) -> dict[int, dict[str, list[Bound]]]:
    """By the identity of each indexed tensor in an expression, what bounds the letters of the sums around it."""
    found: dict[int, dict[str, list[Bound]]] = {}
    for part in walk(node):
        if isinstance(part, ast.BigOperator | Among) and part.variable is not None:
            own = list(_of_sum(part) if isinstance(part, ast.BigOperator) else _of_condition(part))
            inside = (p for p in walk(part.body) if own and isinstance(p, ast.Index))
            for index in inside:
                found.setdefault(id(index), {}).setdefault(part.variable.full_name, []).extend(own)
    return found


def nearest(letter: str, more: int, bounds: Bounds, place: str) -> int | None:
    """How far `letter + more` is from a place at least, if it is always on one side of it."""
    for bound in bounds.get(letter, ()):
        if bound.letter == place and (bound.more + more) * bound.sign > 0:
            return bound.more + more
    return None


class Distance(NamedTuple):
    """How far an index is from a place: at least, and at most if that is known."""

    least: int
    most: int | None


def by_a_number(index: ast.Expr, bounds: Bounds, place: str, at: int) -> Distance | None:
    """How far `t - k` is from `t + at` where `k` runs between numbers, if it is always on one side of it."""
    terms = index.terms if isinstance(index, ast.Sum) else ()
    signs = {term.full_name: sign for sign, term in terms if isinstance(term, ast.Symbol)}
    numbers = [sign * term.value for sign, term in terms if isinstance(term, ast.Number)]
    others, more = signs.keys() - {place}, sum(numbers) - at
    if len(others) != 1 or signs.get(place) != 1 or len(signs) + len(numbers) != len(terms) or more != int(more):
        return None
    letter = others.pop()
    ends = {b.sign: int(more) + signs[letter] * b.more for b in bounds.get(letter, ()) if b.letter is None}
    low, high = (ends.get(sign * signs[letter]) for sign in (1, -1))
    if low is not None and low > 0:
        return Distance(low, high)
    return Distance(high, low) if high is not None and high < 0 else None


def _of_sum(node: ast.BigOperator) -> Iterator[Bound]:
    for end, sign in ((node.low, 1), (node.high, -1)):
        letter, more = shifted(end) if end is not None else (None, None)
        if more is not None:
            yield Bound(letter.full_name if letter is not None else None, more, sign)


def _of_condition(node: Among) -> Iterator[Bound]:
    chain = node.condition
    if len(chain.rest) != 1 or len(chain.subjects) != 1:
        return
    (relation, right), left, kind = chain.rest[0], chain.subjects[0], chain.rest[0][0].kind
    if not _is_of(node, left):
        left, right, kind = right, left, MIRRORED.get(relation.kind, "")
    if not _is_of(node, left) or isinstance(right, ast.TensorSet):
        return
    letter, more = shifted(right)
    beyond = _UP.get(kind, _DOWN.get(kind))
    if letter is not None and more is not None and beyond is not None:
        yield Bound(letter.full_name, more + beyond, 1 if kind in _UP else -1)


def _is_of(node: Among, side: ast.Operand) -> bool:
    return isinstance(side, ast.Symbol) and side.full_name == node.variable.full_name
