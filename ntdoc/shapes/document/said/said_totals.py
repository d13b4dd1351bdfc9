"""Words that say what something sums to along axes: *each row of `P` sums to one along `\\key`*, *the sum of `P` over*.

So they do of means, maxima and minima. They are put together to `\\nsum{\\key} P = 1`, and read as that would be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ntdoc.reading.document import Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document import listed_axes, sentences
from ntdoc.shapes.document.items_before import expression, one_chain
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
    """The formula that words say of a sum, the number of its last item, and where words behind that end.

    `defined` is the equation that they say it of, *`P = E` sums to one along `\\key`*.
    """

    item: Mathematics
    last: int
    end: int = 0  # in the words behind it
    defined: Mathematics | None = None


class _Said(NamedTuple):
    """What words say that a reduction comes to: the reduction, its axes, the value and where it all ends."""

    sign: str
    axes: listed_axes.Listed
    value: tuple[Token, ...]
    ends: Span  # of the last formula, or of a number in words
    last: int
    of: re.Pattern[str]  # what may stand before the formula that is reduced
    end: int = 0  # of the words of a number behind the axes


def read(items: Sequence[object], at: int) -> Total | None:
    """The formula that begins there, with what the words behind it say that it sums to."""
    if at + 2 >= len(items):
        return None
    first, between = items[at : at + 2]
    if not isinstance(first, Mathematics) or first.display or not isinstance(between, Prose):
        return None
    said = _summing_to(items, at, between) or _reduced(items, at, first, between)
    name, defined = (_name(first), first) if said is not None else (None, None)
    first, defined = (first, None) if name is None else (name, defined)
    body = expression(first) if said is not None else None
    if said is None or body is None or said.axes.is_set or any(token.text == "[" for token in said.axes.tokens):
        return None
    if not comparisons.is_subject(first.span, said.ends, without=said.of):
        return None
    if not said.end and not comparisons.ends_clause(said.ends):
        return None
    tokens = (*_reduction(first, body, said), *said.value)
    span, inner = first.span.to(said.ends), first.inner.to(said.ends)
    return Total(replace(first, span=span, inner=inner, tokens=tokens), said.last, said.end, defined)


def _name(first: Mathematics) -> Mathematics | None:
    """The name on the left of an equation, as a formula; None of any other formula."""
    chain = one_chain(first)
    subject = chain.subjects[0] if chain is not None and chain.rest else None
    if chain is None or not isinstance(subject, ast.Symbol) or chain.rest[0][0].kind not in ("eq", "define"):
        return None
    return replace(first, tokens=tuple(t for t in trimmed(first.tokens) if t.span.end <= subject.span.end))


def _summing_to(items: Sequence[object], at: int, between: Prose) -> _Said | None:
    """*`P` sums to one along `\\key`*, and *sums to `1` along*."""
    value: tuple[Token, ...]
    if (says := _SUMS_ALONG.fullmatch(between.text)) is not None:
        axes, value = listed_axes.read(items, at + 2), (_number(says, between.span),)
    elif _SUMS.fullmatch(between.text) and at + 4 < len(items) and _along(items[at + 3]):
        written = items[at + 2]
        value = tuple(trimmed(written.tokens)) if isinstance(written, Mathematics) else ()
        axes = listed_axes.read(items, at + 4)
    else:
        return None
    if axes is None or not value:
        return None
    end = axes.item.inner._replace(start=axes.item.inner.end)  # the value stands before the axes, and is behind them
    return _Said("sum", axes, tuple(token._replace(span=end) for token in value), axes.item.span, axes.last, _OF)


def _reduced(items: Sequence[object], at: int, first: Mathematics, between: Prose) -> _Said | None:
    """*The mean of `P` over `\\key` is `E`*, and *summing `P` over `\\key`, we get one*."""
    reduced = _REDUCED.search(sentences.before(first.span)) if _along(between) else None
    axes = listed_axes.read(items, at + 2, verb=True) if reduced is not None else None
    if reduced is None or axes is None or axes.last + 1 >= len(items):
        return None
    sign = "sum" if reduced["noun"] is None else _SIGNS.get(reduced["noun"].lower(), "mean")
    behind, *rest = items[axes.last + 1 : axes.last + 3]
    if not isinstance(behind, Prose):
        return None
    if (says := _IS_NUMBER.match(behind.text)) is not None:
        number = _number(says, behind.span)
        return _Said(sign, axes, (number,), number.span, axes.last, _REDUCED, says.end())
    value = rest[0] if rest and _IS.fullmatch(behind.text) else None
    if not isinstance(value, Mathematics) or value.display or expression(value) is None:
        return None
    return _Said(sign, axes, tuple(trimmed(value.tokens)), value.span, axes.last + 2, _REDUCED)


def _along(words: object) -> bool:
    return isinstance(words, Prose) and _OVER.fullmatch(words.text) is not None


def _number(says: re.Match[str], words: Span) -> Token:
    start, end = (words.start + at for at in says.span("number"))
    return Token(Kind.CHAR, "1" if says["one"] else "0", words._replace(start=start, end=end))


def _reduction(first: Mathematics, body: ast.Expr, said: _Said) -> Iterator[Token]:
    """`\\sum_{axes} E =`, or with another sign."""
    place = first.inner._replace(end=first.inner.start)
    opens, closes = Token(Kind.OPEN, "{", place), Token(Kind.CLOSE, "}", place)
    if said.sign == "mean":
        letters = (Token(Kind.CHAR, letter, place) for letter in said.sign)
        yield from (Token(Kind.COMMAND, "operatorname", place), opens, *letters, closes)
    else:
        yield Token(Kind.COMMAND, said.sign, place)
    yield from (Token(Kind.SUB, "_", place), opens)
    for token in said.axes.tokens[len(listed_axes.REALS) + 2 : -1]:
        yield Token(Kind.CHAR, ",", token.span) if token.text == "times" else token
    yield closes
    in_brackets = not isinstance(body, ast.Symbol)
    yield from [Token(Kind.CHAR, "(", place)] if in_brackets else []
    yield from trimmed(first.tokens)
    yield from [Token(Kind.CHAR, ")", place)] if in_brackets else []
    yield Token(Kind.CHAR, "=", said.axes.item.inner._replace(start=said.axes.item.inner.end))
