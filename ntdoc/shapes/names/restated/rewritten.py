"""Formulas that write what is there another way: *which is the same as*, *which for the softmax can be written as*."""

from __future__ import annotations

import re

from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import properties
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import is_made_of, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import ADVERB, CAN

_FOR_THE = regex(
    rf"\b(?:which|this|it)[\s,]+for\s+(?:the|an?)\s+([a-z]+)[\s,]+(?:{CAN})\s+(?:(?:{ADVERB})\s+)?be\s+"
    r"(?:re-?)?written(?:\s+as)?[\s:]*$",
    re.IGNORECASE,
)


def is_rewritten(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*Which is the same as `F = …`*, of the `F` that the section has, or *for `F = …` we have `F = …`*."""
    found = scope.tensor(name, entry)
    if not isinstance(found, Tensor) or found.entry.index > entry.index:
        return False
    span = entry.parsed.span
    if found.entry.section != entry.section and not (sentences.asks_to_show(span) or properties.is_recalled(span)):
        return False
    if found.entry.sought or is_made_of(found.body, name):
        return False  # an equation of it
    if is_made_of(right, name) or numeric.is_number(right):
        return False
    held = entry.holds and found.entry.sentence == entry.sentence
    return entry.again or held or _is_of_its_function(scope, found, entry)


def _is_of_its_function(scope: Scope, found: Tensor, entry: Entry) -> bool:
    """*Which for the softmax can be written as*, of what is made by that function: it is not one case of several."""
    named = _FOR_THE.search(sentences.before(entry.parsed.span, across=True))
    if named is None or lookup(named[1].lower()) is None:
        return False
    return named[1].lower() in made_of(scope, names_in(found.body), found.entry)
