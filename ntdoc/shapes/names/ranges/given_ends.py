"""Members that a formula for all is made of: `p_L` in `p_l = 1 - \\frac{l}{L} (1 - p_L)` for `l = 1, \\ldots, L`.

Such an end of the range is given, and the formula says of it no more than that it is itself. If it says anything else,
then it goes round in a circle; but where no text says the range, `\\eta_t = \\eta_0 / \\sqrt{t}` beside a recurrence in
`t`, the member is none of those that the formula is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isclose

from ntdoc.shapes import families
from ntdoc.shapes.arithmetic import value
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
        at = (families.match(tensor.name, name, {letter}) or {}).get(letter)
        if isinstance(at, int) and at < r.low:
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
        found = value(body, {end: at, letter: at, name: member})
        if found is not None and not isclose(found, member, rel_tol=1e-9):
            return False
    return True
