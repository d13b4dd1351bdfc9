"""What a sentence begins with, and where that ends.

*For a constant input `v_t = v` and `|a| < 1` the state approaches …* supposes both. *With `m = E`, `F(m) = 0`.* has its
claim behind the comma.
"""

from __future__ import annotations

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions.cases import is_main_clause
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax.ast import Chain, Parsed, Symbol

_VERBS = (
    r"is|are|has|have|we|one|it|they|this|there|gets?|gives?|holds?|yields?|then|follows?|becomes?|equals?"
    r"|all|any|every|each"
)
_BEGINS = regex(
    rf"^\W*(?:For|With|Given|Under)\s+(?:(?!\b(?:{_VERBS})\b)[a-z-]+\s+){{0,6}}"
    rf"(?:{sentences.FORMULA}\s*,?\s+)?and\s+(?:\$|\\\()?\s*$"
)


def is_last(before: str) -> bool:
    """Whether words before a formula only lead to it from the *for* or *with* that a sentence begins with."""
    return _BEGINS.match(before) is not None


_NAMED = regex(  # "With `m = E` and `s = F`,"
    r"^\W*With\s+(?:\$\s*\\?[A-Za-z]+'?(?:[_^](?:\{[^{}$]*\}|\w))*\s*:?=[^$<>]*\$(?:\s+and\s+|,\s+(?:and\s+)?))+\$?$"
)


def leads_to(statement: Parsed) -> bool:
    """*With `m = E`, `F(m) = 0`.*: whether a sentence gives names, and says no more than a formula of them."""
    if not isinstance(statement, Chain) or not statement.rest or isinstance(statement.subjects[0], Symbol):
        return False
    if not names_in(statement) or not is_main_clause(statement.span):
        return False
    return _NAMED.match(sentences.before(statement.span)) is not None
