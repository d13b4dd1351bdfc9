"""`K + s^2 I`, `P Q = I`: an identity has the twin axes of what it is added to, or compared with."""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.nodes import walk
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.names.undeclared.missing import Missing
from ntdoc.shapes.patterns import operands
from ntdoc.shapes.sizes import stem
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

_FONTS = ("mathbf", "bm", "boldsymbol", "textbf", "mathbb", "mathrm")
_NAMES = frozenset({"I", *(f"{font}(I)" for font in _FONTS)})


def identity(missing: Missing) -> Typed | None:
    """Raises Unreadable where nothing beside it has one pair of twins."""
    if missing.name not in _NAMES:
        return None
    pairs = {pair for beside in _beside(missing) for pair in _twins(missing, beside)}
    if len(pairs) != 1:
        raise Unreadable("an identity without its axes", missing.span)
    axes = tuple(ast.Axis(name, missing.span) for name in pairs.pop())
    return infer.check(missing.session, ast.Symbol("I", None, None, axes, False, missing.span), missing.env)


def _beside(missing: Missing) -> Iterator[ast.Expr]:
    """The other terms of the sum that it stands in; of an equation the other sides."""
    parsed = missing.at.parsed
    sums = (part for part in walk(parsed) if isinstance(part, ast.Sum))
    for terms in ([term for _, term in part.terms] for part in sums):
        if any(term.span.covers(missing.span) for term in terms):
            yield from (term for term in terms if not term.span.covers(missing.span))
            return
    sides = operands(parsed) if isinstance(parsed, ast.Chain) else ()
    if any(_is_multiple(side, missing) for side in sides):
        yield from (s for s in sides if not isinstance(s, ast.TensorSet) and not s.span.covers(missing.span))


def _is_multiple(side: ast.Operand, missing: Missing) -> bool:
    """Whether a side is the identity, or one with factors before it: `2 t I`."""
    last = side.factors[-1] if isinstance(side, ast.Juxtaposition) else side
    return last.span == missing.span


def _twins(missing: Missing, node: ast.Expr) -> Iterator[tuple[str, str]]:
    """The pairs of an axis and its twin that a formula has."""
    try:
        shape = infer.check(missing.session, node, missing.env.aside()).shape or {}
    except Unreadable:
        return
    for axis in shape:
        twins = [other for other in shape if other != axis and stem(other) == stem(axis)]
        if axis == stem(axis) and len(twins) == 1:
            yield axis, twins[0]
