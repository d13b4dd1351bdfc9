"""Numbers in the place of tensors: after `h_t \\in \\reals^{\\ax}`, the equation `h_0 = 0` is about every entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes import families
from ntdoc.shapes.entries import Entry
from ntdoc.shapes.plan import ShapeOf, Spread
from ntdoc.shapes.scope import Declared, Scope, Tensor
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def is_number(node: ast.Operand | None) -> bool:
    """Whether an expression is made of numbers and sizes alone, as 0 and `1 / |\\ax|` are."""
    named = (ast.Symbol, ast.Matrix, ast.Index, ast.TensorSet)
    return node is not None and not any(isinstance(part, named) for part in walk(node))


def spread(typed: Typed, shape: ShapeOf) -> Typed:
    """A number in every entry of a shape."""
    plan = None if typed.plan is None else Spread(tuple(shape.items()), typed.plan)
    return typed._replace(plan=plan, shape=shape)


def declaration(session: Session, found: Tensor) -> Declared | None:
    """What is declared of a name in its section before it is given a number; of a member, what is of its family."""
    scope = session.scope
    for b in reversed((*scope.of_form(found.name), *scope.by_name.get(found.name, ()))):
        if isinstance(b, Declared) and b.domain is not None and _is_before(b, found.entry):
            if b.name == found.name and not b.entry.local:
                return b
            if families.match(b.name, found.name, session.ranges.letters(b)) is not None:
                return b
    return None


def is_tensor(name: str, scope: Scope, at: Entry) -> bool:
    """Whether a name is declared with axes in the section of an entry."""
    found = (b for b in scope.by_name.get(name, ()) if isinstance(b, Declared) and not b.entry.local)
    return any(b.domain is not None and b.domain.shape.axes and _is_before(b, at) for b in found)


def _is_before(declared: Declared, at: Entry) -> bool:
    there = declared.entry
    return there.section == at.section and (there.index < at.index or there.run == at.run)
