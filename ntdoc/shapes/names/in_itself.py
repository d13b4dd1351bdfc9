"""Equations of a tensor in itself, `V = r + \\frac12 V`, that say something of what it is, and are no steps."""

from __future__ import annotations

import re

from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names import numeric
from ntdoc.shapes.patterns import is_made_of, is_update
from ntdoc.shapes.scope import Scope, Tensor
from ntdoc.syntax import ast

_SOLVES = re.compile(
    r"\b(?:fixed[- ]points?|solutions?|equations?|satisf(?:y|ies|ied|ying)|fulfil(?:l?s?|led)|obeys?|self-consisten\w+"
    r"|equilibri\w+|invarian\w+)\b|\bsolves(?:\s+also)?[\s:,$]*$",
    re.IGNORECASE,
)
_STEPS = re.compile(
    r"\b(?:steps?|updat\w+|iterat\w+|becomes?|repeat\w*|replac\w+|layers?|next|new|now|residual|skip|recurren\w+|until"
    r"|another|instead|add(?:s|ed|ing)?)\b",
    re.IGNORECASE,
)


def is_solved(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*It is the only solution of `V = r + \\frac12 V`*, of the `V` that its section defines by another formula.

    So does *show that*, and *put differently*. `x = x + f(x)` without such words is a step: it gives `x` another value.
    """
    found = scope.tensor(name, entry)
    if not isinstance(found, Tensor) or found.entry.index > entry.index or not entry.is_under(found.entry):
        return False
    if is_update(entry.parsed) or not is_made_of(right, name) or is_made_of(found.body, name):
        return False
    before = sentences.before(entry.parsed.span, across=True)
    if (entry.gives and not entry.again) or entry.lets or entry.where or _STEPS.search(before):
        return False
    if numeric.is_number(found.body) and not numeric.is_number_there(scope, right, entry):
        return False  # *at first `V = 0`*, which is where a search for the solution begins
    said = _SOLVES.search(before) or _SOLVES.search(sentences.after(entry.parsed.span, 120))
    return bool(said) or entry.shown or entry.again
