"""Whether the entries of an array fit the axes beside it and above it."""

from __future__ import annotations

from ntdoc.syntax import ast


def of_array(node: ast.Matrix) -> str | None:
    """What is wrong with it, if anything is; a side without an axis has exactly one row or column."""
    rows, widths = len(node.cells), {len(row) for row in node.cells}
    if not rows or widths == {0}:
        return "this array has no entries"
    if len(widths) > 1:
        return f"the rows of this array have {' and '.join(str(w) for w in sorted(widths))} entries"
    columns = max(widths)
    if node.row is None and rows > 1:
        return f"this array has {rows} rows, but no axis beside them"
    if node.column is None and columns > 1:
        return f"this array has {columns} columns, but no axis above them"
    if node.sizes[0] not in (None, rows):
        return f"this array has {rows} rows, and the size that is written beside it is {node.sizes[0]}"
    if node.sizes[1] not in (None, columns):
        return f"this array has {columns} columns, and the size that is written above it is {node.sizes[1]}"
    if node.row is not None and node.column is not None and node.row.name == node.column.name:
        return f"axis `{node.row.name}` is on both sides of this array"
    return None
