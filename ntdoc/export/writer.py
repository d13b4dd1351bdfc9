"""The body of one function: its plan as statements of numpy, torch or jax."""

from __future__ import annotations

import re
from collections import Counter as Count
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.export import arrays, calls, keys, logarithms, loops
from ntdoc.export.code import Code, binary, call, layout, number
from ntdoc.export.names import Names, identifier
from ntdoc.export.routines import Routine, Unsupported
from ntdoc.export.sizes import SizeCodes
from ntdoc.export.values import Type, Value, arranged, position, union
from ntdoc.operations.domain import DomainKind
from ntdoc.operations.spellings import SPELLINGS, Spelling
from ntdoc.regex import regex
from ntdoc.shapes import plan as p
from ntdoc.shapes.keys import Keys
from ntdoc.shapes.sizes import Size

if TYPE_CHECKING:
    from ntdoc.export.module import Module

LONG = 34
"""How long an operand may be before it gets a name of its own: then two of them fit on a line."""

_WHOLE = (DomainKind.INTEGERS, DomainKind.BINARY, DomainKind.ONE_HOT)
_SHORT = 12
MODULES = {"numpy": "np", "torch": "torch", "jax": "jnp"}
_INDEXED = regex(r"[\w.]+(\[[\d.:, None-]+\])?")
_NOUNS = {
    "sum": "total",
    "max": "largest",
    "min": "least",
    "var": "variance",
    "softmax": "weights",
    "sqrt": "root",
    "exp": "exponential",
}
_NOUNS |= {"add": "total", "multiply": "product", "divide": "quotient", "subtract": "difference", "negate": "negative"}


class Writer:
    """Writes one routine for one library."""

    def __init__(self, module: Module, routine: Routine) -> None:
        self.module = module
        self.library = module.library
        self.np = MODULES[module.library]
        self.routine = routine
        self.lines: list[str] = []
        self.heads: list[str] = []  # the sizes, read off first
        self.sizes_needed: dict[str, str] = {}  # atoms with the names of parameters
        self.names = Names(module.names_used_by(routine))
        self.inputs: dict[str, Value] = {}
        self.letters: dict[str, Value] = {}
        self.unfolded: dict[str, Value] = {}  # tensors of recurrences
        self.filling: frozenset[str] = frozenset()  # those of them that a loop is about to fill
        self.places: dict[str, Value | p.Counter] = {}  # of a recurrence: one along each axis, or all at once
        self.margin = 4
        self.within_cases = 0
        self.preferred = _preferred(routine)
        dimensions: list[tuple[str, Size, str]] = []
        for letter, shape in routine.parameters:
            self.inputs[letter] = self._input(letter, shape, dimensions, batched=routine.is_function)
        for sampled in routine.letters:
            self.letters[sampled.key] = self._input(sampled.key, sampled.shape, dimensions, batched=False)
        self.sizes = SizeCodes(routine.equations, dimensions, self._bind, self._need)
        self.like = self._like()
        self._data_type = ""  # the name of that of what is made here, once it is needed
        self._keys = Keys()
        self._uses: Count[int] = keys.uses(self._keys, routine.plan)
        self.memo: dict[int, Value] = {}

    def _input(
        self, letter: str, shape: Sequence[tuple[str, Size]], dimensions: list[tuple[str, Size, str]], batched: bool
    ) -> Value:
        name = self.names.take(identifier(letter))
        axes = tuple(a for a, _ in shape)
        for at, (axis, size) in enumerate(shape):
            dimensions.append((axis, size, f"{name}.shape[{at - len(axes)}]"))
        return Value(Code(name), axes, batched, sizes=dict(shape))

    def _like(self) -> str:
        """The array whose data type and device torch takes for what is made here."""
        values = self._given()
        wide = [v for v in values if v.axes]
        return (wide or values)[0].code.text if values else ""

    def _given(self) -> list[Value]:
        """What is given, without that which may be whole numbers if there is anything else."""
        whole = {s.key for s in self.routine.letters if s.domain.kind in _WHOLE}
        values = [*self.inputs.values(), *(v for k, v in self.letters.items() if k not in whole)]
        return values or list(self.letters.values())

    def _bind(self, name: str, code: str) -> str:
        name = self.names.take(name)
        self.heads.append(f"    {name} = {code}")
        return name

    def _need(self, name: str, atom: str) -> str:
        if atom not in self.sizes_needed:
            self.sizes_needed[atom] = self.names.take(name)
        return self.sizes_needed[atom]

    # --- the whole ---

    def write(self) -> list[str]:
        """The statements of the body."""
        value = self.value(self.routine.plan)
        if set(value.axes) != set(self.routine.result):
            raise Unsupported("its axes are not those that it is said to have")
        if value.type is Type.MASK:
            value = self.as_numbers(value)
        code = arranged(value, self.routine.result, self.np, self.name)
        return [*self.heads, *self.lines, *layout("return ", code, 4)]

    # --- names for parts ---

    def name(self, code: Code, wanted: str = "") -> Code:
        """An expression as a name, by a statement if it is none yet."""
        if code.is_name:
            return code
        own = self.names.take(identifier(wanted or "value"))
        self.lines += layout(f"{own} = ", code, self.margin)
        return Code(own)

    def named(self, value: Value, wanted: str = "") -> Value:
        if value.code.is_name or not value.is_array:
            return value
        return replace(value, code=self.name(value.code, wanted or value.label), kept=None, product=None)

    def short(self, value: Value, wanted: str = "", longest: int = LONG) -> Value:
        long = len(value.code.text) > longest
        if long and not value.is_array:
            return replace(value, code=self.name(value.code, wanted))
        return self.named(value, wanted) if long else value

    # --- plans ---

    def value(self, plan: p.Plan) -> Value:
        key = self._keys.of(plan)
        if key in self.memo:
            return self.memo[key]
        found = self._value(plan)
        label = noun(plan)
        if label != "value" or not found.label:
            found = replace(found, label=label)
        part = self.module.routines.session.parts.get(plan)
        if part is not None and found.is_array:
            found = self.named(found, part)
        elif isinstance(plan, p.Counter) or (self._uses[key] > 1 and not _INDEXED.fullmatch(found.code.text)):
            found = self.named(found)
        self.memo[key] = found
        return found

    def once(self, plan: p.Plan) -> None:
        """A part under a name from here on, unless it is as short as one and costs no more."""
        value = self.value(plan)
        if value.axes or len(value.code.text) > _SHORT or not isinstance(plan, p.Operate):
            self.memo[self._keys.of(plan)] = self.named(value)

    def same(self, one: p.Plan, other: p.Plan) -> bool:
        """Whether two parts compute the same."""
        return self._keys.of(one) == self._keys.of(other)

    def operand(self, plan: p.Plan) -> Value:
        return self.short(self.value(plan))

    def _value(self, plan: p.Plan) -> Value:
        match plan:
            case p.Constant(constant):
                return Value(number(constant), type=Type.NUMBER)
            case p.Parameter(name):
                if name in self.unfolded:
                    return self.unfolded[name]
                if name not in self.inputs:
                    raise Unsupported("it needs a limit, which is found by numbers")
                return self.inputs[name]
            case p.Sampled(key, shape):
                if {a for a, _ in shape} != set(self.letters[key].axes):
                    raise Unsupported(f"it needs two tensors that are called {key}")
                return self.letters[key]
            case p.SizeValue(size):
                return Value(self.sizes.code(size), type=Type.NUMBER)
            case p.Operate():
                return arrays.operate(self, plan)
            case p.Contract(axes, left, right):
                product = logarithms.contracted(self, axes, left, right)
                if product is not None:
                    return self.value(product)
                return arrays.contract(self, axes, self.operand(left), self.operand(right))
            case p.Renamed(pairs, body):
                value, to = self.value(body), dict(pairs)
                return replace(
                    value,
                    axes=tuple(to.get(a, a) for a in value.axes),
                    sizes={to.get(a, a): s for a, s in value.sizes.items()},
                    kept=None,
                    product=value.product.renamed(to) if value.product is not None else None,
                )
            case p.Shared(body):
                return self.value(body)
            case p.Defined():
                return calls.defined(self, plan)
            case p.Call():
                return calls.called(self, plan)
            case p.Smooth(name) | p.Linear(name):
                raise Unsupported(f"it needs {name}, of which the document gives only the signature")
            case p.Limiting():
                raise Unsupported("it needs a limit, which is found by numbers")
            case p.Recurrence():
                return loops.recurrence(self, plan)
            case p.Places(axis):
                here = self.places[axis]
                return here if isinstance(here, Value) else self.value(here)
            case _:
                return arrays.made(self, plan)

    # --- what the library is told ---

    def spell(self, operation: str, *codes: Code | str, axes: str = "", count: int = 1, keep: bool = False) -> Code:
        """An operation of the table on expressions."""
        spelling = SPELLINGS[operation]
        return self.filled(spelling, spelling.of(self.library, count), codes, axes, keep)

    def filled(
        self, spelling: Spelling, template: str, codes: Sequence[Code | str], axes: str = "", keep: bool = False
    ) -> Code:
        found = [Code(c) if isinstance(c, str) else c for c in codes]
        if template == "{0}":
            return found[0]
        if spelling.operator and len(found) == 2:
            return binary(spelling.operator, *found)
        kept = (", keepdim=True" if self.library == "torch" else ", keepdims=True") if keep else ""
        inside = re.search(r"-\{0\}|1 / ", template) or template.startswith("{0}.")
        texts = [c.atom if inside else c.text for c in found]
        text = template.format(*texts, axis=axes, keep=kept)
        return Code(text, 60 if template.startswith("1 / ") else 90, *_broken(text))

    @property
    def kind(self) -> str:
        """How the library is told the data type, and torch the device, of what is made here."""
        if self.library == "torch":
            return f"dtype={self.like}.dtype, device={self.like}.device" if self.like else "dtype=torch.float64"
        if not self.like:
            return "dtype=float"
        if not self._data_type:
            self._data_type = self.names.take("dtype")
            given = call(f"{self.np}.result_type", *[v.code for v in self._given()], "0.0")
            self.heads += layout(f"{self._data_type} = ", given, 4)
        return f"dtype={self._data_type}"

    def tensor(self, code: Code) -> Code:
        """A number as an array."""
        if self.library != "torch":
            return call(f"{self.np}.asarray", code, *([self.kind] if self.like else []))
        return call(f"{self.like}.new_tensor", code) if self.like else call("torch.tensor", code, self.kind)

    def as_array(self, value: Value) -> Value:
        if value.is_array:
            return value
        code = Code(f"float({value.code.text})") if value.type is Type.FLAG else value.code
        return Value(self.tensor(code))

    def as_numbers(self, value: Value) -> Value:
        """Truth values as 1 and 0."""
        if value.type is Type.FLAG:
            return replace(value, code=Code(f"float({value.code.text})"), type=Type.NUMBER)
        if value.type is not Type.MASK:
            return value
        cast = f".astype({self.kind.partition('=')[2]})" if self.library != "torch" else ""
        if self.library == "torch":
            cast = f".to({self.like}.dtype)" if self.like else ".double()"
        return replace(
            value, code=Code(f"{self.short(value, 'mask').code.atom}{cast}"), type=Type.ARRAY, kept=None, product=None
        )

    def aligned(self, values: Sequence[Value]) -> tuple[tuple[str, ...], list[Code], bool, dict[str, Size]]:
        """Values with their axes arranged so that they broadcast together."""
        order = union(values, self.preferred)
        codes = [arranged(value, order, self.np, self.name) for value in values]
        sizes = {a: s for value in reversed(values) for a, s in value.sizes.items()}
        return order, codes, any(v.batched for v in values), sizes

    def dimension(self, value: Value, axis: str) -> Code:
        """The size of an axis of a value."""
        known = value.sizes.get(axis)
        if known is not None:
            return self.sizes.code(known)
        return Code(f"{self.name(value.code, value.label).text}.shape[{position(value, axis)}]")


def _broken(text: str) -> tuple[str, tuple[Code, ...], str]:
    """A call of a function on one or more arguments, where a long line may be broken."""
    found = re.fullmatch(r"([\w.]+\()(.*)(\))", text)
    if found is None:
        return "", (), ""
    parts, depth, start = [], 0, 0
    inner = found[2]
    for at, c in enumerate(inner):
        depth += (c in "([{") - (c in ")]}")
        if depth < 0:
            return "", (), ""
        if c == "," and depth == 0:
            parts.append(Code(inner[start:at].strip()))
            start = at + 1
    parts.append(Code(inner[start:].strip()))
    return found[1], tuple(parts), found[3]


def noun(plan: p.Plan) -> str:
    """What a part without a name may be called."""
    match plan:
        case p.Operate(operation):
            return _NOUNS.get(operation, operation)
        case p.Contract():
            return "product"
        case p.Parameter(name) | p.Sampled(name):
            return name
        case p.Renamed(_, body) | p.Shared(body):
            return noun(body)
        case p.Counter(axis):
            return axis.lstrip("#")
        case p.Call(function):
            return f"{identifier(function.name)}_result"
        case p.Taken():
            return "entries"
        case p.Flattened(_, axis):
            return f"by_{axis}"
        case p.Chosen():
            return "chosen"
        case p.Compared():
            return "condition"
        case p.Literal():
            return "array"
        case p.Windows():
            return "windows"
        case _:
            return "value"


def _preferred(routine: Routine) -> tuple[str, ...]:
    """The axes of the result in their order, under their names within the plan too."""
    order, plan = list(routine.result), routine.plan
    found = list(order)
    while isinstance(plan, p.Renamed | p.Shared):
        if isinstance(plan, p.Renamed):
            back = {new: old for old, new in plan.pairs}
            order = [back.get(a, a) for a in order]
            found += [a for a in order if a not in found]
        plan = plan.body
    return (*(a for a in found if a not in order), *order)
