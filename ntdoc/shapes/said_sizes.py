"""What the statements of a document say of sizes: in sets and signatures, in equations, in tables, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ntdoc.report import Kind
from ntdoc.shapes.document.denied.denials import is_of_another
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.sentences import before
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions.indexing import to_size
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.sizes import counts
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations, number, variable
from ntdoc.shapes.stated import StatedSize
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable


def note_written(session: Session, roles: Sequence[Role], counted: Iterable[tuple[str, Entry]]) -> None:
    """Note which letters are sizes, and where: those of `\\ax[n]`, what is counted to, and what sizes are made of."""
    written = session.written_sizes
    for role in roles:
        for tensor_set in _sets(role):
            for sized in tensor_set.shape.axes:
                for name in names_in(sized.size):
                    written.setdefault(name, []).append(role.entry)
    for name, entry in counted:
        written.setdefault(name, []).append(entry)
    for name, entry in counts.factors_of_sizes(roles, session.scope, written):
        written.setdefault(name, []).append(entry)
    for constraint in session.scope.constrained:
        for name in names_in(constraint.total):
            written.setdefault(name, []).append(constraint.entry)


def stated(session: Session, roles: Sequence[Role]) -> Iterator[StatedSize]:
    """The equations of sizes that hold of the document."""
    of_rows = _sizes_of_rows(roles)
    for role in roles:
        if role.entry.multiple > 1:
            yield from _multiple(session, role.entry)
        if not role.sizes or role.entry.index in of_rows or is_of_another(before(role.entry.parsed.span)):
            continue
        env = Environment(role.entry, Notebook(Equations()))
        try:
            sizes = tuple((to_size(session, node, env), node.span) for node in role.sizes)
        except Unreadable:
            continue
        yield StatedSize(sizes, role.entry)


def _sets(role: Role) -> list[ast.TensorSet]:
    """The sets that a declaration or a signature puts tensors in, and those of definitions, `f(x) = Y \\in S`."""
    parsed = role.entry.parsed
    if isinstance(parsed, ast.Signature):
        return [*parsed.arguments, parsed.result]
    links = parsed.rest if isinstance(parsed, ast.Chain) and role.kind is Kind.DEFINITION else ()
    stated = [side for relation, side in links if relation.kind == "in" and isinstance(side, ast.TensorSet)]
    return [*stated, *(declared.domain for declared in role.declares if declared.domain is not None)]


def _sizes_of_rows(roles: Sequence[Role]) -> set[int]:
    """The statements in a table of which others give other sizes to the same: each is of its row alone."""
    said: dict[tuple[int, str], dict[int, str]] = {}
    for role in roles:
        if role.sizes and role.entry.cell:
            left, right = role.sizes[0].span.text, role.sizes[-1].span.text
            said.setdefault((role.entry.section, left), {})[role.entry.index] = right
    return {index for rows in said.values() if len(set(rows.values())) > 1 for index in rows}


def _multiple(session: Session, entry: Entry) -> list[StatedSize]:
    """*`|\\emb|` is even*: it is twice some other number."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or parsed.rest or not isinstance(parsed.subjects[0], ast.Size):
        return []
    try:
        size = to_size(session, parsed.subjects[0], Environment(entry, Notebook(Equations())))
    except Unreadable:
        return []
    part = variable(f"{parsed.subjects[0].span.text}/{entry.multiple}")
    return [StatedSize(((size, parsed.span), (number(entry.multiple) * part, parsed.span)), entry)]
