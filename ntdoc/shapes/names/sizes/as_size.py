"""Letters that are the sizes of axes where a statement stands: the `n` of `\\ax[n]`, before it or beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes import families
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.patterns import is_update, names_in
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def is_size(session: Session, name: str, env: Environment) -> bool:
    """Whether what is stated of sizes, before here or beside it, names one so.

    What a statement changes, `m \\leftarrow \\beta m + E`, is no size that only other sections have.
    """
    if _is_changed(name, env.at) and not any(e.section == env.at.section for e in session.written_sizes.get(name, ())):
        return False
    if session.stated().every.names(name, env.at):
        return True
    written = [e for e in session.written_sizes.get(name, ()) if not e.local]
    if any(e.section == env.at.section for e in written):
        return True
    if any(e.index <= env.at.index and not isinstance(e.parsed, ast.Signature) for e in written):
        return True  # what a signature calls a size is its own affair
    if any(_gives_size(session, e, name, env.at) for e in written if not isinstance(e.parsed, ast.Signature)):
        return True
    functions = session.scope.functions_in_run(env.at)
    return _defines_size(session, env) and any(name in families.letters_in(f.name) for f in functions)


def _is_changed(name: str, at: Entry) -> bool:
    """Whether a statement updates what has that name: `m \\leftarrow \\beta m + E`."""
    subjects = at.parsed.subjects if isinstance(at.parsed, ast.Chain) and is_update(at.parsed) else ()
    return any(isinstance(s, ast.Symbol) and s.full_name == name for s in subjects)


def _gives_size(session: Session, further_on: Entry, name: str, at: Entry) -> bool:
    """Whether what comes later gives an axis of a statement that size: `d_k`, which is behind `\\ndot{\\key}` here."""
    axes = {part.name for part in walk(at.parsed) if isinstance(part, ast.Axis)} | _axes_of_sizes(session, at)
    sized = (part for part in walk(further_on.parsed) if isinstance(part, ast.SizedAxis) and part.axis.name in axes)
    return any(name in names_in(part.size) for part in sized)


def _axes_of_sizes(session: Session, at: Entry) -> set[str]:
    """The axes of a run whose sizes a statement is about: `n' = n - k + 1` beside `\\seq[n']`."""
    names = names_in(at.parsed) & session.written_sizes.keys()
    beside = {name: [e for e in session.written_sizes[name] if e.run == at.run] for name in names}
    sized = ((name, part) for name, found in beside.items() for e in found for part in walk(e.parsed))
    return {p.axis.name for name, p in sized if isinstance(p, ast.SizedAxis) and name in names_in(p.size)}


def _defines_size(session: Session, env: Environment) -> bool:
    """Whether a statement is about a size that is written in its run: `m = \\lfloor (n - k) / s \\rfloor + 1`."""
    parsed = env.at.parsed
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) else ()
    names = [s.full_name for s in subjects if isinstance(s, ast.Symbol)]
    return any(e.run == env.at.run for name in names for e in session.written_sizes.get(name, ()))
