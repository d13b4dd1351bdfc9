"""Whether one plan is another with other letters: then the function that computes the one computes the other."""

from __future__ import annotations

from dataclasses import dataclass, field

from ntdoc.nodes import Node
from ntdoc.operations.domain import Domain
from ntdoc.shapes import plan as p
from ntdoc.shapes.sizes import Size
from ntdoc.source import Span

_LEFT_OUT = {
    "Sampled": ("domain", "limit"),
    "Taken": ("span",),
    "Function": ("known", "shapes", "name", "parameters", "result"),
}


@dataclass(slots=True)
class Match:
    """What stands in the second plan for the letters, axes and sizes of the first."""

    letters: dict[str, p.Sampled] = field(default_factory=dict)
    axes: dict[str, str] = field(default_factory=dict)
    sizes: list[tuple[Size, Size]] = field(default_factory=list)
    seen: set[tuple[int, int]] = field(default_factory=set)

    def axis(self, one: str, other: str) -> bool:
        if one in self.axes:
            return self.axes[one] == other
        if other in self.axes.values():
            return False
        self.axes[one] = other
        return True

    def all_axes(self, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
        return len(one) == len(other) and all(map(self.axis, one, other))

    def plans(self, one: object, other: object) -> bool:
        """Whether the first becomes the second."""
        if isinstance(one, Size) and isinstance(other, Size):
            self.sizes.append((one, other))
            return one.constant is None or one == other
        if isinstance(one, Node):
            return type(one) is type(other) and self._nodes(one, other)
        if isinstance(one, tuple):
            return isinstance(other, tuple) and len(one) == len(other) and all(map(self.plans, one, other))
        if isinstance(one, Span | Domain):
            return True
        return type(one) is type(other) and one == other

    def _nodes(self, one: Node, other: Node) -> bool:
        pair = (id(one), id(other))
        if pair in self.seen:
            return True
        self.seen.add(pair)
        if isinstance(one, p.Sampled) and isinstance(other, p.Sampled):
            known = self.letters.setdefault(one.key, other)
            return known.key == other.key and self._shapes(one.shape, other.shape)
        if isinstance(one, p.Defined) and isinstance(other, p.Defined):
            return self.plans(one.body, other.body)
        for name in one.__dataclass_fields__:  # type: ignore[attr-defined]
            if name in _LEFT_OUT.get(type(one).__name__, ()):
                continue
            a, b = getattr(one, name), getattr(other, name)
            if not (self._axes_in(name, a, b) if name in _AXES.get(type(one).__name__, ()) else self.plans(a, b)):
                return False
        if isinstance(one, p.Function) and isinstance(other, p.Function):
            return self._parameters(one, other)
        return True

    def _shapes(self, one: tuple[tuple[str, Size], ...], other: tuple[tuple[str, Size], ...]) -> bool:
        """Shapes have no order."""
        if len(one) != len(other):
            return False
        there = dict(other)
        for (axis, size), (second, _) in zip(one, other, strict=True):
            wanted = self.axes.get(axis, axis if axis in there else second)
            if wanted not in there or not self.axis(axis, wanted):
                return False
            self.sizes.append((size, there[wanted]))
        return True

    def _parameters(self, one: p.Function, other: p.Function) -> bool:
        if len(one.parameters) != len(other.parameters) or len(one.result) != len(other.result):
            return False
        return all(
            a == b and {self.axes.get(x, x) for x in own} == set(there)
            for (a, own), (b, there) in zip(one.parameters, other.parameters, strict=True)
        )

    def _axes_in(self, name: str, one: object, other: object) -> bool:
        """A field that holds names of axes, alone or with sizes."""
        if isinstance(one, str) and isinstance(other, str):
            return self.axis(one, other)
        if isinstance(one, tuple) and isinstance(other, tuple):
            return len(one) == len(other) and all(self._axes_in(name, a, b) for a, b in zip(one, other, strict=True))
        return self.plans(one, other)


_AXES = {
    "Operate": ("axes",),
    "Contract": ("axes",),
    "Renamed": ("pairs",),
    "Flattened": ("axes", "axis"),
    "Unflattened": ("axis", "shape"),
    "Taken": ("axis",),
    "Counter": ("axis",),
    "Literal": ("row", "column"),
    "Eye": ("pairs",),
    "Spread": ("shape",),
    "Concatenated": ("axis",),
    "Windows": ("axis", "kernel"),
    "Smooth": ("argument_axes", "result"),
    "Linear": ("argument_axes", "result"),
    "Unit": ("axis", "twin"),
}
