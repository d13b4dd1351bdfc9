"""Members that a formula for all is made of: `p_L` in `p_l = 1 - \\frac{l}{L} (1 - p_L)` for `l = 1, \\ldots, L`.

Such an end of the range is given, and the formula says of it no more than that it is itself. If it says anything else,
then it goes round in a circle; but where no text says the range, `\\eta_t = \\eta_0 / \\sqrt{t}` beside a recurrence in
`t`, the member is none of those that the formula is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isclose, prod

from ntdoc.shapes import families
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.families import letters_in, resolved
from ntdoc.shapes.names.families.lists import Range
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def declare(roles: Sequence[Role], scope: Scope, ranges: Ranges) -> None:
    """Note the ends that are given so, and declare the numbers of which nothing else is said."""
    for role in roles:
        tensor = role.defines
        if not isinstance(tensor, Tensor) or tensor.indices or not isinstance(tensor.body, ast.Expr):
            continue
        for letter in sorted(letters_in(tensor.name)):
            r = ranges.range_of(letter, tensor.entry)
            ends = [*_ends(tensor, letter, r)] if r is not None and (not r.said or not r.beyond) else []
            for name in _before(tensor, letter, r) if r is not None else ():
                _declare(name, tensor, scope)
            if r is None or not ends:
                continue
            if r.said and not all(_is_itself(tensor.body, letter, end, name) for end, name, _ in ends):
                continue
            for _, name, is_last in ends:
                if _declare(name, tensor, scope):
                    ranges.given_ends.add((tensor.entry.index, letter, is_last))


def _declare(name: str, tensor: Tensor, scope: Scope) -> bool:
    """Whether something says what a member in a formula is, or it is declared now as any number."""
    if _is_said(name, tensor, scope):
        return True
    if not _is_of_numbers(tensor, scope):
        return False
    before = replace(tensor.entry, index=tensor.entry.index - 1)  # so that the formula sees it
    scope.add(any_number(name, tensor.span, before))
    return True


def _ends(tensor: Tensor, letter: str, r: Range) -> Iterator[tuple[str, str, bool]]:
    """The ends of a range whose members are in a formula, their names, and whether it is the last one."""
    used = names_in(tensor.body)
    for end, is_last in ((str(r.low), False), (r.end or str(r.high), True)):
        if (name := resolved(tensor.name, {letter: end})) in used:
            yield end, name, is_last


def _before(tensor: Tensor, letter: str, r: Range) -> Iterator[str]:
    """The members before a range that a formula names, as `\\alpha_0` in `\\alpha_t = \\alpha_0 / (1 + t)`."""
    for name in sorted(names_in(tensor.body)):
        value = (families.match(tensor.name, name, {letter}) or {}).get(letter)
        if isinstance(value, int) and value < r.low:
            yield name


def _is_said(name: str, tensor: Tensor, scope: Scope) -> bool:
    """Whether something else says before a formula, or in its run, what a member is: of itself, or of all members."""
    own = [b for b in scope.by_name.get(name, ()) if isinstance(b, Tensor | Declared)]
    declared = (b for b in scope.of_form(name) if isinstance(b, Declared))
    own += (b for b in declared if families.match(b.name, name, letters_in(b.name)))
    at = tensor.entry
    return any(b.entry.index < at.index or b.entry.run == at.run for b in own)


def _is_of_numbers(tensor: Tensor, scope: Scope) -> bool:
    """Whether nothing with axes is in a formula."""
    names = (b for name in names_in(tensor.body) for b in (*scope.by_name.get(name, ()), *scope.of_form(name)))
    return not any(isinstance(b, Declared) and b.along for b in names)


def _is_itself(body: ast.Expr, letter: str, end: str, name: str) -> bool:
    """Whether a formula says of the member at an end that it is itself, or may do so: what else is in it may cancel."""
    for number, member in ((5.0, 0.3), (7.0, 0.8)):
        at = float(end) if end.isdecimal() else number
        value = _value(body, {end: at, letter: at, name: member})
        if value is not None and not isclose(value, member, rel_tol=1e-9):
            return False
    return True


def _value(node: ast.Operand, values: Mapping[str, float]) -> float | None:
    """What a formula comes to; None if there is more in it than plain arithmetic with these values."""
    match node:
        case ast.Number():
            return node.value
        case ast.Symbol():
            return values.get(node.full_name)
        case ast.Group(items=(item,), parameters=()):
            return _value(item, values)
        case ast.Fraction():
            return _divided(_value(node.numerator, values), _value(node.denominator, values))
        case ast.Sum():
            return _together((_value(term, values) for _, term in node.terms), [sign for sign, _ in node.terms], sum)
        case ast.Juxtaposition():
            return _together((_value(factor, values) for factor in node.factors), [1] * len(node.factors), prod)
        case ast.Product():
            found = _value(node.first, values)
            for operator, factor in node.rest:
                value = _value(factor, values)
                if found is None or value is None or operator.kind not in ("times", "divide"):
                    return None
                found = _divided(found, value) if operator.kind == "divide" else found * value
            return found
    return None


def _together(
    parts: Iterable[float | None], signs: Iterable[int], operation: Callable[[Iterable[float]], float]
) -> float | None:
    """A sum or a product of what is known; None if it is not all known."""
    found = [None if value is None else sign * value for sign, value in zip(signs, parts, strict=True)]
    return None if None in found else operation(value for value in found if value is not None)


def _divided(over: float | None, under: float | None) -> float | None:
    return over / under if over is not None and under else None
