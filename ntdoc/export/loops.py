"""Recurrences over entries as loops: `for t in range(1, n_seq + 1)`, with the rows of the document as its branches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from math import isnan, nan
from typing import TYPE_CHECKING

from ntdoc.export.arrays import filled, spread, tested
from ntdoc.export.code import Code, binary, call, layout
from ntdoc.export.names import identifier
from ntdoc.export.routines import Unsupported
from ntdoc.export.values import Type, Value, arranged
from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes import plan as p
from ntdoc.shapes.sizes import Size, number

if TYPE_CHECKING:
    from ntdoc.export.writer import Writer

Branches = tuple[tuple[p.Plan, p.Plan | None], ...]
_LETTERS = ("t", "s", "r", "q")  # what counts the places


def recurrence(w: Writer, plan: p.Recurrence) -> Value:
    """The tensor of a recurrence, after the loop that finds it and those that it needs."""
    order = dict(plan.order)
    names = {part.name for part in plan.parts}
    if not order and any(_is_made_of(part.body, names) for part in plan.parts):
        raise Unsupported("it needs a recurrence over entries of which nothing says the order")
    if any(value.batched for value in w.inputs.values()):
        raise Unsupported("it needs a recurrence over entries of arguments that may have more axes")
    if names <= w.unfolded.keys():
        return w.unfolded[plan.name]
    for part in plan.parts:
        for body, test in _branches(part.body):
            for inner in _before(body, names):
                if test is None or not any(isinstance(x, p.Taken) for x in walk(inner)):  # which may not be there
                    w.once(inner)
    with _block(w):
        if order:
            _loop(w, plan.parts, order)
        else:
            for part in plan.parts:
                w.unfolded[part.name] = _at_once(w, part)
    return w.unfolded[plan.name]


def _is_made_of(plan: p.Plan, names: set[str]) -> bool:
    return any(isinstance(part, p.Parameter) and part.name in names for part in walk(plan))


def _before(plan: p.Plan, names: set[str]) -> Iterator[p.Plan]:
    """What is the same at all places, and more than a name: it is computed once."""

    def moves(part: Node) -> bool:
        return any(isinstance(x, p.Places) or (isinstance(x, p.Parameter) and x.name in names) for x in walk(part))

    stack: list[object] = [plan]
    while stack:
        item = stack.pop()
        if type(item) is tuple:
            stack.extend(reversed(item))
        elif isinstance(item, p.Operate | p.Contract | p.Call | p.Chosen) and not moves(item):
            if any(isinstance(x, p.Sampled | p.Parameter | p.Defined) for x in walk(item)):
                yield item
        elif isinstance(item, Node) and not isinstance(item, p.Function | p.Defined):
            stack.extend(getattr(item, name) for name in reversed([*item.__dataclass_fields__]))  # type: ignore[attr-defined]


# --- all entries at once ---


def _at_once(w: Writer, part: p.Entries) -> Value:
    """A tensor whose entries need no others of it, along all its axes together."""
    for axis, low in part.first:
        w.places[axis] = _every(part, axis, low)
    value = w.as_array(w.as_numbers(_with_own_axes(w, part, part.body)))
    lacking = tuple((axis, size) for axis, size in part.shape if axis not in value.axes)
    return spread(w, lacking, value) if lacking else value


def _every(part: p.Entries, axis: str, low: int) -> p.Counter:
    """All places along an axis, counted."""
    return p.Counter(p.Places(axis).index_axis, low, dict(part.shape)[axis])


def _with_own_axes(w: Writer, part: p.Entries, plan: p.Plan) -> Value:
    """What a plan comes to, along the axes of the tensor instead of those of its places."""
    return w.value(p.Renamed(tuple((p.Places(axis).index_axis, axis) for axis, _ in part.first), plan))


# --- one after the other ---


def _loop(w: Writer, parts: Sequence[p.Entries], order: dict[str, int]) -> None:
    ranges = {axis: _range(w, parts, axis, step) for axis, step in order.items()}
    for part in parts:
        shape = dict(part.shape)
        axes = (*order, *(axis for axis in shape if axis not in order))
        name = w.names.take(identifier(part.name.removesuffix("(…)")))
        what = ("full", "math.nan") if _leaves_out(part) else ("zeros",)
        w.lines += layout(f"{name} = ", filled(w, [(axis, shape[axis]) for axis in axes], *what), w.margin)
        w.unfolded[part.name] = Value(Code(name), axes, sizes=shape)
        for axis, low in part.first:
            if axis not in order:
                w.places[axis] = _every(part, axis, low)
    depth = w.margin
    for (axis, counted), free in zip(ranges.items(), cycle(_LETTERS), strict=False):
        letter = w.names.take(free)
        w.places[axis] = Value(Code(letter), type=Type.NUMBER)
        w.lines += layout(f"for {letter} in ", counted, w.margin, ":")
        w.margin += 4
    filling, w.filling = w.filling, w.filling | {w.unfolded[part.name].code.text for part in parts}
    for part in parts:
        _entries(w, part, order)
    w.margin, w.filling = depth, filling


def _range(w: Writer, parts: Sequence[p.Entries], axis: str, step: int) -> Code:
    """The places along an axis, as the document counts them."""
    low = {dict(part.first).get(axis) for part in parts}
    sizes = [dict(part.shape).get(axis) for part in parts]
    (first, *others), size = low, sizes[0]
    if others or first is None or size is None or not all(w.sizes.equal(size, other) for other in sizes):
        raise Unsupported("it needs a recurrence of tensors that begin at different places")
    n = w.sizes.code(size)
    if step > 0:
        return call("range", str(first), binary("+", n, Code(str(first))) if first else n)
    last = n if first == 1 else binary("-" if first < 1 else "+", n, Code(str(abs(first - 1))))
    return call("range", last, str(first - 1), "-1")


@contextmanager
def _block(w: Writer) -> Iterator[None]:
    """Statements that are run again and again, or only sometimes: what they compute is not known after them."""
    memo = dict(w.memo)
    yield
    w.memo = memo


def _entries(w: Writer, part: p.Entries, order: dict[str, int]) -> None:
    """The entries of a tensor at a place, by the first branch that holds there."""
    branches = _branches(part.body)
    if not all(test is None or _is_of_numbers(test, order) for _, test in branches):
        with _block(w):
            _assign(w, part, order, part.body)
        return
    if _leaves_out(part):
        branches = branches[:-1]
    said = _Said(part, order)
    arms: list[tuple[p.Plan, Code | None]] = []
    for value, test in branches:
        code = None if test is None else w.short(tested(w, said.without_bounds(test)), longest=60).code
        arms.append((said.without_bounds(value), code))
        said.at(test)
    for place, (value, code) in enumerate(arms):
        within = 4 if code is not None or place else 0
        if within:
            head = "else" if code is None else f"{'elif' if place else 'if'} {code.text}"
            w.lines.append(f"{' ' * w.margin}{head}:")
        with _block(w):
            w.margin += within
            _assign(w, part, order, value)
            w.margin -= within


def _branches(body: p.Plan) -> Branches:
    """The rows that say what an entry is, and those of the `cases` in the last of them."""
    if not isinstance(body, p.Chosen):
        return ((body, None),)
    *others, (last, test) = body.branches
    if test is not None:
        return (*body.branches, (p.Constant(nan), None))
    return (*others, *_branches(last))


def _leaves_out(part: p.Entries) -> bool:
    """Whether there are entries that nothing is said of."""
    last, _ = _branches(part.body)[-1]
    return isinstance(last, p.Constant) and isnan(last.value)


def _is_of_numbers(test: p.Plan, order: dict[str, int]) -> bool:
    """Whether a condition is about places that are numbers, and sizes."""
    leaves = (part for part in walk(test) if isinstance(part, p.Places | p.Sampled | p.Parameter | p.Defined | p.Call))
    return all(isinstance(part, p.Places) and part.axis in order for part in leaves)


class _Said:
    """The places that branches are about, one after the other, counted from the first and from the size of an axis."""

    def __init__(self, part: p.Entries, order: dict[str, int]) -> None:
        self.first = {axis: low for axis, low in part.first if axis in order}
        self.shape = dict(part.shape)
        self.places: set[tuple[str, Size]] = set()

    def at(self, test: p.Plan | None) -> None:
        if isinstance(test, p.Compared) and test.relation == "eq" and isinstance(test.left, p.Places):
            size = _size(test.right)
            if size is not None:
                self.places.add((test.left.axis, size))

    def without_bounds(self, plan: p.Plan) -> p.Plan:
        """What stands in the next branch, without the bounds that keep it from the places of those before it."""
        found: p.Plan = rewritten(plan, self._free)
        return found

    def _free(self, part: Node) -> Node:
        if isinstance(part, p.Operate) and part.operation in ("maximum", "minimum") and len(part.arguments) == 2:
            here, bound = self._free(part.arguments[0]), _size(part.arguments[1])
            if isinstance(here, p.Places) and here.axis in self.first and bound is not None:
                return here if self._are_said(here.axis, bound, part.operation) else part
        return part

    def _are_said(self, axis: str, bound: Size, operation: str) -> bool:
        """Whether all places from an end up to a bound are those of branches."""
        low = self.first[axis]
        first, last = number(low), self.shape[axis] + number(low - 1)
        beyond = (bound - first if operation == "maximum" else last - bound).constant
        if beyond is None or beyond > len(self.places):
            return False
        steps = map(number, range(int(beyond)))
        return all((axis, first + n if operation == "maximum" else last - n) in self.places for n in steps)


def _size(plan: p.Plan) -> Size | None:
    """A number, or one added to a size, as a size."""
    match plan:
        case p.Constant(value) if float(value).is_integer():
            return number(int(value))
        case p.SizeValue(size):
            return size
        case p.Operate("add", (), (left, right)):
            one, other = _size(left), _size(right)
            return None if one is None or other is None else one + other
    return None


def _assign(w: Writer, part: p.Entries, order: dict[str, int], plan: p.Plan) -> None:
    """`h[t - 1] = …`."""
    whole = w.unfolded[part.name]
    rest = tuple(axis for axis in whole.axes if axis not in order)
    code = arranged(w.as_numbers(_with_own_axes(w, part, plan)), rest, w.np, w.name)
    first = dict(part.first)
    places = []
    for axis in order:
        here, low = w.value(p.Places(axis)).code, first[axis]
        places.append(here if not low else binary("-" if low > 0 else "+", here, Code(str(abs(low)))))
    index = f"[{', '.join(place.text for place in places)}]"
    name = whole.code.text
    if w.library == "jax":
        w.lines += layout(f"{name} = ", call(f"{name}.at{index}.set", code), w.margin)
        return
    w.lines += layout(f"{name}{index} = ", code, w.margin)
