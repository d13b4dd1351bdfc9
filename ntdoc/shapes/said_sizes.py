"""What the statements of a document say of sizes: in sets and signatures, in equations, in tables, and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document.denied.denials import is_of_another
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import said_shapes
from ntdoc.shapes.document.sentences import before
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions.indexing import to_size
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.sizes import counts
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations, Size, number, variable
from ntdoc.shapes.stated import StatedSize
from ntdoc.source import Span
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
    for role in roles:
        for _, letter in _named_sizes(session, role):
            written.setdefault(letter.full_name, []).append(role.entry)
    for name, entry in counted:
        written.setdefault(name, []).append(entry)
    for name, entry in counts.factors_of_sizes(roles, session.scope, written):
        written.setdefault(name, []).append(entry)
    for constraint in session.scope.constrained:
        for name in names_in(constraint.total):
            written.setdefault(name, []).append(constraint.entry)


def stated(session: Session, roles: Sequence[Role]) -> list[StatedSize]:
    """The equations of sizes that hold of the document."""
    found = [*_stated(session, roles)]
    sized = [(role.entry.section, name) for role in roles for s in _sets(role) for name in names_in(s.shape)]
    named = Counter([(s.entry.section, atom) for s in found for size, _ in s.sizes for atom in size.atoms] + sized)
    return [replace(s, entry=replace(s.entry, local=False)) if _names(session, s, named) else s for s in found]


def _names(session: Session, said: StatedSize, named: Mapping[tuple[int, str], int]) -> bool:
    """Whether what a sentence supposes of a size only names it, *if `|\\ax| = n`*, in a letter of no other meaning."""
    at, atoms = said.entry, [size.atom for size, _ in said.sizes]
    if not at.local or len(atoms) != 2:
        return False
    letters = [atom for atom in atoms if atom is not None and not atom.startswith("|")]
    new = len(letters) == 1 and session.scope.tensor(letters[0], at) is None
    return new and named[at.section, letters[0]] == 1


def _stated(session: Session, roles: Sequence[Role]) -> Iterator[StatedSize]:
    of_rows = _sizes_of_rows(roles)
    for role in roles:
        if role.entry.multiple > 1:
            yield from _multiple(session, role.entry)
        yield from _of_claim(session, role)
        if not role.sizes or role.entry.index in of_rows or is_of_another(before(role.entry.parsed.span)):
            continue
        env = Environment(role.entry, Notebook(Equations()))
        try:
            sizes = tuple((to_size(session, node, env), node.span) for node in role.sizes)
            if (own := _of_own_axis(session, role, env)) is not None:
                sizes = (own, *sizes[1:])
        except Unreadable:
            continue
        yield StatedSize(sizes, role.entry)


def _of_own_axis(session: Session, role: Role, env: Environment) -> tuple[Size, Span] | None:
    """The size with which something is declared, where words say of its axis how long that is.

    *If `A` has an axis `\\ax[m]` and `B` an axis `\\ax[n]`*: axes of one name may have other lengths in other tensors.
    """
    size, name = role.sizes[0], said_shapes.whose_axis(role.sizes[0].span.to(role.sizes[-1].span))
    found = session.scope.tensor(name, role.entry) if name else None
    if not isinstance(size, ast.Size) or not isinstance(found, Declared):
        return None
    sized = (s.size for s in found.along if s.axis.name == size.axes[0].name and s.size is not None)
    own = next(sized, None)
    return (to_size(session, own, env), own.span) if own is not None else None


def _of_claim(session: Session, role: Role) -> Iterator[StatedSize]:
    """What a claim says of sizes in letters that it brings in: *if `A` has the axes `\\ax[m]` and `\\bx[n]`*."""
    env = Environment(role.entry, Notebook(Equations()))
    for axis, letter in _named_sizes(session, role):
        size = ast.Size((axis,), axis.span)
        yield StatedSize(tuple((to_size(session, node, env), node.span) for node in (size, letter)), role.entry)


def _named_sizes(session: Session, role: Role) -> Iterator[tuple[ast.Axis, ast.Symbol]]:
    """The axes in the set of a claim, `A \\in \\reals^{\\ax[n]}`, with the new letters that are their sizes."""
    parsed = role.entry.parsed
    if role.kind is not Kind.CLAIM or not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1:
        return
    (relation, right), named = parsed.rest[0], isinstance(parsed.subjects[0], ast.Symbol)
    if relation.kind != "in" or not isinstance(right, ast.TensorSet) or not named:
        return
    for sized in right.shape.axes:
        letter = sized.size
        if not isinstance(letter, ast.Symbol) or session.scope.tensor(letter.full_name, role.entry) is not None:
            continue
        if all(e.index >= role.entry.index for e in session.written_sizes.get(letter.full_name, ())):
            yield sized.axis, letter


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
