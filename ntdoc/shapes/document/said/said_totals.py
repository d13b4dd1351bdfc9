"""Words that say what something sums to along axes: *each row of `P` sums to one along `\\key`*, *the sum of `P` over*.

So they do of means, maxima and minima. They are put together to `\\nsum{\\key} P = 1`, and read as that would be there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ntdoc.reading.document import Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document import listed_axes, sentences
from ntdoc.shapes.document.items_before import expression
from ntdoc.shapes.document.said import comparisons
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.relations import trimmed
from ntdoc.vocabulary import ADVERB

_ALONG = r"(?:along|over|across)\s+(?:the\s+)?(?:(?:named\s+)?ax[ei]s\s+)?"
_ADVERBS = rf"(?:(?:{ADVERB}|always|all|each)\s+){{0,2}}"
_NUMBER = r"(?P<number>(?P<one>one|unity|1)|zero|0)"
_SUM_TO = rf"{_ADVERBS}(?:sums?|adds?\s+up)\s+to"
_EQUALS = (  # *the sum of `P` over `\\key` is*, *summing `P` over `\\key`, we get*
    rf"(?:,\s+)?(?:equals|is\s+{_ADVERBS}equal\s+to|is(?:\s+always)?|(?:we|one)\s+(?:gets?|obtains?)|gives|yields)"
)
_SUMS_ALONG = regex(rf"\s+{_SUM_TO}\s+{_NUMBER}\s+{_ALONG}", re.IGNORECASE)  # *`P` sums to one along*
_SUMS = regex(rf"\s+{_SUM_TO}\s+", re.IGNORECASE)
_OVER = regex(rf"\s+{_ALONG}", re.IGNORECASE)
_IS = regex(rf"\s*{_EQUALS}\s+", re.IGNORECASE)
_IS_NUMBER = regex(rf"\s*{_EQUALS}\s+{_NUMBER}(?=\s*(?:[.,;:)]|$)|\s+(?:and|but|since|because|so)\b)", re.IGNORECASE)
_PARTS = r"(?:entries|elements|components|coordinates|values|weights|probabilities|(?:row|column|slice)s?)"
_OF_PARTS = rf"(?:(?:the|all|its|each|every)\s+)?(?:[a-z-]+\s+)?{_PARTS}\s+of\s+(?:the\s+[a-z-]+\s+)?"
_OF = regex(rf"\b{_OF_PARTS}$", re.IGNORECASE)
_REDUCED = regex(
    r"\b(?:(?:if\s+)?(?:we\s+|one\s+)?(?P<sums>summing|sums?)|(?:the|its)\s+(?P<noun>sum|mean|average|maximum|minimum)\s+of)\s+"
    rf"(?:{_OF_PARTS}|(?:the\s+)?[a-z-]+\s+)?$",
    re.IGNORECASE,
)
_SIGNS = {"sum": "sum", "maximum": "max", "minimum": "min"}  # and else the mean


class Total(NamedTuple):
    """The formula that words say of a sum, the number of its last item, and where words behind that end."""

    item: Mathematics
    last: int
    end: int = 0  # in the words behind it


def read(items: Sequence[object], at: int) -> Total | None:
    """The formula that begins there, with what the words behind it say that it sums to."""
    if at + 2 >= len(items):
        return None
    first, between, *rest = items[at : at + 4]
    if not isinstance(first, Mathematics) or first.display or not isinstance(between, Prose):
        return None
    if (says := _SUMS_ALONG.fullmatch(between.text)) is not None:
        return _total(first, listed_axes.read(items, at + 2), _number(says, between.span), _OF)
    if _SUMS.fullmatch(between.text) and isinstance(rest[0], Mathematics) and len(rest) > 1 and _along(rest[1]):
        return _total(first, listed_axes.read(items, at + 4), tuple(trimmed(rest[0].tokens)), _OF)
    reduced = _REDUCED.search(sentences.before(first.span)) if _along(between) else None
    if reduced is None:
        return None
    sign = "sum" if reduced["noun"] is None else _SIGNS.get(reduced["noun"].lower(), "mean")
    if (axes := listed_axes.read(items, at + 2, verb=True)) is None or axes.last + 1 >= len(items):
        return None
    behind = items[axes.last + 1]
    if not isinstance(behind, Prose):
        return None
    if (says := _IS_NUMBER.match(behind.text)) is not None:
        found = _total(first, axes, _number(says, behind.span), _REDUCED, sign=sign, words=True)
        return None if found is None else found._replace(end=says.end())
    value = items[axes.last + 2] if axes.last + 2 < len(items) and _IS.fullmatch(behind.text) else None
    if not isinstance(value, Mathematics) or value.display or expression(value) is None:
        return None
    found = _total(first, axes, tuple(trimmed(value.tokens)), _REDUCED, value.span, sign=sign)
    return None if found is None else found._replace(last=axes.last + 2)


def _along(words: object) -> bool:
    return isinstance(words, Prose) and _OVER.fullmatch(words.text) is not None


def _listed(axes: listed_axes.Listed) -> list[Token]:
    """The axes, as they stand below the sign of a sum."""
    inside = axes.tokens[len(listed_axes.REALS) + 2 : -1]
    return [Token(Kind.CHAR, ",", token.span) if token.text == "times" else token for token in inside]


def _number(says: re.Match[str], words: Span) -> tuple[Token, ...]:
    start, end = (words.start + at for at in says.span("number"))
    return (Token(Kind.CHAR, "1" if says["one"] else "0", words._replace(start=start, end=end)),)


def _total(
    first: Mathematics,
    axes: listed_axes.Listed | None,
    value: tuple[Token, ...],
    of: re.Pattern[str],
    last: Span | None = None,
    *,
    sign: str = "sum",
    words: bool = False,
) -> Total | None:
    """`\\nsum{axes} E = value`, or another reduction, if the clause is about `E` and nothing doubts it."""
    body = expression(first)
    if axes is None or axes.is_set or body is None or any(token.text == "[" for token in axes.tokens):
        return None
    ends = last or axes.item.span
    if not comparisons.is_subject(first.span, ends, without=of) or not (words or comparisons.ends_clause(ends)):
        return None
    place = first.inner._replace(end=first.inner.start)
    end = axes.item.inner._replace(start=axes.item.inner.end)
    opens, closes = Token(Kind.OPEN, "{", place), Token(Kind.CLOSE, "}", place)
    reduces = [Token(Kind.COMMAND, sign, place)]
    if sign == "mean":
        letters = (Token(Kind.CHAR, letter, place) for letter in sign)
        reduces = [Token(Kind.COMMAND, "operatorname", place), opens, *letters, closes]
    under = (*reduces, Token(Kind.SUB, "_", place), opens, *_listed(axes), closes)
    left = trimmed(first.tokens)
    if not isinstance(body, ast.Symbol):
        left = [Token(Kind.CHAR, "(", place), *left, Token(Kind.CHAR, ")", place)]
    if not words:  # the number stands before the axes, or it is a formula of its own behind them
        value = tuple(token._replace(span=end) if token.span.start < end.start else token for token in value)
    tokens = (*under, *left, Token(Kind.CHAR, "=", end), *value)
    ends = value[-1].span if words else ends
    return Total(replace(first, span=first.span.to(ends), inner=first.inner.to(ends), tokens=tokens), axes.last)
