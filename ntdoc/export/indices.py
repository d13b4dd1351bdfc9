"""Index variables and entries at an index. The notation counts from 1, Python from 0."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ntdoc.export.code import Code, binary, call, number
from ntdoc.export.values import Type, Value, arranged, union
from ntdoc.shapes import plan as p
from ntdoc.shapes.sizes import Size

if TYPE_CHECKING:
    from ntdoc.export.writer import Writer


def counter(w: Writer, axis: str, low: int, size: Size) -> Value:
    """The numbers low, low + 1, …"""
    end = binary("+", w.sizes.code(size), Code(str(low))) if low else w.sizes.code(size)
    if w.library == "torch":
        return Value(call("torch.arange", str(low), end, w.kind), (axis,), sizes={axis: size})
    kind = [w.kind] if w.like else []
    return Value(call(f"{w.np}.arange", f"{low}.0", end, *kind), (axis,), sizes={axis: size})


@dataclass(frozen=True, slots=True)
class _Sum:
    """A whole number: terms with their factors, and a constant."""

    terms: tuple[tuple[Code, tuple[str, ...], int], ...] = ()
    constant: int = 0

    def plus(self, other: _Sum, sign: int = 1) -> _Sum:
        more = tuple((code, axes, sign * factor) for code, axes, factor in other.terms)
        return _Sum((*self.terms, *more), self.constant + sign * other.constant)


def taken(w: Writer, axis: str, body: p.Plan, index: p.Plan) -> Value:
    """The entries of a tensor at an index along an axis."""
    value = w.as_numbers(w.value(body))
    if isinstance(index, p.Places) and isinstance(every := w.places[index.axis], p.Counter):
        index = every
    if isinstance(index, p.Counter) and index.low == 1 and w.sizes.equal(value.sizes.get(axis), index.size):
        axes = tuple(index.axis if a == axis else a for a in value.axes)  # all of them, in their order
        if len(set(axes)) == len(axes):
            sizes = {index.axis if a == axis else a: s for a, s in value.sizes.items()}
            return replace(value, axes=axes, sizes=sizes, kept=None, product=None)
    if isinstance(index, p.Counter) and index.low >= 1 and not w.within_cases and index.axis not in value.axes:
        return _kept(w, value, _sliced(w, value, axis, index))
    whole = _whole(w, index)
    if whole is not None:
        found = _at(w, value, axis, whole)
        if found is not None:
            return _kept(w, value, found)
    return _gathered(w, _kept(w, value, value), axis, w.as_numbers(w.value(index)))


def _kept(w: Writer, whole: Value, found: Value) -> Value:
    """Entries of a tensor that is being filled: torch needs them for gradients as they are now."""
    if w.library != "torch" or whole.code.text not in w.filling:
        return found
    return replace(found, code=Code(f"{found.code.text}.clone()"))


def _sliced(w: Writer, value: Value, axis: str, index: p.Counter) -> Value:
    """Entries that follow each other: `h[1 : n + 1]`, `h[: n - 1]`."""
    start = Code(str(index.low - 1))
    n = w.sizes.code(index.size)
    stop = binary("+", n, start) if index.low > 1 else n
    at = value.axes.index(axis)
    before = "..., " if at > 0 or value.batched else ""
    after = ", :" * (len(value.axes) - at - 1) if before else ""
    first = "" if index.low == 1 else start.text
    space = " " if not stop.is_name and not stop.text.isdigit() else ""
    code = Code(f"{w.name(value.code).atom}[{before}{first}{space if first else ''}:{space}{stop.text}{after}]")
    axes = (*value.axes[:at], index.axis, *value.axes[at + 1 :])
    sizes = {a: s for a, s in value.sizes.items() if a != axis} | {index.axis: index.size}
    return Value(code, axes, value.batched, sizes=sizes)


def _whole(w: Writer, plan: p.Plan) -> _Sum | None:
    """An index as a sum of whole numbers, if it is one that the document writes out."""
    match plan:
        case p.Constant(value):
            return _Sum((), int(value)) if abs(value) < 1e15 and value == int(value) else None
        case p.SizeValue(size):
            code = w.sizes.code(size)
            return _Sum((), int(code.text)) if code.text.isdigit() else _Sum(((code, (), 1),))
        case p.Counter(axis, low, size):
            kind = [f"device={w.like}.device"] if w.library == "torch" and w.like else []
            return _Sum(((call(f"{w.np}.arange", w.sizes.code(size), *kind), (axis,), 1),), low)
        case p.Places(axis):
            here = w.places[axis]
            return _Sum(((here.code, (), 1),)) if isinstance(here, Value) else None
        case p.Shared(body):
            return _whole(w, body)
        case p.Operate("add" | "subtract" as sign, _, (left, right)):
            a, b = _whole(w, left), _whole(w, right)
            return None if a is None or b is None else a.plus(b, 1 if sign == "add" else -1)
        case p.Operate("maximum" | "minimum", _, (left, right)):
            ends = _whole(w, left), _whole(w, right)
            if any(end is None or any(axes for _, axes, _ in end.terms) for end in ends):
                return None
            found = w.value(plan)
            return None if found.is_array else _Sum(((found.code, (), 1),))
        case p.Operate("negate", _, (body,)):
            a = _whole(w, body)
            return None if a is None else _Sum().plus(a, -1)
        case p.Operate("multiply", _, (left, right)):
            a, b = _whole(w, left), _whole(w, right)
            return None if a is None or b is None else _product(w, a, b)
        case _:
            return None


def _product(w: Writer, a: _Sum, b: _Sum) -> _Sum | None:
    """A sum times a whole number or one term."""
    if not b.terms:
        return _Sum(tuple((c, axes, f * b.constant) for c, axes, f in a.terms), a.constant * b.constant)
    if not a.terms:
        return _product(w, b, a)
    for one, other in ((a, b), (b, a)):
        if len(other.terms) == 1 and not other.constant and not other.terms[0][1]:
            factor, _, times = other.terms[0]
            terms = tuple((binary("*", code, factor), axes, f * times) for code, axes, f in one.terms)
            rest = ((factor, (), one.constant * times),) if one.constant else ()
            return _Sum((*terms, *rest))
    return None


def _at(w: Writer, value: Value, axis: str, index: _Sum) -> Value | None:
    """Indexing with whole numbers, where Python has it directly."""
    axes = tuple(dict.fromkeys(a for _, own, _ in index.terms for a in own))
    rest = tuple(a for a in value.axes if a != axis)
    if any(a in rest for a in axes):
        return None
    name = w.name(value.code)
    parts = [
        (Value(code, own, type=Type.ARRAY if own else Type.NUMBER), factor)
        for code, own, factor in index.terms
        if factor
    ]
    order = union([v for v, _ in parts], w.preferred)
    code: Code | None = None
    for part, factor in sorted(parts, key=lambda pair: pair[1] < 0):
        term = arranged(part, order, w.np, w.name)
        if abs(factor) != 1:
            term = binary("*", Code(str(abs(factor))), term)
        if code is None:
            code = term if factor > 0 else binary("-", Code("0"), term)
        else:
            code = binary("+" if factor > 0 else "-", code, term)
    offset = index.constant - 1  # Python counts from 0
    if code is None:
        code = number(float(offset))
    elif offset:
        code = binary("+" if offset > 0 else "-", code, Code(str(abs(offset))))
    if w.within_cases and order:  # what is not chosen may be out of range
        end = binary("-", w.dimension(replace(value, code=name), axis), Code("1"))
        code = call(f"{w.np}.clip", code, "0", end)
    if len(code.text) > 40:
        code = w.name(code, "index")
    after = len(value.axes) - value.axes.index(axis) - 1
    before = value.axes.index(axis) > 0 or value.batched
    text = f"{name.text}[{'..., ' if before else ''}{code.text}{', :' * after if before else ''}]"
    at = value.axes.index(axis)
    own = (*value.axes[:at], *order, *value.axes[at + 1 :])
    return Value(Code(text), own, value.batched, sizes={a: s for a, s in value.sizes.items() if a != axis})


def _gathered(w: Writer, value: Value, axis: str, index: Value) -> Value:
    """Indexing with an array of numbers that may have axes in common with what is indexed."""
    index = w.as_array(index)
    rest = replace(value, axes=tuple(a for a in value.axes if a != axis), kept=None, product=None)
    free = replace(index, axes=tuple(a for a in index.axes), kept=None, product=None)
    order = union([rest, free], w.preferred)
    own = (*(a for a in order if a in rest.axes), axis)
    first = arranged(value, own, w.np, w.name)
    missing = [a for a in order if a not in rest.axes]
    if missing:
        present = [a in own for a in (*order, axis)]
        while not value.batched and not present[0]:
            present = present[1:]
        if not all(present):
            start = present.index(False)
            places = ", ".join(":" if there else "None" for there in present[start:])
            first = Code(f"{w.name(first).text}[..., {places}]")
    second = arranged(index, order, w.np, w.name)
    if w.within_cases:
        size = w.dimension(value, axis)
        second = call("torch.clamp" if w.library == "torch" else f"{w.np}.clip", second, "1", size)
    codes = [w.name(c) if len(c.text) > 34 else c for c in (first, second)]
    sizes = {a: s for a, s in value.sizes.items() if a != axis} | index.sizes
    return Value(w.spell("index", *codes), order, value.batched or index.batched, sizes=sizes)
