"""Words that point back to an example: *in the example above*, *on the path above*, *in our small example*."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span

_ARTICLE = r"\b(?:in|on|for|of|with|at|to|from)\s+(?:the|our|this|that|these|those)\s+"
_EXAMPLE = regex(
    rf"{_ARTICLE}(?!(?:next|following|second|third|other|last|new)\b)(?:[a-z-]+\s+){{0,2}}examples?\b"
    r"(?!\s+(?:below|that\s+follows))",
    re.IGNORECASE,
)
_ABOVE = regex(rf"{_ARTICLE}(?:[a-z-]+\s+){{0,2}}([a-z-]{{3,}})\s+above\b", re.IGNORECASE)
_TITLED = regex(
    r"\b(?:of|from|in|for|with|at)\s+((?:exercise|problem|question|task)\s*[A-Z]?\d[\d.]*[a-z]?|[EPQ]\d+)\b",
    re.IGNORECASE,
)


def points_to_example(span: Span) -> bool:
    """Whether the words before a formula in its sentence may point back to an example."""
    said = sentences.before(span)
    return bool(_EXAMPLE.search(said) or _ABOVE.search(said))


def points_to(span: Span, given: Span) -> bool:
    """Whether they point to that which gives something: to the example, or to the thing that its paragraph names."""
    said = sentences.before(span)
    if _EXAMPLE.search(said):
        return True
    named = _ABOVE.search(said)
    there = " ".join([*sentences.of_paragraph_before(given), sentences.before(given)])
    return named is not None and re.search(rf"\b{re.escape(named[1])}\b", there, re.IGNORECASE) is not None


def names_title(span: Span, given: Span) -> bool:
    """Whether the words before a formula name the exercise whose first paragraph gives something: *of P1*."""
    named = _TITLED.search(sentences.before(span))
    if named is None:
        return False
    opens = " ".join([*sentences.of_paragraph_before(given, far=1500), sentences.before(given)])
    title = r"\s*".join(map(re.escape, named[1].split()))
    return re.match(rf"\W*(?:\\\w+\s*\{{)?{title}\b", opens, re.IGNORECASE) is not None
