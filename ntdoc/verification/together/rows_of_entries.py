"""Rows that say together what the entries of a tensor are, and leave out one between them.

`r_{\\day(t)} = 0` for `t = 1` and `r_{\\day(t)} = …` for `t > 2` say nothing of the second, and for `t = 2` and `t > 1`
they say two things of the second, and none of the first. Rows for every other entry leave out many, and a tensor may
well begin after its first entry, or end before the last.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.report import Kind, Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.recurrences import covering
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import at_record
from ntdoc.verification.words import is_denied


def report(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say which entries between others no row is about (NT302)."""
    told: set[int] = set()
    for j, v in zip(judged, verdicts, strict=True):
        if j.kind is not Kind.DEFINITION or not isinstance(j.binding, Tensor) or v.status is not Status.EVALUATED:
            continue
        if j.value is None or not j.role.entry.display or j.binding.entry.index in told or is_denied(j.span):
            continue
        told.add(j.binding.entry.index)
        for axis, place, message in _gaps(j):
            if not _is_said_elsewhere(j, axis, place, judged):
                v.refuse(Diagnostic("NT302", message, j.span, label="a row is missing"))
                break


def _gaps(judged: Judged) -> Iterator[tuple[str, int | None, str]]:
    """The axis and the place of what the rows leave out, or None for the last but one, and what is said of it."""
    for part in walk(judged.value.plan) if judged.value is not None else ():
        tests = _tests(part) if isinstance(part, p.Entries) and len(part.first) == 1 else None
        if tests is None or not isinstance(part, p.Entries):
            continue
        (axis, low), sizes = part.first[0], dict(part.shape)
        found = covering.left_out(tests, axis, low, sizes[axis], judged.notebook.equations)
        if found is not None:
            place, doubled = found
            name = judged.name or ""
            here = at_record({axis: place}).removeprefix(" at ") if place is not None else f"the last {axis} but one"
            message = f"no row says what {name} is at {here}"
            yield axis, place, message + (f", and two say what it is at {axis} = {doubled}" if doubled else "")


def _tests(part: p.Entries) -> list[p.Plan] | None:
    """The conditions of the rows, if they do not cover all entries."""
    if not isinstance(part.body, p.Chosen):
        return None
    *rows, (rest, last) = part.body.branches
    while isinstance(rest, p.Taken):
        rest = rest.body
    unsaid = (isinstance(rest, p.Constant) and math.isnan(rest.value)) or isinstance(rest, p.Sampled)
    tests = [test for _, test in rows if test is not None]
    return tests if last is None and unsaid and len(tests) == len(rows) > 1 else None


def _is_said_elsewhere(judged: Judged, axis: str, place: int | None, others: Sequence[Judged]) -> bool:
    """Whether another statement of the section, or the words around, name the entry."""
    at = judged.role.entry
    for other in others:
        if other.role.entry.section != at.section or _is_row_of(other, judged):
            continue
        for part in walk(other.role.entry.parsed):
            if isinstance(part, ast.Index) and isinstance(part.body, ast.Symbol) and part.body.full_name == judged.name:
                numbers: Mapping[str, ast.Expr] = {of.name: index for of, index in part.items}
                index = numbers.get(axis)
                if isinstance(index, ast.Number) and (place is None or index.value == place):
                    return True
    return False


def _is_row_of(other: Judged, judged: Judged) -> bool:
    mine, own = judged.binding, other.binding
    return isinstance(mine, Tensor) and isinstance(own, Tensor) and mine.entry is own.entry
