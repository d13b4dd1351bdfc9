"""A loss of which nothing is said but its derivative: *let `\\ell` be a loss and `G = \\partial\\ell/\\partial Y`*.

It is any linear function of that tensor, so that its gradient is a tensor like any other, and any smooth one where it
is differentiated twice; after `\\partial\\ell = G \\ndot{\\ax} \\partial Y`, the one of this differential. Where `G` is
said to be the derivative already, that is the chain rule, and says no more of it. Something may be added to it:
`J = \\ell + \\lambda \\nsum{\\ax} w^2`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.nodes import Node, fields_of, rewritten, walk
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.families import Value, letters_in
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.families import members
from ntdoc.shapes.names.families.lists import MOST, indices_of
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import Linear, Smooth
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_SOON = 3  # steps to a last member of which nothing says where it is


class Losses:
    """The names that stand alone in the text, and else only where they are differentiated."""

    def __init__(self, entries: Sequence[Entry], scope: Scope) -> None:
        self._scope = scope
        self._entries: dict[str, list[Entry]] = {}
        self._reached: dict[tuple[str, int], set[int]] = {}
        self._all: dict[int, list[Entry]] = {}
        spoken = {name for e in entries if (name := _mentioned(e)) is not None}
        for e in entries:
            self._all.setdefault(e.section, []).append(e)
            name = _in_passing(e)
            if name is not None and (e.local or name not in scope.by_name):  # *any loss*, or one that only this names
                spoken.add(name)
        found: dict[str, list[Entry]] = {name: [] for name in sorted(spoken)}
        for e in entries:
            for name in found.keys() & names_in(e.parsed) if _mentioned(e) is None else ():
                found[name].append(e)
        for name, naming in found.items():
            own = {b.entry.sentence for b in scope.by_name.get(name, ()) if b.entry.local}  # *if `\\ell = …`, then*
            defined = {b.entry.section for b in scope.by_name.get(name, ()) if not b.entry.local}
            naming = [e for e in naming if e.sentence not in own]
            other = {e.section for e in naming if not _only_differentiated(e.parsed, name) and not _is_added(e, name)}
            if all(isinstance(b, Tensor | Function) for b in scope.by_name.get(name, ())) and (defined or not other):
                self._entries[name] = [e for e in naming if e.section not in defined | other]

    def anew(self, session: Session, found: Tensor | Declared, env: Environment, span: Span) -> Typed | None:
        """Any loss, in a section that differentiates by nothing of which the one of another section is made.

        Then it is another one, though it has the same name: *let `L` be some loss*, for all sections.
        """
        if found.name not in self._entries or not isinstance(found, Tensor) or found.entry.section == env.at.section:
            return None
        by = {s for e in self._near(found.name, env) for s in _differentiated_by(e, found.name)}
        return self.value(session, found.name, env, span) if by and not by & self._made_of(found.name, env.at) else None

    def instead(self, session: Session, body: ast.Expr, env: Environment) -> Typed | None:
        """Any loss, in a section that differentiates by nothing that a function of that name elsewhere is made of."""
        name = body.full_name if isinstance(body, ast.Symbol) and not body.axes else ""
        if name not in self._entries or self._scope.tensor(name, env.at) is not None:
            return None
        own = [b for b in self._scope.function(name, env.at) if isinstance(b, Function)]
        if not own or any(b.entry.section == env.at.section for b in own):
            return None
        by = {s for e in self._near(name, env) for s in _differentiated_by(e, name)}
        made = made_of(self._scope, frozenset().union(*(names_in(b.body).union(b.letters) for b in own)), env.at)
        return self.value(session, name, env, body.span) if by and not by & made else None

    def _near(self, name: str, env: Environment) -> list[Entry]:
        """What is said of a loss in the section of an entry, and in those whose derivatives of it are named there.

        `G` in `\\partial\\ell/\\partial W = G X` is still the `\\partial\\ell/\\partial Y` of the section before.
        """
        own = self._entries.get(name, [])
        place = (name, env.at.section)
        if own and place not in self._reached:
            self._reached[place] = self._sections_of(own, env.at)
        return [e for e in own if e.section in self._reached[place]]

    def _sections_of(self, own: list[Entry], at: Entry) -> set[int]:
        """The section of an entry and those where what it uses is said to be the derivative of a loss."""
        named = {e.index: e for e in own}
        sections = [at.section]
        if {e.section for e in own} == {at.section}:
            return {at.section}
        for section in sections:  # and those of what is found so
            for entry in self._all.get(section, ()):
                for symbol in sorted(names_in(entry.parsed)):
                    found = self._scope.tensor(symbol, entry)
                    said = named.get(found.entry.index) if isinstance(found, Tensor) else None
                    if said is not None and said.section not in sections and self._is_same(said, at):
                        sections.append(said.section)
        return {*sections}

    def _is_same(self, said: Entry, at: Entry) -> bool:
        """Whether all by which an entry differentiates is the same at another place."""
        by = {s for d in _differentials(said) for s in names_in(d.by)}
        pairs = ((self._scope.tensor(s, said), self._scope.tensor(s, at)) for s in by)
        return all(a is not None and b is not None and a.entry is b.entry for a, b in pairs)

    def value(self, session: Session, name: str, env: Environment, span: Span) -> Typed | None:
        """The loss of that name in the section of an entry; None if there is none."""
        if _called(env.at) is not None:
            return None  # that is no product
        near = self._near(name, env)
        for entry in near:
            body = _of_differential(entry, name)
            if body is not None and not any(name in self._made_of(s, entry) for s in names_in(body)):
                return infer.check(session, body, env)._replace(span=span)
        by = list(dict.fromkeys(s for e in near for s in _differentiated_by(e, name)))
        if not by:
            return None
        last = max(by, key=lambda s: len(set(by) & self._made_of(s, env.at)))
        env = replace(env, indices={**env.indices, **_at_the_end(session, last, env)})
        typed = infer.check(session, ast.Symbol(last, None, None, (), False, span), env)
        if typed.shape is None or typed.plan is None:  # it is a number all the same
            return typed._replace(plan=None, shape=None if typed.shape is None else {})
        own, arguments = (tuple(typed.shape),), (typed.plan,)
        if any(isinstance(d, ast.Derivative) and len(d.by) > 1 for e in near for d in _differentials(e)):
            return Typed(Smooth(name, own, (), arguments), {}, span)
        return Typed(Linear(name, own, (), (0,), arguments), {}, span)

    def _made_of(self, name: str, at: Entry) -> set[str]:
        """All that a tensor is computed from."""
        found = self._scope.tensor(name, at)
        return made_of(self._scope, names_in(found.body), at) if isinstance(found, Tensor) else set()


def _at_the_end(session: Session, name: str, env: Environment) -> dict[str, Value]:
    """The value of the index letter for the member of a family that is made of all others: the last, `h_T` of `h_t`."""
    for letter in letters_in(name):
        value = env.indices.get(letter, session.ranges.indices(env.at).get(letter))
        at, step, begin = None, 1, session.ranges.indices(env.at).get(letter, value)
        for tried in range(MOST):
            if not isinstance(value, int):
                break
            found = members.tensor(session, name, replace(env, indices={**env.indices, letter: value}))
            if found is None:
                break
            if isinstance(found.binding, Tensor):  # the first of them, and all behind the last, may only be declared
                at, step = value, _step(found.binding, letter)
            if tried == MOST - 1 and at == value and isinstance(begin, int):
                return {letter: begin + step * _SOON}  # nothing says where it ends: at one place for all members
            value += step
        if at is not None:
            return {letter: at}
    return {}


def _step(definition: Tensor, letter: str) -> int:
    """-1 if the members of a family are made of those behind them, else 1."""
    own, made_of = (
        [offset for name in names for x, offset in indices_of(name) if x == letter]
        for names in ((definition.name,), names_in(definition.body))
    )
    return -1 if max(made_of, default=0) > max(own, default=0) else 1


def _mentioned(entry: Entry) -> str | None:
    """The name that is all of a formula in the text, *a loss `\\ell`*, or all but its argument, *loss `\\ell(h)`*."""
    symbol = _called(entry) or alone(entry)
    return symbol.full_name if isinstance(symbol, ast.Symbol) and not symbol.axes else None


def _called(entry: Entry) -> ast.Expr | None:
    """The function in a formula of the text that is nothing but its value."""
    parsed = entry.parsed
    if entry.display or not isinstance(parsed, ast.Chain) or parsed.rest or len(parsed.subjects) != 1:
        return None
    value = parsed.subjects[0]
    if not isinstance(value, ast.Juxtaposition) or len(value.factors) != 2:
        return None
    return value.factors[0] if isinstance(value.factors[1], ast.Group) else None


def _in_passing(entry: Entry) -> str | None:
    """The loss of which a sentence only gives a name to the derivative: *with `G = \\partial\\ell / \\partial Y`*."""
    parsed = entry.parsed
    if entry.display or not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind != "eq":
        return None
    left, right = parsed.subjects[0], parsed.rest[0][1]
    if not isinstance(left, ast.Symbol) or not isinstance(right, ast.Derivative):
        return None
    return right.body.full_name if isinstance(right.body, ast.Symbol) and not right.body.axes else None


def _only_differentiated(node: object, name: str) -> bool:
    """Whether a name stands in a statement only below a differential."""
    if isinstance(node, ast.Differential | ast.Derivative):
        return name not in names_in(node.by)
    if isinstance(node, ast.Symbol) and node.full_name == name:
        return False
    parts = node if isinstance(node, tuple) else fields_of(node) if isinstance(node, Node) else ()
    return all(_only_differentiated(part, name) for part in parts)


def _is_added(entry: Entry, name: str) -> bool:
    """Whether a definition adds something to a loss: `J = \\ell + \\lambda \\nsum{\\ax} w^2`."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or any(relation.kind not in ("eq", "define") for relation, _ in parsed.rest):
        return False
    if not parsed.rest or name in names_in(parsed.subjects):
        return False
    sums = [side for _, side in parsed.rest if isinstance(side, ast.Sum) and len(side.terms) > 1]
    terms = {id(term) for side in sums for term in _terms(side)}
    places = (part for part in walk(parsed) if isinstance(part, ast.Symbol) and part.full_name == name)
    return all(id(place) in terms for place in places)


def _terms(node: ast.Sum) -> Iterator[ast.Expr]:
    """The terms, and of a multiple, `a \\ell`, what is last in it."""
    for _, term in node.terms:
        yield term
        if isinstance(term, ast.Juxtaposition):
            yield term.factors[-1]


def _differentials(entry: Entry) -> Iterator[ast.Differential | ast.Derivative]:
    for part in walk(entry.parsed):
        if isinstance(part, ast.Differential | ast.Derivative):
            yield part


def _differentiated_by(entry: Entry, name: str) -> Iterator[str]:
    for d in _differentials(entry):
        if isinstance(d, ast.Derivative) and isinstance(d.body, ast.Symbol) and d.body.full_name == name:
            for by in d.by:
                inner = by.body if isinstance(by, ast.Star) else by
                if isinstance(inner, ast.Symbol):
                    yield inner.full_name


def _of_differential(entry: Entry, name: str) -> ast.Expr | None:
    """The linear function of which `\\partial\\ell = E` says the differential: `E` with `X` for `\\partial X`."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind != "eq":
        return None
    left, right = parsed.subjects[0], parsed.rest[0][1]
    if not (isinstance(left, ast.Differential) and isinstance(left.body, ast.Symbol) and left.body.full_name == name):
        return None
    if isinstance(right, ast.TensorSet) or name in names_in(right):
        return None
    found: ast.Expr = rewritten(right, _undifferentiated)
    return found


def _undifferentiated(node: Node) -> Node:
    return node.body if isinstance(node, ast.Differential) and isinstance(node.body, ast.Symbol) else node
