"""Operators that stand before what they act on, and that nothing else says what they are: `L f = E`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.names.lefts.classify import Classifier

_ACTS = regex(  # *acts on*, *the operator maps it to*
    r"\b(?:acts?|acting|operates?)\s+(?:(?:up)?on|by|as)\b|\b(?:operators?|transforms?|maps?|Laplacian)\b[^.;:]*\b(?:maps?|sends?|takes?|turns?"
    r"|is\s+(?:given|defined)\s+by|is|acts?|gives?)\b",
    re.IGNORECASE,
)


def is_new(
    classifier: Classifier,
    entry: Entry,
    head: ast.Symbol,
    argument: ast.Expr,
    parsed: ast.Chain,
    of_entries: bool = False,
) -> bool:
    """`D v := (v^+ - v) / h`, with a sign that defines, of a letter that nothing else says what it is.

    Or with words: *the Laplacian acts on a signal `f` as `L f = E`*. Or with the entries of what it makes in a display,
    `[L f]_{\\ax(i)} = f_{\\ax(i+1)} - f_{\\ax(i)}`.
    """
    relation, right = parsed.rest[0]
    used = isinstance(argument, ast.Symbol) and argument.full_name in names_in(right)
    known_ = [classifier.scope.tensor(head.full_name, entry), *classifier.scope.function(head.full_name, entry)]
    acts = relation.kind == "eq" and _ACTS.search(sentences.before(entry.parsed.span, across=entry.display)) is not None
    said = any(b is not None and (not acts or b.entry.section == entry.section) for b in known_)
    new = head.sup is None and head.full_name not in names_in(right) and not said
    own = of_entries and entry.display and head.sub is None and not classifier.is_said(head.full_name, entry)
    entries = own and not classifier.later_in_run(head.full_name, entry)
    return (relation.kind == "define" or acts or entries) and used and new
