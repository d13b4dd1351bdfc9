"""Formulas in sentences that need one which is prose are left out in words: *let `s = 2 h`, then `t = \\nsum{\\ax} s`*.

Nothing says what `h` is, so that the first of them is no error, and nothing is known of `t` either. If a formula, or a
step of an algorithm, works along axes, and all other names in it are declared, whoever reads *no problems* would take
it for checked: it is skipped. What is wrong whatever the value of `s` is told all the same: an axis that stands nowhere
else in the document is one of no tensor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import Node, walk
from ntdoc.report import Kind, Status
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged, lacks_names
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict

Rejudged = Callable[[list[Entry], frozenset[int]], Iterable[Judged]]  # the statements of some entries, checked anew


def told(
    entries: Sequence[Entry], pairs: Sequence[tuple[Judged, Verdict]], prose: set[int], rejudged: Rejudged
) -> set[int]:
    """The entries among those that are `prose` that are told after all, with what is said of them."""
    blocked = [(j, v) for j, v in pairs if j.role.entry.index in prose and v.status is Status.BLOCKED]
    unsure = [(j, v) for j, v in blocked if _speaks_of_axes(j)]
    if not unsure:
        return set()
    hidden = {index for j, _ in blocked for index in _needed(j) if index in prose}
    hidden -= {j.role.entry.index for j, _ in blocked}
    without = [_unread(e) if e.index in hidden else e for e in entries]
    again: dict[int, list[Judged]] = {}
    for judged in rejudged(without, frozenset(j.role.entry.index for j, _ in unsure)):
        again.setdefault(judged.role.entry.index, []).append(judged)
    found: set[int] = set()
    for j, v in unsure:
        index = j.role.entry.index
        alone = again.get(index, [])
        if not alone or any(lacks_names(other.notebook) or other.notebook.blockers for other in alone):
            continue  # of other names nothing is known either
        found.add(index)
        if len(alone) == 1 and (wrong := _of_lone_axes(alone[0], entries)):
            v.refuse(*wrong)
        else:
            v.status, v.reason = Status.SKIPPED, _why(j)
    return found


def _needed(judged: Judged) -> Iterator[int]:
    yield from (entry.index for _, entry in judged.notebook.blockers if entry is not None)


def _unread(entry: Entry) -> Entry:
    """An entry that says nothing."""
    span = entry.parsed.span
    return replace(entry, parsed=ast.Unread("it is prose", False, span, span, entry.piece.row))


def _speaks_of_axes(judged: Judged) -> bool:
    """Whether a formula works along axes, and nothing in its sentence says that it need not be so."""
    at = judged.role.entry
    if at.worded or at.local or at.negated or at.supposed or at.assumed or at.mistaken or at.cell:
        return False
    plain = judged.kind in (Kind.DEFINITION, Kind.CLAIM) and not judged.notebook.problems and judged.unread is None
    return plain and any(map(works, walk(at.parsed)))


def works(node: Node) -> bool:
    """Whether a part of an expression is an operation along axes."""
    if isinstance(node, ast.BigOperator):
        return bool(node.axes)
    return isinstance(node, ast.Rename) or (isinstance(node, ast.ProductOperator | ast.Symbol) and bool(node.axes))


def _of_lone_axes(judged: Judged, entries: Sequence[Entry]) -> list[Diagnostic]:
    """What is wrong with axes that no other formula has, if nothing else is wrong."""
    at, wrong = judged.role.entry, judged.notebook.problems
    own = {part.name for part in walk(at.parsed) if isinstance(part, ast.Axis) and not part.variable}
    for entry in entries if wrong else ():
        if entry.index != at.index:
            own -= {part.name for part in walk(entry.parsed) if isinstance(part, ast.Axis)}
    lone = all(d.code == "NT203" and any(f"`{axis}`" in d.message for axis in own) for d in wrong)
    return wrong if lone else []


def _why(judged: Judged) -> str:
    """Which names stand for something that is not read."""
    needed = ((name, entry.parsed.span) for name, entry in judged.notebook.blockers if entry is not None)
    places = dict.fromkeys(f"{name} ({span.line_for(judged.span)})" for name, span in needed)
    return f"what stands for {', '.join(places)} is not read"
