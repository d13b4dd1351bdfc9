"""Equations in sentences that give no value: *it is often learned, as `\\tau = e^{-\\theta}`*, with a new `\\theta`.

What speaks of names that are declared nowhere is prose. A number that has been declared stays what it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.names.classify import Role
from ntdoc.shapes.names.introduced import free_letters, is_new
from ntdoc.shapes.names.ranges import Ranges
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Declared, Scope, Tensor, is_update
from ntdoc.syntax import ast


def left_as_prose(roles: Sequence[Role], scope: Scope, ranges: Ranges) -> list[Role]:
    """The roles, with such equations as expressions that say nothing by themselves."""
    sizes: set[str] = set()
    for role in roles:
        sizes |= names_in(role.sizes)
        for part in walk(role.entry.parsed):
            if isinstance(part, ast.SizedAxis):
                sizes |= names_in(part.size)
    result = []
    for role in roles:
        tensor, at = role.defines, role.entry
        if isinstance(tensor, Tensor) and not at.display and not at.gives and _is_there_before(tensor, scope):
            unsaid = (name for name in free_letters(tensor) - sizes if is_new(name, role, scope, ranges))
            bare = {re.split("[_^]", name)[0] for name in unsaid} - sizes  # of `x^2` and `x_i` the x
            if any(is_new(name, role, scope, ranges) for name in bare):
                scope.remove(tensor)
                role = replace(role, kind=Kind.EXPRESSION, defines=None, mention=True)
        result.append(role)
    return result


def _is_there_before(tensor: Tensor, scope: Scope) -> bool:
    """Whether the name is said to be a number, or a tensor that is updated."""
    before = [b for b in scope.by_name.get(tensor.name, ()) if b.entry.index < tensor.entry.index]
    declared = bool(before) and isinstance(before[0], Declared) and tensor in scope.by_name[tensor.name]
    sets = [b.domain for b in before if isinstance(b, Declared) and b.domain is not None]
    updated = is_update(tensor.entry.parsed)
    return declared and not tensor.indices and (updated or not any(domain.shape.axes for domain in sets))
