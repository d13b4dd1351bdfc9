"""Laws: claims about all tensors, or about every index."""

from __future__ import annotations

from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.operations.domain import Domain
from ntdoc.report import Kind
from ntdoc.shapes import functions, indexing
from ntdoc.shapes.claims import claim_links
from ntdoc.shapes.classify import Role
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import Sampled, ShapeOf
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import default_size, variable
from ntdoc.shapes.typed import Demand, Typed
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable


def claims(session: Session, role: Role, parsed: ast.Chain) -> list[Judged]:
    env = session.environment(role.entry)
    if len(parsed.subjects) != 1:
        span = parsed.span
        found = Judged(role, Kind.CLAIM, span, parsed.rows[0], None, env.notebook)
        found.unread = Unreadable("several left sides of one relation", span)
        return [found]
    links = claim_links(session, role, parsed, env)
    letters = _index_letters(parsed) & _undeclared(links)
    free = _undeclared_tensors(links, letters)
    if free or letters:
        law = _law(session, role, parsed, free, letters)
        if law is not None:
            return law
    return links


def _undeclared(found: list[Judged]) -> frozenset[str]:
    diagnostics = (d for judged in found for d in judged.notebook.diagnostics)
    return frozenset(d.message.partition(" ")[0] for d in diagnostics if d.code == "NT201")


def _undeclared_tensors(found: list[Judged], letters: frozenset[str]) -> frozenset[str]:
    """The names that a claim quantifies over: all its tensors, and none of them declared. Else none."""
    for judged in found:
        if any(use.role == "tensor" and use.typed is not None and use.typed.shape for use in judged.notebook.uses):
            return frozenset()
        if any(d.code == "NT202" for d in judged.notebook.diagnostics):
            return frozenset()
    return _undeclared(found) - letters


def _index_letters(parsed: ast.Chain) -> frozenset[str]:
    """The letters that stand in an index, as `j` in `X_{\\ax(j)}`."""
    indices = (part for part in walk(parsed) if isinstance(part, ast.Index))
    return frozenset(name for index in indices for _, expr in index.items for name in names_in(expr))


def _law(
    session: Session, role: Role, parsed: ast.Chain, free: frozenset[str], letters: frozenset[str]
) -> list[Judged] | None:
    """A claim about no tensor in particular holds for all tensors for which both sides are well formed.

    An index letter that nothing binds stands for every index of the axis that it is used on.
    """
    working: dict[str, ShapeOf] = {name: {} for name in free}
    env = session.environment(role.entry)
    counters = {
        letter: indexing.counter(letter, variable(f"#{letter}@{parsed.span.start}"), parsed.span) for letter in letters
    }
    result: list[Judged] = []

    def attempt() -> Typed:
        values = {
            name: Typed(Sampled(name, tuple(shape.items()), Domain()), shape, parsed.span, frozenset({name}))
            for name, shape in working.items()
        }
        result[:] = claim_links(session, role, parsed, replace(env, values=values | counters))
        return Typed(None, {}, parsed.span)

    def grant(demand: Demand) -> bool:
        able = [p for p in demand.parameters if p in working and demand.axis not in working[p]]
        for name in able:
            working[name] = {**working[name], demand.axis: default_size(demand.axis)}
        return bool(able)

    try:
        functions.with_demands(env, attempt, grant)
    except Unreadable:
        return None
    for counter in counters.values():
        open_size = result[0].notebook.equations.reduce(next(iter((counter.shape or {}).values())))
        if any(atom.startswith("#") for atom in open_size.atoms):
            return None
    return result
