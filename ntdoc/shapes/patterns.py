"""What the sides of a statement look like, whatever their names mean."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache

from ntdoc.nodes import Node, walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.shapes.amongst import pair_letters
from ntdoc.shapes.signs import between as numbers_between
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.literals import is_number

MOST_PARTS = 64  # of what is given part by part

_SIGNS = {
    ("gt", 0.0): "positive",
    ("ge", 0.0): "nonnegative",
    ("lt", 0.0): "negative",
    ("le", 0.0): numbers_between(-math.inf, 0.0),
}
DECIDES: dict[str, Callable[[float, float], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "le": operator.le,
    "lt": operator.lt,
    "ge": operator.ge,
    "gt": operator.gt,
}
"""What decides whether a relation holds between two numbers."""

MIRRORED = {"gt": "lt", "lt": "gt", "ge": "le", "le": "ge"}
ORDERS = frozenset(MIRRORED)
ARITHMETIC = (  # of numbers and names, entry by entry
    ast.Symbol, ast.Number, ast.Sum, ast.Juxtaposition, ast.Fraction, ast.Group, ast.Product, ast.ProductOperator,
)  # fmt: skip


def operands(parsed: ast.Chain) -> tuple[ast.Operand, ...]:
    return (*parsed.subjects, *(operand for _, operand in parsed.rest))


def is_letter_in_brackets(node: ast.Expr) -> bool:
    """Whether it is `(t)`: `v(t)` of a tensor `v` is its value at `t`, as nobody multiplies so."""
    if not isinstance(node, ast.Group) or node.bracket != "(":
        return False
    return len(node.items) == 1 and isinstance(node.items[0], ast.Symbol)


def is_power_in_brackets(node: ast.Operand) -> bool:
    """`(X - m)^2`, `(2 X)^2`, `(\\frac{X}{s})^2`: the brackets are there for the power, and are not those of a call."""
    if not isinstance(node, ast.Power) or not isinstance(node.base, ast.Group) or node.base.parameters:
        return False
    computed = (ast.Sum, ast.Product, ast.Juxtaposition, ast.Fraction)
    return len(node.base.items) == 1 and isinstance(node.base.items[0], computed)


def is_size(node: ast.Operand) -> bool:
    match node:
        case ast.Size() | ast.Number() | ast.Symbol():
            return True
        case ast.Power(ast.Number() | ast.Size() | ast.Group(), ast.Number() as power):  # `10^5`, `|\\ax|^2`
            return is_size(node.base) and power.value >= 0
        case ast.Sum():
            return all(is_size(term) for _, term in node.terms)
        case ast.Fraction():
            return is_size(node.numerator) and is_size(node.denominator)
        case ast.Product():
            return is_size(node.first) and all(o.kind in ("times", "divide") and is_size(x) for o, x in node.rest)
        case ast.Juxtaposition():
            return all(is_size(x) for x in node.factors)
        case ast.Group():
            return len(node.items) == 1 and is_size(node.items[0])
    return False


def letters(node: ast.Index) -> tuple[tuple[ast.Axis, ast.Symbol], ...] | None:
    """The indices of a left side, if each is a letter of its own."""
    found = [(axis, expr) for axis, expr in node.items if isinstance(expr, ast.Symbol) and not expr.axes]
    if len(found) != len(node.items) or len({e.full_name for _, e in found}) != len(found):
        return None
    return tuple(found)


def letter_or_size(node: object) -> str:
    """The name of a letter, or of the size `|\\ax|`; "" of anything else."""
    if isinstance(node, ast.Size):
        return "|" + ",".join(axis.name for axis in node.axes) + "|"
    return node.full_name if isinstance(node, ast.Symbol) and not node.axes else ""


def number_given(parsed: ast.Parsed) -> tuple[str, ast.Number] | None:
    """The letter, or the size, that an equation gives a number: `n = 3`."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return None
    (relation, right), name = parsed.rest[0], letter_or_size(parsed.subjects[0])
    return (name, right) if name and relation.kind == "eq" and isinstance(right, ast.Number) else None


def equated(parsed: ast.Parsed) -> str | None:
    """The name alone on the left of an equation, if that is all that is said."""
    match parsed:
        case ast.Chain(subjects=(ast.Symbol(axes=()) as name,), rest=((ast.Relation(kind="eq"), _),)):
            return name.full_name
    return None


def member_of(names: tuple[ast.Operand, ...], domain: ast.TensorSet, at: Span, span: Span) -> ast.Chain:
    """What puts names in a set, as `x, y \\in S` does, with its sign at a place."""
    return ast.Chain(names, ((ast.Relation("in", "\\in", at), domain),), (0,) * (len(names) + 1), (), span)


def put_in_sets(parsed: ast.Parsed) -> set[str]:
    """The names that a statement puts in a set."""
    if not isinstance(parsed, ast.Chain) or not any(isinstance(side, ast.TensorSet) for _, side in parsed.rest):
        return set()
    return {s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol)}


def is_update(parsed: ast.Parsed) -> bool:
    """Whether a statement is `X \\leftarrow …`: its right side is about the old X."""
    return isinstance(parsed, ast.Chain) and bool(parsed.rest) and parsed.rest[0][0].kind == "update"


def unbracketed(node: ast.Expr) -> ast.Expr:
    """The name in `[e_a]_{\\ax(i)}` or `(e_a)_{\\ax(i)}`: brackets around it change nothing."""
    if isinstance(node, ast.Group) and node.bracket in "[(" and len(node.items) == 1 and not node.parameters:
        return node.items[0]
    return node


def signs(parsed: ast.Chain) -> list[tuple[str, str]]:
    """Names that a chain of inequalities bounds by 0 (or between 0 and 1), with what that makes them."""
    sides = operands(parsed)
    subjects = parsed.subjects
    kinds = [r.kind for r, _ in parsed.rest]
    if len(sides) == 3 and len(subjects) == 1 and isinstance(sides[1], ast.Symbol):
        low, high = sides[0], sides[2]
        if isinstance(low, ast.Number) and isinstance(high, ast.Number) and (low.value, high.value) == (0, 1):
            return [(sides[1].full_name, "unit")]
    if len(kinds) != 1:
        return []
    right = sides[-1]
    if isinstance(right, ast.Number) and (sign := _SIGNS.get((kinds[0], right.value))):
        return [(s.full_name, sign) for s in subjects if isinstance(s, ast.Symbol) and not s.axes]
    left = sides[0]
    if isinstance(left, ast.Number) and isinstance(right, ast.Symbol):
        sign = _SIGNS.get((MIRRORED.get(kinds[0], ""), left.value))
        return [(right.full_name, sign)] if sign else []
    return []


def number_bounds(parsed: ast.Chain) -> list[tuple[str, float, float]]:
    """Names that an order puts between two numbers, above one or below it: `x \\ge 2`, `-1 \\le x, y \\le 5`."""
    steps = [parsed.subjects, *((operand,) for _, operand in parsed.rest)]
    kinds = {r.kind for r, _ in parsed.rest}
    if kinds <= {"gt", "ge"}:
        steps.reverse()
    elif not kinds <= {"lt", "le"}:
        return []
    named = [i for i, step in enumerate(steps) if all(isinstance(s, ast.Symbol) and not s.axes for s in step)]
    numbers = [[number_in(side) for side in step] for step in steps]
    if len(named) != 1 or len(steps) > 3 or any(None in numbers[i] for i in range(len(steps)) if i not in named):
        return []
    low = max((n for step in numbers[: named[0]] for n in step if n is not None), default=-math.inf)
    high = min((n for step in numbers[named[0] + 1 :] for n in step if n is not None), default=math.inf)
    return [(s.full_name, low, high) for s in steps[named[0]] if isinstance(s, ast.Symbol)] if low < high else []


def between(parsed: ast.Chain) -> tuple[str, ast.TensorSet] | None:
    """A name that stands between two numbers, as in `0 \\le \\varepsilon \\le \\frac12`, and the interval.

    Or above one, `\\gamma \\ge 1`, if it is no Latin letter: that may count something.
    """
    sides = operands(parsed)
    match sides:
        case (ast.Symbol(sub=None, sup=None, axes=()) as letter, ast.Number() as least) if len(letter.full_name) > 1:
            if least.value and not letter.roman and parsed.rest[0][0].kind in ("ge", "gt"):
                ends = (least, ast.Number(math.inf, 0, parsed.span))
                return letter.full_name, _interval(ends, "[)" if parsed.rest[0][0].kind == "ge" else "()", parsed.span)
    if len(sides) != 3 or len(parsed.subjects) != 1 or {r.kind for r, _ in parsed.rest} - {"le", "lt"}:
        return None
    low, name, high = sides
    if not (is_number(low) and isinstance(name, ast.Symbol) and not name.axes and is_number(high)):
        return None
    return name.full_name, _interval((low, high), "[]", parsed.span)


def _interval(ends: tuple[ast.Expr, ast.Expr], brackets: str, span: Span) -> ast.TensorSet:
    return ast.TensorSet(ast.Base("interval", ends, brackets, span), ast.Shape((), span), span)


def bounded_below(parsed: ast.Chain) -> tuple[str, int] | None:
    """The letter of `t \\ge 1`, or of `1 \\le t`, and the least whole number that it may be."""
    if len(parsed.rest) != 1 or len(parsed.subjects) != 1:
        return None
    (left, right), kind = operands(parsed), parsed.rest[0][0].kind
    name, low, kind = (left, right, kind) if isinstance(left, ast.Symbol) else (right, left, MIRRORED.get(kind, ""))
    if not isinstance(name, ast.Symbol) or name.axes or not isinstance(low, ast.Number) or not 1 <= low.value < 64:
        return None
    if kind not in ("ge", "gt") or low.value != int(low.value) or len(name.full_name) > 1:
        return None
    return name.full_name, int(low.value) + (kind == "gt")


def counted_to(parsed: ast.Chain, sizes: Collection[str] = ()) -> str | None:
    """The letter that `1 \\le k \\le |\\ax|`, or `1 \\le k \\le n`, bounds by a size: a whole number, as sizes are."""
    sides = operands(parsed)
    if len(sides) != 3 or len(parsed.subjects) != 1 or {r.kind for r, _ in parsed.rest} - {"le", "lt"}:
        return None
    low, name, high = sides
    from_one = isinstance(low, ast.Number) and low.value in (0, 1)
    size = isinstance(high, ast.Size) or (isinstance(high, ast.Symbol) and high.full_name in sizes)
    if not from_one or not size or not isinstance(name, ast.Symbol) or name.axes:
        return None
    return name.full_name


def is_usual(symbol: ast.Symbol) -> bool:
    """Whether a symbol stands for a number or for a known function that is set upright: `\\pi`, `\\log`."""
    return symbol.name in CONSTANTS or (symbol.roman and lookup(symbol.name) is not None)


def multiplies(node: ast.Operand) -> bool:
    """Whether a side has a product of sizes, `|\\ax| |\\bx|`, and not only multiples of one."""
    rows = (part.factors for part in walk(node) if isinstance(part, ast.Juxtaposition | ast.Product))
    return any(sum(not is_number(factor) for factor in row) > 1 for row in rows)


def is_limit(node: ast.Operand) -> bool:
    """Whether a side may limit sizes: a name, a number, or the smallest or largest of some sizes."""
    match node:
        case ast.Juxtaposition(factors=(ast.Symbol(name="min" | "max", axes=()), ast.Group(items=items))):
            return all(is_size(item) for item in items) and any(isinstance(s, ast.Size) for s in walk(node))
    return isinstance(node, (ast.Symbol, ast.Number, ast.Size))


@lru_cache(maxsize=32768)
def numbers(span: Span, base: str = "reals") -> ast.TensorSet:
    """A set of numbers."""
    return ast.TensorSet(ast.Base(base, (), "", span), ast.Shape((), span), span)


def along(numbers: ast.Group, axis: str) -> ast.Matrix:
    """A list of numbers as an array with one axis."""
    at = Span(numbers.span.source, numbers.span.start, numbers.span.start)
    return ast.Matrix(None, ast.Axis(axis, at), (numbers.items,), numbers.span)


def names_in(node: object) -> frozenset[str]:
    """All names that occur in a tree."""
    if type(node) is tuple:
        return frozenset().union(*map(names_in, node))
    return _names_below(node) if isinstance(node, Node) else _names(node)


def _names(node: object) -> frozenset[str]:
    symbols = [part for part in walk(node) if isinstance(part, ast.Symbol)]
    return frozenset([name for symbol in symbols for name in (symbol.full_name, symbol.name)])


_names_below = lru_cache(maxsize=1 << 18)(_names)  # asked again and again of the same trees


def reached(names: Iterable[str], bodies: Callable[[str], Iterable[object]]) -> set[str]:
    """Names, and those in what stands for them, and so on."""
    found = set(names)
    waiting = list(found)
    while waiting:
        new = {name for body in bodies(waiting.pop()) for name in names_in(body)} - found
        found |= new
        waiting.extend(new)
    return found


def only_symbols(parsed: ast.Parsed) -> list[str]:
    """The names in a product or a sum of nothing but names, `x \\odot y \\odot y`; none if it is anything else.

    It may be summed over axes.
    """
    node = parsed.subjects[0] if isinstance(parsed, ast.Chain) else None
    if isinstance(node, ast.BigOperator) and node.axes:
        node = node.body
    parts: tuple[object, ...] = ()
    if isinstance(node, ast.Product | ast.Juxtaposition):
        parts = node.factors
    elif isinstance(node, ast.Sum):
        parts = tuple(term for _, term in node.terms)
    symbols = [part.full_name for part in parts if isinstance(part, ast.Symbol)]
    return symbols if len(symbols) == len(parts) else []


def summed(node: object) -> set[str]:
    """The letters that the sums in an expression run over."""
    sums = (part.variable for part in walk(node) if isinstance(part, ast.BigOperator))
    return {variable.full_name for variable in sums if variable is not None}


def in_scripts(node: object) -> frozenset[int]:
    """The parts of a tree that stand in the scripts of names, by `id`: they are indices and labels."""
    scripts = (part for part in walk(node) if isinstance(part, ast.Script))
    return frozenset(id(part) for script in scripts for part in walk(script))


def outside_scripts(node: object) -> list[ast.Symbol]:
    """The names in a tree, but those in scripts of others."""
    inside = in_scripts(node)
    return [part for part in walk(node) if isinstance(part, ast.Symbol) and id(part) not in inside]


def in_numbers(node: ast.Operand) -> bool:
    """Whether a side is written in numbers alone."""
    return not isinstance(node, ast.TensorSet) and not any(isinstance(n, ast.Symbol | ast.Size) for n in walk(node))


def spelt(node: ast.Operand) -> str:
    """What is written, without space."""
    return "".join(node.span.text.split())


def is_made_of(node: object, name: str) -> bool:
    """Whether a name occurs in a tree as itself, and not as the label of another: `W_z` is not made of `z`."""
    return any(name in (s.full_name, s.name) for s in outside_scripts(node))


@lru_cache(maxsize=1024)
def index_letters(parsed: ast.Chain) -> frozenset[str]:
    """The letters that stand in an index, as `j` in `X_{\\ax(j)}`."""
    indices = (part for part in walk(parsed) if isinstance(part, ast.Index))
    found = frozenset(name for index in indices for _, expr in index.items for name in names_in(expr))
    return found - pair_letters(parsed)


def is_place(name: str, parsed: ast.Parsed) -> bool:
    """Whether a letter stands for a place somewhere in a statement, `X_{\\ax(e)}`: there it is no number 2.718…."""
    items = (expr for part in walk(parsed) if isinstance(part, ast.Index) for _, expr in part.items)
    terms = (term for item in items for term in ([t for _, t in item.terms] if isinstance(item, ast.Sum) else [item]))
    return any(isinstance(term, ast.Symbol) and term.full_name == name for term in terms)


def is_lifted(head: ast.Symbol, parsed: ast.Chain) -> bool:
    """`f(X) = f^{\\mathcal{S}}(X)` says something of f."""
    if head.sup is not None:
        return False
    symbols = (s for _, side in parsed.rest for s in walk(side) if isinstance(s, ast.Symbol))
    return any(s.base == head.base and s.sup is not None and s.sup.axes for s in symbols)


def power_in(node: object) -> float | None:
    """A number as it is written, or so many times a power of one: `1024`, `10^4`, `5 \\cdot 10^4`."""
    match node:
        case ast.Power(ast.Number() as base, ast.Number() as exponent) if abs(exponent.value) < 100:
            return float(base.value**exponent.value) if base.value > 0 else None
        case ast.Product(first, ((ast.ProductOperator(kind="times"), by),)):
            parts = power_in(first), power_in(by)
            return parts[0] * parts[1] if parts[0] is not None and parts[1] is not None else None
    return number_in(node)


def number_in(node: object) -> float | None:
    """A number as it is written, with a sign or as a quotient of two: `-1`, `-1/2`; None if it is anything else."""
    match node:
        case ast.Number():
            return node.value
        case ast.Sum() if len(node.terms) == 1:
            sign, term = node.terms[0]
            value = number_in(term)
            return None if value is None else sign * value
        case ast.Fraction():
            top, bottom = number_in(node.numerator), number_in(node.denominator)
            return top / bottom if top is not None and bottom else None
        case ast.Product(rest=((ast.ProductOperator(kind="divide"), by),)):
            top, bottom = number_in(node.first), number_in(by)
            return top / bottom if top is not None and bottom else None
    return None


def shifted(index: ast.Expr) -> tuple[ast.Symbol | None, int | None]:
    """`t-1` as the letter and the number, `3` as a number without a letter; no number if it is anything else."""
    if isinstance(index, ast.Symbol):
        return index, 0
    if isinstance(index, ast.Sum) and len(index.terms) == 2:
        (sign, first), (other, second) = index.terms
        more = shifted(second)[1] if isinstance(second, ast.Number) else None
        return (first, other * more) if sign > 0 and isinstance(first, ast.Symbol) and more else (None, None)
    value = number_in(index)
    whole = value is not None and abs(value) < 1e15 and value == int(value)
    return None, int(value) if value is not None and whole else None


def is_identity(node: ast.Symbol) -> bool:
    """Whether a name is `I_{\\ax,\\ax'}`: axes alone below the name of a tensor would say nothing else."""
    return node.base in ("I", "delta") and node.sup is None and not node.under and len(node.axes) in (2, 4)
