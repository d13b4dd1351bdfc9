"""What statements may mean whose shapes are wrong: a name as an older section has it, or any tensors.

The nearest section before a statement says what a name is. Where the statement is wrong with that, and right with what
a section further back says, it is not checked: an author who goes back to an older `X` makes no mistake of shapes.
`A \\ndot{\\ax} B = \\nsum{\\ax} A \\odot B` is a law, though an `A` and a `B` without the axis stand before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ntdoc.diagnostics import Severity
from ntdoc.report import DocumentReport, Kind, Status
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.undeclared.of_another_passage import OF_SHAPES
from ntdoc.shapes.patterns import names_in, operands
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.shapes.statements import judge
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

_LACKS = "NT203"
_MOST = 3  # sections of which each costs that a statement is judged once more


@dataclass(frozen=True, slots=True)
class Law:
    """A statement that may be about any tensors."""

    entry: int
    span: Span
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Meant:
    """What else statements may mean: the entry of each with what one of its names may be, and laws."""

    older: tuple[tuple[int, Tensor | Declared], ...] = ()
    laws: tuple[Law, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.older or self.laws)

    def kept(self, report: DocumentReport) -> Meant:
        """Without the laws that do not hold for all tensors: those are about the tensors that are declared."""
        found = {law.entry: [s.status for s in report.statements if law.span.covers(s.span)] for law in self.laws}
        true = (law for law in self.laws if set(found[law.entry]) == {Status.VERIFIED})
        return replace(self, laws=tuple(true))

    def told(self, judged: Iterable[Judged]) -> None:
        """The statements that use a name as an older section has it are not checked."""
        older = dict(self.older)
        for j in judged if older else ():
            if (meant := older.get(j.role.entry.index)) is not None:
                j.notebook.diagnostics[:] = [d for d in j.notebook.diagnostics if d.severity is Severity.NOTE]
                j.failed = False
                where = f"may be meant as in line {meant.span.line}"
                j.unread = Unreadable(f"{meant.name} has other axes in a nearer section, and {where}", j.span)


NOTHING_ELSE = Meant()


def suspected(judged: Sequence[Judged]) -> tuple[tuple[Role, bool], ...]:
    """The statements of which the shapes are wrong, and nothing else; and whether its tensors only lack axes."""
    by_entry: dict[int, list[Judged]] = {}
    for j in judged:
        by_entry.setdefault(j.role.entry.index, []).append(j)
    codes = ((own[0].role, {d.code for j in own for d in j.notebook.problems}) for own in by_entry.values())
    return tuple((role, found == {_LACKS}) for role, found in codes if found and found <= OF_SHAPES)


def found(session: Session, suspects: Sequence[tuple[Role, bool]], wrong: Collection[Span]) -> Meant:
    """What those statements may mean that are wrong in the end."""
    older: list[tuple[int, Tensor | Declared]] = []
    laws: list[Law] = []
    for role, lacks in suspects:
        at = role.entry
        if not any(at.parsed.span.covers(other) for other in wrong):
            continue
        if (meant := next(_right_with(session, role), None)) is not None:
            older.append((at.index, meant))
        elif lacks and role.kind is Kind.CLAIM and (names := _of_any(session.scope, at)):
            laws.append(Law(at.index, at.parsed.span, names))
    return Meant(tuple(older), tuple(laws))


def _of_any(scope: Scope, at: Entry) -> frozenset[str]:
    """The tensors of an equation that has the same on both sides, and is a law if it holds for all tensors."""
    if not isinstance(at.parsed, ast.Chain) or [relation.kind for relation, _ in at.parsed.rest] != ["eq"]:
        return frozenset()
    names = (names_in(side) for side in operands(at.parsed))
    one, other = (frozenset(n for n in own if scope.tensor(n, at) is not None) for own in names)
    return one if one == other else frozenset()


def _right_with(session: Session, role: Role) -> Iterator[Tensor | Declared]:
    """The older bindings of the names of a statement with which it has no error."""
    for name in sorted(names_in(role.entry.parsed)):
        scope = session.scope
        if any(b.entry.section == role.entry.section for b in scope.by_name.get(name, ())):
            continue  # this section itself says what it is
        found = scope.tensor(name, role.entry)
        for _ in range(_MOST):
            if found is None or not _is_elsewhere(found, role.entry):
                break
            scope = _without_section(scope, name, found.entry.section)
            older = scope.tensor(name, role.entry)
            if older is None or not _is_elsewhere(older, role.entry):
                break
            there = replace(session, scope=scope, definitions={}, functions={}, bodies={}, members={})
            try:
                again = judge(there, role)
            except (Unreadable, RecursionError):
                again = []
            if again and not any(j.notebook.problems or j.failed or j.unread for j in again):
                yield older
            found = older


def _is_elsewhere(found: Tensor | Declared, at: Entry) -> bool:
    return found.entry.section != at.section and found.entry.index < at.index


def _without_section(scope: Scope, name: str, section: int) -> Scope:
    for b in scope.by_name.get(name, ()):
        if b.entry.section == section:
            scope = scope.without(b)
    return scope
