"""*If all `v_t` are equal to `1`, then `s_t = 1`*, and *if `v` is zero, it is `0`*: as *if `v_t = 1`* would be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.vocabulary import IF

_IF = regex(
    rf"\b(?:{IF})\s+(?:(?:all|every|each|both)\s+)?(?:(?:of\s+)?the\s+)?(?:[a-z-]+\s+)?(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_ARE = r"\s*(?:\$|\\\))\s+(?:(?:is|are)\s+(?:all\s+|both\s+|everywhere\s+)?|equals?\s+)"
_TO = regex(  # and not *if the score `r` is `12`, all is lost*
    r"\s*(?:\$|\\\))\s+(?:(?:is|are)\s+(?:(?:all|both|everywhere)\s+)?equal\s+to|are\s+(?:all|both)|equals?)\s+(?:\$|\\\()\s*",
    re.IGNORECASE,
)
_IN_WORDS = regex(rf"{_ARE}(?:equal\s+to\s+)?(?P<number>zero|one)(?=\s*,)", re.IGNORECASE)
_OTHER = regex(rf"\b(?:{IF}|unless|once|where|for|otherwise|except)\b", re.IGNORECASE)


def as_equations(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such words are equations that are supposed in their sentence."""
    found = list(entries)
    for place, entry in enumerate(entries):
        letter, span = alone(entry), entry.parsed.span
        if not isinstance(letter, ast.Symbol) or letter.axes or entry.display or entry.cell or entry.negated:
            continue
        if not _IF.search(sentences.before(span)):
            continue
        value = _number_behind(entries, place) or _in_words(span)
        if value is None:
            continue
        number, end = value
        equal = ast.Relation("eq", "=", span._replace(start=span.end))
        chain = ast.Chain((letter,), ((equal, number),), (0, 0), (), span)
        found[place] = replace(entry, parsed=chain, local=True, supposed=True, assumed=True, worded=False)
        for behind in range(place + 1, len(entries)):
            other = found[behind]
            if other.sentence != entry.sentence or other.display:
                break
            if not _OTHER.search(span.source.words[end : other.parsed.span.start]):
                found[behind] = replace(other, worded=False)  # the formula is the condition
    return found


def _number_behind(entries: Sequence[Entry], place: int) -> tuple[ast.Expr, int] | None:
    """The number that *are equal to* leads to behind a letter, and where that ends."""
    number = alone(entries[place + 1]) if place + 1 < len(entries) else None
    if not isinstance(number, ast.Number):
        return None
    between = sentences.between(entries[place].parsed.span, entries[place + 1].parsed.span)
    return (number, number.span.end) if _TO.fullmatch(between) else None


def _in_words(span: Span) -> tuple[ast.Expr, int] | None:
    """The number that they say in a word, behind which a comma stands."""
    words = _IN_WORDS.match(span.source.words[span.end : span.end + 60])
    if words is None:
        return None
    there = span._replace(start=span.end + words.start("number"), end=span.end + words.end("number"))
    return ast.Number(0.0 if words["number"].lower() == "zero" else 1.0, 0, there), there.end
