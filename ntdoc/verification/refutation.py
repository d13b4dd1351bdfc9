"""A claim that does not hold → its verdict, which says which entry differs: written 62, computed 76."""

from __future__ import annotations

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.evaluation.run import Runner
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.report import Status
from ntdoc.shapes.claims.rereadings import unit_behind
from ntdoc.shapes.judged import Judged
from ntdoc.syntax import ast
from ntdoc.verification import samples
from ntdoc.verification.compare import Difference
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.wording import at_record, both_sides, number_text, two_numbers

WRITTEN = {"eq": "=", "approx": "≈", "le": "≤", "lt": "<", "ge": "≥", "gt": ">", "ne": "≠"}


def refuted(
    judged: Judged,
    kind: str,
    difference: Difference,
    x: NamedArray,
    runner: Runner,
    sizes: dict[str, int],
) -> Verdict:
    """A false claim says which entry differs: written 62, computed 76."""
    at = at_record(difference.record, judged)
    left, right = number_text(difference.left), number_text(difference.right)
    related: tuple[Related, ...] = ()
    if kind in ("eq", "approx") and (unit := unit_behind(judged)) is not None:
        word, ones = unit
        message = f"written {right} {word}, computed {number_text(difference.left / ones)} {word}{at}"
    elif kind in ("eq", "approx") and _is_literal(judged.right):
        message = f"written {right}, computed {left}{at}"
        cell = _cell(judged.right, difference.record)
        if cell is not None:
            related = (Related(cell.span, f"written {right}, computed {left}"),)
    elif kind in ("eq", "approx") and _is_literal(judged.left):
        message = f"written {left}, computed {right}{at}"
        cell = _cell(judged.left, difference.record)
        if cell is not None:
            related = (Related(cell.span, f"written {left}, computed {right}"),)
    else:
        left, right = two_numbers(difference.left, difference.right)
        message = both_sides(WRITTEN[kind], left, right, at, 0 if judged.across else judged.step)
    alike = kind in ("eq", "approx")
    brief = f"{left} ≠ {right}" if alike else f"{left} {WRITTEN[kind]} {right} does not hold"
    brief = message if message.startswith("written") else brief
    if difference.wrong > 1 and kind != "ne":
        many = f"{difference.wrong} of {difference.total} entries"
        message += f" ({many} differ)" if alike else f" (at {many})"
    span = judged.right.span if judged.right is not None and _is_literal(judged.right) else judged.span
    label = "" if related else brief
    found = Diagnostic("NT301", message, span, label=label, operands=samples.operands(judged, runner), related=related)
    return Verdict(Status.FAILED, None, x, runner, [found], sizes)


def _is_literal(node: ast.Operand | None) -> bool:
    """Whether an operand is written in numbers."""
    if node is None:
        return False
    return not any(
        isinstance(part, ast.Size | ast.BigOperator) or (isinstance(part, ast.Symbol) and not part.roman)
        for part in walk(node)
    )


def _cell(node: ast.Operand | None, record: dict[str, int]) -> ast.Expr | None:
    """The entry of a written array."""
    if not isinstance(node, ast.Matrix):
        return None
    row = record.get(node.row.name, 1) if node.row else 1
    column = record.get(node.column.name, 1) if node.column else 1
    return node.cells[row - 1][column - 1]
