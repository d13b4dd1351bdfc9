"""What a claim rests on: the names in it and in the definitions of these, and whether it says numbers."""

from __future__ import annotations

from ntdoc.operations.table import lookup
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric, vectors
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast


def all_names(session: Session, claim: Judged) -> set[str]:
    """The names in a claim and in all that it rests on, with the members that are written of its families."""
    found, waiting = set(), list(names_in(claim.role.entry.parsed))
    forms: set[tuple[str, int, int]] = set()  # of which all members wait already
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            if (form := taken_apart(name).form) not in forms:
                forms.add(form)
                waiting.extend(b.name for b in members_before(session, name, claim.role.entry))
            for b in session.scope.by_name.get(name, ()):
                if isinstance(b, (Tensor, Function)):
                    waiting.extend(names_in(b.body).difference(b.letters if isinstance(b, Function) else ()))
    return found


def members_before(session: Session, name: str, at: Entry) -> list[Tensor]:
    """What is defined before a place with the same form as a name with a script, as `b_1` and `b_t` have."""
    if "_" not in name and "^" not in name:
        return []
    alike = session.scope.made(_by_form).get(taken_apart(name).form, ())
    return [b for b in alike if b.entry.index < at.index]


def _by_form(scope: Scope) -> dict[tuple[str, int, int], list[Tensor]]:
    """The tensors that are defined with a name of each form."""
    found: dict[tuple[str, int, int], list[Tensor]] = {}
    for name, bindings in scope.by_name.items():
        if tensors := [b for b in bindings if isinstance(b, Tensor)]:
            found.setdefault(taken_apart(name).form, []).extend(tensors)
    return found


def is_numbers(body: ast.Operand) -> bool:
    """Whether it is written in numbers, or an array or a list of what is computed from such: `(\\log 2, 0)`."""
    return numeric.is_numbers(body) or numeric.is_array(body) or vectors.is_list(body)


def says_numbers(claim: Judged) -> bool:
    """Whether a side of a claim is made of nothing but numbers."""
    sides = (side for side in (claim.left, claim.right) if side is not None)
    return any(all(lookup(name) for name in names_in(side)) for side in sides)
