"""*`P = E`. This equals `F`*, *which can be rewritten as `F`*: it is said of the name that the equation begins with.

So it is right behind the equation alone. *This is `F`* may name another thing than it, and is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast
from ntdoc.vocabulary import ADVERB, CAN, CLOSES, OPENS

_EQUALS = regex(
    rf"[\s.,;]*(?:(?:{CLOSES})[\s.,;]*)?(?:(?:{ADVERB}),?\s+)?(?:this|which|it)\s+(?:(?:{ADVERB})\s+)?"
    r"(?:equals|is\s+(?:(?:exactly|just|simply)\s+)?(?:equal\s+to|the\s+same\s+as|identical\s+to)|simplifies\s+to"
    rf"|(?:{CAN})\s+(?:(?:also|equivalently)\s+)?be\s+(?:re-?)?(?:written|expressed|stated)\s+as)\s*:?\s*(?:{OPENS})?\s*",
    re.IGNORECASE,
)
_ENDS = regex(rf"\s*(?:[.,;]\s*)?(?:{CLOSES})?\s*(?:[.;)!]|$)")


def as_claims(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such formulas are equations with that name."""
    found = list(entries)
    for place, (first, second) in enumerate(pairwise(entries), 1):
        name, value = _name(first), _alone(second)
        if name is None or value is None or first.supposed or first.negated or second.negated:
            continue
        if first.section != second.section or not _is_said(first, second):
            continue
        equal = ast.Relation("eq", "=", value.span._replace(end=value.span.start))
        chain = ast.Chain((value,), ((equal, name.replace(span=value.span)),), (0, 0), (), value.span)
        found[place] = replace(second, parsed=chain)
    return found


def _is_said(first: Entry, second: Entry) -> bool:
    one, other = first.parsed.span, second.parsed.span
    if _EQUALS.fullmatch(sentences.between(one, other)) is None:
        return False
    return _ENDS.match(sentences.without_comments(sentences.after(other))) is not None


def _name(entry: Entry) -> ast.Symbol | None:
    """The name alone on the left of an equation."""
    match entry.parsed:
        case ast.Chain(subjects=(ast.Symbol(axes=()) as name,), rest=((ast.Relation(kind="eq" | "define"), right), *_)):
            return None if isinstance(right, ast.TensorSet | ast.Number) else name
    return None


def _alone(entry: Entry) -> ast.Operand | None:
    """A formula without a relation that computes something."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or parsed.rest or len(parsed.subjects) != 1 or parsed.conditions:
        return None
    side = parsed.subjects[0]
    return None if isinstance(side, ast.Symbol | ast.Number | ast.TensorSet | ast.Size) else side
