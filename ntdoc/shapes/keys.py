"""Which parts of plans are the same computation."""

from __future__ import annotations

from ntdoc.nodes import Node
from ntdoc.shapes import plan as p

_LEFT_OUT = frozenset({"span", "known", "shapes"})
_EITHER_WAY = frozenset({"add", "multiply"})


class Keys:
    """Gives equal numbers to parts that compute the same; of one definition only, unless it looks `through` them.

    Then it also leaves the order aside in which two tensors are added, multiplied or contracted.
    """

    def __init__(self, through: bool = False) -> None:
        self._through = through
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
            return self._form(item.body) if self._through else ("Defined", item.key)
        if isinstance(item, p.Sampled):
            return ("Sampled", item.key)
        if isinstance(item, Node):
            if self._through and isinstance(item, p.Contract):
                return ("Contract", *sorted(item.axes), *sorted((self.of(item.left), self.of(item.right))))
            if self._through and isinstance(item, p.Operate) and item.operation in _EITHER_WAY:
                return (item.operation, *sorted(map(self.of, item.arguments)))
            fields = [n for n in item.__dataclass_fields__ if n not in _LEFT_OUT]  # type: ignore[attr-defined]
            return (type(item).__name__, *(self._part(getattr(item, name)) for name in fields))
        return self._part(item)

    def _part(self, item: object) -> object:
        if isinstance(item, Node):
            return self.of(item)
        if type(item) is tuple:
            return ("", *map(self._part, item))
        return repr(item) if isinstance(item, float) else item
