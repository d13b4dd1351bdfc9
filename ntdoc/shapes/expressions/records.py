"""Records: `X_s` is the entry of X at a record s of a whole shape.

A letter for a record is a tuple of index variables, one for each axis of its shape. As with index variables, nothing
loops over records: the axes are renamed to axes of the letter, along which both sides of an equation are compared.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import combine, infer
from ntdoc.shapes.plan import Renamed
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span
from ntdoc.syntax.binding_ast import RecordIndex
from ntdoc.syntax.cursor import Unreadable


def at_records(env: Environment, value: Typed, items: Sequence[RecordIndex], span: Span) -> Typed:
    """A tensor at records. Raises Unreadable if nothing says that the letters are records."""
    pairs: dict[str, str] = {}
    for item in items:
        if item.letter not in env.records:
            raise Unreadable("a subscript that names no axis (ordinary index notation)", item.span)
        axes = env.records[item.letter]
        if item.within is not None:
            kept = infer.axis_names(env, item.within)
            axes = tuple(axis for axis in axes if axis in kept)
        for axis in axes:
            if axis + item.mark in pairs:
                raise Unreadable("two records of one shape in one subscript", item.span)
            pairs[axis + item.mark] = f"#{item.letter}.{axis}"
    if not combine.require(env, value, tuple(pairs), span):
        return combine.poison(span)
    assert value.shape is not None
    if len(set(pairs.values())) < len(pairs) or any(new in value.shape for new in pairs.values()):
        raise Unreadable("one record twice", span)
    plan = Renamed(tuple(pairs.items()), value.plan) if value.plan is not None and pairs else value.plan
    return Typed(plan, {pairs.get(a, a): s for a, s in value.shape.items()}, span, value.flows)
