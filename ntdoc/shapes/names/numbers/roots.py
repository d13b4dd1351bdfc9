"""`F(z) = 0` at the `z` of a text, a root of `F` or a constraint: it says something of `z`, and not what `F` is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Signed
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import number_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast

_SOUGHT = regex(
    r"\b(?:roots?|zeros|solutions?|solv\w+|satisf(?:y|ies|ying|ied)|subject\s+to|s\.\s?t\.|constraints?|constrained|such\s+that"
    r"|equations?|level\s+sets?|stationary\s+points?)\b",
    re.IGNORECASE,
)
_ZERO = regex(r"\b(?:zero|constant|trivial|null)\s+(?:function|map|mapping|model)\b", re.IGNORECASE)


def is_of_root(scope: Scope, head: ast.Symbol, names: Sequence[str], right: ast.Operand, entry: Entry) -> bool:
    """Whether a formula equates a function, whose signature is known, with zero at a place that its words look for.

    Or without such words in a sentence, at the tensors that are declared with its letters. Where nothing else is said
    of a function, it is all that says what it is.
    """
    if number_in(right) != 0 or entry.lets:
        return False
    if not any(isinstance(b, Signed) for b in scope.function(head.full_name, entry)):
        return False
    words = sentences.around(entry.parsed.span, across=True)
    if phrases.FOR_EVERY.search(words) or _ZERO.search(words):
        return False
    if _SOUGHT.search(words):
        return True
    return not entry.display and all(scope.tensor(name, entry) is not None for name in names)
