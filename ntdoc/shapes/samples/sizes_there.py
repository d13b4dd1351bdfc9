"""What arrays make of sizes: after `X \\in \\reals^{\\ax[n]}`, an `X` of three entries makes `n` three."""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions.indexing import to_size
from ntdoc.shapes.scope import Declared, Tensor
from ntdoc.shapes.session import Session, StatedSize
from ntdoc.shapes.sizes import Equations, Size, number
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable


def of_arrays(session: Session, place: Entry) -> list[StatedSize]:
    """What the arrays at a place make of the sizes that the declarations of their names are written with."""
    found = []
    for name, bindings in session.scope.by_name.items():
        declared = [b for b in bindings if isinstance(b, Declared) and b.domain is not None and _is_sized(b.domain)]
        array = session.scope.tensor(name, place) if declared else None
        if isinstance(array, Tensor) and isinstance(array.body, ast.Matrix):
            before = [b for b in declared if b.entry.index < array.entry.index]
            found += [StatedSize(size, place) for size in _sizes(session, before[-1], array.body)] if before else []
    return found


def _is_sized(domain: ast.TensorSet) -> bool:
    return any(sized.size is not None for sized in domain.shape.axes)


def _sizes(session: Session, declared: Declared, array: ast.Matrix) -> Iterator[tuple[tuple[Size, Span], ...]]:
    """For each axis with a size beside it, that size and the number of entries that are written."""
    lengths = {}
    if array.row is not None:
        lengths[array.row.name] = len(array.cells)
    if array.column is not None:
        lengths[array.column.name] = len(array.cells[0])
    assert declared.domain is not None
    env = Environment(declared.entry, Notebook(Equations()))
    for sized in declared.domain.shape.axes:
        if sized.size is None or sized.axis.name not in lengths:
            continue
        try:
            size = to_size(session, sized.size, env)
        except Unreadable:
            continue
        yield (size, sized.size.span), (number(lengths[sized.axis.name]), array.span)
