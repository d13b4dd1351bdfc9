"""Statements such as `\\epsilon \\sim \\mathcal{N}(0, 1)`: of which names they speak, and how these are distributed."""

from __future__ import annotations

from ntdoc.regex import regex
from ntdoc.syntax import ast

_KINDS = {  # with the number of what they are given
    ("reals", 2): regex(r"(?:[a-z]+\()?(?:N|[Nn]ormal|[Gg]auss(?:ian)?)\)?"),
    ("interval", 2): regex(r"(?:[a-z]+\()?(?:U|[Uu]nif(?:orm)?)\)?"),
    ("set", 1): regex(r"(?:[a-z]+\()?(?:Bern(?:oulli)?|Ber)\)?"),
}


def is_drawn(parsed: ast.Chain) -> bool:
    return any(relation.kind == "drawn" for relation, _ in parsed.rest)


def names(parsed: ast.Chain) -> tuple[str, ...]:
    """The names of which a statement says how they are distributed."""
    bodies = [s.body if isinstance(s, ast.Index) else s for s in parsed.subjects]
    return tuple(b.full_name for b in bodies if isinstance(b, ast.Symbol)) if is_drawn(parsed) else ()


def kind(parsed: ast.Parsed) -> tuple[str, tuple[ast.Operand, ...]]:
    """The kind of a distribution, and what it is given: of a normal one the mean and the variance."""
    right = parsed.rest[0][1] if isinstance(parsed, ast.Chain) and parsed.rest else None
    if not isinstance(right, ast.Juxtaposition) or len(right.factors) != 2:
        return "", ()
    head, bracket = right.factors
    if not isinstance(head, ast.Symbol) or not isinstance(bracket, ast.Group) or bracket.parameters:
        return "", ()
    count = len(bracket.items)
    found = next((k for (k, n), name in _KINDS.items() if n == count and name.fullmatch(head.full_name)), "")
    return found, bracket.items if found else ()


def subjects(parsed: ast.Parsed) -> tuple[ast.Symbol, ...]:
    """The names of which a statement says that they are distributed in a way that is known."""
    if not isinstance(parsed, ast.Chain) or [r.kind for r, _ in parsed.rest] != ["drawn"] or not kind(parsed)[0]:
        return ()
    found = tuple(s for s in parsed.subjects if isinstance(s, ast.Symbol) and not s.axes)
    return found if len(found) == len(parsed.subjects) else ()


def domain(parsed: ast.Parsed, axes: tuple[str, ...], subject: ast.Symbol) -> ast.TensorSet:
    """What their values are: any reals, those of an interval, or 0 and 1."""
    (own, given), span = kind(parsed), subject.span
    items = tuple(item for item in given if own == "interval" and not isinstance(item, ast.TensorSet))
    if own == "set":
        items = (ast.Number(0.0, 0, span), ast.Number(1.0, 0, span))
    base = ast.Base(own, items, "[]" if own == "interval" else "", span)
    shape = ast.Shape(tuple(ast.SizedAxis(ast.Axis(name, span), None) for name in axes), span)
    return ast.TensorSet(base, shape, span)
