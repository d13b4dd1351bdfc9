"""Lists of numbers in the place of a tensor with one axis: `x = (1, 2, 3)` after `x \\in \\reals^{\\ax}`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in, operands
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.sizes import default_size
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.arrays import COLUMN

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_CONSTANT = regex(  # *when `x` is constant*, *where `x` and `y` are constant*
    r"\s*(?:\$|\\\))(?:\s*(?:,|and|or|,\s*and)\s*(?:\$|\\\()[^$]{1,12}(?:\$|\\\)))*\s*(?:is|are)\s+constant\b",
    re.IGNORECASE,
)
_LABEL = regex(r"[^a-zA-Z]*(?:(?!(?:if|for|with|at|when)\b)(?:[a-z-]+\s*){1,3}[:–—][^a-zA-Z]*)?", re.IGNORECASE)
_PLACES = "entry"  # the axis of lists of which nothing says what they are along


def of_name(scope: Scope, left: ast.Operand, right: ast.Operand, entry: Entry) -> ast.Operand:
    """The right side of an equation of a name, as a vector if it is a list of numbers and the name has one axis.

    *For example, with `x = (1, 2)`* gives it this value for a sentence, and *let `x = (1, 2)`* for good. A name of
    which nothing else says what it is, `x_0`, has the axis of `x`.
    """
    if isinstance(left, ast.Symbol) and is_along_other(right) and _is_another_vector(scope, left, right, entry):
        scope.hold_alone(entry)
    if not isinstance(left, ast.Symbol) or left.axes or not is_list(right):
        return right
    declared = [b for b in scope.by_name.get(left.full_name, ()) if isinstance(b, Declared) and b.domain is not None]
    here = [b for b in declared if b.entry.index < entry.index or b.entry.run == entry.run]
    here = here or _of_kin(scope, left, entry)
    axes = here[-1].along if here else ()
    alone = len(axes) == 1 and not axes[0].axis.variable
    if not alone and (here or formula(scope, left.full_name, entry) is None):
        return right
    if not (entry.display or entry.gives or _is_given(entry)):
        scope.hold_alone(entry)
    return _along(right, axes[0].axis.name, sized=axes[0].size is not None) if alone else right


def _is_another_vector(scope: Scope, left: ast.Symbol, right: ast.Operand, entry: Entry) -> bool:
    """Whether a sentence takes a list for a name that sections before have declared along another axis."""
    said = [b for b in scope.by_name.get(left.full_name, ()) if isinstance(b, Declared) and b.entry.index < entry.index]
    if not said or entry.display or entry.gives or _is_given(entry) or not isinstance(right, ast.Matrix):
        return False
    axis = right.column.name if right.column is not None else ""
    elsewhere = all(b.along and b.entry.section != entry.section for b in said)
    return elsewhere and all(axis != sized.axis.name for sized in said[-1].along)


def _is_given(entry: Entry) -> bool:
    """Whether a list is all of a sentence or an item of an example, or what a label leads to: *input: `x = (1, 2)`*."""
    words = sentences.before(entry.parsed.span)
    return entry.illustration > 0 and _LABEL.fullmatch(words) is not None


def formula(scope: Scope, name: str, entry: Entry) -> Tensor | None:
    """What defines a name, or the family of it, before an entry by a formula: a list is along the one axis of this."""
    families = [b for b in scope.of_form(name) if letters_in(b.name)]  # `e_t = …`, of `e_1`
    for bindings in (scope.by_name.get(name, ()), families):
        before = [b for b in bindings if isinstance(b, Tensor) and b.entry.index < entry.index]
        formulas = (b for b in reversed(before) if not is_list(b.body) and not numeric.is_number(b.body))
        if (found := next(formulas, None)) is not None:
            return found
    return None


def body(session: Session, found: Tensor) -> ast.Operand:
    """The right side of a definition, as a vector if it is a list of numbers in the place of a formula of one axis."""
    before = formula(session.scope, found.name, found.entry) if is_list(found.body) else None
    if before is None or before.entry.index in session.pending:
        return found.body
    shape = session.definition(before).typed.shape
    if shape is None and session.place is not None:  # a letter of the family has no value at this place
        shape = session.at_place(None).definition(before).typed.shape
    shape = shape or {}
    return _along(found.body, next(iter(shape))) if len(shape) == 1 else found.body


def _of_kin(scope: Scope, left: ast.Symbol, entry: Entry) -> list[Declared]:
    """The declaration of the `x` that `x_0 = (1, 2)` or `x' = (1, 2)` is one more of, or of the `x_t` for all `t`."""
    plain = left.base.rstrip("'")
    if left.sup is not None or plain == left.full_name or left.full_name in scope.by_name:
        return []
    if left.sub is not None and left.sub.text.isdecimal():
        forms = (b for b in scope.of_form(left.full_name) if isinstance(b, Declared) and b.domain is not None)
        if family := [b for b in forms if b.entry.index < entry.index and letters_in(b.name)]:
            return family
    found = scope.tensor(plain, entry)
    return [found] if isinstance(found, Declared) and found.domain is not None else []


def of_value(scope: Scope, value: Typed | None, right: ast.Operand, entry: Entry) -> ast.Operand:
    """The right side of a claim, as a vector if it is a list of numbers and the left side has one axis.

    Or a letter times such a list, `c (3, -4)`: a number is applied to no arguments.
    """
    if value is None or not value.shape or len(value.shape) != 1 or not value.own_axes:
        return right
    if is_list(right):
        axis = value.own_axes[0]
        return _along(right, axis, sized=value.shape[axis] != default_size(axis))
    return _times_list(scope, right, value.own_axes[0], entry)


def _times_list(scope: Scope, node: ast.Operand, axis: str, entry: Entry) -> ast.Operand:
    """A product of a list that comes last and of numbers, declared letters among them, as that with a vector."""
    if isinstance(node, ast.Sum) and len(node.terms) == 1:
        sign, term = node.terms[0]
        made = _times_list(scope, term, axis, entry)
        return node.replace(terms=((sign, made),)) if made is not term and isinstance(made, ast.Expr) else node
    if not isinstance(node, ast.Juxtaposition) or not is_list(node.factors[-1]):
        return node
    if not all(numeric.is_number(factor) or _is_letter(scope, factor, entry) for factor in node.factors[:-1]):
        return node
    found = as_list(node.factors[-1])
    assert found is not None
    items = tuple(node.replace(factors=(*node.factors[:-1], item)) for item in found.items)
    at = Span(node.span.source, node.span.start, node.span.start)
    return ast.Matrix(None, ast.Axis(axis, at), (items,), node.span)


def _is_letter(scope: Scope, factor: ast.Expr, entry: Entry) -> bool:
    """Whether a factor is a letter that is declared as a number."""
    if not isinstance(factor, ast.Symbol) or factor.axes:
        return False
    found = scope.tensor(factor.full_name, entry)
    if isinstance(found, Tensor):
        return numeric.is_number(found.body)
    return isinstance(found, Declared) and (found.domain is None or not found.domain.shape.axes)


def of_lists(parsed: ast.Chain) -> ast.Chain:
    """`(1 + 2, 4) = (3, 4)`: a chain of lists of numbers that are equally long, as vectors along one axis."""
    sides = operands(parsed)
    lengths = {None if (found := as_list(side)) is None else len(found.items) for side in sides}
    if len(lengths) != 1 or None in lengths or len(parsed.subjects) != 1:
        return parsed
    rest = tuple((relation, _along(side, _PLACES)) for relation, side in parsed.rest)
    return parsed.replace(subjects=(_along(sides[0], _PLACES),), rest=rest)


def is_along_other(node: ast.Operand) -> bool:
    """Whether an array is a list of numbers, along the axis of what it is compared with."""
    return isinstance(node, ast.Matrix) and node.column is not None and node.column.span.start == node.column.span.end


def is_list(node: ast.Operand) -> bool:
    """Whether a side is a list of numbers: `(1, 2)` or `[1, 2]`, or these below each other, or made of such."""
    return as_list(node) is not None


def as_list(node: ast.Operand) -> ast.Group | None:
    """The list of numbers that a side is, or comes to: `\\frac{1}{5} (3, 4)`, `(1, 2) - 0.1 (3, 4)`; else None."""
    match node:
        case ast.Group():
            numbers = len(node.items) > 1 and all(_is_computed(item) for item in node.items)
            return node if numbers and node.bracket in ("(", "[", COLUMN) and not node.parameters else None
        case ast.Juxtaposition(factors=factors):
            return _scaled(node, factors, lambda items: node.replace(factors=items))
        case ast.Product(first=first, rest=rest) if all(r.kind in ("times", "divide") for r, _ in rest):
            if any(r.kind == "divide" and not numeric.is_number(factor) for r, factor in rest):
                return None
            signs = [r for r, _ in rest]
            return _scaled(
                node,
                (first, *(factor for _, factor in rest)),
                lambda items: node.replace(first=items[0], rest=tuple(zip(signs, items[1:], strict=True))),
            )
        case ast.Fraction(numerator=above, denominator=below) if numeric.is_number(below):
            return _scaled(node, (above,), lambda items: node.replace(numerator=items[0]))
        case ast.Sum(terms=terms):
            lists = [as_list(term) for _, term in terms]
            known = [found for found in lists if found is not None]
            if len(known) < len(lists) or len({len(found.items) for found in known}) != 1:
                return None
            signs_of = [sign for sign, _ in terms]
            columns = zip(*(found.items for found in known), strict=True)
            sums = tuple(node.replace(terms=tuple(zip(signs_of, column, strict=True))) for column in columns)
            return known[0].replace(items=sums, span=node.span)
    return None


def _is_computed(item: ast.Operand) -> bool:
    """Whether an item is a number, or known functions make it of numbers: `2 \\log 3`."""
    others = any(isinstance(part, ast.Matrix | ast.Index | ast.TensorSet) for part in walk(item))
    others = others or any(isinstance(part, ast.Group) and len(part.items) > 1 for part in walk(item))
    return numeric.is_number(item) or (not others and all(lookup(name) for name in names_in(item)))


def _scaled(
    node: ast.Expr, factors: Sequence[ast.Expr], made: Callable[[tuple[ast.Expr, ...]], ast.Expr]
) -> ast.Group | None:
    """The list among factors that else are numbers, with each of its items in its place."""
    lists = {i: found for i, factor in enumerate(factors) if (found := as_list(factor)) is not None}
    if len(lists) != 1 or not all(i in lists or numeric.is_number(factor) for i, factor in enumerate(factors)):
        return None
    ((place, found),) = lists.items()
    items = tuple(made((*factors[:place], item, *factors[place + 1 :])) for item in found.items)
    return found.replace(items=items, span=node.span)


def _along(node: ast.Operand, axis: str, *, sized: bool = False) -> ast.Operand:
    """A list as a vector. If the name that it stands for is `sized`, `\\seq[n]`, its length is that of no other."""
    found = as_list(node)
    assert found is not None
    at = Span(node.span.source, node.span.start, node.span.start)
    return ast.Matrix(None, ast.Axis(axis, at), (found.items,), node.span, (None, len(found.items) if sized else None))


def is_of_equal_entries(scope: Scope, said: object, entry: Entry) -> bool:
    """*It vanishes when `x` is constant*, of an `x` that the section has declared with axes: no number is meant."""
    if not isinstance(said, ast.Symbol) or not _CONSTANT.match(sentences.after(entry.parsed.span)):
        return False
    before = (b for b in scope.by_name.get(said.full_name, ()) if isinstance(b, Declared))
    before = (b for b in before if b.entry.is_above(entry))
    return any(b.along for b in before)
