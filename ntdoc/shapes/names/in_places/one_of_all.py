"""A value that one clause supposes for a letter that may be any: *with `p` zeros it is `n + p`; with `p = 2 k` …*."""

from __future__ import annotations

from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.patterns import in_numbers
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def is_one_of_all(tensor: Tensor, scope: Scope) -> bool:
    """Whether words speak of a letter before, in general, and then of one value that it may have, *with `p = k - 1`*.

    With numbers the text takes an example, and may go on with them. So it may with a place, *the vertex is at
    `t = -a / b`*, where nothing else says what `t` is.
    """
    at = tensor.entry
    if at.lets or at.gives or in_numbers(tensor.body) or not (at.supposed or cases.is_taken(at)):
        return False
    if cases.is_at_alone(at.parsed.span):
        return False
    mentions = (e for e in scope.mentioned.get(tensor.name, ()) if e.is_above(at))
    return any(e.sentence != at.sentence or ";" in sentences.between(e.parsed.span, at.parsed.span) for e in mentions)


def is_of_letters(tensor: Tensor, scope: Scope) -> bool:
    """*For `m = n`*, of two letters of which no formula says what they are."""
    at, other = tensor.entry, tensor.body
    if not isinstance(other, ast.Symbol) or other.sup is not None or not cases.is_taken(at):
        return False
    return scope.tensor(other.full_name, at) is None
