"""What is computed from the data that a section gives, as an example: `W = \\nsum{\\ax} Y^2` after a `Y` in numbers."""

from __future__ import annotations

from dataclasses import replace

from ntdoc.report import Kind
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.claims.laws import claims
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.session import Session
from ntdoc.shapes.summary import is_closed
from ntdoc.syntax import ast, literals
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.in_numbers.said_numbers import is_without_value


def is_computed(session: Session, formula: ast.Operand, at: Entry) -> bool:
    """Whether a formula is computed from the data of its section, and is none of these itself."""
    found = session.scope.tensor(formula.full_name, at) if isinstance(formula, ast.Symbol) else None
    of_others = isinstance(found, Tensor) and bool(names_in(found.body))
    return (of_others or not isinstance(formula, ast.Symbol)) and rests_on_data(session, formula, at)


def rests_on_data(session: Session, formula: ast.Operand, at: Entry) -> bool:
    """Whether a formula is made of arrays that its section gives."""
    functions = (f for name in names_in(formula) for f in session.scope.function(name, at) if isinstance(f, Function))
    names = made_of(session.scope, names_in(formula).union(*(names_in(f.body) for f in functions)), at)
    tensors = (session.scope.tensor(name, at) for name in names)
    given = (b for b in tensors if isinstance(b, Tensor) and b.entry.section == at.section and not names_in(b.body))
    return any(not literals.is_number(b.body) for b in given)


def closed(session: Session, entry: Entry, link: ast.Chain) -> Judged | None:
    """A claim, of a cell or of words, if it rests on numbers alone."""
    try:
        (claim,) = claims(replace(session, surroundings={}), Role(replace(entry, parsed=link), Kind.CLAIM), link)
    except (Unreadable, ValueError):
        return None
    without = is_without_value(claim) or not is_closed(claim.value and claim.value.plan)
    return None if without else claim
