"""Domains under what is said of a tensor beside its declaration: sums of 1, lengths of 1, symmetric matrices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document import sentences
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.samples.constrained import Constrained
from ntdoc.shapes.sizes import Size, number
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_EXPLAINS = regex(
    r"(?::|,\s*(?:that\s+is|i\.e\.),?|\b(?:with|such\s+that|satisfying|where|whose))\s*(?:\$|\\\()\s*$", re.IGNORECASE
)


def under_constraints(session: Session, declared: Declared, domain: Domain, shape: ShapeOf, env: Environment) -> Domain:
    """A domain under what is said of a name beside its declaration. Raises Unreadable."""
    summed: set[tuple[str, ...]] = set()  # words and formulas may say the same
    said = session.scope.constraints_on(declared)
    explained = _are_explained(declared, said)  # words may leave open along which axis it is
    for constraint in sorted(said, key=lambda c: c.kind != "sum"):
        if constraint.kind == "sum" and explained and constraint.entry.index == declared.entry.index:
            continue
        if constraint.kind != "sum":
            domain = _drawn(domain, constraint, shape, env)
            continue
        if domain.kind in (DomainKind.FINITE, DomainKind.INTEGERS):
            raise Unreadable("a sum of 1 over a set that ntdoc does not sample under it", declared.span)
        if constraint.axes not in summed:
            domain = _summing(domain, constraint.axes, shape, env)
        summed.add(constraint.axes)
    return domain


def _are_explained(declared: Declared, said: Sequence[Constrained]) -> bool:
    """Whether a formula explains the words of a declaration, *one-hot along the classes: `\\nsum{\\class} Y = 1`*.

    So does what it is declared with, *one-hot `X \\in S` with `\\nsum{\\class} X = 1`*, whatever its last axis is.
    """
    sums = (c.entry for c in said if c.kind == "sum" and c.entry.sentence == declared.entry.sentence)
    behind = (e for e in sums if e.index > declared.entry.index)
    return any(_EXPLAINS.search(sentences.between(declared.entry.parsed.span, e.parsed.span)) for e in behind)


def count_said(session: Session, declared: Declared, shape: ShapeOf, env: Environment) -> Size | None:
    """How many entries are 1, where that is said and is not one."""
    for constraint in session.scope.constraints_on(declared):
        if constraint.kind == "sum" and constraint.total is not None:
            return _counted(session, constraint, constraint.total, shape, env)
    return None


def _drawn(domain: Domain, constraint: Constrained, shape: ShapeOf, env: Environment) -> Domain:
    """A domain of unit vectors, or of centred ones, if its entries may be any reals, or of symmetric matrices."""
    reals = (DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.NEGATIVE)
    dependent = (DomainKind.ONE_HOT, DomainKind.SIMPLEX)
    length = constraint.kind in ("length", "spread")
    if constraint.kind == "symmetry" and domain.kind is DomainKind.SIMPLEX:
        return _symmetric_sums(domain, constraint.axes, shape, env)
    if domain.kind in dependent or (length and domain.kind not in reals):
        return domain
    if constraint.kind == "centred" and domain.kind is not DomainKind.REAL:
        return domain
    axes = constraint.axes or tuple(shape)
    if not axes or any(a not in shape for a in axes):
        return domain
    if length or constraint.kind == "centred":
        if domain.centred if length else domain.unit:  # of one entry that is 0 no length is 1
            env.notebook.equations.at_least(_dimension(axes, shape), 2)
        if not length:
            return replace(domain, centred=axes)
        return replace(domain, unit=axes, spread=constraint.kind == "spread")
    if constraint.kind in ("orthonormal", "orthogonal"):
        *along, last = axes
        room = number(1) - shape[last]
        dimension = _dimension(along, shape)
        if constraint.kind == "orthogonal":
            env.notebook.equations.suggest(dimension, shape[last])
        env.notebook.equations.at_least(dimension + room, 1)
        return replace(domain, unit=tuple(along), orthogonal=last)
    env.notebook.equations.suggest(shape[axes[0]], shape[axes[1]])
    if constraint.kind == "diagonal" and isinstance(constraint.total, ast.Number):
        return replace(domain, diagonal=axes, on_diagonal=constraint.total.value)
    definite = {"definite": 1.0, "-definite": -1.0}.get(constraint.kind, domain.definite)
    return replace(domain, symmetric=axes, definite=definite * (domain.kind in reals[:3]))


def _symmetric_sums(domain: Domain, axes: tuple[str, ...], shape: ShapeOf, env: Environment) -> Domain:
    """A symmetric matrix with the sum 1: where each row has it, each column has it, too."""
    across = tuple(a for a in axes if a not in domain.axes)
    if len(across) == len(axes) or any(a not in shape for a in axes):
        return domain
    env.notebook.equations.suggest(shape[axes[0]], shape[axes[1]])
    return replace(domain, across=across or domain.across, symmetric=axes)


def _dimension(axes: Iterable[str], shape: ShapeOf) -> Size:
    """How many entries there are along some axes."""
    dimension = number(1)
    for axis in axes:
        dimension = dimension * shape[axis]
    return dimension


def _counted(session: Session, constraint: Constrained, total: ast.Operand, shape: ShapeOf, env: Environment) -> Size:
    """How many entries are 1: no more than there are."""
    from ntdoc.shapes.expressions import indexing

    count, room = indexing.to_size(session, total, env), number(1)
    for axis in constraint.axes:
        room = room * shape[axis] if axis in shape else room
    env.notebook.equations.at_least(room - count + number(1), 1)
    return count


def _summing(domain: Domain, axes: tuple[str, ...], shape: ShapeOf, env: Environment) -> Domain:
    """A domain with sums of 1 along axes. Along one and along another, a matrix is a permutation, or a mean of some."""
    if domain.kind not in (DomainKind.ONE_HOT, DomainKind.SIMPLEX):
        kind = DomainKind.ONE_HOT if domain.kind is DomainKind.BINARY else DomainKind.SIMPLEX
        return Domain(kind, axes=axes)
    one, other = [shape.get(a) for a in domain.axes], [shape.get(a) for a in axes]
    if len(one) != 1 or len(other) != 1 or one[0] is None or other[0] is None or domain.axes == axes:
        return domain
    env.notebook.equations.suggest(one[0], other[0])  # each sums up to the number of the others
    return replace(domain, across=axes)
