"""The values of the parts of a formula: of attention the scores, and what the softmax makes of them.

They are what a reader who works an example by hand writes down on the way. Each is computed from the part as it is
written, on the numbers of the example that stands beside the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.array import NamedArray
from ntdoc.report import Part
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.functions import ending
from ntdoc.shapes.functions.drawn import drawn_shapes
from ntdoc.shapes.functions.functions import check_body
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.check import parameters

_MOST = 4  # parts of one formula
_TRIED = 12
_PLAIN = (ast.Symbol, ast.Number, ast.Size, ast.Matrix)


def parts_of(session: Session, judged: Judged, runner: Runner) -> tuple[Part, ...]:
    """The values of the parts of a definition, the inner ones first; scalars are left out, and so are plain names."""
    found = judged.binding
    if found is None or (isinstance(found, Tensor) and found.indices):
        return ()
    parts: dict[str, Part] = {}
    values: dict[str, NamedArray] = {}
    with suppress(*STOPS, KeyError):
        values = parameters(judged, runner) if judged.function is not None else {}
    for node in islice(_inner(found.body), _TRIED):
        with suppress(*STOPS, KeyError, Unreadable):
            typed = _typed(session, judged, found, node)
            if typed.plan is not None and typed.shape and not any(axis.startswith("#") for axis in typed.shape):
                parts.setdefault(" ".join(node.span.text.split()), Part(node.span, runner.run(typed.plan, values)))
    return tuple(reversed(list(parts.values())[:_MOST]))


def _typed(session: Session, judged: Judged, found: Function | Tensor, node: ast.Expr) -> Typed:
    """A part of a definition as it is within it. Raises Unreadable."""
    env = session.environment(found.entry)
    axes = drawn_shapes(session, found.body, found.entry)
    if isinstance(found, Tensor):
        return _without_problems(infer.check(session, node, own := replace(env, axes=axes)), own)
    own = replace(
        env,
        axes=axes | {axis: (axis,) for axis in found.axes},
        inside=found,
        indices=session.open_indices(found),
        sizes=env.sizes | ending.left_open(found),
    )
    assert judged.function is not None
    typed = check_body(session, found._replace(body=node), own, dict(judged.function.shapes), None, {})
    return _without_problems(typed, own)


def _without_problems(typed: Typed, env: Environment) -> Typed:
    """A part that is right; within the whole it may be read otherwise. Raises Unreadable."""
    if env.notebook.problems or env.notebook.blockers:
        raise Unreadable("it is not read alone", typed.span)
    return typed


def _inner(node: object) -> Iterator[ast.Expr]:
    """The parts of a formula that are formulas themselves, the outer ones first."""
    for part in _operands(node):
        while isinstance(part, ast.Group) and len(part.items) == 1 and not part.parameters:
            part = part.items[0]
        if not isinstance(part.body if isinstance(part, ast.Rename) else part, _PLAIN):
            yield part
        yield from _inner(part)


def _operands(node: object) -> tuple[ast.Expr, ...]:
    match node:
        case ast.Group(items=items):
            return tuple(items)
        case ast.Juxtaposition(factors=factors):
            return tuple(factors)
        case ast.Product(first=first, rest=rest):
            return (first, *(factor for _, factor in rest))
        case ast.Sum(terms=terms):
            return tuple(term for _, term in terms)
        case ast.Fraction(numerator=numerator, denominator=denominator):
            return numerator, denominator
        case ast.Root(radicand=radicand):
            return (radicand,)
        case ast.Power(base=base):
            return (base,)
        case ast.Rename(body=body):
            return (body,)
        case ast.BigOperator(body=body, variable=None):
            return (body,)
    return ()
