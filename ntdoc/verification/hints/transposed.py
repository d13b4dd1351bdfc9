"""Claims with `\\nfun{\\ax,\\bx}{inv}` that would hold with its axes exchanged: a hint which way round they are."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeGuard

from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import walk
from ntdoc.report import Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.rewriting import throughout
from ntdoc.verification.compare import differs
from ntdoc.verification.verdicts import Verdict


def hint_all(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say of claims that numbers refute that they hold with the transposed inverse, where they do."""
    for j, v in zip(judged, verdicts, strict=True):
        if v.status is not Status.FAILED or v.runner is None or len(j.plans) != 2:
            continue
        if not v.diagnostics or v.diagnostics[0].code != "NT301":
            continue
        inverse = next((part for part in walk(j.plans) if _is_inverse(part)), None)
        if inverse is None or j.relation is None or j.relation.kind not in ("eq", "define"):
            continue
        with suppress(*STOPS):
            x, y = (v.runner.run(throughout(side, _exchanged), {}) for side in j.plans)
            if differs("eq", x, y) is None:
                first, *others = v.diagnostics
                v.diagnostics = [replace(first, hints=(*first.hints, _text(*inverse.axes))), *others]


def _is_inverse(part: object) -> TypeGuard[p.Operate]:
    return isinstance(part, p.Operate) and part.operation == "inv" and len(part.axes) == 2


def _exchanged(part: p.Plan) -> p.Plan | None:
    if not _is_inverse(part):
        return None
    row, column = part.axes
    return p.Renamed(((row, column), (column, row)), part)


def _text(row: str, column: str) -> str:
    both = f"where both are contracted over `{column}`, or both over `{row}`"
    return f"it holds with the axes of `inv` exchanged: a matrix and its inverse are the identity {both}"
