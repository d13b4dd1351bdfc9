"""Values of what stops gradients: *forward `v = s \\operatorname{round}(w / s)`*, after `v = w + \\mathrm{sg}(…)`.

Both have the same value and not the same derivative, so that the words say what `v` comes to, and not what it is.
"""

from __future__ import annotations

import re

from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast

_BEFORE = regex(
    r"\b(?:(?P<forward>forwards?|(?:its|the)\s+value|by\s+value|numerically|evaluat\w+)|backwards?|gradients?)\b",
    re.IGNORECASE,
)
_AFTER = regex(r"[\s$]*(?:\\\)\s*)?(?:in|on|during|for)\s+(?:the|its|every|each|a)\s+forward\b", re.IGNORECASE)


def is_forward_value(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """Whether words say what a tensor comes to of which the section has a formula that stops gradients."""
    found = scope.tensor(name, entry)
    if entry.lets or not isinstance(found, Tensor) or found.entry.index > entry.index:
        return False
    if not entry.is_under(found.entry) or _stops(right) or not _stops(found.body):
        return False
    if not names_in(right) <= made_of(scope, names_in(found.body), found.entry):
        return False
    words = [*_BEFORE.finditer(sentences.before(entry.parsed.span, across=True))]
    said = bool(words) and words[-1]["forward"] is not None
    return said or _AFTER.match(sentences.after(entry.parsed.span)) is not None


def _stops(node: ast.Operand) -> bool:
    known = (lookup(name) for name in names_in(node))
    return any(operation is not None and operation.name == "stop_gradient" for operation in known)
