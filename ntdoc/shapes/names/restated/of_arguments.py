"""Equations of a usual function that say something of the tensors at hand, though their left sides could bind letters.

`\\nfun{\\ax,\\bx}{tr} G = |\\ax|`, after `G = …`, is the trace of that G.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.operations.table import lookup
from ntdoc.shapes.bindings import Binding, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def are_at_hand(scope: Scope, entry: Entry, names: list[str], parsed: ast.Chain) -> bool:
    """Whether the letters of a left side are tensors that the document has defined, and the right side is of these."""
    found = [scope.tensor(name, entry) for name in names]
    return _comes_to_one_value(found, entry, names, parsed) or _is_of_parts(scope, found, entry, names, parsed)


def _comes_to_one_value(found: Sequence[Binding | None], entry: Entry, names: list[str], parsed: ast.Chain) -> bool:
    """`\\nfun{\\ax,\\bx}{tr} G = I \\ndot{\\ax,\\bx} G = |\\ax|` after `G = …`: of no other G, for the end has none."""
    end = parsed.rest[-1][1]
    arrays = numeric.is_array(end)  # then of an array of another section, too
    defined = all(
        isinstance(b, Tensor) and (b.entry.section == entry.section or (arrays and numeric.is_array(b.body)))
        for b in found
    )
    return defined and len(parsed.rest) > 1 and not names_in(end) & set(names)


def _is_of_parts(
    scope: Scope, found: Sequence[Binding | None], entry: Entry, names: list[str], parsed: ast.Chain
) -> bool:
    """`\\nfun{\\ax}{softmax} s = \\exp(s - m) / Z`, where `s = …` is defined, and `m` and `Z` are made of that `s`.

    Of another `s`, they would be others.
    """
    if not all(isinstance(b, Tensor) and b.entry.index < entry.index for b in found):
        return False
    before = (scope.tensor(name, entry) for name in names_in(parsed.rest[0][1]).difference(names))
    parts = (b for b in before if isinstance(b, Tensor) and b.entry.index < entry.index)
    return any(made_of(scope, names_in(part.body), part.entry) & set(names) for part in parts)


def are_usual(name: str, count: int) -> bool:
    """Whether a known operation of that name takes so many arguments: `\\cos(a, b)` is no cosine of a number."""
    known = (lookup(name, axes) for axes in (True, False))
    return any(operation is not None and operation.arity in (None, count) for operation in known)


def are_those_of(head: ast.Symbol, items: Sequence[ast.Expr], right: ast.Operand) -> bool:
    """`f(u, v) = f(v, u)`: what `f` is would have to be said before. `H(p) = H(p, p)` says it of one argument."""
    if not isinstance(right, ast.Juxtaposition) or len(right.factors) != 2:
        return False
    again, argument = right.factors
    if not (isinstance(again, ast.Symbol) and again.full_name == head.full_name and isinstance(argument, ast.Group)):
        return False
    names = {x.full_name for x in items if isinstance(x, ast.Symbol)}
    own = argument.contents
    return len(argument.items) == len(items) and all(isinstance(x, ast.Symbol) and x.full_name in names for x in own)
