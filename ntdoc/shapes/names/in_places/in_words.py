"""Equations in sentences that give no value: *it is often learned, as `\\tau = e^{-\\theta}`*, with a new `\\theta`.

What speaks of names that are declared nowhere is prose. A number that has been declared stays what it was, and so do
data that a display or another sentence declares: *assume that `y = f + \\varepsilon`*, of the `y` that is observed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers.introduced import free_letters, is_new
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.patterns import is_update, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.symbols import GREEK


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
        if isinstance(tensor, Tensor) and not (at.display or at.gives or at.case):
            free = free_letters(tensor) - _in_known(tensor, scope)
            unsaid = {name for name in free - sizes if is_new(name, role, scope, ranges)}
            bare = {re.split("[_^]", name)[0] for name in unsaid} - sizes  # of `x^2` and `x_i` the x
            bare -= _ends(at, ranges) if at.supposed else set()
            bare = {name for name in bare if len(name) == 1 or name in GREEK}
            new = any(is_new(name, role, scope, ranges) for name in bare)
            running = {name for name in free if ranges.range_of(name, at) and scope.tensor(name, at) is None}
            unknown = bool(free) and free <= (unsaid | running) - sizes and _is_of_letters(tensor)
            unknown = unknown and not is_update(at.parsed)
            small = any(is_new(name, role, scope, ranges) for name in bare if name[0].islower())
            small = small or any(name[0].islower() for name in running)
            first = _first_use(role, roles) if small and not at.where else None
            if first is not None:  # the letter is any number there
                scope.mentioned.setdefault(tensor.name, []).append(replace(at, index=first.index - 1))
            stays = new and _is_declared_before(tensor, scope) and not _is_meant_anew(tensor, unsaid, scope, roles)
            if unknown or first is not None or stays or (unsaid and _is_displayed_before(tensor, scope)):
                scope.remove(tensor)
                scope.given_in_prose.setdefault(tensor.name, []).append(at)
                role = replace(role, kind=Kind.EXPRESSION, defines=None, mention=True)
        result.append(role)
    return result


def _in_known(tensor: Tensor, scope: Scope) -> set[str]:
    """The letters that stand only in names with a superscript that are known: the `u` of `u^{+}`, which is no `u`."""
    symbols = [part for part in walk(tensor.body) if isinstance(part, ast.Symbol)]
    known = {s.name for s in symbols if s.sup is not None and scope.tensor(s.full_name, tensor.entry) is not None}
    return known - {s.full_name for s in symbols}


def _ends(at: Entry, ranges: Ranges) -> set[str]:
    """The letters at the ends of ranges that its section has said: *if all are `a_k = 1 / n`*, for `k = 1` to `n`."""
    here = (r for r in ranges.all if r.said and r.entry.is_above(at))
    return {r.end for r in here if r.end is not None}


def _first_use(role: Role, roles: Sequence[Role]) -> Entry | None:
    """Where its section begins to speak of a name, if nothing does afterwards.

    *Sum this with `a = s u`* is a use of what holds for any `a`.
    """
    at, name = role.entry, role.name or ""
    others = (r.entry for r in roles if r.entry is not at and r.entry.section == at.section)
    used = [e for e in others if name in names_in(e.parsed)]
    before = bool(used) and all(e.index < at.index and e.run != at.run for e in used)
    return min(used, key=lambda e: e.index) if before else None


def _is_meant_anew(tensor: Tensor, letters: Collection[str], scope: Scope, roles: Sequence[Role]) -> bool:
    """*The mean `m = v y`*, of an `m` of other sections: this one speaks of its `v` and `y` in other places, too."""
    at = tensor.entry
    before = (b for b in scope.by_name.get(tensor.name, ()) if b.entry.index < at.index)
    if isinstance(tensor.body, ast.Symbol) or any(b.entry.section == at.section for b in before):
        return False
    others = (r.entry.parsed for r in roles if r.entry.section == at.section and r.entry is not at)
    return set(letters) <= {name for parsed in others for name in names_in(parsed)}


def _is_of_letters(tensor: Tensor) -> bool:
    """*With `j = t - s + 1`*: letters of which nothing says what they are give no value to a letter."""
    indexed = any(isinstance(part, ast.Axis) for part in walk(tensor.body))
    return len(tensor.name) == 1 and bool(names_in(tensor.body)) and not indexed


def _is_displayed_before(tensor: Tensor, scope: Scope) -> bool:
    """Whether a display has said what it is: *an instance of `h_t = (1 - g) h_{t-1} + g x`*, whatever `g` is there."""
    if not letters_in(tensor.name):
        return False
    before = (b for b in scope.by_name[tensor.name] if b.entry.index < tensor.entry.index)
    return any(isinstance(b, Tensor) and b.entry.display for b in before)


def _is_declared_before(tensor: Tensor, scope: Scope) -> bool:
    """Whether the name is said to be a number, or a display, or another sentence, only declares it."""
    before = [b for b in scope.by_name.get(tensor.name, ()) if b.entry.index < tensor.entry.index]
    if not before or not isinstance(before[0], Declared) or tensor.indices or tensor not in scope.by_name[tensor.name]:
        return False
    axes = any(isinstance(b, Declared) and b.along for b in before)
    apart = all(b.entry.display or b.entry.sentence != tensor.entry.sentence for b in before)
    alone = all(isinstance(b, Declared) for b in before) and apart
    if alone and isinstance(tensor.body, ast.Symbol):
        return True  # *if all gradients are `g_t = g`*, whatever that is
    made_of = any(scope.is_tensor(name, tensor.entry) for name in names_in(tensor.body))
    return not axes or (alone and before[-1].entry.section == tensor.entry.section and made_of)
