"""Letters for any argument of a function with a signature: *let `f : S \\to T` and let `Y = f(X)`* leaves `X` free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.shapes.bindings import Declared, Signed, Tensor
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers.introduced import is_new
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def declare(roles: Sequence[Role], scope: Scope, ranges: Ranges) -> None:
    """Declare these letters in the sets of the signature, if nothing else says what they are."""
    for role in roles:
        if isinstance(role.defines, Tensor) and not role.entry.display:
            for declared in [*_arguments(role, role.defines, scope)]:
                if is_new(declared.name, role, scope, ranges):
                    scope.insert(declared)


def _arguments(role: Role, tensor: Tensor, scope: Scope) -> Iterator[Declared]:
    """The letters in the call of a function that is all that a sentence lets a name be."""
    body, at = tensor.body, role.entry
    if not isinstance(body, ast.Juxtaposition) or len(body.factors) != 2:
        return
    head, group = body.factors
    if not isinstance(head, ast.Symbol) or not isinstance(group, ast.Group) or group.bracket != "(":
        return
    given = group.contents
    for b in scope.function(head.full_name, at):
        supposes = b.entry.is_above(at) and (at.lets or at.sentence == b.entry.sentence)
        if not isinstance(b, Signed) or not supposes or len(b.signature.arguments) != len(given):
            return
        for letter, domain in zip(given, b.signature.arguments, strict=True):
            if isinstance(letter, ast.Symbol) and not letter.axes and isinstance(domain, ast.TensorSet):
                before = replace(at, index=at.index - 1)  # so that the equation sees it
                yield Declared(letter.full_name, domain, "", before, letter.span)
