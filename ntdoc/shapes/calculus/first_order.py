"""Approximations to first order: both sides of `f(X + H) ≈ f(X) + …` as functions of the small tensor H."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ntdoc.nodes import Node, walk
from ntdoc.shapes import plan as p
from ntdoc.shapes.calculus.differentials import Differentials, NoRule, Seed, increment, varies
from ntdoc.shapes.rewriting import replaced
from ntdoc.shapes.summary import samples_in
from ntdoc.syntax import ast


class Expansion(NamedTuple):
    """Both sides where a tensor is zero, and their differentials there; None for one that is zero."""

    leaf: p.Sampled  # the tensor
    values: tuple[p.Plan, p.Plan]
    changes: tuple[p.Plan | None, p.Plan | None]
    added: bool  # the tensor is added to another one, so that it is meant as an increment


def expansions(sides: tuple[p.Plan, p.Plan], written: tuple[object, ...]) -> Iterator[Expansion]:
    """One for each free tensor on which a side depends, those first that are added to others."""
    leaves = {key: leaf for key, leaf in samples_in(*sides).items() if varies(leaf)}
    increments = _increments(written)
    for key in sorted(leaves, key=lambda key: key not in increments):
        leaf = leaves[key]

        def seeds(other: Node, leaf: p.Sampled = leaf) -> Seed | None:
            if isinstance(other, p.Sampled) and other.key == leaf.key:
                return Seed(increment(other), tuple(axis for axis, _ in other.shape))
            return None

        differentials = Differentials(seeds)
        try:
            found = tuple(differentials.of(side) for side in sides)
        except NoRule:
            continue
        values = [replaced(side, key, _zero) for side in sides]
        changes = [None if c is None else replaced(c, key, _zero) for c in found]
        if any(c is not None for c in changes):
            yield Expansion(leaf, (values[0], values[1]), (changes[0], changes[1]), key in increments)


def _zero(leaf: p.Sampled) -> p.Plan:
    return p.Operate("multiply", (), (leaf, p.Constant(0.0)))


def _increments(written: tuple[object, ...]) -> frozenset[str]:
    """The names that stand as terms of a sum in which there are other names."""
    found: set[str] = set()
    for part in walk(written):
        if isinstance(part, ast.Sum):
            names = [{n.full_name for n in walk(term) if isinstance(n, ast.Symbol)} for _, term in part.terms]
            for i, (_, term) in enumerate(part.terms):
                others = set().union(*(n for j, n in enumerate(names) if j != i))
                if isinstance(term, ast.Symbol) and others - {term.full_name}:
                    found.add(term.full_name)
    return frozenset(found)
