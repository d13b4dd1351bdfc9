"""`p(x) \\propto E` and `\\log p(x) = E + \\text{const.}`: equal up to a factor, or up to a term.

Of a name that nothing else declares it says that much and no more, so that the name has no value. Between two sides
that have values it is a claim: see `verification.up_to`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.operations.table import lookup
from ntdoc.shapes.judged import Judged, left_out
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

KINDS = {"scaled": "factor", "shifted": "term"}


def unchecked(relation: ast.Relation) -> str:
    """Why a claim with a relation that is held against nothing is not checked."""
    if relation.kind in KINDS:
        return reason(relation).reason
    sign = f"\\{relation.text}" if relation.text.isalpha() else relation.text
    return f"ntdoc does not check the relation {sign}"


def reason(relation: ast.Relation) -> Unreadable:
    return Unreadable(f"it says only up to a {KINDS[relation.kind]} what its left side is", relation.span)


def after(before: ast.Relation, relation: ast.Relation) -> ast.Relation:
    """The relation to a side from one that leaves a term out: `= E + \\text{const.} = F`."""
    return relation.replace(kind="shifted") if (before.kind, relation.kind) == ("shifted", "eq") else relation


def head(parsed: ast.Parsed) -> tuple[str, tuple[ast.Operand, ...]] | None:
    """The name on the left of such a statement, with what stands in its brackets."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return None
    return _named(parsed.subjects[0]) if any(relation.kind in KINDS for relation, _ in parsed.rest) else None


def _named(subject: ast.Operand) -> tuple[str, tuple[ast.Operand, ...]] | None:
    match subject:
        case ast.Symbol():
            return subject.full_name, ()
        case ast.Index(body=body) | ast.Group(items=(body,)):
            return _named(body)
        case ast.Juxtaposition(factors=(ast.Symbol(full_name=name), ast.Group(bracket="(") as inside)):
            return name, inside.contents  # `p(x \\mid \\theta)`: as a function of either
        case ast.Juxtaposition(factors=(ast.Symbol(name="log" | "ln"), *rest)):
            return _named(ast.Juxtaposition(tuple(rest), subject.span) if len(rest) > 1 else rest[0])
    return None


def introduced(parsed: ast.Parsed) -> tuple[str, ...]:
    """The name of which a statement begins with saying what it is up to a factor or a term."""
    found = head(parsed)
    begins = isinstance(parsed, ast.Chain) and bool(parsed.rest) and parsed.rest[0][0].kind in KINDS
    return (found[0],) if found is not None and begins else ()


def is_introducing(session: Session, role: Role, parsed: ast.Chain) -> bool:
    """Whether a statement says of a name that nothing else declares what it is up to a factor or a term."""
    names = introduced(parsed)
    return bool(names) and not any(_is_known(session, name, role) for name in names)


def named_only(session: Session, role: Role, parsed: ast.Chain) -> list[Judged]:
    """Such a statement of letters that are its own: skipped, with what is wrong with the axes in it."""
    return left_out(session, role, parsed, (side for _, side in parsed.rest), reason(parsed.rest[0][0]))


def _is_known(session: Session, name: str, role: Role) -> bool:
    scope, at = session.scope, role.entry
    there = scope.tensor(name, at) is not None or bool(scope.function(name, at)) or name in scope.densities
    return there or scope.where_parameter(name, at) is not None or lookup(name) is not None


def arguments(parsed: ast.Parsed) -> Iterator[str]:
    """The names of what the left side is a function of."""
    found = head(parsed)
    yield from (item.full_name for item in (found[1] if found is not None else ()) if isinstance(item, ast.Symbol))
