"""The room that an index needs: `X_{\\ax(p(i-1)+j)}` asks for an axis that is long enough for the last i and j."""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes import families
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import indexing
from ntdoc.shapes.functions import codomains
from ntdoc.shapes.plan import Constant, Counter, Plan, Sampled
from ntdoc.shapes.sizes import Size, SizeError, number, variable
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def ask(session: Session, index: ast.Expr, size: Size, env: Environment) -> None:
    """Choose sizes for which an index that is made of letters is not beyond the end of its axis, if there are such.

    Not where the document says already how the sizes go together, and not where conditions decide which entries are
    taken. What a call moves an index by, `d` of `f_d(x)_{\\ax(i)} = x_{\\ax(i-d)}`, is less than the axis has, though.
    """
    own = families.letters_in(env.inside.name) if env.inside is not None else frozenset()
    for moved in _moved_by(session, index, own, env):
        if _may_lack(room := env.notebook.equations.reduce(size - moved)):
            env.notebook.equations.at_least(room, 1)
    if isinstance(index, ast.Symbol | ast.Number) or env.partial:
        return
    symbols = {part.full_name for part in walk(index) if isinstance(part, ast.Symbol)}
    letters = {s: v.plan for s in symbols if (v := env.values.get(s)) is not None and isinstance(v.plan, Counter)}
    if not letters:
        return
    with suppress(Unreadable, SizeError):
        at = {s: variable(f"#{s}") for s in letters}
        sample = indexing.to_size(session, index, replace(env, sizes={**env.sizes, **at}))
        ends: list[dict[str, Size]] = [{}, {}]
        for letter, counter in letters.items():
            signs = {c > 0 for monomial, c in sample.terms if any(atom == f"#{letter}" for atom, _ in monomial)}
            if len(signs) != 1:
                return
            first, last = number(counter.low), counter.size + number(counter.low - 1)
            ends[0][letter], ends[1][letter] = (first, last) if signs == {True} else (last, first)
        least, most = (indexing.to_size(session, index, replace(env, sizes={**env.sizes, **end})) for end in ends)
        equations = env.notebook.equations
        if any(equations.equal(size, counter.size) for counter in letters.values()):
            return  # the letter runs over all of the axis
        size, most, least = equations.reduce(size), equations.reduce(most), equations.reduce(least)
        above = size - most + number(1) if size.atoms.isdisjoint(most.atoms) else number(1)
        for room in (above, least):
            if _may_lack(room) and all(atom in own or _is_size(session, atom) for atom in room.atoms):
                equations.at_least(room, 1, room=True)


def _moved_by(session: Session, index: ast.Expr, letters: Set[str], env: Environment) -> Iterator[Size]:
    """What is added to an index or taken from it, if it is one of some letters."""
    for _, term in index.terms if isinstance(index, ast.Sum) else ():
        if isinstance(term, ast.Symbol) and term.full_name in letters and term.full_name not in env.values:
            with suppress(Unreadable):
                yield indexing.to_size(session, term, env)


def ask_for_numbers(index: Plan | None, size: Size, env: Environment) -> None:
    """Choose sizes for which a written index is not beyond the end, and one that is drawn from the natural numbers.

    Nor one of `[V]`, if nothing else says what V is: then an index of this axis is.
    """
    upto = index.limit if isinstance(index, Sampled) else codomains.limit_of(index)
    if isinstance(upto, Size):
        limit = env.notebook.equations.reduce(upto)
        if limit in map(variable, limit.atoms) and not any(atom.startswith("|") for atom in limit.atoms):
            env.notebook.equations.suggest(limit, size)
    largest = 0.0
    if isinstance(index, Constant):
        largest = index.value
    elif isinstance(index, Sampled) and index.domain.kind is DomainKind.INTEGERS and index.limit is None:
        largest = index.domain.upper
    if 1 < largest < 64 and largest == int(largest):
        env.notebook.equations.at_least(size, int(largest))


def _is_size(session: Session, atom: str) -> bool:
    return atom.startswith("|") or atom in session.written_sizes


def _may_lack(room: Size) -> bool:
    """Whether the sizes decide if there is room: it grows with some, and shrinks with others or begins below 0.

    What only grows is there: to choose it as small as can be would hide an index that is beyond the end.
    """
    grows = any(c > 0 for monomial, c in room.terms if monomial)
    return grows and any(c < 0 for _, c in room.terms)
