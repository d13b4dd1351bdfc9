"""`\\epsilon \\sim \\mathcal{N}(0, 1)` of a name that nothing else declares: any real numbers, of a shape that fits.

The shape is that of the mean, or of the deviation, or of the covariance, of which one axis of two counts; or else
that of what the name is added to in its section. What ntdoc cannot find a shape for has no value, as before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import checked_operand
from ntdoc.shapes.names.classify import Role
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.samples import drawn
from ntdoc.shapes.scope import Declared
from ntdoc.shapes.session import Session
from ntdoc.shapes.typed import Demand
from ntdoc.syntax import ast

_NORMAL = re.compile(r"(?:[a-z]+\()?(?:N|[Nn]ormal|[Gg]auss(?:ian)?)\)?")
_CHANGING = ast.ProductOperator | ast.BigOperator | ast.Index | ast.Rename | ast.Matrix
Axes = tuple[str, ...]


def declare(session: Session, roles: Sequence[Role]) -> list[Role]:
    """The roles, in which such statements declare their names; these are added to the scope."""
    entries = [role.entry for role in roles]
    found: list[Role] = []
    for role in roles:
        declares = _declared(session, role.entry, entries)
        for declared in declares:
            session.scope.add(declared)
        if declares:
            role = replace(role, kind=Kind.DECLARATION, name=declares[0].name, declares=declares)
        found.append(role)
    return found


def _declared(session: Session, at: Entry, entries: Sequence[Entry]) -> tuple[Declared, ...]:
    """What such a statement declares: all that it speaks of, or nothing."""
    names, found = _names(at.parsed), []
    for name, subject in zip(names, at.parsed.subjects if isinstance(at.parsed, ast.Chain) else (), strict=False):
        if session.scope.tensor(name, at) is not None or session.scope.function(name, at):
            return ()
        if (axes := _shape(_Probe(session), name, at, _given(at.parsed), entries)) is None:
            return ()
        found.append(Declared(name, _reals(axes, subject), "", at, subject.span))
    return tuple(found)


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
        if any(isinstance(part, _CHANGING) for part in walk(node)):
            return None
        forms = {taken_apart(name).form for name in names_in(node)}
        named = self._session.scope.by_name.items()
        members = (b for name, there in named if taken_apart(name).form in forms for b in there)
        sets = [b.domain for b in members if isinstance(b, Declared) and b.domain is not None and _is_near(b.entry, at)]
        axes = dict.fromkeys(sized.axis.name for s in sets for sized in s.shape.axes if not sized.axis.variable)
        return tuple(axes) or None


def _is_near(entry: Entry, at: Entry) -> bool:
    return entry.index < at.index or entry.section == at.section


def _names(parsed: ast.Parsed) -> tuple[str, ...]:
    """The names of which a statement says that they are normally distributed."""
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or not _given(parsed):
        return ()
    return drawn.names(parsed) if all(isinstance(s, ast.Symbol) and not s.axes for s in parsed.subjects) else ()


def _given(parsed: ast.Parsed) -> tuple[ast.Operand, ...]:
    """The mean, and the variance or the covariance."""
    right = parsed.rest[0][1] if isinstance(parsed, ast.Chain) and parsed.rest else None
    if not isinstance(right, ast.Juxtaposition) or len(right.factors) != 2:
        return ()
    head, bracket = right.factors
    normal = isinstance(head, ast.Symbol) and _NORMAL.fullmatch(head.full_name) and isinstance(bracket, ast.Group)
    return bracket.items if normal and isinstance(bracket, ast.Group) and not bracket.parameters else ()


def _shape(probe: _Probe, name: str, at: Entry, given: Sequence[ast.Operand], entries: Sequence[Entry]) -> Axes | None:
    known = [probe.axes(node, at) for node in given]
    if known[0] is None or known[0]:
        return known[0]
    for axes in known[1:]:
        if axes:
            return tuple(a for a in axes if not (a.endswith(("'", "*")) and a.rstrip("'*") in axes))
    beside = next((axes for node, where in _added(name, at, entries) if (axes := _of_term(probe, node, where))), None)
    return beside or (None if None in known else ())


def _of_term(probe: _Probe, node: ast.Operand, at: Entry) -> Axes | None:
    axes = probe.axes(node, at)
    return probe.declared(node, at) if axes is None else axes


def _added(name: str, at: Entry, entries: Sequence[Entry]) -> Iterator[tuple[ast.Expr, Entry]]:
    """What a name is added to in its section, or its multiples are; the nearest first."""
    here = (e for e in entries if e.section == at.section)
    for entry in sorted(here, key=lambda e: (e.run != at.run, abs(e.index - at.index))):
        for part in walk(entry.parsed):
            if isinstance(part, ast.Sum):
                own = [term for _, term in part.terms if name in names_in(term)]
                if own and not any(isinstance(p, _CHANGING) for term in own for p in walk(term)):
                    yield from ((term, entry) for _, term in part.terms if term not in own)


def _reals(axes: Axes, subject: ast.Operand) -> ast.TensorSet:
    span = subject.span
    shape = ast.Shape(tuple(ast.SizedAxis(ast.Axis(name, span), None) for name in axes), span)
    return ast.TensorSet(ast.Base("reals", (), "", span), shape, span)
