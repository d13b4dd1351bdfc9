"""Claims of where what was supposed does not hold: *if `z > 0`, it is `A`, and otherwise `B`*."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import ORDERS
from ntdoc.syntax import ast

_OTHERWISE = regex(
    r"\b(?:otherwise|else|elsewhere)\b,?(?:\s+(?:it|this|one|we|then|that))?(?:\s+(?:is|gets?|has|have))?\s+(?:\$|\\\()\s*$",
    re.IGNORECASE,
)
_OPENS_OTHERWISE = regex(r"\s*(?:otherwise|else|if not|in the (?:other|opposite) case)\b", re.IGNORECASE)


def supposition(claim: Judged) -> str:
    """Of which sentence a claim denies the supposition, in words: its `own`, or the one `before`; else nothing."""
    before = sentences.before(claim.span)
    if claim.role.entry.local and _OTHERWISE.search(before):
        return "own"
    return "before" if _OPENS_OTHERWISE.match(before) else ""


def is_of_cases(claim: Judged, before: Sequence[Judged]) -> bool:
    """Whether its paragraph orders free numbers before a claim: *first, let `a \\le b`*."""
    parsed = ((j.role.entry.parsed, j.span) for j in before if j.kind is Kind.CONSTRAINT)
    orders = (s for c, s in parsed if isinstance(c, ast.Chain) and c.rest and c.rest[0][0].kind in ORDERS)
    return any(sentences.are_together(span, claim.span) for span in orders)
