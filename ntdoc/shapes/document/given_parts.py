"""Tensors given part by part: `P_{\\ax(1)} = A` and `P_{\\ax(2)} = B`, or entry by entry, in one run."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from ntdoc.nodes import Node, rewritten
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.patterns import MOST_PARTS, is_made_of, shifted
from ntdoc.source import Span
from ntdoc.syntax import ast, binding_ast


def given(entries: Sequence[Entry]) -> dict[int, tuple[str, binding_ast.Slices]]:
    """The tensors whose parts from the first on are given, all in one run: by the number of the first statement."""
    parts: dict[tuple[int, str, tuple[str, ...]], dict[tuple[int, ...], list[_Part]]] = {}
    for entry in entries:
        if (part := _part(entry)) is not None:
            along = parts.setdefault((entry.run, part.name, tuple(sorted(part.places))), {})
            along.setdefault(tuple(part.places[axis] for axis in sorted(part.places)), []).append(part)
    found: dict[int, tuple[str, binding_ast.Slices]] = {}
    for (_, name, _), along in parts.items():
        if not all(len(same) == 1 for same in along.values()) or not is_grid(along):
            continue
        if letters_in(name) and len(next(iter(along))) > 1:
            continue  # `G^m` for any integer `m`, of which no range is said
        rows = [along[place][0] for place in sorted(along)]
        values = _by_the_others(rows)
        if values is not None:
            axes = sorted((axis for axis, _ in rows[0].left.items), key=lambda axis: axis.name)
            whole = nested(axes, dict(zip(sorted(along), values, strict=True)), rows[0].value.span)
            found[min(row.entry.index for row in rows)] = name, whole
    return found


def is_grid(places: Collection[tuple[int, ...]]) -> bool:
    """Whether places, each with an index along each axis, are all there are up to some size of each."""
    sizes = [max(along) for along in zip(*places, strict=True)] if places else []
    few = 2 <= len(places) <= MOST_PARTS and prod(sizes) == len(places)
    return few and {*places} == {*product(*(range(1, size + 1) for size in sizes))}


def nested(axes: Sequence[ast.Axis], values: Mapping[tuple[int, ...], ast.Expr], span: Span) -> binding_ast.Slices:
    """The tensor with these axes whose entries, or parts, are given at each place."""
    axis, *others = axes
    sizes = range(1, max(place[0] for place in values) + 1)
    inner = ({place[1:]: value for place, value in values.items() if place[0] == at} for at in sizes)
    parts = (nested(others, there, span) if others else there[()] for there in inner)
    return binding_ast.Slices(axis, tuple(parts), span)


def _by_the_others(rows: Sequence[_Part]) -> tuple[ast.Expr, ...] | None:
    """The parts, with what `P_{\\ax(1)}` is for it in `P_{\\ax(2)} = 1 - P_{\\ax(1)}`; none that need themselves."""
    name, done = rows[0].name, dict[tuple[tuple[str, int], ...], ast.Expr]()
    for row in rows:

        def part(node: Node) -> Node:
            if isinstance(node, ast.Index) and isinstance(node.body, ast.Symbol) and node.body.full_name == name:
                value = done.get(tuple(sorted(places_in(node).items())))
                return ast.Group((value,), (), "(", node.span) if value is not None else node
            return node

        done[tuple(sorted(row.places.items()))] = rewritten(row.value, part)
    values = tuple(done.values())
    return None if any(is_made_of(value, name) for value in values) else values


def places_in(index: ast.Index) -> dict[str, int]:
    """The numbers of `P_{\\ax(2),\\bx(1)}` by their axes; none where anything else stands in the place of one."""
    found = {axis.name: int(at.value) for axis, at in index.items if isinstance(at, ast.Number) and shifted(at)[1]}
    return found if len(found) == len(index.items) else {}


class _Part(NamedTuple):
    """`P_{\\ax(2)} = B`."""

    entry: Entry
    name: str
    places: dict[str, int]
    left: ast.Index
    value: ast.Expr


def _part(entry: Entry) -> _Part | None:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1 or parsed.conditions:
        return None
    left, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if relation.kind not in ("eq", "define") or not isinstance(left, ast.Index) or isinstance(right, ast.TensorSet):
        return None
    places = places_in(left)
    if not places or not isinstance(left.body, ast.Symbol) or left.body.axes or entry.worded or entry.negated:
        return None
    return _Part(entry, left.body.full_name, places, left, right)
