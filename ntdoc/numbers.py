"""Written numbers that an equation contradicts, with what they would have to be.

Only where nothing is drawn or chosen: the number is computed from numbers alone, so that there is one right answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ntdoc.diagnostics import Diagnostic, Edit
from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.array import NamedArray
from ntdoc.regex import regex
from ntdoc.shapes.claims.rereadings import has_unit
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.summary import is_closed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.verdicts import Verdict

REFUTED = "NT301"
_WRITTEN = regex(r"[-+]?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_EXACT = ("eq", "define")
_MOST_PLACES = 6  # a number with more is rather a rounded one, and then `=` is wrong and not the number


def mended(judged: Judged, verdict: Verdict) -> list[Diagnostic]:
    """The diagnostics of a verdict, that of a contradicted number with the edits that give it its computed value."""
    if judged.relation is None or not any(d.code == REFUTED for d in verdict.diagnostics):
        return verdict.diagnostics
    edits = _edits(judged, verdict, judged.relation.kind)
    if not edits:
        return verdict.diagnostics
    return [replace(d, edits=edits) if d.code == REFUTED else d for d in verdict.diagnostics]


def _edits(judged: Judged, verdict: Verdict, relation: str) -> tuple[Edit, ...]:
    sides = (judged.left, judged.value), (judged.right, judged.other)
    for (node, typed), (opposite, computed) in (sides, sides[::-1]):
        if typed is None or computed is None or not _is_written(node) or _is_written(opposite):
            continue
        if node is not None and has_unit(node.span):
            continue  # the computed value is in ones
        if (relation not in _EXACT and relation != "approx") or not is_closed(computed.plan):
            continue
        if computed.plan is None or typed.plan is None or verdict.runner is None:
            continue
        try:
            value = verdict.runner.run(computed.plan, {})
            written = verdict.runner.run(typed.plan, {})
        except STOPS:
            continue
        if set(value.axes) != set(written.axes) or value.sizes != written.sizes:
            continue
        return tuple(_replacements(node, written, value, relation in _EXACT) or ())
    return ()


def _is_written(node: ast.Operand | None) -> bool:
    """Whether an operand is a number, or an array of numbers, written in digits."""
    if isinstance(node, ast.Matrix):
        return all(_WRITTEN.fullmatch(cell.span.text.strip()) for row in node.cells for cell in row)
    return node is not None and _WRITTEN.fullmatch(node.span.text.strip()) is not None


def _replacements(node: ast.Operand | None, written: NamedArray, value: NamedArray, exact: bool) -> list[Edit] | None:
    """An edit for each number that is not the computed one; None if one of these cannot be written."""
    edits: list[Edit] = []
    for span, record in _cells(node):
        there, right = (_entry(array, record) for array in (written, value))
        text = span.text.strip()
        shown = _digits(right, len(text.partition(".")[2]), exact)
        if shown is None:
            return None
        if not _agrees(there, right, shown, exact):
            edits.append(Edit(_stripped(span), shown))
    return edits


def _cells(node: ast.Operand | None) -> Iterator[tuple[Span, dict[str, int]]]:
    """Where each number stands, and its record."""
    if not isinstance(node, ast.Matrix):
        assert node is not None
        yield node.span, {}
        return
    for i, row in enumerate(node.cells):
        for j, cell in enumerate(row):
            names = {node.row.name: i} if node.row is not None else {}
            yield cell.span, names | ({node.column.name: j} if node.column is not None else {})


def _entry(array: NamedArray, record: dict[str, int]) -> float:
    return float(np.asarray(array.data)[tuple(record[axis] for axis in array.axes)])


def _agrees(written: float, computed: float, shown: str, exact: bool) -> bool:
    if exact:
        return math.isclose(written, computed, rel_tol=1e-12, abs_tol=1e-12)
    return math.isclose(written, float(shown), rel_tol=1e-12, abs_tol=1e-12)


def _digits(value: float, places: int, exact: bool) -> str | None:
    """A value with as many digits as there were, or for an exact one as many as it takes; None if that is too many."""
    if not math.isfinite(value) or abs(value) >= 1e12:
        return None
    for count in range(places, (_MOST_PLACES if exact else places) + 1):
        if not exact or math.isclose(round(value, count), value, rel_tol=1e-12, abs_tol=1e-12):
            text = f"{value:.{count}f}"
            return text.removeprefix("-") if float(text) == 0 else text
    return None


def _stripped(span: Span) -> Span:
    text = span.text
    start = span.start + len(text) - len(text.lstrip())
    return Span(span.source, start, start + len(text.strip()))
