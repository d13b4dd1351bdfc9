"""Statements of a function whose names nothing reads: a part that came to be written otherwise leaves them behind."""

from __future__ import annotations

import ast


def without_unused(lines: list[str]) -> list[str]:
    """The lines of one function without assignments to names that are not read. What they compute has no effect."""
    while True:
        (function,) = ast.parse("\n".join(lines)).body
        read = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        idle = [n for n in _alone(function) if n not in read]
        statements = [found for name in idle if (found := _assignment(function, name)) is not None]
        if not statements:
            return lines
        gone = {row for s in statements for row in range(s.lineno - 1, (s.end_lineno or s.lineno))}
        lines = [line for row, line in enumerate(lines) if row not in gone]


def _alone(function: ast.AST) -> list[str]:
    return [
        n.targets[0].id for n in ast.walk(function) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)
    ]


def _assignment(function: ast.AST, name: str) -> ast.Assign | None:
    """The assignment to a name, where others stand beside it."""
    for node in ast.walk(function):
        for part in ("body", "orelse"):
            block = getattr(node, part, None)
            if not isinstance(block, list) or len(block) < 2:
                continue
            for statement in block:
                if not isinstance(statement, ast.Assign):
                    continue
                target = statement.targets[0]
                if isinstance(target, ast.Name) and target.id == name:
                    return statement
    return None
