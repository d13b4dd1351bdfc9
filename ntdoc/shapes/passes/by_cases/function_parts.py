"""Functions given part by part: `f(x)_{\\ax(1)} = A` and `f(x)_{\\ax(2)} = B`, in one run.

The first statement defines the function, and the others say of it what they said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.operations.table import lookup
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.given_parts import is_grid, nested, places_in
from ntdoc.shapes.families import letters_in, match
from ntdoc.shapes.patterns import names_in, spelt
from ntdoc.syntax import ast

_Place = tuple[int, str, tuple[str, ...]]  # a run, a call as it is written, and its axes


def with_functions_by_parts(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which the first of such statements defines the function as a whole."""
    rows: dict[_Place, dict[tuple[int, ...], tuple[int, ast.Juxtaposition, list[ast.Axis], ast.Expr]]] = {}
    for number, entry in enumerate(entries):
        if (part := _part(entry)) is not None:
            call, places, axes, value = part
            written, names = "".join(map(spelt, call.factors)), tuple(axis.name for axis in axes)
            place = tuple(places[name] for name in names)
            rows.setdefault((entry.run, written, names), {}).setdefault(place, (number, call, axes, value))
    found = list(entries)
    others = {name: n for n, entry in reversed([*enumerate(entries)]) if rows and (name := _defined(entry)) is not None}
    begun = [(call.factors[0], n) for parts in rows.values() for n, call, _, _ in parts.values()]
    for parts in rows.values():
        if any(_is_member(call.factors[0], n, begun) for n, call, _, _ in parts.values()):
            continue  # \\rho_0(x)_{\\ax(1)} = x_{\\ax(1)} says something of what \\rho_t is said to be
        if any(others.get(spelt(call.factors[0]), n) < n for n, call, _, _ in parts.values()):
            continue  # they say something of what is defined before them
        if not is_grid(parts):
            continue
        first, call, axes, value = min(parts.values(), key=lambda part: part[0])
        parsed = entries[first].parsed
        if isinstance(parsed, ast.Chain):
            whole = nested(axes, {place: part[3] for place, part in parts.items()}, value.span)
            chain = parsed.replace(subjects=(call,), rest=((parsed.rest[0][0], whole),))
            found[first] = replace(entries[first], parsed=chain)
    return found


def _is_member(head: ast.Expr, number: int, begun: Sequence[tuple[ast.Expr, int]]) -> bool:
    """Whether a function is a member, with a number, of a family of which such statements stand before it."""
    for other, first in begun if isinstance(head, ast.Symbol) else ():
        if first < number and isinstance(other, ast.Symbol) and isinstance(head, ast.Symbol):
            values = match(other.full_name, head.full_name, letters_in(other.full_name)) or {}
            if any(isinstance(v, int) for v in values.values()):
                return True
    return False


def _defined(entry: Entry) -> str | None:
    """The function of which an equation says what it is as a whole: `f(x) = …`, `f(x)_{\\ax(i)} = …`."""
    links = entry.parsed.rest if isinstance(entry.parsed, ast.Chain) else ()
    left = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) and links else None
    if not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2:
        return None
    if isinstance(links[0][1], ast.TensorSet):  # `f(x) \in S` says where its values are, and not what
        return None
    head, rest = left.factors
    numbered = isinstance(rest, ast.Index) and any(isinstance(place, ast.Number) for _, place in rest.items)
    return spelt(head) if isinstance(rest, ast.Group | ast.Index) and not numbered else None


def _part(entry: Entry) -> tuple[ast.Juxtaposition, dict[str, int], list[ast.Axis], ast.Expr] | None:
    """The call, its places, their axes and the value in `f(x)_{\\ax(2)} = B`, with `f` not within `B`."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1 or parsed.conditions:
        return None
    left, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if relation.kind not in ("eq", "define") or isinstance(right, ast.TensorSet):
        return None
    if not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2:
        return None
    head, index = left.factors
    if not isinstance(head, ast.Symbol) or lookup(head.name) is not None:
        return None
    if not isinstance(index, ast.Index) or not isinstance(index.body, ast.Group):
        return None
    if not all(isinstance(x, ast.Symbol) and not x.axes for x in (*index.body.items, *index.body.parameters)):
        return None  # `f(0)_{\\ax(1)} = 2` is about one value
    places = places_in(index)
    if not places or head.full_name in names_in(right):
        return None
    axes = sorted((axis for axis, _ in index.items), key=lambda axis: axis.name)
    return left.replace(factors=(head, index.body)), places, axes, right
