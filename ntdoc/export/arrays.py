"""Operations of plans as code: arithmetic, functions along axes, contraction, and arrays that are put together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from ntdoc.export import indices, logarithms
from ntdoc.export.code import CHOICE, Code, binary, call, negative, row
from ntdoc.export.routines import Unsupported
from ntdoc.export.values import Product, Type, Value, arranged, position, positions, spelling, union
from ntdoc.operations.spellings import SPELLINGS
from ntdoc.operations.table import Rule, named
from ntdoc.shapes import plan as p
from ntdoc.shapes.sizes import Size

if TYPE_CHECKING:
    from ntdoc.export.writer import Writer

_SIGNS = {"eq": "==", "ne": "!=", "le": "<=", "lt": "<", "ge": ">=", "gt": ">"}
_JOINED = {"multiply": "&", "maximum": "|"}
_OF_FLAGS = {"multiply": "and", "maximum": "or"}


def operate(w: Writer, plan: p.Operate) -> Value:
    """A known operation."""
    match plan:
        case p.Operate("log"):
            plan = logarithms.careful(plan)
        case p.Operate("power", (), (p.Constant(math.e), exponent)):
            plan = p.Operate("exp", (), (exponent,))
        case p.Operate("multiply", (), (left, right)):
            found = logarithms.product(w, left, right)
            if found is not None:
                return w.value(found)
    rule = named(plan.operation).rule
    if rule is Rule.ELEMENTWISE:
        return elementwise(w, plan.operation, [w.operand(a) for a in plan.arguments])
    value = w.as_array(w.as_numbers(w.operand(plan.arguments[0])))
    if rule in (Rule.REDUCTION, Rule.ALONG):
        return along(w, plan.operation, plan.axes, value, keeps=rule is Rule.ALONG)
    if rule in (Rule.DET, Rule.INV):
        return square(w, plan.operation, plan.axes, value)
    raise Unsupported(f"it needs {plan.operation} in a way that is not exported")


def elementwise(w: Writer, operation: str, values: list[Value]) -> Value:
    """An operation entry by entry."""
    if len(values) > 2:
        return reduce(lambda a, b: elementwise(w, operation, [w.short(a), b]), values)
    mask = _logical(w, operation, values)
    if mask is not None:
        return mask
    values = [w.as_numbers(v) for v in values]
    if all(v.type is Type.NUMBER for v in values):
        found = _of_numbers(w, operation, values)
        if found is not None:
            return found
        values = [w.as_array(v) for v in values]
    order, codes, batched, sizes = w.aligned(values)
    if operation == "negate":
        return Value(negative(codes[0]), order, batched, sizes=sizes)
    if w.library == "torch" and operation in ("maximum", "minimum") and not all(v.is_array for v in values):
        bound, array = (codes[0], codes[1]) if values[1].is_array else (codes[1], codes[0])
        side = "min" if operation == "maximum" else "max"
        return Value(call("torch.clamp", array, f"{side}={bound.text}"), order, batched, sizes=sizes)
    if not SPELLINGS[operation].operator and w.library == "torch":
        codes = [c if v.is_array else w.tensor(c) for c, v in zip(codes, values, strict=True)]
    if "{0}.shape" in SPELLINGS[operation].of(w.library) or operation == "step":
        codes = [w.name(c) for c in codes]
    return Value(w.spell(operation, *codes), order, batched, sizes=sizes)


def _of_numbers(w: Writer, operation: str, values: Sequence[Value]) -> Value | None:
    """The same of numbers of Python, if Python has it."""
    own = SPELLINGS[operation]
    codes = [v.code for v in values]
    if operation == "negate":
        return Value(negative(codes[0]), type=Type.NUMBER)
    if own.operator and len(codes) == 2:
        if operation in ("divide", "mod") and codes[1].text == "0":
            return None
        return Value(binary(own.operator, *codes), type=Type.NUMBER)
    if not own.number:
        return None
    return Value(w.filled(own, own.number, codes), type=Type.NUMBER)


def _logical(w: Writer, operation: str, values: Sequence[Value]) -> Value | None:
    """Conditions that are joined or turned round."""
    if operation in _JOINED and all(v.type is Type.MASK for v in values):
        order, codes, batched, sizes = w.aligned(values)
        return Value(binary(_JOINED[operation], *codes), order, batched, Type.MASK, sizes)
    if operation in _OF_FLAGS and all(v.type is Type.FLAG for v in values):
        return Value(binary(_OF_FLAGS[operation], *(v.code for v in values)), type=Type.FLAG)
    if operation == "subtract" and values[0].code.text == "1" and values[1].type is Type.MASK:
        return replace(values[1], code=Code(f"~{values[1].code.atom}", 70), kept=None, product=None)
    return None


def along(w: Writer, operation: str, axes: tuple[str, ...], value: Value, keeps: bool) -> Value:
    """A reduction, or a function of vectors."""
    where = positions(value, axes)
    if keeps:
        if operation == "cumsum":
            codes = value.code
            for axis in axes:
                codes = w.spell(operation, codes, axes=str(position(value, axis)))
            return replace(value, code=codes, kept=None, product=None)
        return replace(value, code=w.spell(operation, value.code, axes=where, count=len(axes)), kept=None, product=None)
    rest = tuple(a for a in value.axes if a not in axes)
    template = SPELLINGS[operation].of(w.library, len(axes))
    kept = None
    if "{keep}" in template:
        kept = (w.spell(operation, value.code, axes=where, count=len(axes), keep=True), value.axes)
    code = w.spell(operation, value.code, axes=where, count=len(axes))
    return Value(code, rest, value.batched, sizes={a: value.sizes[a] for a in rest if a in value.sizes}, kept=kept)


def square(w: Writer, operation: str, axes: tuple[str, ...], value: Value) -> Value:
    rest = tuple(a for a in value.axes if a not in axes)
    code = w.spell(operation, arranged(value, (*rest, *axes), w.np, w.name))
    own = (*rest, *reversed(axes)) if operation == "inv" else rest
    return Value(code, own, value.batched, sizes=value.sizes)


def contract(w: Writer, axes: tuple[str, ...], left: Value, right: Value) -> Value:
    """A product, summed over axes."""
    if not axes:
        return elementwise(w, "multiply", [left, right])
    left, right = (w.as_array(w.as_numbers(v)) for v in (left, right))
    sizes = {**right.sizes, **left.sizes}
    batched = left.batched or right.batched
    for one, other in ((left, right), (right, left)):
        if _is_matrix_product(one, other, axes):
            (axis,) = axes
            rest = tuple(a for a in other.axes if a != axis)
            code = binary("@", one.code, arranged(other, (axis, *rest), w.np, w.name))
            return Value(code, (*one.axes[:-1], *rest), batched, sizes=sizes)
    shared = tuple(a for a in left.axes if a in right.axes and a not in axes)
    free = (*(a for a in left.axes if a not in right.axes), *(a for a in right.axes if a not in left.axes))
    letters = spelling((left.axes, right.axes))

    def spelt(value: Value) -> str:
        return ("..." if value.batched else "") + "".join(letters[a] for a in value.axes)

    result = (*shared, *free)
    ranks = {a: i for i, a in enumerate(w.preferred)}
    if all(a in ranks for a in result):
        result = tuple(sorted(result, key=ranks.__getitem__))
    product = Product(w.np, f"{spelt(left)},{spelt(right)}", letters, (left.code, right.code))
    return Value(product.code(result, batched), result, batched, sizes=sizes, product=product)


def _is_matrix_product(one: Value, other: Value, axes: tuple[str, ...]) -> bool:
    """Whether `one @ other` is meant: over the last axis of the one, with a plain vector or matrix on the right."""
    if len(axes) != 1 or other.batched or len(other.axes) > 2 or one.axes[-1] != axes[0]:
        return False
    return not any(a in one.axes for a in other.axes if a != axes[0])


# --- arrays that are put together ---


def made(w: Writer, plan: p.Plan) -> Value:
    """What is neither a name nor an operation of the table."""
    match plan:
        case p.Taken(axis, body, index):
            return indices.taken(w, axis, body, index)
        case p.Counter(axis, low, size):
            return indices.counter(w, axis, low, size)
        case p.Literal(line, column, cells):
            return _literal(w, line, column, cells)
        case p.Chosen(branches):
            return _chosen(w, branches)
        case p.Compared(relation, left, right):
            return _compared(w, relation, left, right)
        case p.Flattened(axes, axis, body):
            return _flattened(w, axes, axis, w.as_array(w.value(body)))
        case p.Unflattened(axis, shape, body):
            return _unflattened(w, axis, shape, w.value(body))
        case p.Spread(shape, body):
            return spread(w, shape, w.operand(body))
        case p.Concatenated(axis, parts):
            return _concatenated(w, axis, [w.as_array(w.operand(part)) for part in parts])
        case p.Windows(kind, axis, kernel, width, body):
            value = w.value(body)
            own = (*(a for a in value.axes if a != axis), axis)
            code = w.name(arranged(value, own, w.np, w.name))
            extent = w.short(Value(w.sizes.code(width), type=Type.NUMBER), kernel).code
            known = {a: s for a, s in value.sizes.items() if a != axis} | {kernel: width}
            return Value(w.spell(kind, code, extent), (*own, kernel), value.batched, sizes=known)
        case p.Eye(pairs):
            values = [Value(_eye(w, w.sizes.code(n)), (a, b), sizes={a: n, b: n}) for a, b, n in pairs]
            return reduce(lambda x, y: elementwise(w, "multiply", [w.short(x), w.short(y)]), values)
        case p.Unit(axis, twin, like):
            return Value(_eye(w, w.dimension(w.value(like), axis)), (axis, twin))
        case p.Like(body, like):
            value, other = w.operand(body), w.named(w.value(like))
            if set(other.axes) <= set(value.axes) and not other.batched:
                return value
            ones = replace(other, code=call(f"{w.np}.ones_like", other.code), kept=None, product=None)
            return elementwise(w, "multiply", [value, ones])
        case _:
            raise Unsupported(f"it needs what ntdoc calls {type(plan).__name__.lower()}, which is not exported")


def _eye(w: Writer, size: Code) -> Code:
    return call(f"{w.np}.eye", size, w.kind)


def _literal(w: Writer, line: str | None, column: str | None, cells: tuple[tuple[p.Plan, ...], ...]) -> Value:
    values = [[w.short(w.as_numbers(w.value(c)), longest=60) for c in r] for r in cells]
    own = tuple(a for a in (line, column) if a is not None)
    if not any(v.is_array for r in values for v in r):
        rows = [row(*(v.code for v in r)) for r in values]
        code = row(*rows)
        if line is None:
            code = rows[0]
        elif column is None:
            code = row(*(r[0].code for r in values))
        if w.library == "torch" and w.like:
            return Value(call(f"{w.like}.new_tensor", code), own)
        return Value(call(f"{w.np}.{'tensor' if w.library == 'torch' else 'array'}", code, w.kind), own)
    order = union([v for r in values for v in r], w.preferred)
    batched = any(v.batched for r in values for v in r)
    sizes = {a: s for r in values for v in r for a, s in v.sizes.items()}

    def stacked(parts: list[Code]) -> Code:
        short = [w.name(c) if len(c.text) > 40 else c for c in parts]
        return call("_stack", *short)

    arrays = [[arranged(v, order, w.np, w.name) for v in map(w.as_array, r)] for r in values]
    if column is not None:
        lines = [stacked(r) for r in arrays]
    else:
        lines = [r[0] for r in arrays]
    if line is None:
        return Value(lines[0], (*order, *own), batched, sizes=sizes)
    return Value(stacked(lines), (*order, *reversed(own)), batched, sizes=sizes)


def _compared(w: Writer, relation: str, left: p.Plan, right: p.Plan) -> Value:
    if relation in ("odd", "even"):
        value = w.as_numbers(w.operand(left))
        code = binary("==", binary("%", value.code, Code("2")), Code("1" if relation == "odd" else "0"))
        return replace(value, code=code, type=Type.MASK if value.is_array else Type.FLAG, kept=None, product=None)
    values = [w.as_numbers(w.operand(x)) for x in (left, right)]
    order, codes, batched, sizes = w.aligned(values)
    of_numbers = not any(v.is_array for v in values)
    code = binary(_SIGNS[relation], *codes)
    return Value(code, order, batched, Type.FLAG if of_numbers else Type.MASK, sizes)


def _chosen(w: Writer, branches: Sequence[tuple[p.Plan, p.Plan | None]]) -> Value:
    """`cases`, from the last to the first."""
    w.within_cases += 1
    arms = [(w.operand(v), None if t is None else tested(w, t)) for v, t in branches]
    w.within_cases -= 1
    if len(branches) > 1 and _are_opposite([t for _, t in branches[-2:]], w):
        arms[-1] = (arms[-1][0], None)
    rest: Value | None = None
    if arms[-1][1] is None:
        rest = arms.pop()[0]
    result = rest or Value(Code("math.nan"), type=Type.NUMBER)
    result = w.as_numbers(result)
    for value, test in reversed(arms):
        assert test is not None
        result = _where(w, test, w.as_numbers(value), w.short(result))
    return result


def _where(w: Writer, test: Value, value: Value, rest: Value) -> Value:
    if not test.is_array:
        a, b = w.as_array(value), w.as_array(rest)
        order, codes, batched, sizes = w.aligned([a, b])
        text = f"{codes[0].text} if {test.code.text} else {codes[1].text}"
        if not value.is_array and not rest.is_array:
            text = f"{value.code.text} if {test.code.text} else {rest.code.text}"
            return w.short(Value(Code(text, CHOICE), type=Type.NUMBER), longest=0)
        return w.named(Value(Code(text, CHOICE), order, batched, sizes=sizes))
    if w.library == "torch" and not value.is_array and not rest.is_array:
        value = w.as_array(value)
    order, codes, batched, sizes = w.aligned([test, value, rest])
    return Value(call(f"{w.np}.where", *codes), order, batched, sizes=sizes)


def tested(w: Writer, plan: p.Plan) -> Value:
    """A condition as truth values."""
    value = w.operand(plan)
    if value.type in (Type.MASK, Type.FLAG):
        return value
    code = binary("!=", value.code, Code("0"))
    return replace(value, code=code, type=Type.MASK if value.is_array else Type.FLAG, kept=None, product=None)


def _are_opposite(tests: Sequence[p.Plan | None], w: Writer) -> bool:
    one, other = tests
    if not isinstance(one, p.Compared) or not isinstance(other, p.Compared):
        return False
    pairs = ({"odd", "even"}, {"eq", "ne"}, {"le", "gt"}, {"lt", "ge"})
    same = w.same(one.left, other.left) and w.same(one.right, other.right)
    return same and {one.relation, other.relation} in pairs


def _flattened(w: Writer, axes: tuple[str, ...], axis: str, value: Value) -> Value:
    rest = tuple(a for a in value.axes if a not in axes)
    code = w.name(arranged(value, (*rest, *axes), w.np, w.name))
    shape = f"*{code.text}.shape[:-{len(axes)}], -1" if rest or value.batched else "-1"
    sizes = {a: s for a, s in value.sizes.items() if a in rest}
    return Value(Code(f"{code.text}.reshape({shape})"), (*rest, axis), value.batched, sizes=sizes)


def _unflattened(w: Writer, axis: str, shape: tuple[tuple[str, Size], ...], value: Value) -> Value:
    rest = tuple(a for a in value.axes if a != axis)
    code = w.name(arranged(value, (*rest, axis), w.np, w.name))
    sizes = ", ".join(w.short(Value(w.sizes.code(s), type=Type.NUMBER), a, 20).code.text for a, s in shape)
    before = f"*{code.text}.shape[:-1], " if rest or value.batched else ""
    known = {a: s for a, s in value.sizes.items() if a in rest} | dict(shape)
    own = (*rest, *(a for a, _ in shape))
    return Value(Code(f"{code.text}.reshape({before}{sizes})"), own, value.batched, sizes=known)


def filled(w: Writer, shape: Sequence[tuple[str, Size]], what: str, *values: Code | str) -> Code:
    """A call of `ones`, `zeros` or `full` for a shape."""
    sizes = [w.short(Value(w.sizes.code(s), type=Type.NUMBER), f"n_{a}", 20).code.text for a, s in shape]
    extent = f"({', '.join(sizes)}{',' * (len(sizes) == 1)})"
    return call(f"{w.np}.{what}", extent, *values, *([w.kind] if w.library == "torch" or w.like else []))


def spread(w: Writer, shape: tuple[tuple[str, Size], ...], value: Value) -> Value:
    """A value broadcast over axes that it lacks."""
    value = w.as_numbers(value)
    axes = tuple(a for a, _ in shape)
    if not value.is_array:
        number = value.code if w.library == "torch" or "." in value.code.text else Code(f"float({value.code.text})")
        if value.code.text.lstrip("-").isdigit() and w.library != "torch":
            number = Code(f"{value.code.text}.0", value.code.rank)
        return Value(filled(w, shape, "full", number), axes, sizes=dict(shape))
    ones = w.short(Value(filled(w, shape, "ones"), axes, sizes=dict(shape)), "ones")
    return elementwise(w, "multiply", [w.short(value), ones])


def _concatenated(w: Writer, axis: str, values: Sequence[Value]) -> Value:
    order = tuple(a for a in union(values, w.preferred) if a != axis)
    codes = [
        w.short(replace(v, code=arranged(v, (*order, axis), w.np, w.name), kept=None, product=None)).code
        for v in values
    ]
    sizes = {a: s for v in values for a, s in v.sizes.items() if a != axis}
    return Value(call("_concat", *codes), (*order, axis), any(v.batched for v in values), sizes=sizes)
