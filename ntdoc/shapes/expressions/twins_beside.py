"""The pair of twin axes of what stands beside a matrix that is written without its axes, `I` or `diag(d)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.patterns import operands
from ntdoc.shapes.sizes import stem
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def pair(session: Session, env: Environment, span: Span) -> tuple[str, str] | None:
    """The one pair of an axis and its twin in what stands beside a matrix that is written without its axes."""
    pairs = {pair for beside in _beside(env.at.parsed, span) for pair in _twins(session, beside, env)}
    return pairs.pop() if len(pairs) == 1 else None


def _beside(parsed: ast.Parsed, span: Span) -> Iterator[ast.Expr]:
    """The other terms of the sum that it stands in; of an equation the other sides."""
    sums = (part for part in walk(parsed) if isinstance(part, ast.Sum))
    for terms in ([term for _, term in part.terms] for part in sums):
        if any(term.span.covers(span) for term in terms):
            yield from (term for term in terms if not term.span.covers(span))
            return
    sides = operands(parsed) if isinstance(parsed, ast.Chain) else ()
    if any(_is_multiple(side, span) for side in sides):
        yield from (s for s in sides if not isinstance(s, ast.TensorSet) and not s.span.covers(span))


def _is_multiple(side: ast.Operand, span: Span) -> bool:
    """Whether a side is the identity, or one with factors before it: `2 t I`."""
    last = side.factors[-1] if isinstance(side, ast.Juxtaposition) else side
    return last.span == span


def _twins(session: Session, node: ast.Expr, env: Environment) -> Iterator[tuple[str, str]]:
    """The pairs of an axis and its twin that a formula has."""
    try:
        shape = infer.check(session, node, env.aside()).shape or {}
    except Unreadable:
        return
    for axis in shape:
        twins = [other for other in shape if other != axis and stem(other) == stem(axis)]
        if axis == stem(axis) and len(twins) == 1:
            yield axis, twins[0]
