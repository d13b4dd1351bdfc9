"""What arrays make of sizes: after `X \\in \\reals^{\\ax[n]}`, an `X` of three entries makes `n` three."""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions.indexing import to_size
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations, Size, default_size, number
from ntdoc.shapes.stated import StatedSize
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable


def of_arrays(session: Session, place: Entry) -> list[StatedSize]:
    """What the arrays at a place make of the sizes in the declarations of their names."""
    found = []
    for name, declared in session.scope.made(_with_arrays).items():
        array = session.scope.tensor(name, place)
        if isinstance(array, Tensor) and isinstance(array.body, ast.Matrix):
            before = [b for b in declared if b.entry.index < array.entry.index]
            found += [StatedSize(size, place) for size in _sizes(session, before[-1], array.body)] if before else []
    return found


def _with_arrays(scope: Scope) -> dict[str, list[Declared]]:
    """The names that an array is written for somewhere, with their declarations."""
    found = {}
    for name, bindings in scope.by_name.items():
        if any(isinstance(b, Tensor) and isinstance(b.body, ast.Matrix) for b in bindings):
            found[name] = [b for b in bindings if isinstance(b, Declared) and b.domain is not None]
    return {name: declared for name, declared in found.items() if declared}


def _sizes(session: Session, declared: Declared, array: ast.Matrix) -> Iterator[tuple[tuple[Size, Span], ...]]:
    """For each axis the size beside it, or its own, and the number of entries that are written."""
    lengths = {}
    if array.row is not None:
        lengths[array.row.name] = len(array.cells)
    if array.column is not None:
        lengths[array.column.name] = len(array.cells[0])
    assert declared.domain is not None
    env = Environment(declared.entry, Notebook(Equations()))
    for sized in declared.domain.shape.axes:
        if sized.axis.name not in lengths:
            continue
        try:
            size = default_size(sized.axis.name) if sized.size is None else to_size(session, sized.size, env)
        except Unreadable:
            continue
        yield (size, sized.axis.span), (number(lengths[sized.axis.name]), array.span)
