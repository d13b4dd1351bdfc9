"""What a section calls by a name of another one: *let `s \\in S` be the scores, with `p = f(s)`*, after another `p`.

It is a formula of what the section brings in, and no case of the other one.
"""

from __future__ import annotations

from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def is_of_own_letters(tensor: Tensor, scope: Scope) -> bool:
    """Whether *with* gives a name a formula of what its section declares before: `s`, in `p = f(s)`.

    *It is zero with `q = p`*, and *with `p = \\frac12`*, are cases of the `q` and the `p` that are there.
    """
    at = tensor.entry
    if tensor.indices or isinstance(tensor.body, ast.Symbol) or not cases.is_with(at.parsed.span):
        return False
    if is_length(tensor, scope):
        return True
    found = (scope.tensor(name, at) for name in names_in(tensor.body))
    return any(isinstance(b, Declared) and _is_before(b, tensor) for b in found)


def is_length(tensor: Tensor, scope: Scope) -> bool:
    """Whether a name is the length of an axis, `n = |\\ax|`, that only another section has as a tensor with axes."""
    at = tensor.entry
    if not isinstance(tensor.body, ast.Size):
        return False
    before = [b for b in scope.by_name[tensor.name] if b.entry.index < at.index]
    declared = (b for b in before if isinstance(b, Declared) and b.along)
    return any(declared) and all(b.entry.section != at.section for b in before)


def is_brought_in(tensor: Tensor, scope: Scope) -> bool:
    """Whether the sentence itself declares what its formula is made of: the name is its own from there on."""
    found = (scope.tensor(name, tensor.entry) for name in names_in(tensor.body))
    own = tensor.entry.sentence
    return any(isinstance(b, Declared) and _is_before(b, tensor) and b.entry.sentence == own for b in found)


def _is_before(declared: Declared, tensor: Tensor) -> bool:
    at = tensor.entry
    return declared.entry.is_above(at)
