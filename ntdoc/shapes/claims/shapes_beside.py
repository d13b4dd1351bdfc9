"""`L(F) = \\nsum{\\ax} (y - F)^2`, of which nothing says what shape F has: a number, or that of y beside it.

So it is in `L(F) = \\nsum{\\ax} y \\odot F^2`.

By itself F is a number, for that is enough. A claim about `L` that does not hold of one may mean the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.nodes import Node, walk
from ntdoc.shapes.bindings import Declared, Function
from ntdoc.shapes.claims.rereadings import judge_again
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable


def with_shapes_beside(session: Session, claim: Judged) -> Iterator[Judged]:
    """A claim with a letter of a function in the shape of what it stands beside."""
    for name in sorted(names_in(claim.role.entry.parsed)):
        function = session.scope.parameter(name, claim.role.entry)
        if function is None or session.signature(function) is not None:
            continue
        checked = session.checked(function)
        if name in checked.written or checked.shapes.get(name):
            continue
        for axes in _beside(session, function, name, _of_derivative(claim, name)):
            declared = Declared(name, axes, "", replace(function.entry, index=function.entry.index - 1), axes.span)
            there = replace(session.at_place(None), scope=session.scope.with_declared(declared), surroundings={})
            if (found := judge_again(there, claim, claim.role)) is not None:
                yield found


def _terms(part: Node, name: str) -> Sequence[ast.Operand]:
    """What is added to a letter, or taken from it, or multiplied with what is made of it entry by entry."""
    if isinstance(part, ast.Sum):
        terms = [term for _, term in part.terms]
        return terms if any(isinstance(t, ast.Symbol) and t.full_name == name for t in terms) else ()
    if isinstance(part, ast.Juxtaposition):
        factors = part.factors
    elif isinstance(part, ast.Product) and not any(operator.axes for operator, _ in part.rest):
        factors = (part.first, *(factor for _, factor in part.rest))
    else:
        return ()
    return factors if any(name in names_in(factor) for factor in factors) else ()


def _of_derivative(claim: Judged, name: str) -> frozenset[str]:
    """The axes of what a claim gives as the derivative by a letter, which are those of the letter."""
    for derivative, given in ((claim.left, claim.other), (claim.right, claim.value)):
        by = derivative.by if isinstance(derivative, ast.Derivative) else ()
        if len(by) == 1 and isinstance(by[0], ast.Symbol) and by[0].full_name == name and given is not None:
            return frozenset(given.shape or ())
    return frozenset()


def _beside(session: Session, function: Function, name: str, part_of: frozenset[str]) -> Iterator[ast.TensorSet]:
    """The sets of real tensors with the shapes of what a letter stands beside in a function's body.

    Or with those axes of it that are `part_of` what is asked for.
    """
    env = session.environment(function.entry)
    for part in walk(function.body):
        terms = _terms(part, name)
        for term in terms:
            if not names_in(term).isdisjoint(function.letters):
                continue
            try:
                shape = infer.check(session, term, env.aside()).shape
            except Unreadable:
                continue
            if not shape or any(axis.startswith("#") for axis in shape):
                continue
            some = [axis for axis in shape if axis in part_of]
            for chosen in (shape, some) if some and len(some) < len(shape) else (shape,):
                axes = tuple(ast.SizedAxis(ast.Axis(axis, term.span), None) for axis in chosen)
                yield ast.TensorSet(ast.Base("reals", (), "", term.span), ast.Shape(axes, term.span), term.span)
