"""Which parts of a plan are the same computation: those get a name, and are computed once."""

from __future__ import annotations

from collections import Counter

from ntdoc.nodes import Node
from ntdoc.shapes import plan as p

_LEFT_OUT = frozenset({"span", "known", "shapes"})


class Keys:
    """Gives equal numbers to parts that compute the same."""

    def __init__(self) -> None:
        self._by_node: dict[int, int] = {}
        self._by_form: dict[object, int] = {}
        self._kept: list[Node] = []

    def of(self, node: Node) -> int:
        found = self._by_node.get(id(node))
        if found is None:
            form = self._form(node)
            found = self._by_node[id(node)] = self._by_form.setdefault(form, len(self._by_form))
            self._kept.append(node)  # so that its id stays its own
        return found

    def _form(self, item: object) -> object:
        if isinstance(item, p.Shared):
            return self._form(item.body)
        if isinstance(item, p.Defined):
            return ("Defined", item.key)
        if isinstance(item, p.Sampled):
            return ("Sampled", item.key)
        if isinstance(item, Node):
            fields = [n for n in item.__dataclass_fields__ if n not in _LEFT_OUT]  # type: ignore[attr-defined]
            return (type(item).__name__, *(self._part(getattr(item, name)) for name in fields))
        return self._part(item)

    def _part(self, item: object) -> object:
        if isinstance(item, Node):
            return self.of(item)
        if type(item) is tuple:
            return ("", *map(self._part, item))
        return repr(item) if isinstance(item, float) else item


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
