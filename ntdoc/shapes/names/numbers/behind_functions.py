"""Letters that a condition behind the formula of a function bounds: *`R(w) = a w^2`, for `a > 0`*.

So they are wherever the function is called, whatever a later sentence takes for them: *for `a = 2` it is `R(3) = 18`*,
*for `a < 0` it is `R(w) \\le 0`*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.report import Kind
from ntdoc.shapes import signs
from ntdoc.shapes.bindings import Declared, Function
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.names.numbers.introduced import free_letters
from ntdoc.shapes.patterns import bounded_below, number_bounds
from ntdoc.shapes.patterns import signs as signs_of
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def declare(roles: Sequence[Role], scope: Scope) -> None:
    """Declare these letters from the formula on, if nothing before says what they are."""
    for place, role in enumerate(roles):
        function = role.defines
        if not isinstance(function, Function) or role.entry.display or _has_parts(function, scope):
            continue
        for behind in _conditions(roles[place + 1 :], role):
            for declared in _bounded(behind, function):
                before = scope.by_name.get(declared.name, ())
                later = all(b.entry.index > behind.entry.index and _is_case(b.entry.sentence, role) for b in before)
                if later and (before or declared.name in function.letters):
                    scope.insert(declared)


def _is_case(sentence: int, role: Role) -> bool:
    return sentence != role.entry.sentence


def _has_parts(function: Function, scope: Scope) -> bool:
    """Whether its section has another formula for a function, `f(x) = -x` for `x < 0`: each has a condition."""
    own = (f for f in scope.functions if f.name == function.name and f is not function)
    return any(f.entry.section == function.entry.section for f in own)


def _conditions(behind: Sequence[Role], role: Role) -> Iterator[Role]:
    """The orders that stand behind a formula as its conditions, and declare nothing."""
    for other in behind:
        if other.entry.sentence != role.entry.sentence or other.kind not in (Kind.CONSTRAINT, Kind.DECLARATION):
            return
        if other.kind is Kind.CONSTRAINT and not other.declares:
            yield other


def _bounded(role: Role, function: Function) -> Iterator[Declared]:
    parsed, letters = role.entry.parsed, free_letters(function) | set(function.letters)
    if not isinstance(parsed, ast.Chain):
        return
    said = {name: signs.between(low, high) for name, low, high in number_bounds(parsed)} | dict(signs_of(parsed))
    for name, sign in said.items():
        if name in letters:
            counts = (bounded_below(parsed) or ("",))[0] == name
            at = replace(role.entry, index=function.entry.index - 1)
            yield any_number(name, parsed.span, at, "naturals" if counts else "reals")._replace(sign=sign)
