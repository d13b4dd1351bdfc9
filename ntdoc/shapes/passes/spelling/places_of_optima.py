"""`k = \\arg\\max_i x_{\\ax(i)}`: the index at which something is largest, the first of them, and no vector.

It is read as the smallest `i`, where all that are not largest come behind: `\\min_i (i + |\\ax| [x_i < \\max_j x_j])`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.regex import regex
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import letters, names_in
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Indicator

_OPTIMA = {"argmax": ("max", "lt"), "argmin": ("min", "gt")}  # what the values are, and how the others compare
_LETTER = regex(r"([A-Za-z]'?)(?:(?:in|∈)(.+))?")


def as_places(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which the right side of such a definition of a number is an index."""
    arrays = {(s.full_name, e.section) for e in entries for s in _arrays(e)}
    return [_as_place(entry, arrays) for entry in entries]


def _arrays(entry: Entry) -> list[ast.Symbol]:
    """The names that a statement puts in a set of tensors with axes."""
    parsed = entry.parsed
    sides = [right for _, right in parsed.rest] if isinstance(parsed, ast.Chain) else []
    of_axes = any(isinstance(right, ast.TensorSet) and right.shape.axes for right in sides)
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) and of_axes else ()
    return [s for s in subjects if isinstance(s, ast.Symbol)]


def _as_place(entry: Entry, arrays: set[tuple[str, int]]) -> Entry:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or parsed.rest[0][0].kind not in ("eq", "define"):
        return entry
    left, (relation, right) = parsed.subjects[0], parsed.rest[0]
    number = isinstance(left, ast.Symbol) and not left.axes and (left.full_name, entry.section) not in arrays
    if not (number or (isinstance(left, ast.Index) and letters(left) is not None)):
        return entry
    place = _place(right)
    return entry if place is None else replace(entry, parsed=parsed.replace(rest=((relation, place),)))


def _place(right: ast.Operand) -> ast.Expr | None:
    """The index that an optimum is at, which is all of a right side; None if that is anything else."""
    taken = _taken_apart(right)
    if taken is None:
        return None
    head, body = taken
    optimum, others = _OPTIMA[head.base]
    said = _LETTER.fullmatch("".join(head.sub.text.split())) if head.sub is not None else None
    if said is None or head.sup is not None or head.axes:
        return None
    letter, span = said[1], head.span
    indices = [item for part in walk(body) if isinstance(part, ast.Index) for item in part.items]
    axes = {axis.name: axis for axis, at in indices if isinstance(at, ast.Symbol) and at.full_name == letter}
    if len(axes) != 1 or any(axis.variable for axis in axes.values()):
        return None
    (axis,) = axes.values()
    if said[2] is not None and said[2] not in _all_of(axis):
        return None
    index = ast.Symbol(letter, None, None, (), False, span)
    other = index.replace(base=next(x for x in "jkmnpq" if x not in names_in(right)))

    def with_other(node: Node) -> Node:
        return other if isinstance(node, ast.Symbol) and node.full_name == letter else node

    best = ast.BigOperator(optimum, (), other, None, None, None, rewritten(body, with_other), span)
    worse = Indicator(ast.Chain((body,), ((ast.Relation(others, "<", span), best),), (0, 0), (), span), span)
    behind = ast.Juxtaposition((ast.Size((axis,), span), worse), span)
    whole = ast.Group((ast.Sum(((1, index), (1, behind)), span),), (), "(", span)
    return ast.BigOperator("min", (), index, None, None, None, whole, right.span)


def _taken_apart(right: ast.Operand) -> tuple[ast.Symbol, ast.Expr] | None:
    """The `\\arg\\max_i` that a right side begins with, and all that stands behind it."""
    if isinstance(right, ast.Product) and isinstance(right.first, ast.Expr):
        taken = _taken_apart(right.first)
        return None if taken is None else (taken[0], right.replace(first=taken[1]))
    if not isinstance(right, ast.Juxtaposition) or len(right.factors) < 2:
        return None
    head, *factors = right.factors
    if not isinstance(head, ast.Symbol) or head.base not in _OPTIMA:
        return None
    return head, factors[0] if len(factors) == 1 else right.replace(factors=tuple(factors))


def _all_of(axis: ast.Axis) -> set[str]:
    """How a set of all indices of an axis may be written: `[|\\ax|]`, `\\ax`."""
    return {f"[|{axis.name}|]", axis.name, f"{{1,…,|{axis.name}|}}", f"{{1,...,|{axis.name}|}}"}
