"""Parameters that say how far a sum goes: the `k` of `T(a, k) = \\sum_{i=0}^{k} a^i` is a size in the body."""

from __future__ import annotations

from collections.abc import Mapping

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import Constant, SizeValue
from ntdoc.shapes.sizes import Size, number, variable
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast

LARGEST = 4096


def ends(function: Function) -> frozenset[str]:
    """The parameters of a function that stand in the upper end of a sum or a product over an index."""
    sums = (part for part in walk(function.body) if isinstance(part, ast.BigOperator) and part.variable is not None)
    found = {name for part in sums if part.high is not None for name in names_in(part.high)}
    return frozenset(found & {p.full_name for p in function.parameters})


def left_open(function: Function) -> dict[str, Size]:
    """The sizes that such parameters are in the definition: any."""
    return {name: variable(name) for name in sorted(ends(function))}


def given(function: Function, arguments: Mapping[str, Typed]) -> dict[str, Size]:
    """The sizes that such parameters are in a call, if the arguments are natural numbers or sizes."""
    found: dict[str, Size] = {}
    for name in sorted(ends(function) & arguments.keys()):
        plan = arguments[name].plan
        if isinstance(plan, SizeValue):
            found[name] = plan.size
        elif isinstance(plan, Constant) and 0 <= plan.value <= LARGEST and plan.value == int(plan.value):
            found[name] = number(int(plan.value))
    return found


def as_values(function: Function, sizes: Mapping[str, Size]) -> dict[str, Typed]:
    """What such parameters are elsewhere in the body: the same numbers."""
    return {name: Typed(SizeValue(sizes[name]), {}, function.span) for name in ends(function) & sizes.keys()}
