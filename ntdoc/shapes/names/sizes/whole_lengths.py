"""Letters for lengths, strides and paddings, where a formula rounds: *stride `s`*, `f(n, s) = \\lfloor n / s \\rfloor`.

They are whole numbers, and so are the other letters of a statement about such a function.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_CALLED = regex(
    r"\b(?:lengths?|(?<!step )(?<!step-)sizes?|widths?|heights?|strides?|paddings?|dilations?"
    r"|kernels?|filters?|windows?)"
    r"(?:\s+of)?\s*(?:\$|\\\()\s*$",
    re.IGNORECASE,
)


def is_of_lengths(session: Session, at: Entry) -> bool:
    """Whether a statement calls a function of its chapter that rounds, and words say of a letter of it how long it is.

    What defines such a function is shown at any numbers.
    """
    heads = (part for part in walk(at.parsed) if isinstance(part, ast.Symbol) and part.sup is None)
    functions = (f for name in {h.full_name for h in heads} for f in session.scope.function(name, at))
    return any(
        isinstance(f, Function) and f.entry.chapter == at.chapter and f.entry.index < at.index and _rounds(f)
        and any(_is_called_length(session.scope, letter, f.entry) for letter in f.letters)
        for f in functions
    )  # fmt: skip


def _rounds(function: Function) -> bool:
    """Whether one of its letters stands in `\\lfloor … \\rfloor`, or `\\lceil … \\rceil`."""
    rounded = (
        group
        for part in walk(function.body)
        if isinstance(part, ast.Juxtaposition)
        for head, group in zip(part.factors, part.factors[1:], strict=False)
        if isinstance(head, ast.Symbol) and head.base in ("floor", "ceil") and isinstance(group, ast.Group)
    )
    return any(not names_in(group).isdisjoint(function.letters) for group in rounded)


def _is_called_length(scope: Scope, letter: str, at: Entry) -> bool:
    said = (e for e in scope.mentioned.get(letter, ()) if e.section == at.section)
    return any(_CALLED.search(sentences.before(e.parsed.span)) for e in said)
