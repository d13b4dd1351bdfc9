"""The sizes that axes have in a statement by the arrays in it: of `q = [1\\ 2]`, `|\\ax|` beside `q` is 2."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.patterns import is_size, names_in
from ntdoc.shapes.sizes import Equations, Size, variable
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session
    from ntdoc.shapes.stated import StatedSize

_COUNTED = regex(
    r"[\s$\\)]*(?:(?!and\b|or\b)[a-z]+\s+)?(?:parameters|weights|entries|numbers|values|multiplications|operations|additions|flops)\b",
    re.IGNORECASE,
)


def sizes_beside(session: Session, at: Entry) -> dict[str, Size]:
    """What `|\\ax|` is beside tensors that have this axis in one size only, `3` of an array or `n` of `\\ax[n]`.

    What is stated of the size elsewhere is about other tensors with such an axis. Within a function the sizes are those
    of its arguments.
    """
    parsed = at.parsed
    if not isinstance(parsed, ast.Chain) or at.where:
        return {}
    written = {axis.name for node in walk(parsed) if isinstance(node, ast.Size) for axis in node.axes}
    if not written or any(f.entry.index == at.index for f in session.scope.functions):
        return {}
    found: dict[str, set[Size]] = {}
    for name in names_in(parsed):
        tensor = session.scope.tensor(name, at)
        if isinstance(tensor, Tensor) and tensor.entry.index < at.index and not tensor.indices:
            for axis, size in (session.definition(tensor).typed.shape or {}).items():
                found.setdefault(axis, set()).add(size)
        elif isinstance(tensor, Declared) and tensor.domain is not None and _is_seen(tensor.entry, at):
            env = Environment(tensor.entry, Notebook(Equations()))
            with suppress(Unreadable):
                for axis, size in (session.shape(tensor.domain.shape, env) or {}).items():
                    found.setdefault(axis, set()).add(size)
    alike = {axis: next(iter(sizes)) for axis, sizes in found.items() if axis in written and len(sizes) == 1}
    return {f"|{axis}|": size for axis, size in alike.items() if f"|{axis}|" not in size.atoms}


def _is_seen(declared: Entry, at: Entry) -> bool:
    """Whether a declaration stands before a statement, or in the clause that it goes on with: *where `x \\in S`*."""
    return declared.index < at.index or (declared.where and declared.run == at.run)


def size_by_letter(session: Session, axis: str, body: ast.Operand, at: Entry) -> Size | None:
    """How long an axis is in `g_{\\win(j)} = \\sin(j / w)`, where a set before has `\\win[w]`."""
    found: set[str] = set()
    for name in names_in(body) & session.written_sizes.keys():
        for entry in session.written_sizes[name]:
            if entry.local or entry.index >= at.index or isinstance(entry.parsed, ast.Signature):
                continue
            sized = (part for part in walk(entry.parsed) if isinstance(part, ast.SizedAxis) and part.axis.name == axis)
            found |= {name for part in sized if isinstance(part.size, ast.Symbol) and part.size.full_name == name}
    return variable(found.pop()) if len(found) == 1 else None


def size_of_end(session: Session, letter: str, at: Entry) -> Size:
    """The size that a letter at the end of a range is: itself, or what it is computed from, `n = N - w + 1`.

    So is *with `n = |\\ax|`*: the last of `k = 1, \\ldots, n` is the last entry along that axis.
    """
    if letter not in session.written_sizes and not _is_of_axes(session, letter):
        return variable(letter)
    return session.size_named(letter, Environment(at, Notebook(Equations()))) or variable(letter)


def _is_of_axes(session: Session, letter: str) -> bool:
    """Whether a letter is computed from sizes of axes: `n = |\\ax|`, `K = |\\ax| - 1`."""
    bodies = [b.body for b in session.scope.by_name.get(letter, ()) if isinstance(b, Tensor) and not b.indices]
    return any(is_size(body) and any(isinstance(part, ast.Size) for part in walk(body)) for body in bodies)


def numbers_before(session: Session, total: StatedSize) -> list[StatedSize]:
    """What the section has said before of the sizes in a total, `|\\ax| |\\bx| + |\\bx| = 8`, if of all of them."""
    counted, at = total.sizes[0][0], total.entry
    if counted.atom is not None or counted.constant is not None or total.sizes[-1][0].constant is None:
        return []
    last: dict[str, StatedSize] = {}
    for s in session.sizes:
        there = s.entry.is_above(at) and s.entry.run != at.run
        if there and s.entry.index not in session.passing and not (s.entry.local or s.entry.example or s.entry.cell):
            for atom in (size.atom for size, _ in s.sizes):
                if atom is not None:
                    last[atom] = s
    if not counted.atoms <= last.keys() or any(last[a].sizes[-1][0].constant is None for a in counted.atoms):
        return []
    return [last[a] for a in sorted(counted.atoms)]


def relations_before(session: Session, total: StatedSize) -> list[StatedSize]:
    """What earlier sections have said of the sizes in a count, `|\\bx| = 4 |\\ax|`, if its own says nothing of that."""
    at, names = total.entry, {name for size, _ in total.sizes for name in size.atoms}
    plain = any(size.atom is not None or size.constant is not None for size, _ in total.sizes)
    if plain or _COUNTED.match(sentences.after(at.parsed.span)) is None:
        return []
    last: dict[str, StatedSize] = {}
    for s in session.sizes:
        relates = len(s.sizes) == 2 and s.sizes[0][0].atom in names and s.sizes[1][0].constant is None
        if s is total or not relates or not s.sizes[1][0].atoms <= names:
            continue
        if s.entry.section == at.section:
            return []
        said = not (s.entry.local or s.entry.example or s.entry.cell or s.entry.illustration)
        if said and s.entry.index < at.index and s.entry.index not in session.passing:
            last[s.sizes[0][0].atom or ""] = s
    return list(last.values())


def of_last_case(own: StatedSize, beside: Sequence[StatedSize]) -> list[StatedSize]:
    """What a total in a sentence is counted from, where this takes others sizes anew: *8, and with `|\\ax| = 8` 24*."""
    if own.sizes[0][0].atom is not None:
        return list(beside)
    found: list[StatedSize] = []
    for stated in beside:
        same = stated.entry.sentence == own.entry.sentence and stated.sizes[-1][0].constant is not None
        axes = {size.atom for size, _ in stated.sizes[:-1]} if same else {None}
        if None not in axes and any(not axes.isdisjoint(_counted(s)) for s in found if s.sizes[0][0].atom is not None):
            totals = [s for s in found if s.entry.sentence == own.entry.sentence and s.sizes[0][0].atom is None]
            found = [s for s in found if s not in totals and axes.isdisjoint(_counted(s))]
        found.append(stated)
    return found


def _counted(stated: StatedSize) -> set[str | None]:
    """The axes to which a number is given in a sentence; none if it is another statement."""
    number = stated.sizes[-1][0].constant is not None
    return {size.atom for size, _ in stated.sizes[:-1]} if number else set()


def against(own: StatedSize, beside: Sequence[StatedSize]) -> list[StatedSize] | None:
    """The statements of sizes that one contradicts: as few as tell; none if it does so by itself; None if it fits."""
    others = [s for s in beside if s is not own]
    if len(others) == len(beside) or _fits([*others, own]):  # one that is said in passing contradicts nothing
        return None
    for s in list(others):
        fewer = [o for o in others if o is not s]
        if not _fits([*fewer, own]):
            others = fewer
    return others


def _fits(stated: Sequence[StatedSize]) -> bool:
    """Whether the last of some statements of sizes goes with those before it."""
    equations = Equations()
    fits = [equations.unify(*pair, stated=True) for s in stated for pair in s.pairs]
    return all(fits[-(len(stated[-1].sizes) - 1) :])
