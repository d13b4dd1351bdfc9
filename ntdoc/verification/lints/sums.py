"""Sums of what has no axis in common, or an axis and its twin: by lifting they have the axes of both.

That is hardly meant of a bias, or of `x + A \\ndot{\\ax} x` with an A over `ax` and `ax'`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import Node, fields_of
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Notebook
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Contract, Defined, Plan, Renamed
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import STARS, stem
from ntdoc.shapes.typed import Typed, operand


class Sums:
    """The names that are added to what they have axes in common with, by their runs."""

    def __init__(self, session: Session, judged: Sequence[Judged]) -> None:
        self._session = session
        self._names: dict[int, set[str]] = {}
        for j in judged if any(j.notebook.apart for j in judged) else ():
            at_odds = {term.span for pair in _with_nothing_in_common(j.notebook) for term in pair}
            names = {use.name for use in j.notebook.uses if use.span not in at_odds}
            self._names.setdefault(j.role.entry.run, set()).update(names)

    def apart(self, judged: Judged) -> Iterator[Diagnostic]:
        """`W \\ndot{\\inp} X + b`, where `b` is declared near it and has the very axes that are taken away.

        With axes of its own it may be meant so, as an effect of each row in `U \\ndot{\\feat} V + r`, unless it belongs
        to a family of which others, `b^2` and `b^3`, have axes of what they are added to.
        """
        if judged.kind is Kind.DEFINITION:
            found = [*self._not_renamed(judged)] or [*self._unlike_its_product(judged), *self._since_the_first(judged)]
            yield from {told.span: told for told in found}.values()  # several notebooks may have the same sum

    def _unlike_its_product(self, judged: Judged) -> Iterator[Diagnostic]:
        for notebook in judged.notebooks:
            beside = {
                use.span: b.name
                for use in notebook.uses
                if isinstance(b := use.binding, Declared) and _is_beside(b.entry, judged.role.entry)
            }
            for sum_of, term in _with_nothing_in_common(notebook):
                if term.span not in beside or not isinstance(sum_of.plan, Contract) or not term.shape:
                    continue
                if set(term.shape) <= set(sum_of.plan.axes) or self._has_kin(judged, beside[term.span]):
                    yield _told(sum_of, term)

    def _not_renamed(self, judged: Judged) -> Iterator[Diagnostic]:
        """`x + A \\ndot{\\ax} x` with an A over `ax'` and `ax`: nothing renames `ax'`, or says that both are meant."""
        declared = self._session.scope.declaration(judged.name or "", judged.role.entry)
        said = declared.domain.shape.axes if declared is not None and declared.domain is not None else ()
        meant = {sized.axis.name for sized in said}
        for notebook in judged.notebooks:
            for sum_of, term in _both_ways(notebook):
                twins = ((axis, _twin_beside(axis, term, sum_of)) for axis in term.shape or {} if axis not in meant)
                yield from (_told_of_twin(sum_of, term, axis, twin) for axis, twin in twins if twin)

    def _has_kin(self, judged: Judged, name: str) -> bool:
        """Whether another member of the family of a name fits in the same run."""
        own = taken_apart(name)
        scripts = bool(own.sub or own.sup)
        kin = self._names.get(judged.role.entry.run, set()) - {name}
        return scripts and any(taken_apart(other).form == own.form for other in kin)

    def _since_the_first(self, judged: Judged) -> Iterator[Diagnostic]:
        """A term of `h^t`, computed of `h^{t-1}`, that has only axes that `h^0` is declared without beside it.

        Both are contractions, of which one has other weights than are meant. Else it may be meant so: a shock is one
        of all assets.
        """
        form, at = taken_apart(judged.name or "").form, judged.role.entry
        if judged.value is None or all(taken_apart(use.name).form != form for use in judged.notebook.uses):
            return
        bindings = (b for found in self._session.scope.by_name.values() for b in found if b.entry.run == at.run)
        firsts = [b for b in bindings if isinstance(b, Declared) and b.domain and _is_number_of(b.name, form)]
        if len(firsts) != 1 or firsts[0].domain is None:
            return
        new = set(judged.value.shape or ()) - {sized.axis.name for sized in firsts[0].domain.shape.axes}
        definitions = self._session.definitions.items() if new else ()
        members = [found.notebook for key, found in definitions if isinstance(key, tuple) and key[0] == at.index]
        pairs = (pair for m in members for pair in _with_nothing_in_common(m))
        pairs = (pair for pair in pairs if all(isinstance(t.plan, Contract) for t in pair))
        yield from (_told(sum_of, term) for sum_of, term in pairs if set(term.shape or ()) <= new)


def _is_beside(declared: Entry, at: Entry) -> bool:
    """Whether a declaration stands in the run of a sum, or in a sentence of its section."""
    return declared.run == at.run if declared.display else declared.section == at.section


def _both_ways(notebook: Notebook) -> Iterator[tuple[Typed, Typed]]:
    for left, right in notebook.apart:
        yield left, right
        yield right, left


def _with_nothing_in_common(notebook: Notebook) -> Iterator[tuple[Typed, Typed]]:
    return ((a, b) for a, b in _both_ways(notebook) if (a.shape or {}).keys().isdisjoint(b.shape or {}))


def _twin_beside(axis: str, term: Typed, sum_of: Typed) -> str:
    """The axis that a term sums over, and gets a twin of, beside what has it; else nothing."""
    others = {a for a in sum_of.shape or {} if a != axis and stem(a) == stem(axis)} - {*(term.shape or {})}
    if len(others) != 1 or axis in (sum_of.shape or {}):
        return ""
    (other,) = others
    if any(a.endswith(tuple(STARS)) or a.startswith("#") for a in (axis, other)):
        return ""
    parts = [*_written(term.plan)]
    renamed = any(isinstance(part, Renamed) and axis in dict(part.pairs).values() for part in parts)
    summed = any(isinstance(part, Contract) and other in part.axes for part in parts)
    return other if summed and not renamed else ""


def _written(plan: Plan | None) -> Iterator[Node]:
    """The parts of a value that stand in its formula, and not in the definitions that this is made of."""
    pending: list[object] = [plan]
    while pending:
        part = pending.pop()
        if isinstance(part, tuple):
            pending.extend(part)
        elif isinstance(part, Node) and not isinstance(part, Defined):
            yield part
            pending.extend(fields_of(part))


def _told(sum_of: Typed, term: Typed) -> Diagnostic:
    message = f"{term.text} has no axis in common with {sum_of.text}: the sum has the axes of both"
    return Diagnostic("NT409", message, term.span, label="no axis in common", operands=(operand(sum_of), operand(term)))


def _told_of_twin(sum_of: Typed, term: Typed, axis: str, twin: str) -> Diagnostic:
    message = f"{term.text} has the axis `{axis}`, and {sum_of.text} has `{twin}`: the sum has both"
    label = f"`{axis}` is not renamed to `{twin}`"
    return Diagnostic("NT409", message, term.span, label=label, operands=(operand(sum_of), operand(term)))


def _is_number_of(name: str, form: tuple[str, int, int]) -> bool:
    """Whether a name is that of the member of a family with a certain number."""
    apart = taken_apart(name)
    parts = apart.parts
    return apart.form == form and bool(parts) and all(part.isdigit() for part in parts)
