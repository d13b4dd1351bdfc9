"""The sides of equations that are lengths of vectors, or means of squares, as they may be written."""

from __future__ import annotations

from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def length_of(side: ast.Operand) -> tuple[str, tuple[str, ...]] | None:
    """The name of a vector whose length, or the square of it, a side is, with the axes; no axes are all axes."""
    match side:
        case ast.Power(base=ast.Bars() | ast.Juxtaposition() as bars, exponent=ast.Number(value=2.0)):
            return length_of(bars)
        case ast.Bars(body=ast.Symbol() as a, double=True, order=None):
            return a.full_name, ()
        case ast.Juxtaposition(
            factors=(
                ast.Symbol(base="norm", sub=None, under=True) as norm,
                (ast.Symbol() as a) | ast.Group(items=(ast.Symbol() as a,)),
            )
        ):
            return a.full_name, tuple(x.name for x in norm.axes)
        case ast.BigOperator(operator="sum", body=ast.Symbol(sup=ast.Script(expr=ast.Number(value=2.0))) as a):
            return (a.name, tuple(x.name for x in side.axes)) if side.axes else None
        case ast.Product(
            first=ast.Symbol() as a, rest=((ast.ProductOperator(kind="contract") as dot, ast.Symbol() as b),)
        ) if a.full_name == b.full_name:
            return a.full_name, tuple(x.name for x in dot.axes)
    return None


def spread_of(scope: Scope, side: ast.Operand) -> tuple[str, tuple[str, ...]] | None:
    """The name of a tensor of whose squares a side is the mean, with the axes; of what is centred, its variance."""
    match side:
        case ast.Juxtaposition(
            factors=(ast.Symbol(base="mean") as mean, ast.Symbol(sup=ast.Script(expr=ast.Number(value=2.0))) as a)
        ) if mean.axes:
            return a.name, tuple(x.name for x in mean.axes)
        case ast.Juxtaposition(factors=(ast.Symbol(base="var") as mean, ast.Symbol(sup=None) as a)) if mean.axes:
            axes = tuple(x.name for x in mean.axes)
            last = next((c for c in reversed(scope.constrained) if c.name == a.full_name), None)
            return (a.full_name, axes) if last is not None and (last.kind, last.axes) == ("centred", axes) else None
    return None
