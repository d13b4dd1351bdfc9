"""Which parts of a plan stand in several places: those get a name, and are computed once."""

from __future__ import annotations

from collections import Counter

from ntdoc.nodes import Node
from ntdoc.shapes import plan as p
from ntdoc.shapes.keys import Keys


def uses(keys: Keys, plan: p.Plan) -> Counter[int]:
    """In how many places each part of a plan stands, what is computed elsewhere left out."""
    count: Counter[int] = Counter()
    seen: set[int] = set()

    def visit(item: object) -> None:
        if type(item) is tuple:
            for part in item:
                visit(part)
        if not isinstance(item, Node) or isinstance(item, p.Function):
            return
        if isinstance(item, p.Shared):
            visit(item.body)
            return
        key = keys.of(item)
        count[key] += 1
        if key in seen or isinstance(item, p.Defined):
            return
        seen.add(key)
        for name in item.__dataclass_fields__:  # type: ignore[attr-defined]
            visit(getattr(item, name))

    visit(plan)
    return count
