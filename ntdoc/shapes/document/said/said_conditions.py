"""Conditions in words, and what they make hold in a case alone: *if the load is even, `L = 1`*.

A condition behind a main clause, *it is zero as soon as the margin is one*, says when that is so. The values at
numbers that the sentence goes on with, `h(2) = 0` and `h(0) = 1`, have their case in themselves.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.said import said_shapes
from ntdoc.shapes.patterns import in_numbers, operands
from ntdoc.source import Span
from ntdoc.syntax.ast import Chain, Group, Juxtaposition, Parsed, Symbol
from ntdoc.vocabulary import IF

_BEHIND_CLAUSE = regex(  # "it is zero as soon as the margin is one,": of anything but another setting, *three*
    r"\b(?:it|this|that|which|they|the\s+[a-z]+)\s+(?:is|are|becomes?|stays?|remains?|gets?|vanish(?:es)?|grows?|saturates?)\b"
    r"(?:(?!\b(?:more|less|[a-z]{3,}er|another|other)\b)[^.;:,]){0,40}\b(?:as\s+soon\s+as|as\s+long\s+as|once|whenever)\s+"
    r"(?:(?!\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|half|twice|double[ds]?|we|then|off|on)\b)[^.;:\d]){1,60},"
    r"[^.;:]{0,40}$",
    re.IGNORECASE,
)

_EQUALITY = regex(  # "with equality at `a = b`": of the claim before it that says nothing
    rf"\bequality\b(?:(?!\b(?:{IF}|that|where)\b)[^$.;:]){{0,40}}?"
    r"\b(?:if|iff|for|at|when|whenever|where|in\s+the\s+case(?:\s+of)?)\s+(?:(?:all|both|every|each)\s+)?"
    r"(?:(?:,|and|or)\s*)*$",
    re.IGNORECASE,
)
_ONLY_WHEN = regex(
    rf"\b(?:(?:only|exactly|precisely|just)\s+(?:{IF}|for|where)|iff|if\s+and\s+only\s+if"
    rf"|(?:with\s+equality|equality\s+holds)\s+(?:{IF}|for|at))\s+(?:\$|\\\()?$",
    re.IGNORECASE,
)
_ONLY_BEHIND = regex(  # "and `p = 1` only for edges of length 0"
    rf"\s*(?:\$|\\\))?\s*(?:only|exactly|precisely)\s+(?:for|{IF}|where|at|on|in)\b", re.IGNORECASE
)


def is_worded(spoken: str, after: str, statement: Parsed) -> bool:
    """*If the load is even, `L = 1`*, *`A = 1` if there is an edge*, or *it is 0 iff they are independent, `P = Q`*."""
    if phrases.ONLY_IF.search(spoken) or phrases.UNDER.match(spoken) or _EQUALITY.search(spoken):
        return True
    if phrases.WORDED_AFTER.match(after):
        return True
    if not phrases.WORDED_BEFORE.search(spoken[-120:]):
        return False
    if said_shapes.is_case_of_axes(sentences.before(statement.span)):
        return False
    return not (is_value_at_numbers(statement) and _BEHIND_CLAUSE.search(spoken[-160:]))


def is_value_at_numbers(statement: Parsed) -> bool:
    """`h(2) = 1`, `f(0, -1) \\approx 0.3`: a function at numbers is a number."""
    if not isinstance(statement, Chain) or len(statement.subjects) != 1 or not statement.rest:
        return False
    left = statement.subjects[0]
    if not isinstance(left, Juxtaposition) or len(left.factors) != 2 or not isinstance(left.factors[0], Symbol):
        return False
    given = left.factors[1]
    at_numbers = isinstance(given, Group) and given.bracket == "(" and all(map(in_numbers, given.items))
    return at_numbers and all(in_numbers(side) for side in operands(statement)[1:])


def is_only_case(span: Span, row: str | None = None) -> bool:
    """Whether words say in which case alone something holds, *zero only when `x = 0`*: that gives `x` no value.

    Of a formula in a display they are the words before it in its `row`.
    """
    if row is not None:
        return _ONLY_WHEN.search(f"{row.strip()} ") is not None
    return bool(_ONLY_WHEN.search(sentences.before(span)) or _ONLY_BEHIND.match(sentences.after(span)))
