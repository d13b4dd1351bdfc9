"""Names of other things that a left side `b(x) = …` makes those of functions."""

from __future__ import annotations

from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.numbers import numeric, uniform
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import SetOf


def is_now_a_function(scope: Scope, entry: Entry, head: ast.Symbol, names: list[str]) -> bool:
    """Whether the name of a number is that of a function now: `\\eta(t) = …`, where its section has no other `t`."""
    found = scope.tensor(head.full_name, entry)
    if isinstance(found, Tensor):
        scalar = numeric.is_number(found.body) and not uniform.is_tensor(found.name, scope, entry)
    else:
        scalar = numeric.is_some_number(found)
    elsewhere = found is not None and found.entry.section != entry.section
    if elsewhere and entry.gives and not uniform.is_tensor(head.full_name, scope, entry):
        return True  # *let `Z(\\theta) = …`*, of the `\\theta` of its section
    if scalar and len(names) > 1:
        return True  # no number stands before a list as a factor: `E(v, h) = …` after *it is `E = 5`*
    others = [scope.tensor(name, entry) for name in names]
    unsaid = all(b is None for b in others)
    if isinstance(found, Tensor) and not scalar and entry.display and unsaid:
        # `p(t) = c e^{-t}` after `p = u v`: a factor of which nothing is said would stand for no number
        right = entry.parsed.rest[0][1] if isinstance(entry.parsed, ast.Chain) else None
        scalar = {*names} <= names_in(right) and not uniform.is_tensor(found.name, scope, entry)
    if elsewhere and _is_no_product(scope, entry, head, names, unsaid):
        return True
    if elsewhere and entry.display and unsaid:
        return False
    own = {entry.sentence} if elsewhere else set()  # *for `z \\in \\reals` and `\\Delta(z) = \\exp z`*
    return scalar and all(b is None or b.entry.section != entry.section or b.entry.sentence in own for b in others)


def _is_no_product(scope: Scope, entry: Entry, head: ast.Symbol, names: list[str], unsaid: bool) -> bool:
    """`b(\\lambda) = E` after the `b` of another section, with an `E` of `\\lambda` and no `b`; and `b(x, y) = E`."""
    side = entry.parsed.rest[0][1] if isinstance(entry.parsed, ast.Chain) else None
    if isinstance(side, SetOf):
        return False  # `B(a; r) = \\{x \\mid \\|x - a\\| < r\\}` has no value
    right = names_in(side)
    used = right if unsaid else made_of(scope, right, entry)
    return head.full_name not in right and (used >= {*names} or (len(names) > 1 and not used.isdisjoint(names)))
