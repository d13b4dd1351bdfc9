"""Tensors that are said to have other axes than their definition gives them: which of the two is meant nobody knows."""

from __future__ import annotations

from ntdoc.diagnostics import Severity
from ntdoc.shapes.defined import Definition
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Notebook
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.shapes.statements import judge
from ntdoc.syntax.cursor import Unreadable


def block_on_disputed(session: Session, judged: list[Judged]) -> None:
    """Others go on from the axes that are said. What goes wrong with these, and not with those that were computed, is
    no second mistake: it is blocked by the first. But where a remedy of the formula is known, what is said is right.
    """
    disputed = _disputed(session)
    disputed -= {j.role.entry.index for j in judged if disputed and any(d.hints for d in j.notebook.problems)}
    if not disputed:
        return
    computed = session.as_computed()
    for j in sorted(judged, key=lambda j: j.role.entry.index):  # so that what needs these comes behind them
        if j.role.entry.index not in disputed and not _needs(j.notebook, disputed):
            continue
        disputed.add(j.role.entry.index)
        if j.notebook.problems and _is_right(computed, j):
            j.failed = False
            j.notebook.diagnostics[:] = [d for d in j.notebook.diagnostics if d.severity is Severity.NOTE]


def is_disputed(session: Session, entry: Entry) -> bool:
    """Whether what an entry defines is said to have other axes than it gives."""
    return entry.index in _disputed(session)


def _disputed(session: Session) -> set[object]:
    """The entries whose definitions are so."""
    return {key[0] for key, found in session.definitions.items() if isinstance(key, tuple) and _is_disputed(found)}


def _is_disputed(found: Definition) -> bool:
    said, computed = found.typed.shape, found.own.shape
    return said is not None and computed is not None and said.keys() != computed.keys()


def _needs(notebook: Notebook, disputed: set[object]) -> bool:
    return any(entry is not None and entry.index in disputed for _, entry in notebook.blockers)


def _is_right(computed: Session, judged: Judged) -> bool:
    """Whether a statement, its place in its chain and all, has no error with the axes that were computed."""
    try:
        again = [j for j in judge(computed, judged.role) if (j.kind, j.span) == (judged.kind, judged.span)]
    except (Unreadable, RecursionError):
        return False
    return bool(again) and not any(j.notebook.problems or j.failed for j in again)
