"""`\\partial X = H`: how the increment of a free tensor is called."""

from __future__ import annotations

from collections.abc import Callable

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def is_increment(
    scope: Scope, subject: ast.Operand, parsed: ast.Chain, entry: Entry, later: Callable[[str, Entry], bool]
) -> bool:
    """`\\partial X = H` for a free X says how its increment is called, and is no claim.

    X is not free if its run defines it `later`: *where `X = …`*, nor if its square is defined. With the derivative of L
    itself on the right, `\\partial L = D \\ndot{\\ax} \\partial X` where `D = \\partial L / \\partial X`, it is the
    chain rule.
    """
    if not isinstance(subject, ast.Differential) or subject.by or not isinstance(subject.body, ast.Symbol):
        return False
    name = subject.body.full_name
    if subject.body.sup is not None and scope.tensor(name, entry) is None:
        return False  # \partial x^2
    right = [part for _, side in parsed.rest for part in walk(side)]
    again = [part.body for part in right if isinstance(part, ast.Differential)]
    if again and subject.body.sub is not None and subject.body.sub.records:
        return False  # \partial U_s = [\partial U]_s is about the entries of U
    if isinstance(scope.tensor(name, entry), Tensor) or later(name, entry):
        return False
    if scope.tensor(name, entry) is None and isinstance(scope.tensor(f"{name}^2", entry), Tensor):
        return False  # after `s^2 = E`: that is of its root
    varied = {name for body in again for name in names_in(body)}
    if any(isinstance(f, Function) and _is_function_of(scope, f, varied, entry) for f in scope.function(name, entry)):
        return False
    if any(isinstance(part, ast.Symbol) and _is_slope(scope, name, part, entry) for part in right):
        return False
    return not any(name in names_in(body) for body in again if isinstance(body, ast.Symbol | ast.Star))


def _is_function_of(scope: Scope, function: Function, varied: set[str], entry: Entry) -> bool:
    """Whether `\\partial f = E` is about a function: one of its own section, or made of what is varied in `E`.

    That of another section may only have the same name, as *a loss `L`* has.
    """
    own = names_in(function.body) | {*function.letters}
    return function.entry.section == entry.section or bool(varied & made_of(scope, own, function.entry))


def _is_slope(scope: Scope, name: str, symbol: ast.Symbol, entry: Entry) -> bool:
    """Whether a symbol is defined as a derivative of what has a name."""
    found = scope.tensor(symbol.full_name, entry)
    slope = found.body if isinstance(found, Tensor) else None
    return isinstance(slope, ast.Derivative) and name in names_in(slope.body)
