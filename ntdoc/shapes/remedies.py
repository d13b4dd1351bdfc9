"""Hints that are real remedies: a change is only suggested if the statement is right with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ntdoc.shapes import infer
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.typed import Demand
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session
    from ntdoc.shapes.statements import Judged


def rename_hints(session: Session, claim: Judged, env: Environment, shape: ShapeOf) -> tuple[str, ...]:
    """The one renaming, changed or added, with which an expression has the stated shape; nothing if there are several."""
    if claim.left is None or isinstance(claim.left, ast.TensorSet):
        return ()
    found: list[str] = []
    for text, variant in _variants(session, claim.left, shape):
        trial = replace(env, notebook=Notebook(env.notebook.equations.copy()))
        try:
            typed = infer.check(session, variant, trial)
        except (Unreadable, Demand):
            continue
        if typed.shape is not None and set(typed.shape) == set(shape) and not trial.notebook.diagnostics:
            found.append(text)
    return (f"did you mean {found[0]}?",) if len(found) == 1 else ()


def _variants(session: Session, node: ast.Operand, shape: ShapeOf) -> Iterator[tuple[str, Any]]:
    """The expression with one renaming sent to another axis of the stated shape."""
    for rename in _renames(node):
        for number, (old, new) in enumerate(rename.pairs):
            if len(old) != 1 or len(new) != 1:
                continue
            for axis in shape:
                if axis == new[0].name:
                    continue
                target = ast.Axis(axis, new[0].span)
                pairs = tuple(p if i != number else (old, (target,)) for i, p in enumerate(rename.pairs))
                text = f"{axis_tex(session, old[0].name)} \\to {axis_tex(session, axis)}"
                yield text, _replaced(node, rename, rename._replace(pairs=pairs))


def _renames(node: Any) -> Iterator[ast.Rename]:
    if isinstance(node, ast.Rename):
        yield node
    if isinstance(node, tuple) and not isinstance(node, Span):
        for part in node:
            yield from _renames(part)


def _replaced(node: Any, old: ast.Rename, new: ast.Rename) -> Any:
    """A tree with one node exchanged."""
    if node is old:
        return new
    if not isinstance(node, tuple) or isinstance(node, Span):
        return node
    parts = [_replaced(part, old, new) for part in node]
    if all(a is b for a, b in zip(parts, node, strict=True)):
        return node
    return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)


def axis_tex(session: Session, name: str) -> str:
    """An axis as the author writes it."""
    return session.axis_spellings.get(name, f"\\mathsf{{{name}}}")
