"""`f(x)_{\\ax(i)} = E`: functions whose results are given entry by entry, all of them or some."""

from __future__ import annotations

import math

from ntdoc.shapes.steps import ends_of
from ntdoc.syntax import ast


def indexed(subject: ast.Operand) -> tuple[ast.Index, ast.Expr] | None:
    """The index and the call in `f(x)_{\\ax(i)}`, whose bracket has the subscript, and in `[f(x)]_{\\ax(i)}`."""
    if isinstance(subject, ast.Juxtaposition) and isinstance(subject.factors[-1], ast.Index):
        index = subject.factors[-1]
        return index, subject.replace(factors=(*subject.factors[:-1], index.body))
    if isinstance(subject, ast.Index) and isinstance(subject.body, ast.Group) and len(subject.body.items) == 1:
        return subject, subject.body.items[0]
    return None


def where_given(right: ast.Expr, parsed: ast.Chain) -> ast.Expr:
    """The entries of a function where the conditions on them hold, `i > 1`: of the others nothing says what they are.

    From 1 to an end, or below one, it gives all that there are.
    """
    found = right
    for chain in parsed.conditions:
        below = {relation.kind for relation, _ in chain.rest} <= {"lt", "le"} and len(chain.rest) == 1
        if not below and not any(ends_of(chain)):
            unknown = ast.Number(math.nan, 0, right.span)
            found = ast.Cases(((found, chain), (unknown, None)), right.span)
    return found
