"""*If all gradients are equal, `g_t = g`*, with a new `g`: any tensor of the shape of the members, and each is this."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeGuard

from ntdoc.operations.domain import Domain
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.families import letters_in, resolved
from ntdoc.shapes.plan import Sampled
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.typed import Demand, Typed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.document.entries import Entry
    from ntdoc.shapes.session import Session


def is_supposed(left: ast.Operand, scope: Scope, right: ast.Operand, entry: Entry) -> TypeGuard[ast.Symbol]:
    """Whether a sentence says that the members of a known family are one tensor, of which nothing else is said."""
    if entry.display or entry.negated:
        return False
    if not isinstance(left, ast.Symbol) or not isinstance(right, ast.Symbol) or right.axes or right.under or right.sub:
        return False
    if right.full_name in scope.by_name or right.full_name != left.base or not letters_in(left.full_name):
        return False
    return _family(scope, left.full_name, entry) is not None


def value(session: Session, name: str, env: Environment, span: Span) -> Typed | None:
    """Such a tensor, where its sentence, or one after it in its section, speaks of it; None if there is none."""
    cases = [b for b in session.scope.of_base(name) if isinstance(b, Tensor) and b.entry.case]
    cases = [b for b in cases if isinstance(b.body, ast.Symbol) and b.body.full_name == name]
    cases = [b for b in cases if b.entry.section == env.at.section and b.entry.index <= env.at.index]
    family = _family(session.scope, cases[-1].name, cases[-1].entry) if cases else None
    if family is None:
        return None
    member = resolved(family.name, dict.fromkeys(letters_in(family.name), 1))
    session = session if session.place is None else session.at_place(None)  # where it is what it was
    there = replace(session.environment(family.entry), notebook=Notebook(env.notebook.equations))
    typed = None
    with suppress(Unreadable, Demand):
        typed = session.value(member, there, span)
    if typed is None or typed.shape is None:
        return None
    return Typed(Sampled(name, tuple(typed.shape.items()), Domain(), None), typed.shape, span)


def _family(scope: Scope, name: str, at: Entry) -> Tensor | Declared | None:
    """What said before an entry of which shape the members of a family are."""
    own = [b for b in (*scope.of_form(name), *scope.by_name.get(name, ())) if isinstance(b, (Tensor, Declared))]
    own = [b for b in own if b.entry.index < at.index and not b.entry.case]
    return max(own, key=lambda b: b.entry.index, default=None)
