"""Letters to which only special cases give a number: `v_t = a v_{t-1} + e_t`, and then *for `a = 0` it is noise*.

In the formulas before it such a letter is any number, and in the case alone it is that one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.names.numbers.introduced import free_letters
from ntdoc.shapes.patterns import in_numbers, in_scripts, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def declare(roles: Sequence[Role], scope: Scope) -> None:
    """Declare these letters, each where a formula has it first."""
    named: dict[str, list[Tensor]] = {}
    for role in roles:
        if isinstance(role.defines, Tensor) and _is_case(role):
            named.setdefault(role.defines.name, []).append(role.defines)
    named = {name: found for name, found in named.items() if len(found) == len(scope.by_name[name])}
    counts = _counts(roles) if named else frozenset()
    for name, found in named.items():
        if name in counts or name in scope.bounded or name in scope.limited or numeric.is_size(name, scope):
            continue
        first, section = found[0].entry.index, found[0].entry.section
        for role in roles:
            entry = role.entry
            defined = role.defines if entry.index < first and entry.section == section else None
            if isinstance(defined, Tensor | Function) and name in free_letters(defined):
                if entry.sentence != found[0].entry.sentence:
                    scope.insert(any_number(name, found[0].span, replace(entry, index=entry.index - 1)))
                break


def _is_case(role: Role) -> bool:
    """Whether a sentence takes a number for a letter, and not as that of an example."""
    at, tensor = role.entry, role.defines
    if not isinstance(tensor, Tensor) or tensor.indices or not in_numbers(tensor.body) or numeric.is_array(tensor.body):
        return False
    if taken_apart(tensor.name).parts or at.gives or at.lets or at.illustration or at.exercise:
        return False
    return (at.supposed or cases.is_taken(at)) and not (at.display or cases.is_with(at.parsed.span))


def _counts(roles: Sequence[Role]) -> frozenset[str]:
    """The letters that are indices, or say how many there are of something."""
    found = {name for role in roles for name in names_in(role.sizes)}
    for role in roles:
        inside = in_scripts(role.entry.parsed)
        for part in walk(role.entry.parsed):
            if isinstance(part, ast.Symbol) and id(part) in inside:
                found.add(part.full_name)
            elif isinstance(part, ast.BigOperator):
                found |= names_in((part.variable, part.low, part.high, part.domain))
    return frozenset(found)
