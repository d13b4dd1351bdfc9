"""*`10` layers with `100` weights each, that is `1000` weights*: what `10 \\cdot 100 = 1000` says.

Where another number stands before them in the sentence, or something is added to them, it may be of more than these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast
from ntdoc.vocabulary import HENCE

_MATH = r"(?:\$|\\\)|\\\()"
_WORDS = r"(?:(?!(?:and|or|plus|each|of|with|to|per|times|another|more|other|than|if|not)\b)[a-z-]+\s+){1,4}"
_WITH = regex(rf"\s*{_MATH}\s*{_WORDS}(?:with|of|that\s+have|which\s+have|having|containing|holding)\s+{_MATH}\s*")
# And not *then*, which is of time here: *3 stages of 4 layers each, then 2 dense layers*.
_EACH = regex(
    rf"\s*{_MATH}\s*{_WORDS}each\s*[,:;]?\s*(?:\(|--|—)?\s*(?:that\s+(?:is|makes)|which\s+(?:is|are|makes?|gives?)|this\s+(?:is|makes|gives)"
    rf"|these\s+(?:are|make)|makes?|making|i\.e\.,?|(?:so|{HENCE})|(?:for\s+)?a\s+total\s+of|in\s+total|altogether|together)"
    rf"\s+(?:in\s+total\s+|altogether\s+)?(?P<roughly>(?:about|around|roughly|approximately|nearly|almost)\s+)?{_MATH}\s*"
)
_MORE = regex(rf"\s*{_MATH}[^.;:$]*\b(?:plus|more|without|with|if|per|each|not|extra)\b", re.IGNORECASE)


def as_products(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such a number is the claim that the product of the two before it comes to it."""
    found = list(entries)
    for place in range(2, len(found)):
        one, two, three = (_number(entry) for entry in found[place - 2 : place + 1])
        if one is None or two is None or three is None:
            continue
        first, second, last = found[place - 2 : place + 1]
        each = _EACH.fullmatch(sentences.between(second.parsed.span, last.parsed.span))
        if each is None or not _WITH.fullmatch(sentences.between(first.parsed.span, second.parsed.span)):
            continue
        if "$" in sentences.before(first.parsed.span).rstrip("$ ") or _MORE.match(sentences.after(last.parsed.span)):
            continue
        found[place] = replace(last, parsed=_product(one, two, three, rounded=each["roughly"] is not None))
    return found


def _number(entry: Entry) -> ast.Number | None:
    """The whole number that a formula in a sentence is."""
    parsed = entry.parsed
    if entry.display or entry.cell or entry.negated or not isinstance(parsed, ast.Chain) or parsed.rest:
        return None
    number = parsed.subjects[0] if len(parsed.subjects) == 1 and not parsed.conditions else None
    return number if isinstance(number, ast.Number) and number.places == 0 else None


def _product(one: ast.Number, two: ast.Number, number: ast.Number, *, rounded: bool) -> ast.Chain:
    """The equation of two numbers with a third, which may be rounded to thousands."""
    at = number.span
    rounded = rounded or (number.value >= 1000 and number.value % 10 == 0 and one.value * two.value % 10 != 0)
    sign = ast.Relation("approx" if rounded else "eq", "\\approx" if rounded else "=", at)
    times = ast.Juxtaposition((one.replace(span=at), _bracketed(two.replace(span=at))), at)
    return ast.Chain((times,), ((sign, number),), (0, 0), (), at)


def _bracketed(number: ast.Number) -> ast.Group:
    return ast.Group((number,), (), "(", number.span)
