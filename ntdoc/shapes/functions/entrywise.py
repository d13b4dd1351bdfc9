"""Functions that act on each entry, `Q(x) = x / s + z`: beside an `x` of some axes they are still of any tensor."""

from __future__ import annotations

from itertools import pairwise

from ntdoc.nodes import walk
from ntdoc.operations.table import Rule, lookup
from ntdoc.shapes.bindings import Function
from ntdoc.syntax import ast

_PLAIN = (ast.Number, ast.Sum, ast.Fraction, ast.Root, ast.Power, ast.Group, ast.Symbol, ast.Script, ast.Juxtaposition)


def is_entrywise(function: Function) -> bool:
    """Whether a body is made of its letters, of numbers and of usual operations on entries, and names no axis."""
    parts = list(walk(function.body))
    plain = not function.axes and all(isinstance(part, _PLAIN) or _multiplies(part) for part in parts)
    return plain and not any(_is_call_of_another(part) for part in parts)


def _multiplies(part: object) -> bool:
    if isinstance(part, ast.ProductOperator):
        return not part.axes
    return isinstance(part, ast.Product)


def _is_call_of_another(part: object) -> bool:
    """Whether something stands before brackets, `f (x)`, that is no usual operation on entries."""
    if isinstance(part, ast.Symbol):
        return bool(part.axes)
    factors = part.factors if isinstance(part, ast.Juxtaposition) else ()
    heads = (head for head, group in pairwise(factors) if isinstance(group, ast.Group))
    return any(not _is_usual(head) for head in heads if isinstance(head, ast.Symbol))


def _is_usual(head: ast.Symbol) -> bool:
    known = lookup(head.name)
    return known is not None and known.rule is Rule.ELEMENTWISE
