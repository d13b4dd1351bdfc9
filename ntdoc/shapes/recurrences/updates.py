"""Updates of what has no value before them: `m \\leftarrow \\beta m + (1 - \\beta) g`, the running mean of a `g`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.operations.domain import Domain
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions import combine, infer
from ntdoc.shapes.names.numbers.numeric import is_number
from ntdoc.shapes.names.numbers.uniform import MOST_AXES
from ntdoc.shapes.patterns import is_update
from ntdoc.shapes.plan import Sampled, ShapeOf
from ntdoc.shapes.typed import Demand, Typed, shape_text
from ntdoc.source import Span
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def old_value(session: Session, update: Tensor, env: Environment, span: Span) -> Typed | None:
    """What an update changes, where nothing else says what it is: any tensor of the shape that it gets.

    None if it is no update, or if no shape fits: the axes are added that the right side needs of it or adds to it.
    """
    if not is_update(update.entry.parsed):
        return None
    shape: ShapeOf = {}
    for _ in range(MOST_AXES):
        start = Typed(Sampled(update.name, tuple(shape.items()), Domain(), None), shape, span, frozenset({update.name}))
        values = {**env.values, update.name: start}
        try:
            new = infer.check(session, update.body, replace(env, notebook=env.notebook.following(), values=values))
        except Demand as demand:
            shape = {**shape, demand.axis: infer.size_of_name(env, demand.axis)}
            continue
        if new.shape is None:
            return None
        if new.shape.keys() == shape.keys():
            return start._replace(flows=frozenset())
        if not new.shape.keys() > shape.keys():
            return None
        shape = new.shape
    return None


def fits_before(session: Session, notebook: Notebook, update: Tensor, value: Typed) -> None:
    """`X \\leftarrow E`: the new value has the shape of the old one. A number, also one before, is in every entry."""
    start = session.scope.tensor(update.name, update.entry)
    if isinstance(start, Tensor) and isinstance(start.body, ast.Symbol):  # `m = v = 0`
        start = session.scope.tensor(start.body.full_name, start.entry)
    if is_number(update.body) or (isinstance(start, Tensor) and isinstance(start.body, ast.Number)):
        return
    env = replace(session.environment(update.entry), notebook=Notebook(notebook.equations))
    before = session.value(update.name, env, update.span)
    if before is not None and before.shape is not None and value.shape is not None and not env.notebook.diagnostics:
        promise = f"{update.name} has the shape {shape_text(before.shape)}"
        combine.agree(env, value, before.shape, "NT204", promise, value.span, None)
        notebook.diagnostics.extend(env.notebook.diagnostics)
