"""`\\epsilon \\sim \\mathcal{N}(0, 1)` of a name that nothing else declares: any real numbers, of a shape that fits.

The shape is that of the mean, or of the deviation, or of the covariance, of which one axis of two counts; or else
that of what the name is added to in its section, or multiplied with entry by entry. So it is for uniform distributions
and for those of zeros and ones. What ntdoc cannot find a shape for has no value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import checked_operand
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.samples import distributions
from ntdoc.shapes.session import Session
from ntdoc.shapes.typed import Demand
from ntdoc.syntax import ast

_CHANGING = ast.BigOperator | ast.Index | ast.Rename | ast.Matrix
Axes = tuple[str, ...]


def declare(session: Session, roles: Sequence[Role]) -> list[Role]:
    """The roles, in which such statements declare their names; these are added to the scope."""
    entries = [role.entry for role in roles]
    for role in roles:  # what stands for them until their shapes are known
        for declared in role.declares if distributions.subjects(role.entry.parsed) else ():
            session.scope.remove(declared)
    return [_declared(session, role, entries) if distributions.subjects(role.entry.parsed) else role for role in roles]


def _declared(session: Session, role: Role, entries: Sequence[Entry]) -> Role:
    """The role with all that the statement speaks of, or with nothing, if not all of it is new and has a shape."""
    at, found = role.entry, list[Declared]()
    for subject in distributions.subjects(at.parsed):
        name = subject.full_name
        known = session.scope.tensor(name, at) is not None or bool(session.scope.function(name, at))
        axes = None if known else _shape(_Probe(session), name, at, distributions.kind(at.parsed)[1], entries)
        if axes is None:
            return replace(role, declares=())
        found.append(Declared(name, distributions.domain(at.parsed, axes, subject), "", at, subject.span))
    for declared in found:
        session.scope.add(declared)
    return replace(role, kind=Kind.DECLARATION, name=found[0].name, declares=tuple(found))


class _Probe:
    """Shapes of formulas, read in a session of their own: nothing of it is kept while names still lack a meaning."""

    def __init__(self, session: Session) -> None:
        self._session = replace(
            session, definitions={}, functions={}, pending=set(), circular=set(), bodies={}, surroundings={},
            members={}, unsigned=set(), varying={}, parts={},
        )  # fmt: skip

    def axes(self, node: ast.Operand, at: Entry) -> Axes | None:
        """The axes of a formula; None if it cannot be read, or is in error."""
        env = self._session.environment(at)
        try:
            typed, _ = checked_operand(self._session, node, env)
        except Demand:
            return None
        wrong = env.notebook.diagnostics or env.notebook.blockers
        return None if typed is None or typed.shape is None or wrong else tuple(typed.shape)

    def declared(self, node: ast.Operand, at: Entry) -> Axes | None:
        """The axes of the tensors in a product of numbers and of what is declared, `\\sqrt{a_t} x_0`.

        Of what is defined for all members the first one counts: of `x_{t-1}` a declared `x_0`.
        """
        if _changes(node):
            return None
        forms = {taken_apart(name).form for name in names_in(node)}
        named = self._session.scope.by_name.items()
        members = (b for name, there in named if taken_apart(name).form in forms for b in there)
        sets = [b.domain for b in members if isinstance(b, Declared) and b.domain is not None and _is_near(b.entry, at)]
        axes = dict.fromkeys(sized.axis.name for s in sets for sized in s.shape.axes if not sized.axis.variable)
        return tuple(axes) or None


def _is_near(entry: Entry, at: Entry) -> bool:
    return entry.index < at.index or entry.section == at.section


def _shape(probe: _Probe, name: str, at: Entry, given: Sequence[ast.Operand], entries: Sequence[Entry]) -> Axes | None:
    known = [probe.axes(node, at) for node in given]
    if known[0] is None or known[0]:
        return known[0]
    for axes in known[1:]:
        if axes:
            return tuple(a for a in axes if not (a.endswith(("'", "*")) and a.rstrip("'*") in axes))
    beside = [axes for node, where in _added(name, at, entries) if (axes := _of_term(probe, node, where)) is not None]
    if not beside and None in known:
        return None
    return next((axes for axes in beside if axes), ())


def _of_term(probe: _Probe, node: ast.Operand, at: Entry) -> Axes | None:
    axes = probe.axes(node, at)
    return probe.declared(node, at) if axes is None else axes


def _added(name: str, at: Entry, entries: Sequence[Entry]) -> Iterator[tuple[ast.Expr, Entry]]:
    """What a name is added to in its section, or its multiples are, or multiplied with; the nearest first."""
    here = (e for e in entries if e.section == at.section)
    for entry in sorted(here, key=lambda e: (e.run != at.run, abs(e.index - at.index))):
        for part in walk(entry.parsed):
            terms = [term for _, term in part.terms] if isinstance(part, ast.Sum) else []
            if isinstance(part, ast.Product) and all(operator.kind == "times" for operator, _ in part.rest):
                terms = list(part.factors)
            own = [term for term in terms if name in names_in(term)]
            if own and not any(map(_changes, own)):
                yield from ((term, entry) for term in terms if term not in own)


def _changes(term: ast.Operand) -> bool:
    """Whether a formula may have other axes than what it is made of."""
    parts = [*walk(term)]
    contracts = any(isinstance(part, ast.ProductOperator) and part.kind != "times" for part in parts)
    return contracts or any(isinstance(part, _CHANGING) for part in parts)
